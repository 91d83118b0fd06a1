"""Pages of boards as data, whatever the board: a game's, a deal's, the challenge's."""

import re
from datetime import date
from typing import Any

from django.urls import reverse
from rest_framework.request import Request

from games.api.paging import bad_cursor
from games.play.owners import Owner
from leaderboards import selectors
from leaderboards.catalogue import NO_POINTS, VEGAS, Game, Options
from leaderboards.membership import Spec
from leaderboards.periods import EVER, last_day
from leaderboards.selectors import Row

CURSOR = re.compile(r"([ab])([0-9]{1,19})\.([0-9]{1,19})")
"""After (a) or before (b) a row, which is named as `leaderboards.selectors` names it."""
LARGEST = (1 << 63) - 1


def way_data(request: Request, game: Game, options: Options) -> dict[str, Any]:
    """Return a game and its options."""
    key = f"{game.code}-{options.code}"
    return {
        "key": key,
        "game": game.code,
        "options": options.code,
        "name": str(game.name),
        "options_name": str(options.label),
        "points": options.marking != NO_POINTS,
        "dollars": options.marking == VEGAS,
        "url": request.build_absolute_uri(reverse("api:board", args=[key])),
    }


def page_data(
    request: Request, owner: Owner, spec: Spec, way: dict[str, Any], cursor: str, *, known: bool = False
) -> dict[str, Any]:
    """Return a page of a board with the reader's own place.

    `way`: the board's game, as `way_data` gives it. `known`: its runs are no secret to this reader.

    :raises Problem: if no page gave the cursor.
    """
    board, (after, before) = selectors.find(spec), _read(cursor)
    page = selectors.page(board, after, before)
    own = selectors.rank(board, owner.user_id)
    shown = own is None or any(row.player_id == owner.user_id for row in page.rows)
    around = [] if shown else selectors.around(board, owner.user_id)

    def row_data(row: Row) -> dict[str, Any]:
        return _row(request, row, owner, points=way["points"], known=known)

    return {
        "board": _board(spec, way),
        "size": page.size,
        "results": list(map(row_data, page.rows)),
        "next": link(request, f"a{page.after}") if page.after else None,
        "previous": link(request, f"b{page.before}") if page.before else None,
        "place": {"rank": own.rank, "of": own.of} if own else None,
        "around": list(map(row_data, around)),
    }


def link(request: Request, cursor: str) -> str:
    """Return the address of another page of what the request asks for."""
    query = request.query_params.copy()
    query["cursor"] = cursor
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def _read(cursor: str) -> tuple[str, str]:
    """Return the row after which, or the row before which, a page is wanted."""
    if not cursor:
        return "", ""
    found = CURSOR.fullmatch(cursor)
    if found is None or max(int(found[2]), int(found[3])) > LARGEST:
        raise bad_cursor()
    row = f"{found[2]}.{found[3]}"
    return (row, "") if found[1] == "a" else ("", row)


def _board(spec: Spec, way: dict[str, Any]) -> dict[str, Any]:
    first: date | None = None if spec.period == EVER else spec.start
    return {
        **way,
        "kind": str(spec.kind),
        "period": spec.period,
        "first_day": first,
        "last_day": last_day(spec.period, spec.start),
        "pure": spec.pure,
    }


def _row(request: Request, row: Row, owner: Owner, *, points: bool, known: bool) -> dict[str, Any]:
    record = None
    if row.run_id is not None and (row.open or known):
        record = request.build_absolute_uri(reverse("api:record", args=[row.run_id]))
    return {
        "rank": row.rank,
        "name": row.name if row.profile else None,
        "shown_as": row.name,
        "you": row.player_id is not None and row.player_id == owner.user_id,
        "score": row.score if points else None,
        "seconds": row.seconds,
        "moves": row.moves,
        "won": row.won,
        "pure": row.pure,
        "runs": row.runs,
        "ended_at": row.ended_at,
        "record": record,
    }
