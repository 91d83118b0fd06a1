"""The site that is pictured: players with a little history, and every page with who looks at it."""

import json
import os
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent
DATABASE = ROOT / "var" / "pictures.sqlite3"
PASSWORD = "pictures only"
ERRORS = ("400", "403", "404", "429", "500")
VISITOR, PLAYER, STAFF = "", "Camille", "Alix"
OPENINGS = (
    "KL1-D1N-AAAAAAB",
    "KL1-D3V-BONJOUR",
    "DS1-D3N-AAAAAAB",
    "RU1-C-AAAAAAB",
    "TF1-D1N-AAAAAAB",
    "YU1-N-AAAAAAB",
    "TS1-D1N-AAAAAAB",
)
PLAYERS_PAGES = {
    "home-player": "/",
    "mine": "/mes-parties/",
    "mine-matches": "/mes-parties/matchs/",
    "statistics": "/statistiques/",
    "profile": "/joueur/Camille/",
    "account": "/compte/",
    "preferences": "/compte/preferences/",
    "rename": "/compte/nom/",
    "machine": "/compte/ordinateur/",
    "keys": "/compte/cles/",
    "delete": "/compte/supprimer/",
    "email": "/compte/email/",
    "password": "/compte/password/change/",
    "two-factor": "/compte/2fa/",
    "devices": "/compte/sessions/",
    "logout": "/compte/logout/",
    "report": "/signaler/Lucie/",
    "daily-player": "/defi/",
    "match-new": "/matchs/nouveau/",
    "lobby-player": "/matchs/",
}
VISITORS_PAGES = {
    "home": "/",
    "game": "/jouer/klondike/",
    "new": "/nouvelle/",
    "code": "/code/",
    "code-wrong": "/code/?code=DS1-D7N-AAAAAAB",
    "deal": "/donne/DS1-D1N-AAAAAAC/",
    "daily": "/defi/",
    "boards": "/classements/",
    "board": "/classements/KL-D1N/",
    "board-empty": "/classements/TS-D3V/",
    "board-deal": "/classements/donne/KL1-BONJOUR/",
    "mine-empty": "/mes-parties/",
    "lobby": "/matchs/",
    "ratings": "/matchs/classement/",
    "rules": "/regles/",
    "rules-klondike": "/regles/klondike/",
    "tips": "/regles/russian/conseils/",
    "questions": "/regles/double/questions/",
    "examples": "/regles/klondike/exemples/",
    "fair-play": "/infos/franc-jeu/",
    "accessibility": "/infos/accessibilite/",
    "privacy": "/infos/confidentialite/",
    "login": "/compte/login/",
    "signup": "/compte/signup/",
    "reset": "/compte/password/reset/",
    "missing-game": "/jouer/freecell/",
    "missing-table": f"/partie/{uuid4()}/",
    "offline": "/hors-ligne/",
    "api": "/api/docs/",
    "problems": "/api/problems/",
    **{f"error-{code}": f"error:{code}" for code in ERRORS},
}
Page = tuple[str, str]
"""An address, and the name of who looks at it. `error:404` is the page of an error."""


def set_up_django() -> None:
    """Load the site on an empty database with its first content."""
    for file in DATABASE.parent.glob(f"{DATABASE.name}*"):
        file.unlink()
    os.environ["DATABASE_URL"] = f"sqlite:///{DATABASE}"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("seed_content", verbosity=0)


def make() -> tuple[dict[str, Page], dict[str, str]]:
    """Fill the site; return its pages by name, and a session for each name that looks."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    from games.staff import demo

    players = get_user_model().objects
    main = players.create_user(PLAYER, "camille@example.org", PASSWORD)
    players.create_superuser(STAFF, "alix@example.org", PASSWORD)
    other = players.create_user("Lucie", "lucie@example.org", PASSWORD)
    demo.fill(6, seed=1, progress=lambda words: None)
    pages = {**_pages(), **_tables(main), **_matches(main, other), **_admin(main)}
    sessions = {}
    for name in (PLAYER, STAFF):
        client = Client(headers={"User-Agent": "Firefox, Linux"})
        answer = client.post("/compte/login/", {"login": name, "password": PASSWORD})
        assert answer.status_code == 302, f"{name} cannot log in"
        sessions[name] = client.cookies["sessionid"].value
    return pages, sessions


def play(user_id: int, code: str, actions: list[str]) -> str:
    """Play the actions of a deal as a player; return the game's id."""
    from games.play.owners import Owner
    from games.play.services import act, begin

    owner = Owner(user_id=user_id)
    game = begin(owner=owner, code=code, origin="code")
    version = game.version
    for token in actions:
        outcome = act(game_id=game.pk, owner=owner, token=token, version=version, automatic=False)
        if outcome.refusal:
            raise RuntimeError(f"{code}: {token} is refused: {outcome.refusal}")
        version = outcome.game.version
    return str(game.pk)


