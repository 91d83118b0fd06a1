"""Every place into which a visitor or a player can write, and what should never be written there."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

NUMBERS = (
    *(
        "9" * 1_000_000,
        "-" + "9" * 30,
        "9223372036854775808",
        "2147483648",
        "-1",
        "1e9999",
        "NaN",
        "0x10",
        "٣",
    ),
    *("１２", "Infinity", "1_0", "0" * 5000),
)
ODDITIES = (
    *("\0", "a\0b", "\ud800", "\udfff\ud800", "\ufffe\uffff", "\U0010ffff", "\u202egrub", "a\u200d\u200bb"),
    *("\ufeff", "e\u0301" * 200, "Z" + "\u0335\u0336" * 400, "\U0001f469\u200d\U0001f467" * 50, "İıſK"),
    *("ﷺ" * 100, "\r\nSet-Cookie: a=b", "\x1b[31m", "\x7f\x80", "%00", "%ff", "../../etc/passwd"),
    *("'; DROP TABLE games_game; --", "<script>alert(1)</script>", "{{7*7}}", "\u2028\u2029", "a" * 20_000),
)
WORST = ("\0", "\ud800", "9" * 5000, "9223372036854775808")
"""Those that have been an error of some site most often: at every place even in a short run."""
BYTES = (
    b"\xff\xfe",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf8\x88\x80\x80\x80",
    b"%",
    b"%zz",
    b"%u0000",
    b"=&=&;",
    b"",
)
"""What is no text at all: bytes outside UTF-8, an overlong NUL, a surrogate, broken escapes."""


@dataclass(frozen=True, slots=True)
class Place:
    """An address with ``*`` where something is written: in its path, its query or its form."""

    method: str
    path: str
    form: tuple[str, ...] = ()

    def requests(self, text: str) -> Iterator[tuple[str, str, dict[str, str]]]:
        """Method, address and form, with the text in each field in turn."""
        path = self.path.replace("*", quote(text, safe="", errors="surrogatepass"))
        if not self.form:
            yield self.method, path, {}
        for name in self.form:
            yield self.method, path, {**dict.fromkeys(self.form, ""), name: text}


GETS = (
    *("/?*=*", "/jouer/*/", "/nouvelle/?game=*", "/code/?code=*", "/donne/*/", "/mes-parties/?apres=*"),
    *("/mes-parties/?*=*", "/joueur/*/", "/partie/*/", "/partie/GAME/revoir/?pas=*"),
    *("/partie/GAME/revoir/?pas=1&de=*", "/classements/?jeu=*", "/classements/*/", "/classements/donne/*/"),
    *("/classements/KL-D1N/?apres=*", "/classements/KL-D1N/?avant=*", "/classements/KL-D1N/?periode=*"),
    *("/classements/KL-D1N/?pur=*", "/statistiques/?jeu=*", "/defi/?mois=*", "/defi/*/", "/defi/jouer/*/"),
    *("/matchs/?*=*", "/matchs/nouveau/?contre=*&nom=*", "/matchs/classement/?cadence=*&apres=*&avant=*"),
    *("/matchs/classement/?page=*", "/matchs/classement/?par=*", "/match/rejoindre/*/", "/match/*/"),
    *("/regles/?*=*", "/compte/?next=*", "/api/v1/games/?cursor=*", "/api/v1/deals/*/", "/api/v1/boards/*/"),
)
POSTS = (
    Place("POST", "/nouvelle/", ("game", "options", "key", "draw", "marking", "passes", "rule")),
    Place("POST", "/code/", ("code",)),
    Place("POST", "/donne/*/"),
    Place("POST", "/partie/GAME/action/", ("action", "version")),
    Place("POST", "/partie/GAME/indice/", ("version",)),
    Place("POST", "/partie/GAME/pause/", ("page",)),
    Place("POST", "/partie/GAME/abandonner/", ("version",)),
    Place(
        "POST",
        "/matchs/nouveau/",
        ("opponent", "level", "invited", "pace", "series", "game_time", "typed_code", "key"),
    ),
    Place("POST", "/matchs/rapide/", ("do", "pace")),
    Place("POST", "/match/rejoindre/*/", ("do",)),
    Place("POST", "/compte/login/", ("login", "password", "remember")),
    Place("POST", "/compte/signup/", ("username", "email", "password1", "website")),
    Place("POST", "/compte/langue/", ("language", "next")),
    Place("POST", "/joueur/*/bloquer/", ("do",)),
)
PLACES = (*(Place("GET", path) for path in GETS), *POSTS)


def places(game: str) -> Iterator[Place]:
    """All places, with a game of the visitor's own where one is needed."""
    for place in PLACES:
        yield Place(place.method, place.path.replace("GAME", game), place.form)


def few(game: str) -> Iterator[tuple[str, str, dict[str, str], str]]:
    """The worst texts at every place, and each other text at some places: method, address, form, text."""
    others = [text for text in (*NUMBERS, *ODDITIES) if text not in WORST]
    for number, place in enumerate(places(game)):
        for text in (*WORST, others[number % len(others)]):
            for method, path, form in place.requests(text if place.form else text[:3000]):
                yield method, path, form, text


def every(game: str) -> Iterator[tuple[str, str, dict[str, str], str]]:
    """Every text at every place: method, address, form, text."""
    for place in places(game):
        for text in (*NUMBERS, *ODDITIES):
            for method, path, form in place.requests(text if place.form else text[:3000]):
                yield method, path, form, text
