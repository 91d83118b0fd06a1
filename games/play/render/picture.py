"""The picture that other sites show of a link to a deal: its opening table, drawn from a `View` only."""

from io import BytesIO

from PIL import Image, ImageDraw

from games.engine.rules import Rules
from games.engine.view import Column, View
from games.play.render import sprites
from games.play.render.names import language

SIZE = WIDTH, HEIGHT = 1200, 630
"""Pixels, as sites that show such pictures ask for them."""
COLOURS = 96
"""As many as tell every edge; a third of the bytes."""
MARGIN, FOOT = 36, 64
GAP = 0.15
DOWN, UP = 0.14, 0.34
"""How much of a back and of a face shows under the next card, in widths of a card."""
CLOTH, DEEP, WORDS, SOFT = "#25604d", "#1b4a3b", "#f5f7f4", "#cfe0d8"


def draw_picture(view: View, rules: Rules, words: str) -> bytes:
    """The table as a PNG of 1200 × 630.

    :param words: what stands under the table, in ASCII: the code.
    """
    picture = Image.new("RGB", SIZE, CLOTH)
    width = _card_width(view)
    left = (WIDTH - _span(len(view.columns)) * width) / 2
    top = MARGIN + width * (sprites.RATIO + 0.25)
    _draw_upper(picture, view, rules, left, width)
    for number, column in enumerate(view.columns):
        _draw_column(picture, column, round(left + number * width * (1 + GAP)), top, width)
    _draw_foot(picture, words)
    file = BytesIO()
    picture.quantize(COLOURS, Image.Quantize.FASTOCTREE).save(file, "PNG")
    return file.getvalue()


def _span(columns: int) -> float:
    """How wide so many columns are, in widths of a card."""
    return columns + (columns - 1) * GAP


def _tall(column: Column) -> float:
    """How tall a column is, in widths of a card."""
    under = column.down + len(column.cards) - 1
    faces = max(0, len(column.cards) - 1)
    return (under - faces) * DOWN + faces * UP + sprites.RATIO


def _card_width(view: View) -> int:
    """The widest card with which the table fits, in pixels."""
    by_width = (WIDTH - 2 * MARGIN) / _span(len(view.columns))
    tallest = sprites.RATIO + 0.25 + max(map(_tall, view.columns))
    return int(min(by_width, (HEIGHT - FOOT - 1.5 * MARGIN) / tallest))


def _draw_upper(picture: Image.Image, view: View, rules: Rules, left: float, width: int) -> None:
    """The stock at the left, the foundations at the right, as close as they have to be."""
    step = width * (1 + GAP)
    if rules.has_stock:
        _put(picture, sprites.back(width) if view.stock else sprites.place(width, None), left, MARGIN)
    room = _span(len(view.columns)) * width - (2 * step if rules.has_stock else 0)
    step = min(step, (room - width) / (rules.slots - 1))
    start = left + _span(len(view.columns)) * width - width - (rules.slots - 1) * step
    for slot in range(rules.slots):
        empty = sprites.place(width, slot // rules.slots_per_suit)
        _put(picture, empty, start + slot * step, MARGIN)


def _draw_column(picture: Image.Image, column: Column, left: int, top: float, width: int) -> None:
    if not column.down and not column.cards:
        return _put(picture, sprites.place(width, None), left, top)
    for _ in range(column.down):
        _put(picture, sprites.back(width), left, top)
        top += DOWN * width
    for card in column.cards:
        _put(picture, sprites.card(card, width, language()), left, top)
        top += UP * width


def _put(picture: Image.Image, sprite: Image.Image, left: float, top: float) -> None:
    picture.paste(sprite, (round(left), round(top)), sprite)


def _draw_foot(picture: Image.Image, words: str) -> None:
    pen = ImageDraw.Draw(picture)
    pen.rectangle([0, HEIGHT - FOOT, WIDTH, HEIGHT], fill=DEEP)
    middle = HEIGHT - FOOT / 2
    sprites.write(pen, (MARGIN, middle), words, WORDS, sprites.font(30), "lm", 0.6)
    sprites.write_name(pen, (WIDTH - MARGIN, middle), 30, SOFT)
