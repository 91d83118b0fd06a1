"""Players' names: what they may be made of, and the form under which two names are the same.

Pure functions, no database. A name is shown as its player wrote it (normalised), and compared
by its folded form.
"""

import hashlib
import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST = 2
LONGEST = 20

# Latin letters of European languages and Vietnamese. Left out: dotless i and kra, which are read as i and k.
_LETTER = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0130\u0134-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017e"
    "\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1e9e\u1ea0-\u1ef9"
)
_ALLOWED = re.compile(f"[{_LETTER}0-9._-]+")
_SHAPE = re.compile(f"[{_LETTER}0-9]+(?:[._-][{_LETTER}0-9]+)*")
_HAS_LETTER = re.compile(f"[{_LETTER}]")

# Characters that fonts draw alike, seen after case folding: capital I is drawn as l, so i, l and 1 are one.
_LOOKALIKES = str.maketrans(
    {
        "i": "l",
        "1": "l",
        "0": "o",
        "\u0111": "\u00f0",  # d with stroke, eth: their capitals are drawn alike
        "\u0219": "\u015f",  # s with comma, with cedilla
        "\u021b": "\u0163",  # t with comma, with cedilla
        "_": "-",
        ".": "-",
    }
)

# What would let a player pass for the site or its staff. Compared without case, accents, digits and signs.
RESERVED = frozenset(
    """
    admin admins administrateur administratrice administrator administration root superuser sysadmin
    staff equipe team moderateur moderatrice moderation moderator mod mods modo modos editor redaction
    reussite reussites officiel officielle official system systeme site webmaster postmaster hostmaster
    support aide help contact securite security abuse noreply info legal
    joueursupprime joueuse supprime supprimee deleted deletedplayer anonyme anonymous inconnu unknown
    visiteur visitor invite guest bot robot ordinateur computer
    null none nil undefined nan api compte account login signup moi vous me you
    """.split()  # noqa: SIM905 — a list of words is read more easily so
)


def normalise(name: str) -> str:
    """Return the form in which ``name`` is stored: NFKC, so that full-width letters become plain ones."""
    return unicodedata.normalize("NFKC", name.strip())


def fold(name: str) -> str:
    """Return the form that two names share when they count as one: case, width, composition, look-alikes.

    What is typed where a name is asked for may be a million characters, each of which NFKC may make eighteen:
    only so many are read as could be a name, and more.
    """
    name = name[: 10 * LONGEST]
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.replace("i\u0307", "i").translate(_LOOKALIKES)


def digest(name: str) -> str:
    """Return the SHA-256 (hex) of the folded name: what stays of a name that nobody bears any more."""
    return hashlib.sha256(fold(name).encode()).hexdigest()


_DIGITS = "0123456789"
_RESERVED_AS_DRAWN = frozenset(fold(word) for word in RESERVED)


def is_reserved(name: str) -> bool:
    """Return whether the name is one the site keeps for itself, whatever accents or digits surround it, or
    is drawn like one: « Adm1n », « m0dérateur »."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name).casefold() if c.isalnum())
    letters = "".join(c for c in bare if c.isalpha())
    drawn = {bare, letters, bare.rstrip(_DIGITS), bare.lstrip(_DIGITS), bare.strip(_DIGITS)}
    return any(fold(word) in _RESERVED_AS_DRAWN for word in drawn)


def validate_name(name: str) -> None:
    """Check that ``name`` (normalised) can be a player's name.

    :raises ValidationError: with the first reason why it cannot.
    """
    if any(unicodedata.category(c).startswith("C") for c in name):
        raise ValidationError(_("This name holds an invisible character."), code="invisible")
    if not _ALLOWED.fullmatch(name):
        raise ValidationError(
            _("A name is made of Latin letters, digits, and - _ . only."), code="characters"
        )
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters."),
            code="length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    if not _SHAPE.fullmatch(name):
        raise ValidationError(
            _("A name begins and ends with a letter or a digit, with no two signs in a row."), code="shape"
        )
    if not _HAS_LETTER.search(name):
        raise ValidationError(_("A name has at least one letter."), code="letter")
