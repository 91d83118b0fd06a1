"""No text, number or byte that somebody sends becomes an error of the site, wherever it is written."""

from urllib.parse import unquote, urlencode

import pytest
from django.test import Client

from config.guard import holds_nul
from games.play import services
from games.play.models import Game
from games.play.owners import Owner
from tests.play.conftest import new_user
from tools.faults.inputs import BYTES, few, places

pytestmark = pytest.mark.django_db
CODE = "KL1-D1N-AAAAAAB"


@pytest.fixture
def game(client: Client) -> Game:
    """A game of the player who is logged in, two actions old."""
    user = new_user("camille")
    client.force_login(user)
    game = services.begin(owner=Owner(user_id=user.pk), code=CODE)
    for version, token in enumerate(("t7-t1", "s-w")):
        services.act(game_id=game.pk, owner=Owner(user_id=user.pk), token=token, version=version)
    return Game.objects.get(pk=game.pk)


def send(client: Client, method: str, path: str, form: dict[str, str]) -> int:
    """Send a request through the site's door, which the test client alone would pass by."""
    address, _, query = path.partition("?")
    if holds_nul({"path": unquote(address), "query_string": query.encode()}):
        return 400
    if method == "GET":
        return client.get(path).status_code
    body = urlencode(form, errors="surrogatepass")
    return client.post(path, body, content_type="application/x-www-form-urlencoded").status_code


def test_what_is_odd_is_refused_or_harmless_everywhere(client: Client, game: Game) -> None:
    client.raise_request_exception = False
    failed = [
        f"{method} {path[:80]} {[name for name in form if form[name]]} {text[:20]!r}: {status}"
        for method, path, form, text in few(str(game.pk))
        if (status := send(client, method, path, form)) >= 500
    ]
    assert failed == []
    stored = Game.objects.get(pk=game.pk)
    assert stored.actions.split() == ["t7-t1", "s-w"]


def test_bytes_that_are_no_text_are_refused_or_harmless(client: Client, game: Game) -> None:
    client.raise_request_exception = False
    failed = []
    for number, place in enumerate(places(str(game.pk))):
        raw = BYTES[number % len(BYTES)]
        path, _, query = place.path.partition("?")
        path = path.replace("*", "x")
        if place.method == "GET":
            status = client.get(path, QUERY_STRING=query.replace("*", raw.decode("latin1"))).status_code
        else:
            body = b"&".join(name.encode() + b"=" + raw for name in place.form)
            status = client.post(path, body, content_type="application/x-www-form-urlencoded").status_code
        if status >= 500:
            failed.append(f"{place.method} {place.path} {raw!r}: {status}")
    assert failed == []
