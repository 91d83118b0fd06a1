"""How often one may: what leaves rows behind, what a guess could open, and whose requests count together."""

import re
import time
from typing import Any

import pytest
from allauth.core.internal import ratelimit
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.names import fold
from config import _players
from games.matches.models import Match
from games.matches.services.talk import filtered
from games.play.models import Game
from games.staff.models import NameReport
from tests.accounts.helpers import PASSWORD, log_in, player, sign_up

pytestmark = pytest.mark.django_db
TWICE = {"begin": "2/m/key", "keep": "2/m/key", "report": "2/h/key", "password": "2/m/key"}
GAME = {"game": "klondike"}
TABLE = {"opponent": "bot", "pace": "S", "draw": "1", "series": "g1"}


@pytest.fixture(autouse=True)
def twice(settings: Any) -> None:
    """Twice each; allauth's own limits as they are on the site."""
    settings.RATES = TWICE
    settings.ACCOUNT_RATE_LIMITS = _players.ACCOUNT_RATE_LIMITS


@pytest.fixture
def elodie(client: Client) -> User:
    user = player()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


@pytest.mark.parametrize(
    ("address", "data"),
    [
        ("/nouvelle/", GAME),
        ("/en/nouvelle/", GAME),
        ("/code/", {"code": "KL1-D1N-AAAAAAB"}),
        ("/donne/KL1-D1N-AAAAAAB/", {}),
        ("/matchs/nouveau/", TABLE),
        ("/match/rejoindre/nothing/", {}),
    ],
)
def test_games_and_matches_are_begun_so_often_and_no_more(client: Client, address: str, data: Any) -> None:
    for _ in range(2):
        assert client.post(address, data).status_code != 429
    before = Game.objects.count(), Match.objects.count()
    refused = client.post(address, data)
    assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
    assert "trop vite" in refused.text or "too quick" in refused.text
    assert (Game.objects.count(), Match.objects.count()) == before


def test_all_ways_to_begin_share_one_count(client: Client) -> None:
    client.post("/nouvelle/", GAME)
    client.post("/matchs/nouveau/", TABLE)
    assert client.post("/donne/KL1-D1N-AAAAAAB/").status_code == 429


def test_a_deal_is_begun_again_so_often_and_then_no_more(client: Client) -> None:
    client.post("/nouvelle/", GAME)
    address = f"/partie/{Game.objects.get().pk}/recommencer/"
    assert [client.post(address).status_code for _ in range(2)] == [303, 429]


def test_visitors_who_forget_their_cookies_are_counted_by_address() -> None:
    codes = [Client().post("/nouvelle/", GAME).status_code for _ in range(3)]
    assert codes == [302, 302, 429]
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.post("/nouvelle/", GAME).status_code == 302


def test_nobody_gets_round_a_limit_by_naming_an_address_himself() -> None:
    codes = [
        Client(HTTP_X_FORWARDED_FOR=f"192.0.2.{n}", HTTP_X_REAL_IP=f"192.0.2.{n}").post("/nouvelle/", GAME)
        for n in range(3)
    ]
    assert codes[-1].status_code == 429


