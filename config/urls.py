"""All addresses: the pages under / (French) and /en/ (English); what machines read stands outside."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    *i18n_patterns(
        path("compte/", include("allauth.urls")),
        path("admin/", admin.site.urls),
        path("", include("games.urls")),
        prefix_default_language=False,
    ),
]
