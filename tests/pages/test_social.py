"""The picture of a link: the opening table as all may see it, and nothing else."""

import random
from datetime import timedelta
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from games.engine.codes import parse_code
from games.engine.position import Position
from games.engine.shuffle import deal_cards
from games.engine.variants import SOLO_VARIANTS
from games.engine.view import View, visible
from games.play import clock, deals
from games.play.models import DealOpening
from games.play.render.picture import SIZE, draw_picture
from games.play.views_pages import social

CODES = [f"{variant.code}1-{variant.option_choices[0]}-AAAAAAB" for variant in SOLO_VARIANTS.values()]
CODE = "KL1-D1N-AAAAAAB"


def opening(code: str, mixed: bool = False) -> View:
    """The opening of a deal; `mixed`: its face-down cards and its stock lie in another order."""
    parsed = parse_code(code)
    position = Position.deal(parsed, deal_cards(parsed, ""))
    if mixed:
        under = list(zip(position.columns, position.down, strict=True))
        hidden = [*position.pack, *(card for column, down in under for card in column[:down])]
        random.Random(7).shuffle(hidden)
        for column, down in under:
            column[:down], hidden = hidden[:down], hidden[down:]
        position.pack[:] = hidden
    return visible(position)


@pytest.mark.parametrize("code", CODES)
def test_no_hidden_card_changes_a_byte_of_the_picture(code: str) -> None:
    rules = parse_code(code).rules
    assert draw_picture(opening(code), rules, code) == draw_picture(opening(code, mixed=True), rules, code)


def test_another_open_card_is_another_picture() -> None:
    rules = parse_code(CODE).rules
    one, two = [draw_picture(opening(code), rules, CODE) for code in (CODE, "KL1-D1N-AAAAAAC")]
    assert one != two


@pytest.mark.django_db
def test_the_page_of_a_deal_names_its_picture_which_opens_no_deal(client: Client) -> None:
    page = client.get(f"/donne/{CODE}/").content.decode()
    address = f"/donne/{CODE}/table.png"
    assert f'property="og:image" content="http://testserver{address}"' in page
    answer = client.get(address)
    assert answer["Content-Type"] == "image/png"
    assert "public" in answer["Cache-Control"]
    assert Image.open(BytesIO(answer.content)).size == SIZE
    assert client.get(f"/en{address}").content != answer.content  # K, not R
    assert not DealOpening.objects.exists()


@pytest.mark.django_db
def test_a_secret_deal_shows_the_general_picture_whoever_asks(client: Client) -> None:
    deals.keep_secret(deal=parse_code(CODE).deal, until=clock.now() + timedelta(hours=1))
    page = client.get(f"/donne/{CODE}/").content.decode()
    assert "/table.png" not in page
    assert "/static/img/social.png" in page
    for code in (CODE, "KL1-D3V-AAAAAAB"):  # the same cards under other options
        answer = client.get(f"/donne/{code}/table.png")
        assert (answer.status_code, answer["Location"]) == (302, "/static/img/social.png")


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["KL1-D9N-AAAAAAB", "DK1-D1S-AAAAAAB", "kl1-d1n-aaaaaab", "x"])
def test_what_is_no_deal_for_one_has_the_general_picture(client: Client, code: str) -> None:
    assert client.get(f"/donne/{code}/table.png")["Location"] == "/static/img/social.png"


@pytest.mark.django_db
def test_a_picture_is_drawn_once_and_only_so_many_in_a_minute(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(social, "draw", lambda code: drawn.append(code.text) or b"png")
    monkeypatch.setattr(social, "DRAWN", 3)
    monkeypatch.setattr("games.play.views_pages.social.time.time", lambda: 1_000_000)
    codes = [f"KL1-D1N-AAAAAA{letter}" for letter in "ABCDE"]
    answers = [client.get(f"/donne/{code}/table.png").status_code for code in [codes[0], *codes]]
    assert answers == [200, 200, 200, 200, 302, 302]
    assert drawn == codes[:3]


@pytest.mark.django_db
def test_any_other_page_has_the_general_picture_and_a_table_none(client: Client) -> None:
    assert 'content="http://testserver/static/img/social.png"' in client.get("/").content.decode()
    with Image.open(settings.BASE_DIR / "static" / "img" / "social.png") as general:
        assert general.size == SIZE
    started = client.post("/nouvelle/", {"game": "klondike", "options": "D1N"}, follow=True)
    assert "og:image" not in started.content.decode()
