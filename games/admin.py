"""The admin site of the games: each part keeps its own beside its code."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.content import admin as content
from games.daily import admin as daily
from games.matches import admin as matches
from games.staff import admin as staff

__all__ = ["content", "daily", "matches", "staff"]

admin.site.site_title = _("Réussite: administration")
admin.site.site_header = _("Réussite: administration")
admin.site.index_title = _("Dashboard")
