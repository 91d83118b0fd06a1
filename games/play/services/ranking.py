"""Where a run counts, and why (DESIGN section 6); the only place that writes to `leaderboards`."""

from dataclasses import dataclass

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.play import deals
from games.play.models import Attempt, Game, Origin
from leaderboards import services as leaderboards
from leaderboards.runs import Run, Start


class Standing(models.TextChoices):
    """Why a run counts or not: the sentence that the sheet shows."""

    COUNTS = "counts", _("It counts on the game’s board and on the deal’s board.")
    NOT_PLAYED = "not_played", _("It counts nowhere: no card was played.")
    VISITOR = (
        "visitor",
        _("It counts nowhere yet: boards are for registered players. Sign up to keep your games."),
    )
    TOKEN = "token", _("It counts nowhere: a program played through an API token.")
    MACHINE = "machine", _("It counts nowhere: the account is a computer account.")
    LOOKED = "looked", _("It counts nowhere: you have seen the hidden cards of this deal.")
    PRACTICE = (
        "practice",
        _("Practice: only the first attempt at a deal counts. It is listed apart on the deal’s board."),
    )
    NOT_WON = "not_won", _("It counts on no board: only won games are ranked here.")
    DAILY = "daily", _("It counts on the board of the day’s challenge and on the deal’s board.")
    DAILY_UNWON = (
        "daily_unwon",
        _("It counts on the board of the day’s challenge, after the won attempts."),
    )
    DAILY_LATE = (
        "daily_late",
        _("It counts on the deal’s board; for the challenge, it was not begun as a player on its day."),
    )
    CHOSEN = (
        "chosen",
        _("It counts on the deal’s board only: the deal was chosen, not drawn at random for you."),
    )
    OPENED = (
        "opened",
        _("It counts on the deal’s board only: somebody else had opened this deal before the end."),
    )
    VOID = "void", _("It counts nowhere: the staff have voided this result.")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run counts if its result does: the game's board, the deal's board, or its list of practice."""

    standing: Standing
    game_board: bool = False
    deal_board: bool = False
    practice: bool = False


def ranks_unwon(game: Game) -> bool:
    """Whether every ended game is ranked, not only won ones: in Vegas."""
    return game.deal_code.rules.currency


def place(game: Game) -> Place:
    """Return where a game that is ending or has ended counts: its result considered in the sentence only."""
    found = _scopes(game)
    if game.won or not found.deal_board or ranks_unwon(game):
        return found
    unwon = Standing.DAILY_UNWON if found.standing is Standing.DAILY else Standing.NOT_WON
    return Place(unwon, found.game_board, found.deal_board)


def _scopes(game: Game) -> Place:
    if game.started_at is None:
        return Place(Standing.NOT_PLAYED)
    if game.player_id is None:
        return Place(Standing.VISITOR)
    if game.by_token:
        return Place(Standing.TOKEN)
    if game.player is not None and game.player.is_machine:
        return Place(Standing.MACHINE)
    if deals.looked_at(game.deal, game.player_id, until=game.ended_at):
        return Place(Standing.LOOKED)
    if game.attempt == Attempt.PRACTICE:
        return Place(Standing.PRACTICE, practice=True)
    if game.origin == Origin.DAILY:
        return Place(Standing.DAILY if game.daily_counts else Standing.DAILY_LATE, deal_board=True)
    if game.origin != Origin.RANDOM:
        return Place(Standing.CHOSEN, deal_board=True)
    assert game.ended_at is not None
    if deals.opened_by_others(game.deal, game.player_id, until=game.ended_at):
        return Place(Standing.OPENED, deal_board=True)
    return Place(Standing.COUNTS, game_board=True, deal_board=True)


def settle(game: Game) -> Place:
    """Decide where an ended game counts and set its fields so; the caller stores them.

    A voided game stands nowhere; what is returned is where it counts once it is given back.
    """
    found = place(game)
    listed = (game.won or ranks_unwon(game)) and not game.voided
    game.standing = Standing.VOID if game.voided else found.standing
    game.on_game_board = found.game_board and listed
    game.on_deal_board = found.deal_board and listed
    return found


def announce_start(game: Game) -> None:
    """Tell the boards that a player's game has had its first action."""
    if game.player_id is None or game.started_at is None or game.by_token:
        return
    leaderboards.started(
        Start(
            run_id=game.pk,
            user_id=game.player_id,
            board_key=game.board_key,
            deal=game.deal,
            started_at=game.started_at,
            first=game.attempt == Attempt.FIRST,
            drawn=game.origin == Origin.RANDOM,
            ranked_score=game.ranked_score,
        )
    )


def announce_progress(game: Game) -> None:
    """Tell the boards where a game that is left stands: in Vegas the bankroll counts it before its end."""
    if game.player_id is not None and game.started_at is not None and ranks_unwon(game) and not game.by_token:
        leaderboards.progressed(game.pk, game.ranked_score)


def announce_end(game: Game, found: Place) -> None:
    """Tell the boards that a game has ended; they ignore a visitor's, and never hear of a program's."""
    if game.player_id is None or game.started_at is None or game.ended_at is None or game.by_token:
        return
    leaderboards.submit(
        Run(
            run_id=game.pk,
            user_id=game.player_id,
            board_key=game.board_key,
            deal=game.deal,
            ranked_score=game.ranked_score,
            seconds=game.elapsed_ms // 1000,
            moves=game.moves,
            pure=game.pure,
            won=game.won,
            started_at=game.started_at,
            ended_at=game.ended_at,
            global_ok=found.game_board,
            deal_first=found.deal_board,
            practice=found.practice,
            drawn=game.origin == Origin.RANDOM,
            daily_id=game.daily_id if game.daily_counts and found.deal_board else None,
            reason="" if found.game_board else str(found.standing),
            flag=game.flags,
            secret_until=game.secret_until,
        )
    )
    if game.voided:
        leaderboards.void(game.pk)


def announce_void(game: Game, why: str) -> None:
    """Tell the boards that the staff have voided a game."""
    leaderboards.void(game.pk, why)


def announce_restored(game: Game) -> None:
    """Tell the boards that a voided game counts again."""
    leaderboards.restore(game.pk)


def announce_settled(game: Game) -> None:
    """Tell the boards that the staff have taken a game's flag away."""
    leaderboards.flag(game.pk, "")
