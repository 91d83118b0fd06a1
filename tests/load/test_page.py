"""What the players of a load run read out of real pages, and that they choose among legal actions only."""

from random import Random

import pytest
from django.test import Client

from tools.load.page import Unreadable, choose, read_csrf, read_data, read_page

pytestmark = pytest.mark.django_db


def test_a_game_is_played_from_its_pages_alone() -> None:
    strict = Client(enforce_csrf_checks=True)
    key = read_csrf(strict.get("/").content.decode())
    form = {"game": "KL", "options": "D1N"}
    page = strict.post("/nouvelle/", form, headers={"X-CSRFToken": key}, follow=True)
    table, rng = read_page(page.content.decode()), Random(7)
    data = table.data
    for _ in range(25):
        token = choose(data["actions"], rng)
        assert token in data["actions"]
        answer = strict.post(
            table.action,
            {"action": token, "version": data["version"]},
            headers={"X-CSRFToken": table.csrf, "HX-Request": "true"},
        )
        assert answer.status_code == 200
        before, data = data, read_data(answer.content.decode())
        assert data["version"] == before["version"] + 1


def test_what_is_no_table_is_not_taken_for_one() -> None:
    for read in (read_page, read_data, read_csrf):
        with pytest.raises(Unreadable):
            read("<p>Back in a moment</p>")
    assert choose([], Random(1)) == ""
