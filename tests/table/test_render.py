"""What the renderers draw: names, places, sizes, and never a hidden card."""

import re

import pytest
from django.utils import translation

from games.engine.cards import CARD_NAMES, parse_card
from games.engine.codes import parse_code
from games.engine.play import Play
from games.engine.shuffle import deal_cards
from games.engine.variants import SOLO_VARIANTS
from games.engine.view import View, visible
from games.play.render.piles import changed_piles, draw_pile
from games.play.render.status import State, draw_data, draw_status, table_data
from games.play.render.table import draw_changes, draw_still, draw_table

LIMIT = 6000
STATE = State(version=3, elapsed_ms=130_000, running=True)
CODES = [
    f"{variant.code}1-{options}-AAAAAAB"
    for variant in SOLO_VARIANTS.values()
    for options in variant.option_choices
]


def play(code: str, *tokens: str) -> Play:
    parsed = parse_code(code)
    game = Play(parsed, deal_cards(parsed, ""), automatic=False)
    for token in tokens:
        game.do(token)
    return game


def view(code: str, *tokens: str) -> View:
    return visible(play(code, *tokens).position)


def draw(code: str, pile: str, *tokens: str) -> str:
    game = play(code, *tokens)
    return draw_pile(pile, visible(game.position), game.position.rules)


def cards_in(html: str) -> list[str]:
    return re.findall(r'data-card="(\w\w)"', html)


@pytest.mark.parametrize("code", CODES)
def test_a_table_shows_exactly_the_cards_that_lie_face_up(code: str) -> None:
    game = play(code)
    html = draw_table(visible(game.position), game.position.rules)
    shown = [card for column in visible(game.position).columns for card in column.cards]
    assert sorted(cards_in(html)) == sorted(CARD_NAMES[card] for card in shown)
    assert html.count('class="card back"') >= sum(game.position.down)


def test_face_down_cards_are_all_the_same_bytes() -> None:
    items = re.findall(r'<li class="down".*?</li>', draw("KL1-D1N-AAAAAAB", "t7"))
    assert len(items) == 6
    assert len(set(items)) == 1


def test_a_column_is_a_named_list_of_buttons() -> None:
    html = draw("KL1-D1N-AAAAAAB", "t3")
    assert 'aria-label="Colonne 3, 2 cachées, 8 de carreau"' in html
    assert html.startswith("<ol ")
    assert '<button class="card d r8" tabindex="-1" data-card="8D" aria-label="8 de carreau">' in html


@pytest.mark.parametrize(("language", "letters"), [("fr", "RDVA"), ("en", "KQJA")])
def test_indices_follow_the_language(language: str, letters: str) -> None:
    with translation.override(language):
        html = draw_table(view("TF1-D1N-AAAAAAB"), play("TF1-D1N-AAAAAAB").position.rules)
    for name, letter in zip(("K", "Q", "J", "A"), letters, strict=True):
        card = next(card for card in cards_in(html) if card[0] == name)
        assert f"<b>{letter}</b>" in html.split(f'data-card="{card}"')[1][:60]


def test_the_waste_fans_three_in_draw_three_and_one_in_draw_one() -> None:
    three, one = draw("KL1-D3N-AAAAAAB", "w", "s-w", "s-w"), draw("KL1-D1N-AAAAAAB", "w", "s-w", "s-w", "s-w")
    assert "fan-3" in three
    assert len(cards_in(three)) == 4
    assert len(cards_in(one)) == 2
    assert [three.count("<button"), one.count("<button")] == [1, 1]


def test_an_empty_stock_says_what_turning_the_waste_over_costs() -> None:
    normal = draw("DS1-D1N-AAAAAAB", "s", *["s-w"] * 59)
    assert "−100" in normal
    assert "redeal" in normal
    vegas = draw("DS1-D1V-AAAAAAB", "s", *["s-w"] * 59)
    assert "plus de passage" in vegas
    assert 'aria-disabled="true"' in vegas
    assert "i-redeal" not in vegas


def test_vegas_shows_dollars_and_a_game_without_points_no_score() -> None:
    vegas, plain = play("DS1-D1V-AAAAAAB"), play("KL1-D1S-AAAAAAB")
    assert "<b>-$104</b>" in draw_status(visible(vegas.position), STATE, vegas.position.rules, swap=False)
    assert "figure-score" not in draw_status(visible(plain.position), STATE, plain.position.rules, swap=False)


def test_the_banner_tells_time_and_passes() -> None:
    game = play("KL1-D3N3-AAAAAAB")
    html = draw_status(visible(game.position), STATE, game.position.rules, swap=False)
    assert "2:10" in html
    assert "passage 1 sur 3" in html


def test_only_piles_that_changed_are_drawn() -> None:
    game = play("KL1-D1N-AAAAAAB")
    before = visible(game.position)
    game.do("t7-t1")
    after = visible(game.position)
    assert changed_piles(before, after, game.position.rules) == ["t1", "t7"]
    html = draw_changes(before, after, game, STATE)
    assert re.findall(r'id="pile-(\w+)"', html) == ["t1", "t7"]


@pytest.mark.parametrize("code", ["DS1-D3N-TIXLZWX", "RU1-R-TIXLZWX", "TF1-D1N-MQHRWRY"])
def test_an_ordinary_answer_stays_below_six_kilobytes(code: str, winning_line: dict[str, list[str]]) -> None:
    game = play(code)
    sizes = []
    for token in winning_line[code][:600]:
        before = visible(game.position)
        game.do(token)
        sizes.append(len(draw_changes(before, visible(game.position), game, STATE).encode()))
    sizes.sort()
    assert sizes[len(sizes) * 95 // 100] < LIMIT


def test_the_data_hold_tokens_and_no_card() -> None:
    game = play("KL1-D1N-AAAAAAB", "s-w")
    text = draw_data(table_data(game, STATE), swap=False)
    names = set(re.findall(r"\b[A2-9TJQK][SHDC]\b", text))
    assert names == set()
    assert '"t7-t1"' in text


def test_still_tables_have_no_button_and_their_own_ids() -> None:
    game = play("KL1-D1N-AAAAAAB", "s-w")
    html = draw_still(visible(game.position), game.position.rules, prefix="a-")
    assert "<button" not in html
    assert 'id="a-pile-t1"' in html
    assert 'id="pile-t1"' not in html


def test_every_pile_of_a_game_is_drawn_once() -> None:
    game = play("TS1-D1N-AAAAAAB")
    html = draw_table(visible(game.position), game.position.rules)
    piles = ["s", "w", *(f"f{slot}" for slot in range(1, 13)), *(f"t{column}" for column in range(1, 14))]
    assert sorted(re.findall(r'id="pile-(\w+)"', html)) == sorted(piles)


def test_an_ace_up_shows_on_its_own_suit() -> None:
    game = play("KL1-D1N-AAAAAAB")
    while not game.position.waste or game.position.waste[-1] != parse_card("AD"):
        game.do("s-w")
    game.do("w-f")
    html = draw_pile("f3", visible(game.position), game.position.rules)
    assert cards_in(html) == ["AD"]
    assert "fondation de carreau, as" in html.lower()


def test_a_blocked_klondike_is_told_and_a_double_never_is() -> None:
    blocked = play("KL1-D1V-AAAAAAD", *["s-w"] * 24, "t2-f", "t5-t2", "t6-t3", "w-t6")
    assert table_data(blocked, STATE)["blocked"] is True
    blocked.do("undo")
    assert table_data(blocked, STATE)["blocked"] is False
    assert table_data(play("DS1-D1V-AAAAAAB"), STATE)["blocked"] is False
