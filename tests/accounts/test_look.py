"""The chosen looks show on every page, for visitors too, and the settings lead back to the table."""

import re

import pytest
from django.test import Client

from accounts.preferences import Preferences

pytestmark = pytest.mark.django_db
PAGE = "/compte/preferences/"
CHOSEN = {
    "theme": "dark",
    "cloth": "plum",
    "back": "ink",
    "suits": "four",
    "large": "on",
    "contrast": "on",
    "left_handed": "on",
    "motion": "less",
    "sounds": "on",
}
SHOWN = {
    "theme": "dark",
    "cloth": "plum",
    "back": "ink",
    "suits": "four",
    "index": "large",
    "contrast": "more",
    "hand": "left",
    "motion": "less",
    "sounds": "on",
}


def shown(client: Client, path: str = "/") -> dict[str, str]:
    tag = re.search(r"<html[^>]*>", client.get(path, follow=True).content.decode())
    assert tag
    return dict(re.findall(r'data-(\w+)="(\w+)"', tag[0]))


def test_the_defaults_leave_no_mark(client: Client) -> None:
    assert Preferences().attributes == {} == shown(client)


def test_a_visitors_looks_are_on_every_page(client: Client) -> None:
    client.post(PAGE, CHOSEN)
    assert shown(client) == shown(client, PAGE) == shown(client, "/en/") == SHOWN


def test_who_came_from_a_table_goes_back_to_it_in_the_chosen_language(client: Client) -> None:
    table = "/partie/8d6f8c54-6f2b-4d0e-9a51-2f3f6a2f9a10/"
    page = client.get(f"{PAGE}?next={table}").content.decode()
    assert f'<a href="{table}">' in page
    assert client.post(f"{PAGE}?next={table}", CHOSEN)["Location"] == table
    assert client.post(f"{PAGE}?next={table}", {"language": "en"})["Location"] == f"/en{table}"


@pytest.mark.parametrize("page", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_settings_lead_to_no_other_site(client: Client, page: str) -> None:
    assert 'class="back"' not in client.get(PAGE, {"next": page}).content.decode()
    assert client.post(f"{PAGE}?next={page}", CHOSEN)["Location"] == PAGE


def test_every_setting_of_the_looks_can_be_tried_on_before_it_is_kept(client: Client) -> None:
    page = client.get(PAGE).content.decode()
    assert {*re.findall(r'data-shows="(\w+)"', page)} == {*SHOWN}
