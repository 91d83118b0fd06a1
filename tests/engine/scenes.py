"""Positions as text, so that a rule is a test one can read.

    t1: [7D 2C] 5H 4S | t3: KD | f4: 3C | w: 3D | s: 9C QS | score: 20

Piles are listed bottom to top; face-down cards stand in brackets; a foundation is named by its top card.
Piles left out are empty; cards left out are elsewhere, so that the game is not won before all are up.
`s: 5` is a stock of five cards that do not matter. `score`, `passes` and `moves` may be set too.
"""

from games.engine.cards import CARD_NAMES, card_name, parse_card, rank_of, suit_of
from games.engine.codes import DealCode, parse_code
from games.engine.foundations import Foundations
from games.engine.play import Play
from games.engine.position import Position
from games.engine.refusals import Refusal
from games.engine.rules import parse_action

DEAL = "AAAAAAA"
_FILLING = ["2S", "9D", "4C", "JH", "6S", "8H", "TC", "3D"]
_NUMBERS = {"score", "passes", "moves"}


def scene_code(game: str) -> DealCode:
    """The code of a game and options such as "KL1-D1N"."""
    return parse_code(f"{game}-{DEAL}")


def scene(text: str, game: str = "KL1-D1N") -> Position:
    """The position that a text draws."""
    rules = scene_code(game).rules
    columns: list[list[int]] = [[] for _ in range(rules.columns)]
    down = [0] * rules.columns
    heights = [0] * rules.slots
    stock: list[int] = []
    waste: list[int] = []
    numbers: dict[str, int] = {}
    for part in text.split("|"):
        name, _, content = part.strip().partition(":")
        content = content.strip()
        if name in _NUMBERS:
            numbers[name] = int(content)
        elif name[0] == "t":
            columns[int(name[1:]) - 1], down[int(name[1:]) - 1] = _column(content)
        elif name[0] == "f":
            slot, top = int(name[1:]) - 1, parse_card(content)
            assert suit_of(top) == slot // rules.slots_per_suit, f"{content} cannot lie on {name}"
            heights[slot] = rank_of(top)
        elif name == "w":
            waste = _cards(content)
        elif name == "s":
            stock = _cards(" ".join(_FILLING[: int(content)]) if content.isdigit() else content)
        else:
            raise AssertionError(f"no such pile: {name}")
    pack = waste + stock[::-1]
    slots = Foundations(rules.slots_per_suit, heights, heights.copy())
    position = Position(rules, columns, down, pack, slots, drawn=len(waste))
    position.score = position.ranked = numbers.get("score", position.score)
    position.passes = numbers.get("passes", 1)
    position.moves = numbers.get("moves", 0)
    position.cards_left = rules.deck_size - sum(heights)
    return position


def draw(position: Position) -> str:
    """The text of a position's cards; `scene` reads it back."""
    parts = [
        f"t{place}: {_drawn_column(column, down)}"
        for place, (column, down) in enumerate(zip(position.columns, position.down, strict=True), start=1)
        if column
    ]
    parts += [
        f"f{slot + 1}: {card_name(position.slots.top(slot))}"
        for slot, height in enumerate(position.foundations)
        if height
    ]
    if position.waste:
        parts.append(f"w: {_names(position.waste)}")
    if position.stock:
        parts.append(f"s: {_names(position.stock)}")
    return " | ".join(parts)


def scene_play(text: str, game: str = "KL1-D1N", automatic: bool = True) -> Play:
    """A game that goes on from the position that a text draws, with nothing to undo yet."""
    code = scene_code(game)
    return Play(code, [0] * code.rules.deck_size, automatic, scene(text, game))


def do(position: Position, *tokens: str) -> Position:
    """Check and do some actions, and give the position back."""
    for token in tokens:
        action = parse_action(token, position.rules)
        position.check(action)
        position.apply(action)
    return position


def reason(position: Position, token: str) -> str | None:
    """The reason why a position refuses a token; `None` if it is legal."""
    try:
        position.check(parse_action(token, position.rules))
    except Refusal as refusal:
        assert str(refusal)
        return refusal.reason.value
    return None


def tokens(position: Position) -> set[str]:
    """The tokens of the legal actions."""
    return {str(action) for action in position.legal_actions()}


def all_cards(position: Position) -> list[int]:
    """Every card on the table, sorted."""
    up = [
        slot // position.rules.slots_per_suit * 13 + below
        for slot, height in enumerate(position.foundations)
        for below in range(height)
    ]
    return sorted(up + position.pack + sum(position.columns, []))


def _cards(text: str) -> list[int]:
    return [parse_card(name) for name in text.split()]


def _column(text: str) -> tuple[list[int], int]:
    hidden, bracket, shown = text.removeprefix("[").partition("]")
    if not bracket:
        return _cards(text), 0
    return _cards(hidden) + _cards(shown), len(hidden.split())


def _names(cards: list[int]) -> str:
    return " ".join(CARD_NAMES[card] for card in cards)


def _drawn_column(column: list[int], down: int) -> str:
    shown = _names(column[down:])
    return f"[{_names(column[:down])}] {shown}" if down else shown
