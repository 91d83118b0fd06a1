"""Results for staff: a fast list, flagged runs first to hand, void and give back. Boards follow at once."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.dates import written
from accounts.models import User
from accounts.names import fold
from accounts.staff import Uncounted, log
from leaderboards import figures, services
from leaderboards.catalogue import in_dollars
from leaderboards.models import Result


class FlagFilter(admin.SimpleListFilter):
    """Flagged runs, voided ones, or all."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the choices."""
        return [("flagged", _("flagged")), ("voided", pgettext_lazy("runs", "voided"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Result]) -> QuerySet[Result]:
        """Return the rows of the choice; each has an index of its own."""
        if self.value() == "flagged":
            return queryset.exclude(flag="").filter(voided=False)
        return queryset.filter(voided=True) if self.value() == "voided" else queryset


@admin.register(Result)
class ResultAdmin(Uncounted):
    """Results are written by the services alone; staff void them, give them back, and settle flags."""

    list_display = [
        "ended",
        "who",
        "board_key",
        "deal_now",
        "figure",
        "effort",
        "won",
        "pure",
        "state",
        "replay",
    ]
    list_display_links = ["ended"]
    list_filter = [FlagFilter]
    list_select_related = ["player"]
    search_fields = ["run_id"]
    search_help_text = _("A player’s name, a deal (KL1-AAAAAAB), or the identifier of a run.")
    ordering = ["-id"]
    list_per_page = 50
    actions = ["void_results", "restore_results", "settle_flags"]

    def get_readonly_fields(self, request: HttpRequest, obj: Result | None = None) -> list[str]:
        """Return every field: nothing is written by hand."""
        names = [field.name for field in Result._meta.fields if field.name not in ("id", "key")]
        return ["deal_now" if name == "deal" else name for name in names]

    def get_fields(self, request: HttpRequest, obj: Result | None = None) -> list[Any]:
        """Return what is read, and nothing else."""
        return self.get_readonly_fields(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Results come from games only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Result | None = None) -> bool:
        """A result is voided, never deleted."""
        return False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Result], search_term: str
    ) -> tuple[QuerySet[Result], bool]:
        """Look a term up by index: a run's identifier, a deal, or a player's name; never through all rows."""
        term = search_term.strip()
        if not term:
            return queryset, False
        player = User.objects.filter(folded=fold(term)).first()
        if player:
            return queryset.filter(player_id=player.pk), False
        try:
            return queryset.filter(run_id=Result._meta.get_field("run_id").to_python(term)), False
        except ValidationError:  # no identifier
            return queryset.filter(deal=term.upper()), False

    @admin.display(description=_("ended"), ordering="id")
    def ended(self, result: Result) -> Any:
        """Return when the run ended."""
        return written(result.ended_at, "SHORT_DATETIME_FORMAT") if result.ended_at else gettext("under way")

    @admin.display(description=_("deal"))
    def deal_now(self, result: Result) -> str:
        """Return the deal once its run has ended and it is no secret."""
        return result.deal if result.ended_at and result.open else "–"

    @admin.display(description=_("player"))
    def who(self, result: Result) -> str:
        """Return the player's name."""
        return result.player.display_name if result.player else gettext("deleted player")

    @admin.display(description=_("ranked score"))
    def figure(self, result: Result) -> str:
        """Return the score with its unit."""
        return figures.score(result.ranked_score, in_dollars(result.board_key))

    @admin.display(description=_("time, moves"), ordering="moves")
    def effort(self, result: Result) -> str:
        """Return the time of play and the moves."""
        return f"{figures.clock(result.seconds)}, {result.moves}"

    @admin.display(description=_("state"), ordering="voided")
    def state(self, result: Result) -> str:
        """Say whether the run is voided, and why it was flagged."""
        words = [gettext("voided") if result.voided else "", self.flag_now(result)]
        return ", ".join(filter(None, words)) or "–"

    def flag_now(self, result: Result) -> str:
        """Return why the run was flagged; who plays the games says it in words."""
        return result.flag

    @admin.display(description=_("replay"))
    def replay(self, result: Result) -> str:
        """Return a link to the run's replay."""
        try:
            return format_html(
                '<a href="{}">{}</a>', reverse("games:replay", args=[result.run_id]), gettext("Replay")
            )
        except NoReverseMatch:
            return ""

    @admin.action(description=_("Void the selected results"), permissions=["change"])
    def void_results(self, request: HttpRequest, queryset: QuerySet[Result]) -> None:
        """Take the runs off their boards."""
        changed = [
            result for result in queryset if services.void(result.run_id, gettext("voided by the staff"))
        ]
        words = ngettext("%(count)d result voided.", "%(count)d results voided.", len(changed))
        self._say(request, changed, "Voided.", words)

    @admin.action(description=_("Give the selected results back"), permissions=["change"])
    def restore_results(self, request: HttpRequest, queryset: QuerySet[Result]) -> None:
        """Give the runs back to their boards."""
        changed = [result for result in queryset if services.restore(result.run_id)]
        words = ngettext("%(count)d result given back.", "%(count)d results given back.", len(changed))
        self._say(request, changed, "Given back.", words)

    @admin.action(description=_("Settle: take the flag away"), permissions=["change"])
    def settle_flags(self, request: HttpRequest, queryset: QuerySet[Result]) -> None:
        """Take the runs off the list of flagged ones."""
        changed = list(queryset.exclude(flag=""))
        for result in changed:
            services.flag(result.run_id, "")
        words = ngettext("%(count)d flag settled.", "%(count)d flags settled.", len(changed))
        self._say(request, changed, "Flag settled.", words)

    def _say(self, request: HttpRequest, changed: list[Result], sentence: str, words: str) -> None:
        """Log what was done to each result and say how many there were."""
        text = words % {"count": len(changed)}
        log(request, changed, sentence)
        self.message_user(request, text, messages.SUCCESS if changed else messages.WARNING)
