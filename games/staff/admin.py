"""Games, runs and reports in the admin site. Everything goes through the services, and into the log."""

from typing import Any, cast
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.names import fold
from accounts.staff import OpenFirst, Uncounted, log
from games.engine.codes import CodeError, parse_code
from games.play import deals
from games.play.models import DealOpening, Game
from games.play.owners import Owner
from games.play.render.score import clock, score_words
from games.play.selectors import code_shown
from games.play.services import moderate
from games.play.services.ranking import Standing
from games.staff import services
from games.staff.forms import WhyForm
from games.staff.models import NameReport
from games.staff.records import hidden_cards, timeline
from games.templatetags.staff_tags import flag_words
from leaderboards.admin import ResultAdmin
from leaderboards.models import Result


def staff(request: HttpRequest) -> User:
    """Return who asks, a member of the staff."""
    return cast(User, request.user)


def _secret_to(request: HttpRequest, game: Game) -> bool:
    """Whether a record would show who asks how to play a deal that is still secret: the day's challenge.

    Whoever looks at the hidden cards, and so cannot rank on the deal, sees it all the same.
    """
    asks = staff(request).pk
    return deals.withheld(game.deal, Owner(user_id=asks)) and not deals.looked_at(game.deal, asks)


class GameState(admin.SimpleListFilter):
    """Games by what an index finds at once."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("flagged", _("flagged")), ("unfinished", _("unfinished"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() == "flagged":
            return queryset.exclude(flags="").order_by("-ended_at")
        return queryset.filter(ended_at__isnull=True) if self.value() == "unfinished" else queryset


@admin.register(Game)
class GameAdmin(Uncounted):
    """Games are written by players' actions alone; staff read them, void a result and give it back."""

    list_display = (
        "code_now",
        "who",
        "origin",
        "status",
        "figure",
        "time",
        "moves",
        "created_at",
        "flag",
        "voided",
    )
    list_filter = (GameState,)
    list_select_related = ("player",)
    list_per_page = 50
    ordering = ("-created_at", "-id")
    search_fields = ("id",)
    search_help_text = _(
        "A code (KL1-D1N-AAAAAAB), a deal (KL1-AAAAAAB), a player’s name, or a game’s identifier."
    )
    actions = None
    change_form_template = "admin/games/game/change_form.html"
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "code_now",
                    "who",
                    "origin",
                    "status",
                    "end_reason",
                    "attempt",
                    "why",
                    "voided",
                    "flag",
                )
            },
        ),
        (_("Result"), {"fields": ("figure", "ranked_score", "time", "moves", "undos", "hints", "passes")}),
        (
            _("Moments"),
            {"fields": ("created_at", "started_at", "last_action_at", "ended_at", "secret_until")},
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).defer("actions", "times", "snapshot")

    def get_readonly_fields(self, request: HttpRequest, obj: Game | None = None) -> list[str]:
        return [str(name) for _title, part in self.fieldsets for name in part["fields"]]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Look a term up by an index; never read through all games."""
        term = search_term.strip()
        if not term:
            return queryset, False
        player = User.objects.filter(folded=fold(term)).first()
        if player:
            return queryset.filter(player=player), False
        try:
            return queryset.filter(pk=UUID(term)), False
        except ValueError:
            pass
        try:
            code = parse_code(term)
            return queryset.filter(deal=code.deal, options=code.options), False
        except CodeError:
            return queryset.filter(deal=term.upper()), False

    @admin.display(description=_("code"))
    def code_now(self, game: Game) -> str:
        """The code, unless the challenge that it is of is still played."""
        return code_shown(game, Owner()) or gettext("secret until one hour after the day")

    @admin.display(description=_("player"))
    def who(self, game: Game) -> Any:
        if game.player is None:
            return gettext("visitor") if game.visitor else gettext("deleted player")
        url = reverse("admin:accounts_user_change", args=[game.player.pk])
        return format_html('<a href="{}">{}</a>', url, game.player.display_name)

    @admin.display(description=_("score"))
    def figure(self, game: Game) -> str:
        rules = game.deal_code.rules
        return "–" if rules.marking == "S" else score_words(game.score, rules.currency)

    @admin.display(description=_("why it counts or not"))
    def why(self, game: Game) -> str:
        return str(Standing(game.standing).label) if game.standing else "–"

    @admin.display(description=_("flags"))
    def flag(self, game: Game) -> str:
        return flag_words(game.flags)

    @admin.display(description=_("time"))
    def time(self, game: Game) -> str:
        return clock(game.elapsed_ms)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<uuid:pk>/void/", view(self.void), name="games_game_void"),
            path("<uuid:pk>/restore/", view(require_POST(self.restore)), name="games_game_restore"),
            path("<uuid:pk>/settle/", view(require_POST(self.settle)), name="games_game_settle"),
            path("<uuid:pk>/cards/", view(self.cards), name="games_game_cards"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The game with its time line, its openings, and what can be done."""
        context = dict(extra_context or {}) | {"show_save": False, "show_save_and_continue": False}
        game = self.get_object(request, object_id)
        if game is not None:
            context["secret"] = _secret_to(request, game)
            context["timeline"] = [] if context["secret"] else timeline(Game.objects.get(pk=game.pk))
            context["may_change"] = self.has_change_permission(request, game)
            openings = DealOpening.objects.filter(deal=game.deal).select_related("user")
            context["openings"] = openings.order_by("opened_at")[:50]
        return super().change_view(request, object_id, form_url, context)

    def void(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Ask why, then take the result off every board."""
        game = self._game(request, pk, change=True)
        form = WhyForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            moderate.void(game_id=pk, why=form.cleaned_data["why"])
            self.log_change(request, game, f"Voided. {form.cleaned_data['why']}")
            messages.success(request, gettext("The result is void; the boards have followed."))
            return self._back(pk)
        context = {
            **self.admin_site.each_context(request),
            "form": form,
            "game": game,
            "title": gettext("Void"),
        }
        return render(request, "admin/games/game/void.html", context)

    def restore(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Give the result back to its boards."""
        game = self._game(request, pk, change=True)
        moderate.restore(game_id=pk)
        self.log_change(request, game, "Given back.")
        messages.success(request, gettext("The result counts again; the boards have followed."))
        return self._back(pk)

    def settle(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Take the flag away: somebody has looked, and found nothing wrong."""
        game = self._game(request, pk, change=True)
        moderate.settle(game_id=pk)
        self.log_change(request, game, "Flag settled.")
        messages.success(request, gettext("The flag is settled."))
        return self._back(pk)

    def cards(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Show the hidden cards and the moves in words, to staff who accept not to rank on this deal."""
        game = self._game(request, pk)
        context = {**self.admin_site.each_context(request), "game": game, "title": gettext("Hidden cards")}
        if request.method != "POST":
            return render(request, "admin/games/game/cards.html", context)
        deals.record_look(game.deal, staff(request).pk)
        self.log_change(request, game, "Looked at the hidden cards.")
        context["cards"] = hidden_cards(game.deal_code)
        context["timeline"] = timeline(Game.objects.get(pk=pk), in_words=True)
        return render(request, "admin/games/game/cards.html", context)

    def _game(self, request: HttpRequest, pk: UUID, *, change: bool = False) -> Game:
        game = get_object_or_404(Game.objects.light(), pk=pk)
        allowed = self.has_change_permission if change else self.has_view_permission
        if not allowed(request, game):
            raise PermissionDenied
        return game

    def _back(self, pk: UUID) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:games_game_change", args=[pk]))


admin.site.unregister(Result)


@admin.register(Result)
class RunAdmin(ResultAdmin):
    """Runs as the boards know them; what is void there is void on the game too."""

    def get_readonly_fields(self, request: HttpRequest, obj: Result | None = None) -> list[str]:
        names = super().get_readonly_fields(request, obj)
        return ["flag_now" if name == "flag" else name for name in names]

    @admin.display(description=_("flag"))
    def flag_now(self, result: Result) -> str:
        return flag_words(result.flag)

    @admin.action(description=_("Void the selected results"), permissions=["change"])
    def void_results(self, request: HttpRequest, queryset: QuerySet[Result]) -> None:
        changed = list(queryset.filter(voided=False))
        for result in changed:
            moderate.void(game_id=result.run_id, why=gettext("voided by the staff"))
        words = ngettext("%(count)d result voided.", "%(count)d results voided.", len(changed))
        self._say(request, changed, "Voided.", words)

    @admin.action(description=_("Give the selected results back"), permissions=["change"])
    def restore_results(self, request: HttpRequest, queryset: QuerySet[Result]) -> None:
        changed = list(queryset.filter(voided=True))
        for result in changed:
            moderate.restore(game_id=result.run_id)
        words = ngettext("%(count)d result given back.", "%(count)d results given back.", len(changed))
        self._say(request, changed, "Given back.", words)

    @admin.action(description=_("Settle: take the flag away"), permissions=["change"])
    def settle_flags(self, request: HttpRequest, queryset: QuerySet[Result]) -> None:
        changed = list(queryset.exclude(flag=""))
        for result in changed:
            moderate.settle(game_id=result.run_id)
        words = ngettext("%(count)d flag settled.", "%(count)d flags settled.", len(changed))
        self._say(request, changed, "Flag settled.", words)


class OpenReports(OpenFirst):
    """Reports of names: those that nobody has settled, unless all are asked for."""

    field = "settled_at"


@admin.register(NameReport)
class NameReportAdmin(Uncounted):
    """Names that players reported, to work through: warn or rename on the player's page, then settle."""

    list_display = ("name", "player_link", "text", "reporter", "created_at", "settled_at", "settled_by")
    list_display_links = None
    list_filter = (OpenReports,)
    list_select_related = ("player", "reporter", "settled_by")
    actions = ("settle",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: NameReport | None = None) -> bool:
        return False

    @admin.display(description=_("player"))
    def player_link(self, report: NameReport) -> str:
        url = reverse("admin:accounts_user_change", args=[report.player_id])
        return format_html('<a href="{}">{}</a>', url, report.player.display_name)

    @admin.action(description=_("Settle the selected reports"), permissions=["change"])
    def settle(self, request: HttpRequest, queryset: QuerySet[NameReport]) -> None:
        """Take the reports off the list."""
        done = [report for report in queryset if services.settle_report(report, by=staff(request))]
        log(request, done, "Settled.")
        words = ngettext("%(count)d report settled.", "%(count)d reports settled.", len(done))
        self.message_user(request, words % {"count": len(done)})
