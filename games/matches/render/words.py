"""Matches in words: who sits there, how it is played, how it ended. Used by tables, lists and pages alike."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from games.matches.models import Limit, Reason, State
from games.matches.selectors import GameResult, Listed, MatchTable, SeatInfo

Said = Callable[[], str]
LEVELS: dict[int, Said] = {
    1: lambda: gettext("Computer (beginner)"),
    2: lambda: gettext("Computer (good)"),
    3: lambda: gettext("Computer (strong)"),
}
WON: dict[str, Said] = {
    Reason.CARDS: lambda: gettext("by the number of cards played"),
    Reason.LAST_PLAY: lambda: gettext("equal in cards: the last play decides"),
    Reason.BONUS: lambda: gettext("the tableau is empty: that wins at once"),
    Reason.RESIGNED: lambda: gettext("by resignation"),
    Reason.TIME: lambda: gettext("on time"),
    Reason.LEFT: lambda: gettext("the other player left the table"),
}
NOBODY: dict[str, Said] = {
    Reason.AGREED: lambda: gettext("A draw was agreed."),
    Reason.VOID: lambda: gettext("Nobody played a card up: nobody wins."),
    Reason.ABANDONED: lambda: gettext("Both players left: nobody wins."),
    Reason.STAFF: lambda: gettext("The staff have voided this match."),
}


def seat_name(seat: SeatInfo | None) -> str:
    """Whom others see at a seat."""
    if seat is None:
        return gettext("Nobody yet")
    if seat.bot:
        return LEVELS[seat.bot]()
    if seat.deleted:
        return gettext("deleted player")
    return seat.name or gettext("Visitor")


def own_name(seat: SeatInfo | None) -> str:
    """The same, with « You » for the reader's own seat."""
    return gettext("You") if seat is not None and seat.you else seat_name(seat)


def title(table: MatchTable) -> str:
    """Who plays whom; as long as somebody is missing, only that it is a match."""
    if len(table.seats) < 2:
        return pgettext("match", "Match")
    if table.viewer:
        return gettext("Match against %(name)s") % {"name": seat_name(table.opponent)}
    names = [seat_name(seat) for seat in table.seats]
    return gettext("%(one)s against %(two)s") % {"one": names[0], "two": names[1]}


def rating_words(seat: SeatInfo | None) -> str:
    """« 1620 ±40 », « 980 ? » as long as it is not sure; empty without a rating."""
    if seat is None or seat.rating is None:
        return ""
    if seat.rating.provisional:
        return f"{seat.rating.points}\N{NO-BREAK SPACE}?"
    return f"{seat.rating.points} ±{seat.rating.margin}"


def options_words(options: str) -> list[str]:
    """A duel's options, one by one."""
    words = [
        gettext("Simultaneous") if "S" in options else gettext("Alternate"),
        gettext("Draw %(count)s") % {"count": options[1]},
    ]
    if options[3:4] == "1":
        words.append(gettext("One pass"))
    if "B" in options:
        words.append(gettext("Bonus"))
    if "M" in options:
        words.append(gettext("Mirror deal"))
    return words


def limit_words(kind: str, seconds: int) -> str:
    """« 30 s per turn », « 10 min per game »; empty without a limit."""
    if kind == Limit.NONE or not seconds:
        return ""
    if kind == Limit.TURN:
        return gettext("%(time)s per turn") % {"time": duration_words(seconds)}
    return gettext("%(time)s per game") % {"time": duration_words(seconds)}


def duration_words(seconds: int) -> str:
    """30 s, 10 min, 1 day."""
    if seconds >= 86400:
        days = seconds // 86400
        return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    if seconds >= 60:
        return gettext("%(count)d min") % {"count": seconds // 60}
    return gettext("%(count)d s") % {"count": seconds}


def series_words(games: int, cards: int) -> str:
    """« 3 games », « first to 100 cards »."""
    if cards:
        return gettext("First to %(count)d cards") % {"count": cards}
    return ngettext("%(count)d game", "%(count)d games", games) % {"count": games}


def ways_words(match: Any) -> list[str]:
    """How a match, or one that is listed, is played."""
    kind, seconds = (
        (match.clock.kind, match.clock.seconds)
        if isinstance(match, MatchTable)
        else (match.limit_kind, match.seconds)
    )
    limit = limit_words(kind, seconds)
    return [
        *options_words(match.options),
        series_words(match.series_games, match.series_cards),
        *([limit] if limit else []),
    ]


def stands(match: Listed) -> str:
    """Where one's own unfinished match stands, if it is not one's turn."""
    if match.state == State.OPEN:
        return gettext("waiting for an opponent")
    if match.state == State.READY:
        return gettext("about to begin")
    if match.state == State.PAUSED:
        return gettext("paused")
    return gettext("the opponent’s turn") if match.turn else gettext("under way")


def headline(winner: SeatInfo | None, reason: str, viewer: int) -> str:
    """Who won, in one line, as a seat or a spectator reads it."""
    if reason in (Reason.VOID, Reason.ABANDONED, Reason.STAFF):
        return pgettext("match", "Nobody wins")
    if winner is None:
        return pgettext("match", "Draw")
    if viewer and winner.you:
        return pgettext("match", "You win!")
    return gettext("%(name)s wins") % {"name": seat_name(winner)}


def why(reason: str) -> str:
    """The reason of an end, as a sentence or the rest of one."""
    found = WON.get(reason) or NOBODY.get(reason)
    return found() if found else ""


def between(table: MatchTable) -> str:
    """How the rated matches of the two have ended so far, as the viewer sees it; empty if there were none."""
    met = table.head_to_head
    if met is None or not table.viewer or not (met.won or met.drawn or met.lost):
        return ""
    won, lost = (met.won, met.lost) if table.viewer == 1 else (met.lost, met.won)
    return gettext("Rated matches between you – won: %(won)d, drawn: %(drawn)d, lost: %(lost)d") % {
        "won": won,
        "drawn": met.drawn,
        "lost": lost,
    }


def cards_words(count: int) -> str:
    """« 31 cards »."""
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


def result_words(result: GameResult, table: MatchTable) -> str:
    """One game of the series in a few words."""
    winner = table.seat(result.winner) if result.winner else None
    if winner is None:
        return pgettext("match", "nobody")
    return own_name(winner)
