"""All addresses: the pages under / (French) and /en/ (English); what machines read stands outside."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.utils.functional import lazystr
from django.views.generic import RedirectView

from config.health import alive, ready

urlpatterns = [
    path("healthz", alive, name="healthz"),
    path("readyz", ready, name="readyz"),
    path("favicon.ico", RedirectView.as_view(url=lazystr(static("img/icon.svg")))),
    path("i18n/", include("django.conf.urls.i18n")),
    *i18n_patterns(
        path("compte/", include("allauth.urls")),
        path("admin/", admin.site.urls),
        path("", include("games.urls")),
        prefix_default_language=False,
    ),
]
