"""Staff change the programme, schedule, replace and look at deals of the day."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry

from games.daily import days, services
from games.daily.models import DailyDeal, ProgrammeEntry
from games.play import deals
from games.play.models import DealSecret
from leaderboards.models import Result
from tests.admin.conftest import user_of
from tests.daily.conftest import TODAY, line, store_day
from tests.play.conftest import play_all

pytestmark = pytest.mark.django_db
LIST = "/admin/games/dailydeal/"


def test_the_programme_can_be_changed(editor, time):
    page = editor.get("/admin/games/programmeentry/")
    assert page.status_code == 200 and ProgrammeEntry.objects.count() == 5
    editor.post("/admin/games/programmeentry/add/", {"board": "YU-N", "order": 6, "active": "on"})
    assert services.programme()[-1].board_key == "YU-N"
    again = editor.post("/admin/games/programmeentry/add/", {"board": "YU-N", "order": 7, "active": "on"})
    assert again.status_code == 200 and ProgrammeEntry.objects.count() == 6


def test_a_deal_is_scheduled_and_its_letters_are_drawn_by_the_server(editor, time):
    day = TODAY + timedelta(days=3)
    editor.post(f"{LIST}add/", {"date": day.isoformat(), "board": "RU-R", "order": 9})
    daily = DailyDeal.objects.get()
    assert (daily.date, daily.board_key, daily.order) == (day, "RU-R", 9)
    assert DealSecret.objects.get(deal=daily.deal).secret_until == days.opens_to_all(day)
    assert LogEntry.objects.get().object_id == str(daily.pk)


@pytest.mark.parametrize("shift", [-1, -30])
def test_no_deal_is_scheduled_for_a_day_that_is_over(editor, time, shift):
    day = TODAY + timedelta(days=shift)
    assert (
        editor.post(f"{LIST}add/", {"date": day.isoformat(), "board": "RU-R", "order": 0}).status_code == 200
    )
    assert not DailyDeal.objects.exists()


def test_the_same_game_is_not_scheduled_twice_a_day(editor, time):
    store_day(TODAY, "RU1-R")
    posted = {"date": TODAY.isoformat(), "board": "RU-R", "order": 0}
    assert editor.post(f"{LIST}add/", posted).status_code == 200
    assert DailyDeal.objects.count() == 1


def test_a_deal_is_replaced_until_somebody_began_it(editor, time, player):
    [daily] = store_day(TODAY, "RU1-R")
    first = daily.deal
    editor.post(f"{LIST}{daily.pk}/replace/")
    daily.refresh_from_db()
    second = daily.deal
    assert second != first
    services.begin_attempt(owner=player, daily=daily)
    editor.post(f"{LIST}{daily.pk}/replace/")
    daily.refresh_from_db()
    assert daily.deal == second
    assert editor.post(f"{LIST}{daily.pk}/delete/", {"post": "yes"}).status_code == 403
    assert [entry.change_message for entry in LogEntry.objects.all()] == ["Replaced."]


def test_looking_at_a_deal_is_recorded_and_the_lists_keep_its_secret(editor, time):
    [daily] = store_day(TODAY, "KL1-D1N")
    for address in (LIST, f"{LIST}{daily.pk}/change/", f"{LIST}{daily.pk}/cards/"):
        assert daily.letters not in editor.get(address).text
    assert " de pique" in editor.post(f"{LIST}{daily.pk}/cards/").text
    assert deals.looked_at(daily.deal, user_of(editor).pk)


def test_an_attempt_tells_staff_neither_the_code_nor_the_way_to_win_before_they_accept_to_look(
    moderator, time, player
):
    [daily] = store_day(TODAY, "KL1-D1N")
    game = services.begin_attempt(owner=player, daily=daily)
    play_all(game, player, line(daily), time)
    run = Result.objects.get(run_id=game.pk)
    pages = [f"/admin/games/game/{game.pk}/{page}/" for page in ("change", "cards", "void", "history")]
    pages += ["/admin/games/game/", "/admin/leaderboards/result/"]
    pages += [f"/admin/leaderboards/result/{run.pk}/{page}/" for page in ("change", "history")]
    for page in pages:
        shown = moderator.get(page)
        assert shown.status_code == 200
        assert daily.letters not in shown.text and "<code>" not in shown.text, page
    moderator.post(f"/admin/games/game/{game.pk}/cards/")
    assert "<code>" in moderator.get(pages[0]).text
    assert daily.letters not in moderator.get(pages[3]).text
    time.at = days.opens_to_all(TODAY)
    assert daily.letters in moderator.get("/admin/games/game/").text


def test_moderators_look_but_do_not_replace(moderator, time):
    [daily] = store_day(TODAY, "RU1-R")
    assert moderator.post(f"{LIST}{daily.pk}/replace/").status_code == 403
    assert moderator.get(LIST).status_code == 200
