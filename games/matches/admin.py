"""Matches and reports of conversations in the admin site; everything goes through the services."""

import json
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.names import fold
from accounts.staff import OpenFirst, Uncounted, log
from games.engine.codes import CodeError, parse_code
from games.matches import services
from games.matches.models import Match, MatchEvent, MatchGame, Report, Seat
from games.matches.render.words import LEVELS
from games.matches.services.talk import PHRASES


class WhyForm(ActionForm):
    """What is to be done to the selected matches, and why."""

    why = forms.CharField(label=_("Why (the players read it)"), max_length=200, required=False)


class ReadOnlyAdmin(Uncounted):
    """What players wrote by acting: staff read it."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Matches, found by player or code, with their record and time line; staff may void them."""

    list_display = ("id", "who", "options", "state", "reason", "rated", "created_at", "ended_at")
    list_filter = ("state",)
    list_per_page = 50
    ordering = ("-created_at", "-id")
    search_fields = ("id",)
    search_help_text = _("A code (DK1-D1S-AAAAAAB), a player’s name, or a match’s identifier.")
    actions = ("void",)
    action_form = WhyForm
    fields = (
        *("who", "page", "options", "state", "winner_name", "reason", "rated", "void_note"),
        *("created_at", "started_at", "ended_at", "games_played", "time_line"),
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).defer("actions", "times").prefetch_related("seats__user")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        try:
            return queryset.filter(pk=UUID(term)), False
        except ValueError:
            pass
        try:
            code = parse_code(term).text
            # Two looks into an index (that of matches has only those with a code): with "or" between them
            # PostgreSQL would read through all matches.
            playing = Match.objects.filter(code=code).exclude(code="").values("pk")
            played = MatchGame.objects.filter(code=code).values("match_id")
            return queryset.filter(pk__in=playing.union(played)), False
        except CodeError:
            seats = Seat.objects.filter(user__folded=fold(term)).values("match_id")
            return queryset.filter(pk__in=seats), False

    @admin.display(description=_("players"))
    def who(self, match: Match) -> str:
        return " – ".join(_name(seat) for seat in sorted(match.seats.all(), key=lambda seat: seat.number))

    @admin.display(description=_("page"))
    def page(self, match: Match) -> SafeString:
        url = reverse("games:match", args=[match.pk])
        return format_html('<a href="{}">{}</a>', url, url)

    @admin.display(description=_("winner"))
    def winner_name(self, match: Match) -> str:
        return next((_name(seat) for seat in match.seats.all() if seat.number == match.winner), "–")

    @admin.display(description=_("games"))
    def games_played(self, match: Match) -> SafeString:
        rows = (
            (
                game.number,
                game.code if match.over else "…",
                f"{game.contributed_1}–{game.contributed_2}",
                game.get_reason_display(),
                game.actions,
            )
            for game in MatchGame.objects.filter(match=match).order_by("number")
        )
        return format_html_join("", "<p>{}. {} {} ({})</p><pre>{}</pre>", rows) or SafeString("–")

    @admin.display(description=_("time line"))
    def time_line(self, match: Match) -> SafeString:
        events = MatchEvent.objects.filter(match=match).exclude(kind="game")
        rows = ((_moment(event.at), event.kind, event.seat or "", event.note) for event in events)
        return format_html_join("", "<p>{} {} {} {}</p>", rows) or SafeString("–")

    @admin.action(description=_("Void the selected matches"), permissions=["change"])
    def void(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """No winner any more; changes of ratings are taken back. The players read why."""
        why = request.POST.get("why", "").strip()
        if not why:
            words = gettext("Nothing was done: say why, the players read it.")
            self.message_user(request, words, messages.ERROR)
            return
        done = [match for match in queryset if services.void(match_id=match.pk, why=why)]
        log(request, done, f"Voided. {why}")
        words = ngettext("%(count)d match voided.", "%(count)d matches voided.", len(done))
        self.message_user(request, words % {"count": len(done)})


class OpenReports(OpenFirst):
    """Reports from matches: those that nobody has handled, unless all are asked for."""

    field = "handled_at"


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Conversations that players reported, to work through: warn on the player's page, then settle."""

    list_display = (
        "created_at",
        "reporter",
        "reported",
        "note",
        "lines",
        "match",
        "handled_at",
        "handled_by",
    )
    list_display_links = None
    list_filter = (OpenReports,)
    list_select_related = ("match", "handled_by")
    actions = ("settle",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).prefetch_related("match__seats__user")

    @admin.display(description=_("reported by"))
    def reporter(self, report: Report) -> str:
        return _name(_seat(report, report.seat))

    @admin.display(description=_("player"))
    def reported(self, report: Report) -> str | SafeString:
        seat = _seat(report, 3 - report.seat)
        if seat is None or seat.user is None:
            return _name(seat)
        url = reverse("admin:accounts_user_change", args=[seat.user_id])
        return format_html('<a href="{}">{}</a>', url, seat.user.display_name)

    @admin.display(description=_("conversation"))
    def lines(self, report: Report) -> SafeString:
        lines = json.loads(report.conversation or "[]")
        rows = ((line["seat"], PHRASES.get(line["phrase"], line["text"])) for line in lines)
        return format_html_join("", "<p>{}: {}</p>", rows)

    @admin.action(description=_("Settle the selected reports"), permissions=["change"])
    def settle(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Take the reports off the list."""
        done = list(queryset.filter(handled_at=None))
        for report in done:
            services.handled(report_id=report.pk, by=request.user.pk)
        log(request, done, "Settled.")
        words = ngettext("%(count)d report settled.", "%(count)d reports settled.", len(done))
        self.message_user(request, words % {"count": len(done)})


def _name(seat: Seat | None) -> str:
    if seat is None:
        return "–"
    if seat.bot:
        return LEVELS[seat.bot]()
    if seat.user is not None:
        return seat.user.display_name
    return gettext("visitor") if seat.visitor else gettext("deleted player")


def _seat(report: Report, number: int) -> Seat | None:
    return next((seat for seat in report.match.seats.all() if seat.number == number), None)


def _moment(at: Any) -> str:
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")
