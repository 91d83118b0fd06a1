"""Nobody learns who has an account by an address, or finds what is not his by its number."""

import re
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client

from accounts import preferences
from accounts.models import User
from games.matches.models import Match
from games.play.models import Game
from tests.accounts.helpers import PASSWORD, log_in, player, sign_up
from tests.security.conftest import World

pytestmark = pytest.mark.django_db


def plain(page: str, *names: str) -> str:
    """A page without what differs from one request to the next: tokens of the session, what was typed."""
    for name in names:
        page = page.replace(name, "…")
    return re.sub(r'"[A-Za-z0-9]{64}"', '""', page)


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How many passwords are hashed: the slow step of a login."""
    done: list[str] = []
    real = MD5PasswordHasher.encode

    def encode(self: Any, password: str, salt: str, *more: Any) -> str:
        done.append(password)
        return real(self, password, salt, *more)

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode)
    return done


@pytest.mark.parametrize(
    ("known", "unknown"), [("élodie", "nobody"), ("elodie@example.org", "nobody@example.org")]
)
def test_a_login_takes_as_long_for_nobody_as_for_somebody(
    hashes: list[str], known: str, unknown: str
) -> None:
    player()
    counts = []
    for login in (known, unknown):
        hashes.clear()
        log_in(Client(), login, "wrong")
        counts.append(len(hashes))
    assert counts[0] == counts[1] > 0


def test_a_suspended_account_is_told_apart_by_its_password_alone(hashes: list[str]) -> None:
    player()
    player("Paul", "paul@example.org", is_active=False)
    pages = []
    for name in ("élodie", "paul"):
        hashes.clear()
        pages.append((plain(log_in(Client(), name, "wrong").text, name), len(hashes)))
    assert pages[0] == pages[1]


def test_sign_up_is_the_same_whether_an_address_is_known_or_not() -> None:
    player()
    pages = []
    for name, email in (("Marie", "elodie@example.org"), ("Jeanne", "new@example.org")):
        client = Client()
        answer = sign_up(client, name, email)
        page = client.get(answer["Location"]).text
        pages.append((answer.status_code, answer["Location"], plain(page, name, email)))
    assert pages[0] == pages[1]
    assert len(mail.outbox) == 2


def test_the_code_of_a_reset_is_asked_for_whether_an_address_is_known_or_not() -> None:
    player()
    sign_up(Client(), "Marie", "unconfirmed@example.org")
    mail.outbox.clear()
    pages = []
    for email in ("elodie@example.org", "nobody@example.org", "unconfirmed@example.org"):
        client = Client()
        answer = client.post("/compte/password/reset/", {"email": email})
        page = client.get("/compte/password/reset/confirm/").text
        wrong = client.post("/compte/password/reset/confirm/", {"code": "AAAA-AAAA"}).text
        pages.append((answer.status_code, answer["Location"], plain(page, email), plain(wrong, email)))
    assert pages[0] == pages[1] == pages[2]
    assert len(mail.outbox) == 3, "to each goes one mail: it takes as long"


def test_a_private_profile_and_none_are_the_same_page() -> None:
    hidden = player("Secrete", "secrete@example.org")
    preferences.keep_for(hidden, preferences.Preferences(privacy=True))
    reader = Client()
    log_in(reader, player("Paul", "paul@example.org").username)
    reader.get("/compte/")  # the page that welcomes
    for client in (Client(), reader):
        for page in ("/joueur/{}/", "/signaler/{}/", "/statistiques/{}/"):
            there, nowhere = (client.get(page.format(name)) for name in ("Secrete", "Nobody"))
            assert there.status_code == nowhere.status_code in (302, 404), page
            assert plain(there.text, "Secrete") == plain(nowhere.text, "Nobody"), page


def test_a_private_name_stands_on_no_board_and_over_no_replay(world: World) -> None:
    preferences.keep_for(world.users["player"], preferences.Preferences(privacy=True))
    reader = world.browser("other")
    pages = [
        *("/classements/", "/classements/KL-D1N/", f"/classements/donne/{world.ended.deal}/"),
        *(
            f"/partie/{world.ended.pk}/revoir/",
            f"/partie/{world.ended.pk}/donnees.txt",
            "/matchs/classement/",
        ),
    ]
    for address in pages:
        assert "camille" not in reader.get(address).text, address


def test_what_is_somebodys_has_a_number_that_cannot_be_guessed(world: World) -> None:
    for one in (*Game.objects.all(), *Match.objects.all()):
        assert isinstance(one.pk, UUID) and one.pk.version == 4
    assert all(len(match.token) >= 20 for match in Match.objects.all())
    assert len(set(Match.objects.values_list("token", flat=True))) == Match.objects.count()


def test_what_is_not_there_and_what_is_another_players_are_the_same_page(world: World) -> None:
    reader = world.browser("other")
    nowhere = "00000000-0000-4000-8000-000000000000"
    for address in ("/partie/{}/", "/partie/{}/coups/", "/partie/{}/revoir/", "/partie/{}/donnees.txt"):
        there = reader.get(address.format(world.running.pk))
        not_there = reader.get(address.format(nowhere))
        assert (there.status_code, not_there.status_code) == (404, 404), address
        assert plain(there.text, str(world.running.pk)) == plain(not_there.text, nowhere), address


def test_what_others_send_to_a_game_changes_nothing(world: World) -> None:
    kept = Game.objects.filter(pk=world.running.pk).values().get()
    for role in ("visitor", "other", "moderator", "administrator"):
        browser = world.browser(role)
        for page in ("action", "indice", "pause", "reprendre", "abandonner", "recommencer"):
            answer = browser.post(f"/partie/{world.running.pk}/{page}/", {"action": "s-w", "version": 2})
            assert answer.status_code == 404
    assert Game.objects.filter(pk=world.running.pk).values().get() == kept


def test_what_others_send_to_a_match_changes_nothing(world: World) -> None:
    kept = Match.objects.filter(pk=world.match.pk).values().get()
    asks = [
        {"do": word} for word in ["draw", "claim", "cancel", "ready", "rematch", "report", "words", "mute"]
    ]
    asks += [{"action": "s-w"}, {"action": "resign"}, {"phrase": "hello"}, {"do": "say", "text": "x"}]
    for role in ("visitor", "other", "moderator", "administrator"):
        browser = world.browser(role)
        for sent in asks:
            browser.post(f"/match/{world.match.pk}/action/", sent)
        browser.post(f"/match/{world.match.pk}/asseoir/")
    assert Match.objects.filter(pk=world.match.pk).values().get() == kept
    assert world.match.seats.count() == 2


def test_a_table_behind_a_link_is_found_by_the_link_alone(world: World) -> None:
    for role in ("visitor", "player", "other", "moderator"):
        browser = world.browser(role)
        assert browser.get(f"/match/{world.linked.pk}/").status_code == 404, role
        browser.post(f"/match/{world.linked.pk}/asseoir/")
        assert str(world.linked.pk) not in browser.get("/matchs/").text
    assert world.linked.seats.count() == 1
    staff_page = world.browser("moderator").get(f"/admin/games/match/{world.linked.pk}/change/")
    assert staff_page.status_code == 200 and world.linked.token not in staff_page.text


def test_a_visitors_games_are_his_browsers_alone() -> None:
    one, two = Client(), Client()
    address = one.post("/nouvelle/", {"game": "klondike"})["Location"]
    assert (one.get(address).status_code, two.get(address).status_code) == (200, 404)


def test_an_account_is_not_reached_through_the_visitor_it_was(client: Client) -> None:
    address = client.post("/nouvelle/", {"game": "klondike"})["Location"]
    visitor = client.session["visitor"]
    sign_up(client)
    thief = Client()
    session = thief.session
    session["visitor"] = visitor
    session.save()
    assert (thief.get(address).status_code, client.get(address).status_code) == (404, 200)
    assert User.objects.get(username="Paul").check_password(PASSWORD)
