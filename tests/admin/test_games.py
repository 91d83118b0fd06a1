"""Staff find a game, void its result, give it back; whoever sees hidden cards cannot rank on them."""

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.urls import reverse

from accounts.models import User
from accounts.staff import Uncounted
from games.content.models import Page
from games.play import deals
from games.play.models import DealOpening, Game
from games.play.owners import Owner
from games.play.services import begin
from games.play.services.ranking import Standing
from games.staff.records import timeline
from leaderboards import selectors as boards
from leaderboards.membership import game_spec
from tests.admin.conftest import user_of
from tests.play.conftest import do, play_all, shortest_win

pytestmark = pytest.mark.django_db
LIST = "/admin/games/game/"


def rows(game):
    return boards.page(boards.find(game_spec(game.board_key, "ever", game.ended_at))).rows


@pytest.mark.parametrize("how", ["code", "deal", "player", "id", "typed"])
def test_a_game_is_found_by_code_deal_player_or_identifier(moderator, won, how):
    begin(owner=_somebody(), code="KL1-D1N-QQQQQQQ")
    terms = {
        "code": won.code,
        "typed": f" {won.code.lower().replace('-', ' – ')} ",
        "deal": won.deal,
        "player": "CAMILLE",
        "id": str(won.pk),
    }
    page = moderator.get(LIST, {"q": terms[how]}).text
    assert str(won.pk) in page and "KL1-D1N-QQQQQQQ" not in page


def _somebody():
    return Owner(visitor="00000000-0000-4000-8000-000000000001")


def test_the_list_counts_nothing_and_asks_little(moderator, won, django_assert_max_num_queries):
    moderator.get(LIST)
    with django_assert_max_num_queries(12) as captured:
        moderator.get(LIST)
    asked = [query["sql"] for query in captured if "games_game" in query["sql"]]
    assert asked
    for sql in asked:
        assert "COUNT(" not in sql.upper()
        assert '"actions"' not in sql and '"snapshot"' not in sql


@pytest.mark.parametrize("model", [one for one in admin.site._registry if one.__module__ != Page.__module__])
def test_no_list_offers_to_count_all_its_rows(model):
    assert admin.site._registry[model].show_facets is admin.ShowFacets.NEVER or not (
        admin.site._registry[model].list_filter
    )


@pytest.mark.parametrize(
    "model", [one for one, shown in admin.site._registry.items() if isinstance(shown, Uncounted)]
)
def test_no_page_of_a_long_list_counts_all_its_rows(administrator, model, django_assert_max_num_queries):
    table = model._meta.db_table
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    for query in ("", "?q=KL1-AAAAAAB"):
        with django_assert_max_num_queries(20) as captured:
            assert administrator.get(f"{address}{query}").status_code == 200
        asked = [query["sql"] for query in captured if table in query["sql"]]
        assert asked and not [sql for sql in asked if "COUNT(" in sql.upper()]


def test_a_game_shows_its_record_its_time_line_and_its_replay(moderator, won):
    page = moderator.get(f"{LIST}{won.pk}/change/").text
    assert f"/partie/{won.pk}/revoir/" in page
    for token in won.actions.split()[:5]:
        assert f"<code>{token}</code>" in page
    assert len(timeline(won)) == len(won.actions.split())


def test_the_time_line_names_no_card_to_staff_who_did_not_ask(moderator, won):
    page = moderator.get(f"{LIST}{won.pk}/change/").text
    assert " de pique" not in page and " de cœur" not in page


def test_voiding_takes_the_result_off_the_board_and_giving_back_returns_it(moderator, won):
    assert len(rows(won)) == 1
    assert moderator.post(f"{LIST}{won.pk}/void/", {"why": "Trop rapide"}).status_code == 302
    assert rows(won) == []
    won.refresh_from_db()
    assert won.voided and won.standing == Standing.VOID
    moderator.post(f"{LIST}{won.pk}/restore/")
    assert len(rows(won)) == 1
    said = list(LogEntry.objects.order_by("pk").values_list("change_message", flat=True))
    assert "Trop rapide" in said[0] and "Given back" in said[1]
    assert {entry.user for entry in LogEntry.objects.all()} == {user_of(moderator)}


def test_voiding_from_the_list_of_runs_voids_the_game_too(moderator, won):
    from leaderboards.models import Result

    pk = Result.objects.get(run_id=won.pk).pk
    address = "/admin/leaderboards/result/"
    moderator.post(address, {"action": "void_results", "_selected_action": [pk]})
    won.refresh_from_db()
    assert won.voided and rows(won) == []
    moderator.post(address, {"action": "restore_results", "_selected_action": [pk]})
    won.refresh_from_db()
    assert not won.voided and len(rows(won)) == 1


def test_a_void_needs_a_reason(moderator, won):
    assert moderator.post(f"{LIST}{won.pk}/void/", {"why": ""}).status_code == 200
    assert len(rows(won)) == 1


