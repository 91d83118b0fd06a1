"""All addresses: the pages under / (French) and /en/ (English); what machines read stands outside."""

from allauth.account.decorators import secure_admin_login
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path, re_path
from django.views import debug
from django.views.generic import RedirectView

from config.gate import not_found
from config.views import icon, manifest, offline, service_worker
from games.api.describing import NowhereView

# Staff log in like everybody: with the same rate limits and second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

# A development site, too, shows its own page for what is not there, and not the list of its addresses.
debug.technical_404_response = not_found

handler400 = "config.gate.bad_request"
handler404 = "config.gate.not_found"
handler500 = "config.gate.server_error"

# Staff change their password like everybody too: Django's own page knows no limits and sends no word by mail.
own_password_page = RedirectView.as_view(pattern_name="account_change_password")

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
        path("admin/password_change/", own_password_page, name="admin_password"),
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
