"""Cards as pixels, for the pictures that other sites show of a link: drawn large, then made small."""

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from games.engine.cards import rank_of, suit_of
from games.play.render.names import JACK, rank_letter

Point = tuple[float, float]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
RATIO = 1.4
"""A card's height over its width."""
FINE = 4
"""How many times larger than life things are drawn, so that their edges come out smooth."""
STEPS = 12
"""Straight pieces of a curve."""
FACE, LINE, BACK, LATTICE, PLACE = "#fffefb", "#b9b6ab", "#2a4a86", "#7f93b8", "#4d7f6f"
INK = ("#16191d", "#a8101b", "#a8101b", "#16191d")

# The suits of tokens.css on a square of 100: corner points and curves, each curve as three points.
SPADE = """50,3 60,24 95,40 95,65 95,79 85,87 74,87 65,87 58,82 54,75 55,84 60,92 68,97 56,97 44,97 32,97
 40,92 45,84 46,75 42,82 35,87 26,87 15,87 5,79 5,65 5,40 40,24 50,3"""
HEART = """50,96 41,76 5,58 5,30 5,15 16,5 29,5 39,5 46,11 50,20 54,11 61,5 71,5 84,5 95,15 95,30
 95,58 59,76 50,96"""
DIAMOND = "50,2 58,20 73,38 88,50 73,62 58,80 50,98 42,80 27,62 12,50 27,38 42,20 50,2"
CLUB_STEM = "46,30 46,43 46,57 46,70 45,83 40,92 32,97 44,97 56,97 68,97 60,92 55,83 54,70 54,57 54,43 54,30"
CLUB_LEAVES = ((50, 25, 21), (73.5, 59, 21.5), (26.5, 59, 21.5))


def font(size: float) -> Font:
    """Pillow's own typeface at a size in pixels."""
    return ImageFont.load_default(size)


@lru_cache(maxsize=120)
def card(number: int, width: int, language: str) -> Image.Image:
    """A card's face.

    :param width: in pixels; `language`: the active one, by which the index is named.
    """
    picture, pen = _blank(width, FACE)
    wide, suit = width * FINE, suit_of(number)
    letter, ink = rank_letter(rank_of(number)), INK[suit]
    index = font(wide * (0.3 if len(letter) == 1 else 0.26))
    write(pen, (wide * 0.2, wide * 0.06), letter, ink, index, "mt", wide / 110)
    draw_suit(pen, suit, (wide * 0.62, wide * 0.05), wide * 0.27)
    if rank_of(number) >= JACK:
        edge = [wide * 0.24, wide * 0.44, wide * 0.76, wide * 1.27]
        pen.rounded_rectangle(edge, wide * 0.04, outline=ink, width=max(1, wide // 70))
        write(pen, (wide * 0.5, wide * 0.86), letter, ink, font(wide * 0.5), "mm", wide / 90)
    else:
        draw_suit(pen, suit, (wide * 0.24, wide * 0.55), wide * 0.52)
    return _small(picture, width)


@lru_cache(maxsize=8)
def back(width: int) -> Image.Image:
    """A card's back; the same for every card."""
    picture, pen = _blank(width, FACE)
    wide = width * FINE
    pen.rounded_rectangle([wide * 0.05, wide * 0.05, wide * 0.95, wide * 1.35], wide * 0.05, fill=BACK)
    inner, step = Image.new("RGB", (int(wide * 0.82), int(wide * 1.22)), BACK), wide / 8
    lattice = ImageDraw.Draw(inner)
    for number in range(-12, 20):
        lattice.line([number * step, 0, number * step + wide * 1.4, wide * 1.4], LATTICE, wide // 60)
        lattice.line([number * step, 0, number * step - wide * 1.4, wide * 1.4], LATTICE, wide // 60)
    picture.paste(inner, (int(wide * 0.09), int(wide * 0.09)))
    return _small(picture, width)


@lru_cache(maxsize=16)
def place(width: int, suit: int | None) -> Image.Image:
    """An empty place, that of a suit or any."""
    wide = width * FINE
    picture = Image.new("RGBA", (wide, round(wide * RATIO)))
    pen = ImageDraw.Draw(picture)
    edge = [FINE, FINE, wide - FINE, wide * RATIO - FINE]
    pen.rounded_rectangle(edge, wide * 0.07, outline=PLACE, width=FINE * 2)
    if suit is not None:
        draw_suit(pen, suit, (wide * 0.3, wide * 0.5), wide * 0.4, PLACE)
    return _small(picture, width)


def write(
    pen: ImageDraw.ImageDraw, spot: Point, text: str, ink: str, face: Font, anchor: str, stroke: float
) -> None:
    """Write in bold: the typeface has one weight."""
    pen.text(spot, text, ink, face, anchor=anchor, stroke_width=stroke, stroke_fill=ink)


def write_name(pen: ImageDraw.ImageDraw, end: Point, size: float, ink: str) -> None:
    """Write the site's name, ending at a point; the typeface has no accents, so that one is drawn."""
    type_, name = font(size), "Reussite"
    write(pen, end, name, ink, type_, "rm", size / 60)
    start = end[0] - pen.textlength(name, type_)
    middle = start + pen.textlength("R", type_) + pen.textlength("e", type_) / 2
    stroke = [middle - size * 0.05, end[1] - size * 0.23, middle + size * 0.06, end[1] - size * 0.38]
    pen.line(stroke, ink, round(size / 11))


def draw_suit(pen: ImageDraw.ImageDraw, suit: int, corner: Point, size: float, ink: str = "") -> None:
    """Draw a suit in its colour, or in `ink`, into the square that begins at `corner`."""
    left, top = corner
    ink = ink or INK[suit]

    def fitted(points: list[Point]) -> list[Point]:
        return [(left + x * size / 100, top + y * size / 100) for x, y in points]

    pen.polygon(fitted(_outline((SPADE, HEART, DIAMOND, CLUB_STEM)[suit])), ink)
    if suit == 3:
        for x, y, radius in CLUB_LEAVES:
            pen.ellipse(fitted([(x - radius, y - radius), (x + radius, y + radius)]), ink)


@lru_cache(maxsize=4)
def _outline(path: str) -> list[Point]:
    """The points of an outline whose curves are given by three points each."""
    points = [(float(x), float(y)) for x, _, y in (pair.partition(",") for pair in path.split())]
    found = [points[0]]
    for at in range(0, len(points) - 3, 3):
        a, b, c, d = points[at : at + 4]
        for step in range(1, STEPS + 1):
            t = step / STEPS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
            x, y = (sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))
            found.append((x, y))
    return found


def _blank(width: int, colour: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    wide = width * FINE
    picture = Image.new("RGBA", (wide, round(wide * RATIO)))
    pen = ImageDraw.Draw(picture)
    edge = [0, 0, wide - 1, round(wide * RATIO) - 1]
    pen.rounded_rectangle(edge, wide * 0.07, fill=colour, outline=LINE, width=FINE)
    return picture, pen


def _small(picture: Image.Image, width: int) -> Image.Image:
    return picture.resize((width, round(width * RATIO)), Image.Resampling.LANCZOS)