def test_a_flag_is_settled_and_the_run_stays_on_its_board(moderator, player, drawn, time):
    line = shortest_win("RU1-C")
    drawn(line["code"].rpartition("-")[2])
    game = begin(owner=player, variant="RU", options="C")
    for token in line["actions"].split():
        time.tick(milliseconds=100)
        do(game, player, token)
    game.refresh_from_db()
    assert game.flags == "fast"
    for page in ("/admin/", LIST, f"{LIST}{game.pk}/change/", "/admin/leaderboards/result/"):
        shown = moderator.get(page).text
        assert "plus rapide qu’une main humaine" in shown and ">fast<" not in shown, page
    moderator.post(f"{LIST}{game.pk}/settle/")
    game.refresh_from_db()
    assert game.flags == "" and len(rows(game)) == 1


def test_hidden_cards_are_shown_after_a_warning_and_the_look_bars_from_the_boards(moderator, won, drawn):
    address = f"{LIST}{won.pk}/cards/"
    assert " de pique" not in moderator.get(address).text
    assert not DealOpening.objects.filter(looked=True).exists()
    assert " de pique" in moderator.post(address).text
    looker = user_of(moderator)
    assert deals.looked_at(won.deal, looker.pk)
    assert "hidden cards" in LogEntry.objects.latest("pk").change_message


def test_staff_who_looked_cannot_rank_and_nobody_else_is_affected(moderator, won, player, other, drawn, time):
    moderator.post(f"{LIST}{won.pk}/cards/")
    line = shortest_win("RU1-C")
    for owner in (Owner(user_id=user_of(moderator).pk), other):
        game = begin(owner=owner, code=line["code"])
        play_all(game, owner, line["actions"].split(), time)
    looked, seen = Game.objects.order_by("created_at")[1:]
    assert looked.standing == Standing.LOOKED and not looked.on_deal_board
    assert seen.on_deal_board
    won.refresh_from_db()
    assert won.on_game_board


def test_a_look_after_the_end_takes_nothing_from_a_run_that_is_given_back(moderator, drawn, time):
    """What the game says and where it stands on the boards stay one."""
    line = shortest_win("RU1-C")
    drawn(line["code"].rpartition("-")[2])
    looker = Owner(user_id=user_of(moderator).pk)
    game = begin(owner=looker, variant="RU", options="C")
    play_all(game, looker, line["actions"].split(), time)
    time.tick(seconds=1)
    moderator.post(f"{LIST}{game.pk}/cards/")
    moderator.post(f"{LIST}{game.pk}/void/", {"why": "x"})
    moderator.post(f"{LIST}{game.pk}/restore/")
    game.refresh_from_db()
    assert (game.standing, game.on_game_board, len(rows(game))) == (Standing.COUNTS, True, 1)


@pytest.mark.parametrize("what", ["void", "restore", "settle"])
def test_editors_do_not_touch_results(editor, won, what):
    assert editor.post(f"{LIST}{won.pk}/{what}/", {"why": "x"}).status_code in (302, 403)
    won.refresh_from_db()
    assert not won.voided


def test_players_see_no_admin_page(client, player, won):
    from accounts.models import User

    client.force_login(User.objects.get(pk=player.user_id))
    for address in ("/admin/", LIST, f"{LIST}{won.pk}/cards/", "/admin/games/page/preview/"):
        assert client.get(address).status_code in (302, 403)


@pytest.mark.parametrize("what", ["restore", "settle"])
def test_nothing_changes_by_a_link(moderator, won, what):
    assert moderator.get(f"{LIST}{won.pk}/{what}/").status_code == 405


def test_games_are_neither_made_nor_deleted_by_hand(administrator, won):
    assert administrator.get(f"{LIST}add/").status_code == 403
    assert administrator.post(f"{LIST}{won.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Game.objects.filter(pk=won.pk).exists()


def test_a_quick_action_is_marked_in_the_time_line(won):
    assert isinstance(timeline(won)[0].gap, str)
    won.times = " ".join(str(100 * n) for n in range(len(won.actions.split())))
    assert timeline(won)[3].quick


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a plan for so few rows says nothing elsewhere")
@pytest.mark.parametrize(
    ("games", "index"),
    [
        (Game.objects.order_by("-created_at", "-id"), "game_newest"),
        (Game.objects.filter(player=1).order_by("-created_at", "-id"), "game_player"),
        (Game.objects.filter(deal="KL1-AAAAAAB").order_by("-created_at", "-id"), "game_deal"),
    ],
    ids=["all", "player", "deal"],
)
def test_the_lists_of_games_go_by_an_index(won, games, index):
    assert index in games[:50].explain()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a plan for so few rows says nothing elsewhere")
def test_the_list_of_players_goes_by_an_index(administrator, player):
    """By the day they joined it was sorted anew for each page: 0.6 s at 300,000 players."""
    shown = admin.site._registry[User]
    plan = User.objects.order_by(*shown.ordering)[:50].explain().upper()
    assert "SORT" not in plan and "B-TREE" not in plan
