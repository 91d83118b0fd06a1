"""The site installed as an app, and what a shared link to a deal says of itself."""

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_manifest_names_icons_that_are_there(client: Client) -> None:
    page = client.get("/").content.decode()
    address = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert address
    found = json.loads(client.get(address[1]).content)
    assert found["display"] == "standalone" and found["name"] == "Réussite"
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    for icon in found["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/")), icon


def test_the_service_worker_keeps_the_offline_page_and_files_only(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    kept = set(re.findall(r'"(/[^"]*)"', answer.content.decode())) - {"/en/"}
    pages = {address for address in kept if not address.startswith("/static/")}
    assert pages == {"/hors-ligne/", "/en/hors-ligne/"}
    assert all(client.get(address).status_code == 200 for address in pages)


def test_a_shared_deal_says_what_it_is_and_shows_no_hidden_card(client: Client) -> None:
    page = client.get("/donne/KL1-D1N-AAAAAAB/").content.decode()
    said = dict(re.findall(r'property="og:(\w+)" content="([^"]*)"', page))
    assert said["title"] == "Klondike KL1-D1N-AAAAAAB"
    assert said["url"].endswith("/donne/KL1-D1N-AAAAAAB/")
    assert said["image"].endswith("/donne/KL1-D1N-AAAAAAB/table.png")