def _pages() -> dict[str, Page]:
    """The pages that stand for themselves."""
    from datetime import date

    from games.daily import services

    services.make_day(date.today())
    visitor = {**VISITORS_PAGES, "day": f"/defi/{date.today()}/"}
    return {name: (address, VISITOR) for name, address in visitor.items()} | {
        name: (address, PLAYER) for name, address in PLAYERS_PAGES.items()
    }


def _tables(main: Any) -> dict[str, Page]:
    """Games won, half played, given up, paused, and openings."""
    from games.play import services
    from games.play.owners import Owner

    wins = json.loads((ROOT / "tests" / "vectors" / "wins.json").read_text())
    by_game: dict[str, dict[str, Any]] = {win["code"][:2]: win for win in reversed(wins)}
    by_game.pop("DK", None)
    games = {f"{key}-won": play(main.pk, win["code"], win["actions"].split()) for key, win in by_game.items()}
    half = next(win for win in wins if win["code"].startswith("DS1-D3"))
    games["half"] = play(main.pk, half["code"], half["actions"].split()[:150])
    games["late"] = play(main.pk, wins[14]["code"], wins[14]["actions"].split()[:120])
    for code in OPENINGS:
        games[f"{code[:6].rstrip('-')}-opening"] = play(main.pk, code, [])
    owner = Owner(user_id=main.pk)
    lost = play(main.pk, "RU1-R-AAAAAAC", [])
    game = services.look(game_id=lost, owner=owner)
    first = "t2-t3" if "t2-t3" in _legal(game) else _legal(game)[0]
    services.act(game_id=lost, owner=owner, token=first, version=game.version)
    services.give_up(game_id=lost, owner=owner)
    games["given-up"] = lost
    games["paused"] = play(main.pk, "KL1-D1N-PAUSEXX", ["s-w"])
    services.pause(game_id=games["paused"], owner=owner)
    tables = {f"table-{name}": (f"/partie/{key}/", PLAYER) for name, key in games.items()}
    return {**tables, "replay": (f"/partie/{games['RU-won']}/revoir/?pas=9", PLAYER)}


def _legal(game: Any) -> list[str]:
    from games.play.services import resume_play

    return [str(action) for action in resume_play(game).position.legal_actions()]


def _matches(main: Any, other: Any) -> dict[str, Page]:
    """A match in its room, one under way, one that is over."""
    from games.matches import services
    from games.matches.models import Match
    from games.matches.services import Wishes
    from games.play import clock
    from games.play.owners import Owner

    one, two = Owner(user_id=main.pk), Owner(user_id=other.pk)

    def table(code: str) -> Any:
        return services.create(owner=one, wishes=Wishes(), typed_code=code, key=uuid4()).pk

    def begun(code: str) -> Any:
        key = table(code)
        services.join(match_id=key, owner=two)
        for owner in (one, two):
            services.ready(match_id=key, owner=owner)
        start = clock.now() - timedelta(seconds=5)
        Match.objects.filter(pk=key).update(starts_at=start, turn_since=start)
        return key

    found = {"over": begun("DK1-D1S-AAAAAAC")}
    for token in ("s-w", "s-w", "resign"):
        services.act(match_id=found["over"], owner=one, token=token)
    found["playing"] = begun("DK1-D1S-AAAAAAB")
    for owner in (one, two):
        for _ in range(9):
            services.act(match_id=found["playing"], owner=owner, token="s-w")
    found["waiting"] = table("DK1-D1A-AAAAAAD")
    return {f"match-{name}": (f"/match/{key}/", PLAYER) for name, key in found.items()}


def _admin(main: Any) -> dict[str, Page]:
    """The admin site: its lists, and one row of each."""
    from games.content.models import Page as Words
    from games.daily.models import DailyDeal
    from games.matches.models import Match
    from games.play.models import Game

    rows = {
        "user": f"accounts/user/{main.pk}",
        "game": f"games/game/{Game.objects.filter(player=main).first().pk}",
        "match": f"games/match/{Match.objects.first().pk}",
        "page": f"games/page/{Words.objects.first().pk}",
        "daily": f"games/dailydeal/{DailyDeal.objects.first().pk}",
    }
    lists = (
        "accounts/user",
        "games/game",
        "games/match",
        "games/page",
        "games/example",
        "games/announcement",
        "games/dailydeal",
        "games/programmeentry",
        "games/namereport",
        "games/report",
        "leaderboards/result",
        "accounts/accesstoken",
        "accounts/staffwarning",
    )
    found = {"admin": "/admin/", "admin-login": "/admin/login/"}
    found |= {f"admin-{name.split('/')[1]}-list": f"/admin/{name}/" for name in lists}
    found |= {f"admin-{name}": f"/admin/{path}/change/" for name, path in rows.items()}
    found["admin-page-history"] = f"/admin/{rows['page']}/history/"
    return {name: (address, VISITOR if name == "admin-login" else STAFF) for name, address in found.items()}


def error_page(code: str, language: str) -> str:
    """The HTML of the page of an error, as a visitor gets it."""
    from django.template.loader import render_to_string
    from django.test import Client
    from django.utils import translation

    with translation.override(language):
        request = Client().get("/" if language == "fr" else "/en/").wsgi_request
        return str(render_to_string(f"{code}.html", request=request))
