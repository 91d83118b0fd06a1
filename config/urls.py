"""All addresses: the pages under / (French) and /en/ (English); what machines read stands outside."""

from allauth.account.decorators import secure_admin_login
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path, re_path

from config.views import icon, manifest, offline, service_worker
from games.api.describing import NowhereView

# Staff log in like everybody: with the same rate limits and second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler500 = "config.gate.server_error"

urlpatterns = [
    path("favicon.ico", icon),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("sw.js", service_worker, name="service_worker"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/", include("games.api.urls")),
    *i18n_patterns(
        path("hors-ligne/", offline, name="offline"),
        path("compte/", include("accounts.urls")),
        path("compte/", include("allauth.urls")),
        path("admin/", admin.site.urls),
        path("api/", include("games.api.page_urls")),
        path("", include("leaderboards.urls")),
        path("", include("games.content.urls")),
        path("", include("games.daily.urls")),
        path("", include("games.staff.urls")),
        path("", include("games.urls")),
        prefix_default_language=False,
    ),
    re_path(r"^api/", NowhereView.as_view()),
]
