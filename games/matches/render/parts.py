"""The parts of a match's page, each an element with an id: what the sockets send, and the page is made of.

A part is drawn again when what it shows has changed; a plain move changes piles and figures only.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.engine.duel import RESIGN
from games.matches.models import Rated, State, Visibility
from games.matches.render import words
from games.matches.render.said import said
from games.matches.render.sheet import sheet_context
from games.matches.render.sides import OTHER, changed_sides, draw_sides, rules_of
from games.matches.selectors import COUNTDOWN, MatchTable
from games.matches.services import PHRASES
from games.play import clock
from games.play.render.table import table_classes

SECOND = timedelta(seconds=1)
Part = tuple[Callable[[MatchTable], object], Callable[[MatchTable], str]]


def draw_match(table: MatchTable) -> str:
    """Every part, whole, for its viewer."""
    return "".join([draw(table) for _, draw in PARTS.values()]) + _said("")


def draw_changes(before: MatchTable, after: MatchTable) -> str:
    """The fragments that differ between two tables of one viewer."""
    html = []
    if before.view is None or after.view is None:
        if before.view is not after.view or _waiting_key(before) != _waiting_key(after):
            html.append(draw_table(after))
    elif before.number != after.number:
        html.append(draw_table(after))
    else:
        html += changed_sides(before, after)
    if _slow(before) != _slow(after):
        html += [
            draw(after)
            for key, draw in PARTS.values()
            if draw is not draw_table and key(before) != key(after)
        ]
    words_said = said(before, after)
    return "".join(html) + (_said(words_said) if words_said else "")


def draw_table(table: MatchTable) -> str:
    """`#table`: the two sides, or what stands there while there are no cards to show."""
    context: dict[str, Any] = {"classes": classes(table)}
    context["inner"] = draw_sides(table) if table.view else _waiting(table)
    context["waiting"] = table.view is None
    return render_to_string("games/matches/table.html", context)


def classes(table: MatchTable) -> str:
    """The classes that the layout follows from."""
    return table_classes(rules_of(table)) if table.rules_code else "cols-7 slots-2"


# --- what each part depends on ----------------------------------------------------------------------------


def _slow(table: MatchTable) -> object:
    """What all the parts beside the piles depend on together; none of it changes with a move."""
    return (
        *(table.state, table.seats, table.draw_by, table.rematch_by, table.next_id, table.results),
        *(table.spectators, table.claim_from, table.chat, table.chat_open, table.words, table.words_mine),
        *(table.muted, table.rated, table.void_note),
    )


def _seats_key(table: MatchTable) -> object:
    return table.seats, table.state, table.letter


def _waiting_key(table: MatchTable) -> object:
    return table.seats, table.state, table.void_note


def _notices_key(table: MatchTable) -> object:
    present = tuple((seat.number, seat.present) for seat in table.seats)
    return table.state, table.draw_by, table.claim_from, present


def _tools_key(table: MatchTable) -> object:
    return table.state, table.draw_by, table.chat_open, RESIGN in table.actions


def _chat_key(table: MatchTable) -> object:
    return table.chat_open, table.words, table.words_mine, table.muted, table.state == State.CANCELLED


def _sheet_key(table: MatchTable) -> object:
    ready = tuple((seat.number, seat.ready, seat.rating_change) for seat in table.seats)
    return table.state, table.results, table.rematch_by, table.next_id, ready, table.rated, table.void_note


# --- how each is drawn ------------------------------------------------------------------------------------


def _seat(side: str, table: MatchTable) -> str:
    number = seat_number(table, side)
    seat = table.seat(number)
    series = table.series_games != 1
    view = table.view.seats[table.letter if side == "below" else OTHER[table.letter]] if table.view else None
    unlimited = table.rules_code is not None and rules_of(table).passes is None
    context = {
        "side": side,
        "seat": seat,
        "name": words.own_name(seat),
        "rating": words.rating_words(seat),
        "count": view.contributed if view else 0,
        "trips": view.passes if view and unlimited else None,
        "total": seat.total if seat and series and table.results else None,
        "away": bool(seat and not seat.present and table.state not in (State.OPEN,) and not table.over),
        "daily": table.daily,
    }
    return render_to_string("games/matches/seat.html", context)


def seat_number(table: MatchTable, side: str) -> int:
    """The seat that is shown below, or above."""
    below = table.viewer or (table.first if table.letter == "a" else 3 - table.first)
    return below if side == "below" else 3 - below


def _waiting(table: MatchTable) -> SafeString:
    context = {
        "table": table,
        "ways": words.ways_words(table),
        "seats": [(seat, words.own_name(seat), words.rating_words(seat)) for seat in table.seats],
        "counting": table.state == COUNTDOWN,
        "seconds": _seconds_left(table),
        "open": table.state == State.OPEN,
        "ready": table.state == State.READY,
        "paused": table.state == State.PAUSED,
        "hosting": table.viewer == 1,
        "by_link": table.visibility == Visibility.LINK,
        "joinable": table.state == State.OPEN and not table.viewer and table.visibility != Visibility.LINK,
        "rated_words": rated_words(table),
        "between": words.between(table),
    }
    return mark_safe(render_to_string("games/matches/waiting.html", context))


def rated_words(table: MatchTable) -> str:
    """Whether the match counts and why, as a sentence."""
    return str(Rated(table.rated).label)


def _seconds_left(table: MatchTable) -> int:
    if table.state != COUNTDOWN or table.starts_at is None:
        return 0
    return max(1, seconds_until(table.starts_at))


def seconds_until(at: datetime) -> int:
    """The seconds that a countdown shows, those begun included; the script goes on from there."""
    return max(0, -((clock.now() - at) // SECOND))


def _notices(table: MatchTable) -> str:
    opponent = table.opponent
    context = {
        "table": table,
        "offered": bool(table.viewer and table.draw_by == 3 - table.viewer),
        "offering": bool(table.viewer and table.draw_by == table.viewer),
        "away": bool(
            opponent and not opponent.present and not table.over and not table.daily and table.number
        ),
        "claim": table.claim_from is not None,
        "claim_in": seconds_until(table.claim_from) if table.claim_from else 0,
        "waits": bool(table.claim_from and opponent and opponent.present),
        "name": words.seat_name(opponent),
    }
    return render_to_string("games/matches/notices.html", context)


def _tools(table: MatchTable) -> str:
    context = {
        "table": table,
        "playing": table.state == State.PLAYING and bool(table.viewer),
        "resignable": RESIGN in table.actions,
        "seated": bool(table.viewer),
        "bot": bool(table.opponent and table.opponent.bot),
        "ended": bool(table.results) and table.state in (State.READY, State.OVER, State.VOID),
    }
    return render_to_string("games/matches/tools.html", context)


def _chat_ways(table: MatchTable) -> str:
    opponent = table.opponent
    both = bool(opponent and opponent.user_id and table.me and table.me.user_id)
    context = {"table": table, "phrases": PHRASES, "both_accounts": both, "opponent": opponent}
    return render_to_string("games/matches/chat_ways.html", context)


def _chat_lines(table: MatchTable) -> str:
    names = {seat.number: words.own_name(seat) for seat in table.seats}
    lines = [(line, names.get(line.seat, "")) for line in table.chat]
    return render_to_string("games/matches/chat_lines.html", {"lines": lines})


def _watchers(table: MatchTable) -> str:
    return render_to_string("games/matches/watchers.html", {"count": table.spectators})


def _sheet(table: MatchTable) -> str:
    return render_to_string("games/matches/sheet.html", sheet_context(table))


def _title(tag: str, name: str, style: str, table: MatchTable) -> str:
    return f'<{tag} class="{style}" id="{name}">{escape(words.title(table))}</{tag}>'


def _said(text: str) -> str:
    return f'<p id="said" class="hidden" role="status">{escape(text)}</p>'


PARTS: dict[str, Part] = {
    "match-title": (words.title, lambda table: _title("h1", "match-title", "hidden", table)),
    "menu-title": (words.title, lambda table: _title("p", "menu-title", "menu-title", table)),
    "seat-below": (_seats_key, lambda table: _seat("below", table)),
    "seat-above": (_seats_key, lambda table: _seat("above", table)),
    "table": (_waiting_key, draw_table),
    "match-notices": (_notices_key, _notices),
    "tools": (_tools_key, _tools),
    "chat-lines": (lambda table: table.chat, _chat_lines),
    "chat-ways": (_chat_key, _chat_ways),
    "watchers": (lambda table: table.spectators, _watchers),
    "sheet": (_sheet_key, _sheet),
}
