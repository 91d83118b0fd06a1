"""Draw static/img/social.png, which other sites show of a link to a page: `python -m tools.social`."""

from pathlib import Path

from PIL import Image, ImageDraw

from games.engine.cards import parse_card
from games.play.render import sprites
from games.play.render.picture import CLOTH, HEIGHT, SIZE, WIDTH, WORDS

TARGET = Path(__file__).resolve().parent.parent / "static" / "img" / "social.png"
HAND = ("AS", "KH", "QC", "JD", "TS")
CARD, STEP = 190, 14


def draw() -> Image.Image:
    """A hand of five cards over the site's name. Indices are in French, the site's first language."""
    picture = Image.new("RGB", SIZE, CLOTH)
    for place, name in enumerate(HAND):
        card = sprites.card(parse_card(name), CARD, "fr")
        sheet = Image.new("RGBA", (4 * CARD, 4 * CARD))
        sheet.paste(card, (2 * CARD - CARD // 2, CARD // 3), card)
        angle = (len(HAND) // 2 - place) * STEP
        sheet = sheet.rotate(angle, Image.Resampling.BICUBIC, center=(2 * CARD, 3.6 * CARD))
        picture.paste(sheet, (WIDTH // 2 - 2 * CARD, 10), sheet)
    pen = ImageDraw.Draw(picture)
    wide = pen.textlength("Reussite", sprites.font(110))
    sprites.write_name(pen, (WIDTH / 2 + wide / 2, HEIGHT - 95), 110, WORDS)
    return picture


def main() -> None:
    """Write the file."""
    import django
    from django.conf import settings
    from django.utils import translation

    settings.configure(USE_I18N=True, LOCALE_PATHS=[TARGET.parents[2] / "locale"])
    django.setup()
    with translation.override("fr"):
        draw().quantize(128, Image.Quantize.FASTOCTREE).save(TARGET, optimize=True)


if __name__ == "__main__":
    main()
