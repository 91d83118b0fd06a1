"""Hidden cards: with others in their place, no byte of any page, fragment, file or staff page is another."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from accounts.roles import ADMINISTRATORS, MODERATORS
from games.daily import services as daily
from games.play import services
from games.play.models import Game
from games.play.owners import Owner
from tests.admin.conftest import in_role
from tests.api.test_fairness import OPENINGS, swap_hidden_cards
from tests.basics import Clock, new_user, time
from tests.daily.conftest import TODAY, line, store_day
from tests.play.conftest import play_all, wins

__all__ = ["time"]
pytestmark = pytest.mark.django_db
HTMX = {"headers": {"HX-Request": "true"}}
VARYING = re.compile(
    r'"[A-Za-z0-9]{64}"|"[0-9a-f]{8}-[0-9a-f-]{27}"|data-page="\d+"|name="page" value="\d+"|\d{13}'
)


def plain(answer: Any) -> str:
    """An answer without what differs each time: tokens, the keys of forms, the moment a page was made."""
    return VARYING.sub("", answer.text)


def all_pages(browser: Client, staff: list[Client], game: Game) -> list[str]:
    """What every page says of a running game, and every request that leaves its table as it is."""
    address = f"/partie/{game.pk}/"
    pages = ["/", "/mes-parties/", "/compte/donnees/", address, f"{address}coups/", f"{address}revoir/"]
    pages += [f"{address}donnees.txt", f"/donne/{game.code}/", "/joueur/camille/", "/statistiques/"]
    answers = [browser.get(page) for page in pages]
    for token in ("t1-f", "t2:9-t1", "t1-t2", "s-t1", "finish", "redo", "x", "w-t1"):
        for how in (HTMX, {}):
            sent = {"action": token, "version": game.version}
            answers.append(browser.post(f"{address}action/", sent, **how))
    answers.append(browser.post(f"{address}action/", {"action": "s-w", "version": 999}, **HTMX))
    answers.append(browser.post(f"{address}indice/", {"version": game.version}, **HTMX))
    answers += [browser.post(f"{address}{page}/", **HTMX) for page in ("pause", "reprendre")]
    for client in staff:
        answers += [
            client.get(f"/admin/games/game/{game.pk}/{page}/") for page in ("change", "history", "cards")
        ]
        answers.append(client.get("/admin/games/game/"))
    assert not [answer.status_code for answer in answers if answer.status_code >= 500]
    return [plain(answer) for answer in answers]


@pytest.mark.parametrize("code", list(OPENINGS)[::2])
def test_other_hidden_cards_change_no_byte_of_any_page(time: Clock, code: str) -> None:
    camille = new_user("camille")
    browser = Client()
    browser.force_login(camille, backend="django.contrib.auth.backends.ModelBackend")
    staff = [in_role("arbitre-essai", MODERATORS), in_role("chef-essai", ADMINISTRATORS)]
    owner = Owner(user_id=camille.pk)
    game = services.begin(owner=owner, code=code)
    for version, token in enumerate(wins()[code]["actions"].split()[: OPENINGS[code]]):
        time.tick(seconds=2)
        services.act(game_id=game.pk, owner=owner, token=token, version=version, automatic=False)
    stored = Game.objects.filter(pk=game.pk).values().get()
    found = []
    for swapped in (False, True):
        Game.objects.filter(pk=game.pk).update(**stored)
        if swapped:
            assert swap_hidden_cards(Game.objects.get(pk=game.pk)) > 5
        browser.get("/")  # what is left to say
        found.append(all_pages(browser, staff, Game.objects.get(pk=game.pk)))
    assert found[0] == found[1]
    assert "data-card" in found[0][3]


def test_a_challenge_gives_no_code_and_no_record_away_while_its_day_runs(time: Clock) -> None:
    [challenge] = store_day(TODAY, "RU1-C")
    camille, noor = new_user("camille"), new_user("noor")
    owner = Owner(user_id=camille.pk)
    game = daily.begin_attempt(owner=owner, daily=challenge)
    browsers = {}
    for user in (camille, noor):
        browsers[user] = Client()
        browsers[user].force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    address, code = f"/partie/{game.pk}/", challenge.code.text
    pages = [address, f"{address}coups/", "/", "/mes-parties/", "/compte/donnees/", "/defi/"]
    pages += [f"/defi/{TODAY.isoformat()}/", "/joueur/camille/", "/classements/RU-C/", f"{address}revoir/"]
    for browser in (*browsers.values(), Client()):
        for page in pages:
            assert challenge.letters not in browser.get(page).text, page
    play_all(game, owner, line(challenge), time)
    assert browsers[camille].get(f"{address}revoir/").status_code == 200
    for browser in (browsers[noor], Client()):
        for page in (f"{address}revoir/", f"{address}donnees.txt"):
            assert browser.get(page).status_code == 404
        for page in ("/defi/", f"/defi/{TODAY.isoformat()}/", "/joueur/camille/"):
            assert challenge.letters not in browser.get(page).text
        assert browser.post(f"/donne/{code}/").status_code == 403
        assert "table.png" not in browser.get(f"/donne/{code}/").text


def test_the_file_of_ones_own_data_holds_no_cards(time: Clock) -> None:
    camille = new_user("camille")
    services.begin(owner=Owner(user_id=camille.pk), variant="KL", options="D1N")
    browser = Client()
    browser.force_login(camille, backend="django.contrib.auth.backends.ModelBackend")
    data = json.loads(browser.get("/compte/donnees/").content)
    assert {"snapshot", "cards", "stock", "key"} & set(data["games"][0]) == set()
    assert Game.objects.get().snapshot not in json.dumps(data)
