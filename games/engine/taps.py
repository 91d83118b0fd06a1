"""What a tap and a double tap on each card mean."""

from games.engine.actions import Action, Kind
from games.engine.position import Position


def taps(position: Position) -> dict[str, dict[str, str]]:
    """The actions of taps, as tokens, by what is tapped: "t3" a last card, "t3:4" a card with three on it,
    "w".

    "tap": the card goes to a foundation. "double": it goes, with those on it, to the longest column that
    takes it, the leftmost of equals; a king goes to the leftmost empty column. What has no entry does
    nothing.
    """
    up: dict[str, str] = {}
    down: dict[str, Action] = {}
    for action in position.legal_actions():
        source = str(action).partition("-")[0]
        if action.kind in (Kind.WASTE_UP, Kind.COLUMN_UP):
            up[source] = str(action)
        elif action.kind in (Kind.WASTE_DOWN, Kind.COLUMN_MOVE):
            best = down.get(source)
            if best is None or _order(position, action) < _order(position, best):
                down[source] = action
    return {"tap": up, "double": {source: str(action) for source, action in down.items()}}


def _order(position: Position, action: Action) -> tuple[int, int]:
    return -len(position.columns[action.target]), action.target
