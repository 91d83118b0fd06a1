"""A few matches over real sockets against a real server, every version checked: bin/soak in short."""

import re
import subprocess
import sys

import pytest
from django.conf import settings

from tools.soak import Screen, check_screen, read_piles

HTML = (
    '<ol class="pile column" id="pile-t2"><li class="down"></li><li><b data-card="QH"></b></li></ol>'
    '<ol class="pile waste" id="their-pile-w"><li data-card="2C"></li><li data-card="AS"></li></ol>'
)


def test_the_piles_of_a_message_are_read_card_by_card() -> None:
    assert read_piles(HTML) == {"pile-t2": (1, ("QH",)), "their-pile-w": (0, ("2C", "AS"))}
    assert read_piles("<p>no pile</p>") == {}


def test_a_screen_that_differs_is_a_fault() -> None:
    may = {"pile-t2": (1, ("QH",)), "their-pile-w": (0, ("5D", "2C", "AS"))}
    assert check_screen(1, 3, read_piles(HTML), may) == []
    assert check_screen(1, 3, read_piles(HTML), {**may, "pile-t2": (2, ("QH",))})
    assert check_screen(1, 3, read_piles(HTML), {**may, "their-pile-w": (0, ("2C", "3S"))})
    assert check_screen(1, 3, {"pile-t2": (1, ("QH",))}, may)


def test_a_gap_between_two_messages_is_a_fault() -> None:
    screen = Screen()
    screen.take({"type": "table", "v": 4, "html": HTML})
    screen.take({"type": "change", "v": 5, "from": 4, "html": ""})
    assert not screen.faults
    screen.take({"type": "change", "v": 7, "from": 6, "html": ""})
    assert screen.faults


@pytest.mark.slow
def test_matches_over_sockets_keep_every_card_and_every_screen_right() -> None:
    command = [sys.executable, "-m", "tools.soak", "--matches", "4", "--seconds", "120"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    played = re.search(r"^(\d+) of 4 matches .* 0 faults", done.stdout, re.MULTILINE)
    assert played is not None and int(played[1]) > 0, done.stdout
