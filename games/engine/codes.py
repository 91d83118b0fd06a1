"""Deal codes, `<game><version>-<options>-<letters>`: written one way, read kindly, refused precisely."""

import re
import unicodedata
from dataclasses import dataclass

from games.engine.messages import fill, gettext_noop, shorten
from games.engine.rules import Rules, rules_for
from games.engine.variant import Variant
from games.engine.variants import VARIANTS

LETTERS = 7
LETTERS_LIMIT = 26**LETTERS
_A = ord("A")

SHAPE = gettext_noop("A code has three parts, parted by dashes, for example DS1-D1N-AAAAAAB.")
GAME = gettext_noop("“%(part)s” is no game. A code begins with one of %(choices)s.")
VERSION = gettext_noop("The version of %(game)s is %(version)d: a code begins with %(game)s%(version)d.")
OPTIONS = gettext_noop("“%(part)s” is no option of %(game)s. It may be one of %(choices)s.")
LETTERS_WRONG = gettext_noop("“%(part)s” is no deal: a code ends with %(count)d letters from A to Z.")


class CodeError(ValueError):
    """A text that is no deal code.

    `part` says where: "shape", "game", "version", "options" or "letters". `template % params` is the
    sentence for players, `str()` gives it in English.
    """

    def __init__(self, part: str, template: str, /, **params: int | str) -> None:
        super().__init__(part, template, params)
        self.part = part
        self.template = template
        self.params = params

    @property
    def message(self) -> str:
        """The English sentence."""
        return str(self)

    def __str__(self) -> str:
        return fill(self.template, self.params)


@dataclass(frozen=True, slots=True)
class DealCode:
    """A deal and the options it is played with. Make one with `parse_code` or `DealCode.make`.

    >>> code = parse_code("ds1 – d1n – aaaaaab")
    >>> code.text, code.deal
    ('DS1-D1N-AAAAAAB', 'DS1-AAAAAAB')
    """

    variant: Variant
    version: int
    options: str
    letters: str

    @classmethod
    def make(cls, variant_code: str, options: str, letters: str) -> "DealCode":
        """The code of a game (two letters), canonical options and letters.

        :raises CodeError: if they do not exist.
        """
        variant = _game(variant_code)
        return cls(variant, variant.version, _options(options, variant), _letters(letters))

    @property
    def deal(self) -> str:
        """What the cards depend on: game, version and letters, whatever the options."""
        return f"{self.variant.code}{self.version}-{self.letters}"

    @property
    def text(self) -> str:
        """The canonical code."""
        return f"{self.variant.code}{self.version}-{self.options}-{self.letters}"

    @property
    def rules(self) -> Rules:
        """The rules that the code is played by."""
        return rules_for(self.variant, self.options)

    def __str__(self) -> str:
        return self.text


def parse_code(text: str) -> DealCode:
    """Read a typed code, whatever its case, its spaces and its dashes.

    :raises CodeError: naming the first part that is wrong, and what it may be.
    """
    game, options, letters = _parts(text)
    match = re.fullmatch("([A-Z]*)(.*)", game, re.DOTALL)
    assert match is not None
    variant = _game(match[1] or game)
    if match[2] != str(variant.version):
        raise CodeError("version", VERSION, game=variant.code, version=variant.version)
    return DealCode(variant, variant.version, _options(options, variant), _letters(letters))


def letters_to_number(letters: str) -> int:
    """The number that the letters of a code write in base 26.

    >>> letters_to_number("AAAAABB")
    27
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - _A
    return number


def number_to_letters(number: int) -> str:
    """The seven letters of a number.

    :raises ValueError: if it is negative, or not below 26 ** 7.

    >>> number_to_letters(27)
    'AAAAABB'
    """
    if not 0 <= number < LETTERS_LIMIT:
        raise ValueError("the number of a deal is from 0 to 26 ** 7 - 1")
    letters = ""
    for _ in range(LETTERS):
        number, rest = divmod(number, 26)
        letters = chr(_A + rest) + letters
    return letters


def _parts(text: str) -> list[str]:
    """The three parts of a typed code, in capitals and without white space."""
    plain = text if text.isascii() else "".join("-" if _is_dash(one) else one for one in text)
    parts = plain.split("-") if plain.count("-") >= 2 else plain.replace("-", " ").split()
    if len(parts) != 3:
        raise CodeError("shape", SHAPE)
    return [_capitals("".join(part.split())) for part in parts]


def _is_dash(character: str) -> bool:
    return unicodedata.category(character) == "Pd" or character == "\N{MINUS SIGN}"


def _capitals(text: str) -> str:
    """ASCII letters in capitals; others stay as they are, for some of them have an ASCII capital."""
    return text.upper() if text.isascii() else "".join(one.upper() if one.isascii() else one for one in text)


def _game(part: str) -> Variant:
    if part not in VARIANTS:
        raise CodeError("game", GAME, part=shorten(part), choices=", ".join(VARIANTS))
    return VARIANTS[part]


def _options(part: str, variant: Variant) -> str:
    if part not in variant.settings:
        choices = ", ".join(variant.settings)
        raise CodeError("options", OPTIONS, part=shorten(part), game=variant.code, choices=choices)
    return part


def _letters(part: str) -> str:
    if re.fullmatch(f"[A-Z]{{{LETTERS}}}", part) is None:
        raise CodeError("letters", LETTERS_WRONG, part=shorten(part), count=LETTERS)
    return part
