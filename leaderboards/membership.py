"""Which boards a result belongs to, and with which key: the rules of DESIGN section 6 in one place."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet

from leaderboards.catalogue import VEGAS, marking_of
from leaderboards.keys import daily_key
from leaderboards.models import Board, Result
from leaderboards.periods import EVER, EVER_START, PERIODS, bounds, start_of

Kind = Board.Kind


@dataclass(frozen=True, slots=True)
class Spec:
    """The identity of a board. ``subject``: ``"KL-D1N"`` (game, bankroll), ``"KL1-D1N-AAAAAAB"`` (deal,
    practice), an id (daily)."""

    kind: str
    subject: str
    board_key: str
    period: str = EVER
    start: date = EVER_START
    pure: bool = False

    @property
    def slug(self) -> str:
        """Return the one name under which the board is stored, and in whose order boards are locked."""
        when = "" if self.period == EVER else f"/{self.start.isoformat()}"
        return f"{self.kind}/{self.subject}/{self.period}{when}{'/pure' if self.pure else ''}"

    def new(self) -> Board:
        """Return the board, not yet stored."""
        return Board(
            slug=self.slug,
            kind=self.kind,
            subject=self.subject,
            board_key=self.board_key,
            period=self.period,
            start=self.start,
            pure=self.pure,
        )


def game_spec(
    board_key: str, period: str, moment: datetime, *, pure: bool = False, kind: str = Kind.GAME
) -> Spec:
    """Return the board of a game and its options (or its bankroll) for the ``period`` that holds
    ``moment``."""
    return Spec(kind, board_key, board_key, period, start_of(period, moment), pure)


def deal_subject(deal: str, board_key: str) -> str:
    """Return ``"KL1-D1N-AAAAAAB"`` for ``"KL1-AAAAAAB"`` and ``"KL-D1N"``: attempts belong to the deal,
    lists to its options."""
    game, _, letters = deal.partition("-")
    return f"{game}-{board_key.partition('-')[2]}-{letters}"


def ranks(result: Result) -> bool:
    """Tell whether a result meets the rule of its marking: won; in Vegas, ended."""
    return result.ended_at is not None and (result.won or marking_of(result.board_key) == VEGAS)


def run_specs(result: Result) -> Iterator[Spec]:
    """Yield the boards on which a run of this kind may be its player's row (whether voided or not)."""
    if result.ended_at is None:
        return
    pures = (False, True) if result.pure else (False,)
    for pure in pures:
        if ranks(result):
            if result.global_ok:
                for period in PERIODS:
                    yield game_spec(result.board_key, period, result.ended_at, pure=pure)
            if result.deal_first:
                yield Spec(
                    Kind.DEAL, deal_subject(result.deal, result.board_key), result.board_key, pure=pure
                )
        if result.daily_id:
            yield Spec(Kind.DAILY, result.daily_id, result.board_key, pure=pure)
    if ranks(result) and result.practice:
        yield Spec(Kind.PRACTICE, deal_subject(result.deal, result.board_key), result.board_key)


def bank_specs(result: Result) -> Iterator[Spec]:
    """Yield the bankroll boards: first attempts at deals drawn at random in Vegas, by first action, ended
    or not."""
    if result.drawn and result.deal_first and marking_of(result.board_key) == VEGAS:
        for period in PERIODS:
            yield game_spec(result.board_key, period, result.started_at, kind=Kind.BANKROLL)


def qualifying(spec: Spec) -> QuerySet[Result]:
    """Return the results, of all players, that may stand on a board of runs: the same rule as `run_specs`,
    for the database."""
    results = Result.objects.filter(voided=False, ended_at__isnull=False)
    if spec.pure:
        results = results.filter(pure=True)
    if spec.kind == Kind.DAILY:
        return results.filter(daily_id=spec.subject)
    results = results.filter(board_key=spec.board_key)
    if marking_of(spec.board_key) != VEGAS:
        results = results.filter(won=True)
    if spec.kind == Kind.GAME:
        when = bounds(spec.period, spec.start)
        results = results.filter(global_ok=True)
        return results.filter(ended_at__gte=when[0], ended_at__lt=when[1]) if when else results
    game, _options, letters = spec.subject.split("-")
    results = results.filter(deal=f"{game}-{letters}")
    return results.filter(practice=True) if spec.kind == Kind.PRACTICE else results.filter(deal_first=True)


def key_on(kind: str, result: Result) -> int:
    """Return the key of a result on boards of one kind."""
    return daily_key(result.key, result.won) if kind == Kind.DAILY else result.key
