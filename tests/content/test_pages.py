"""The pages as readers get them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.content import services
from games.content.models import Announcement, Page
from games.engine.variants import VARIANTS

KEYS = [variant.key for variant in VARIANTS.values()]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def texts(db):
    services.seed()


@pytest.mark.parametrize("prefix", ["", "/en"])
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("part", ["", "conseils/", "questions/", "exemples/"])
def test_every_page_of_every_game_opens_in_both_languages(client, prefix, key, part):
    response = client.get(f"{prefix}/regles/{key}/{part}")
    assert response.status_code == 200
    assert f'lang="{"en" if prefix else "fr"}"' in response.text
    assert "[[" not in response.text


@pytest.mark.parametrize(
    ("key", "name"), [("duel", "Double Solitaire à deux"), ("thoughtful", "Solitaire Réfléchi")]
)
def test_the_examples_of_a_game_are_headed_by_its_name_in_the_reader_s_language(client, key, name):
    page = client.get(f"/regles/{key}/exemples/").text
    assert f"<h1>{name}\u00a0: exemples pas à pas</h1>" in page


def test_rules_show_boards_drawn_by_the_tables_templates(client):
    page = client.get("/regles/russian/").text
    assert page.count('class="table still') == 4
    assert "sept-de-coeur" in page


def test_the_index_lists_every_game(client):
    page = client.get("/regles/").text
    for key in KEYS:
        assert f'href="/regles/{key}/"' in page


@pytest.mark.parametrize("address", ["/regles/chess/", "/regles/klondike/exemples/none/", "/infos/none/"])
def test_what_is_not_there_is_not_found(client, address):
    assert client.get(address).status_code == 404


def test_a_page_in_english_for_an_english_reader(client):
    assert "Rules of Klondike" in client.get("/en/regles/klondike/").text


def test_an_example_is_stepped_through_without_a_script(client):
    first = client.get("/regles/double/exemples/double-second-as/").text
    assert 'href="?pas=1#example"' in first
    last = client.get("/regles/double/exemples/double-second-as/?pas=4").text
    assert 'class="refused"' in last


@pytest.mark.parametrize("step", ["-1", "99", "abc", "²", "1" * 400])
def test_a_step_that_does_not_exist_is_the_nearest_one(client, step):
    assert client.get(f"/regles/double/exemples/double-second-as/?pas={step}").status_code == 200


def test_a_hidden_card_of_an_example_is_in_no_byte(client):
    page = client.get("/regles/klondike/exemples/klondike-dame/").text
    board = page[page.index('id="example"') :]
    assert board.count("<b>") + board.count("court") >= 7
    assert board.count('class="card back"') >= 21


def test_a_draft_is_for_staff_only(client, admin_client):
    Page.objects.filter(slug="contact").update(published=False)
    assert client.get("/infos/contact/").status_code == 404
    assert admin_client.get("/infos/contact/").status_code == 200
    assert "/infos/contact/" not in client.get("/regles/").text.partition("<footer")[0]


def test_announcements_show_between_their_moments(client):
    from games.content.selectors import announcements

    now, day = timezone.now(), timedelta(days=1)
    Announcement.objects.create(text_fr="Passée", text_en="Past", begins_at=now - 2 * day, ends_at=now - day)
    Announcement.objects.create(text_fr="Future", text_en="Future", begins_at=now + day)
    Announcement.objects.create(text_fr="Brouillon", text_en="Draft", published=False)
    Announcement.objects.create(text_fr="**Bonjour**", text_en="**Hello**")
    assert announcements() == ["<p><strong>Bonjour</strong></p>\n"]
    assert "<strong>Bonjour</strong>" in client.get("/regles/").text
    assert "<strong>Hello</strong>" in client.get("/en/regles/").text