def test_behind_a_proxy_of_ours_the_address_is_the_one_that_the_proxy_saw(settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    codes = [
        Client(HTTP_X_FORWARDED_FOR=f"10.0.0.{n}, 192.0.2.1").post("/nouvelle/", GAME).status_code
        for n in range(3)
    ]
    assert codes == [302, 302, 429]
    other = Client(HTTP_X_FORWARDED_FOR="10.0.0.1, 192.0.2.2")
    assert other.post("/nouvelle/", GAME).status_code == 302


def test_one_half_of_an_ipv6_address_is_one_address() -> None:
    codes = [Client(REMOTE_ADDR=f"2001:db8::{n}").post("/nouvelle/", GAME).status_code for n in range(1, 4)]
    assert codes == [302, 302, 429]


def test_players_behind_one_address_are_counted_apart(elodie: User, client: Client) -> None:
    for _ in range(2):
        client.post("/nouvelle/", GAME)
    paul = Client()
    paul.force_login(player("Paul", "paul@example.org"), backend="django.contrib.auth.backends.ModelBackend")
    assert paul.post("/nouvelle/", GAME).status_code == 302
    assert client.post("/nouvelle/", GAME, REMOTE_ADDR="192.0.2.9").status_code == 429


@pytest.mark.parametrize(
    ("address", "data"),
    [
        ("/compte/nom/", {"name": "Paul"}),
        ("/compte/preferences/", {}),
        ("/compte/langue/", {"language": "fr"}),
        ("/joueur/Paul/bloquer/", {}),
        ("/compte/supprimer/", {"password": "wrong"}),
        ("/compte/ordinateur/", {"password": "wrong"}),
    ],
)
def test_an_account_changes_so_often_and_then_no_more(
    elodie: User, client: Client, address: str, data: Any
) -> None:
    player("Paul", "paul@example.org")
    codes = [client.post(address, data).status_code for _ in range(3)]
    assert 429 not in codes[:2] and codes[2] == 429
    assert client.get(address).status_code != 429


def test_the_password_is_not_guessed_from_an_open_session(elodie: User, client: Client) -> None:
    for guess in ("one", "two"):
        client.post("/compte/supprimer/", {"password": guess})
    client.post("/compte/ordinateur/", {"password": PASSWORD})
    client.post("/compte/supprimer/", {"password": PASSWORD})
    elodie.refresh_from_db()
    assert elodie.deleted_at is None and not elodie.is_machine


def test_names_are_reported_so_often_and_then_no_more(elodie: User, client: Client) -> None:
    for name in ("paul", "marie", "luc"):
        player(name, f"{name}@example.org")
        client.post(f"/signaler/{name}/", {"text": "x"})
    assert NameReport.objects.count() == 2


def test_accounts_are_made_so_often_from_an_address(client: Client) -> None:
    codes = [sign_up(Client(), f"joueur{n}x", f"j{n}@example.org").status_code for n in range(21)]
    assert codes == [302] * 20 + [429]


def test_a_password_is_guessed_five_times_whoever_asks() -> None:
    player()
    for n in range(5):
        log_in(Client(REMOTE_ADDR=f"192.0.2.{n}"), "élodie", "wrong")
    stopped = Client(REMOTE_ADDR="192.0.2.99")
    log_in(stopped, "élodie")
    assert stopped.get("/compte/").status_code == 302


def test_a_mailbox_gets_so_many_codes() -> None:
    player()
    for n in range(7):
        Client(REMOTE_ADDR=f"192.0.2.{n}").post("/compte/password/reset/", {"email": "elodie@example.org"})
    assert len(mail.outbox) == 5


def test_a_strangers_mailbox_gets_so_many_codes_by_sign_up(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = time.time()
    monkeypatch.setattr(ratelimit.time, "time", lambda: moment)
    for n in range(9):
        sign_up(Client(REMOTE_ADDR=f"192.0.2.{n}"), f"joueur{n}x", "stranger@example.org")
        moment += 11
    assert len(mail.outbox) == 6


@pytest.mark.parametrize("address", ["/compte/reauthenticate/"])
def test_the_password_again_is_asked_so_often(elodie: User, client: Client, address: str) -> None:
    codes = [client.post(address, {"password": "wrong"}).status_code for _ in range(11)]
    assert codes == [200] * 10 + [429]


def test_no_rate_is_no_limit(client: Client, settings: Any) -> None:
    settings.RATES = {"begin": ""}
    assert {client.post("/nouvelle/", GAME).status_code for _ in range(5)} == {302}


def test_a_long_text_where_a_name_is_asked_for_is_not_read_to_its_end() -> None:
    assert len(fold("\ufdfa" * 100_000)) < 20_000
    assert fold("a" * 100_000) != fold("a" * 20)


@pytest.mark.parametrize("text", ["a@b.fr", "x a.b@c.de y", "a@b@c.fr", "a@" * 200, "06 12 34 56 78"])
def test_words_at_a_table_hold_no_address_and_cost_little(text: str) -> None:
    """`a@a@a@…` took thirty milliseconds of the sockets' one thread for each report."""
    said = filtered(text)
    assert not re.search(r"[^\s@]+@[^\s@]+\.\w|www\.|\d\d \d\d \d\d", said)
