"""How a day gets its deals."""

import time as clock_time
from datetime import date, timedelta
from random import Random

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command

from games.daily import playouts, services
from games.daily.models import DailyDeal, ProgrammeEntry
from games.engine.cards import parse_card, rank_of
from games.engine.codes import parse_code
from games.engine.position import Position
from games.play import deals
from games.play.models import DealSecret
from games.play.owners import Owner
from games.play.services import begin
from tests.daily.conftest import TODAY, store_day
from tests.play.conftest import shortest_win
from tests.play.test_races import at_once

SHORT = [("KL", "D1N"), ("RU", "R")]


@pytest.fixture
def short_programme(db):
    for order, (variant, options) in enumerate(SHORT):
        ProgrammeEntry.objects.create(variant=variant, options=options, order=order)


@pytest.mark.django_db
def test_the_programme_is_the_default_one_until_staff_change_it(time):
    assert [entry.board_key for entry in services.programme()] == [
        "KL-D1N", "KL-D3V", "DS-D1N", "RU-C", "TF-D1N",
    ]  # fmt: skip
    services.store_default_programme()
    services.store_default_programme()
    assert ProgrammeEntry.objects.count() == 5
    ProgrammeEntry.objects.filter(variant="KL").update(active=False)
    assert [entry.board_key for entry in services.programme()] == ["DS-D1N", "RU-C", "TF-D1N"]


@pytest.mark.django_db
def test_a_day_nobody_prepared_is_made_on_first_request_and_once(time, short_programme):
    first = services.today(patience=60)
    assert [daily.board_key for daily in first] == ["KL-D1N", "RU-R"]
    assert services.today() == first
    assert all(daily.date == TODAY for daily in first)


@pytest.mark.django_db(transaction=True)
def test_many_who_ask_at_once_get_one_day(short_programme):
    answers = at_once(8, lambda number: services.today(patience=30))
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert DailyDeal.objects.count() == 2
    assert sum(len(answer) == 2 for answer in answers) >= 1


@pytest.mark.django_db(transaction=True)
def test_processes_that_share_no_cache_make_one_day_too(short_programme):
    day = date(2027, 1, 1)
    answers = at_once(4, lambda number: services.make_day(day, seconds=60))
    assert [sorted(daily.pk for daily in answer) for answer in answers] == [
        sorted(DailyDeal.objects.values_list("pk", flat=True))
    ] * 4
    assert DailyDeal.objects.filter(date=day).count() == 2
    assert DealSecret.objects.filter(daily_id__isnull=False).count() == 2


@pytest.mark.django_db
def test_while_another_makes_the_day_nobody_waits(time, short_programme):
    cache.add(f"daily:making:{TODAY.isoformat()}", 1)
    began = clock_time.monotonic()
    assert services.today() == []
    assert clock_time.monotonic() - began < 1


@pytest.mark.django_db
def test_a_reader_waits_no_longer_than_asked(time, short_programme, monkeypatch):
    monkeypatch.setattr(playouts, "playout", lambda *_: False)
    began = clock_time.monotonic()
    assert services.today(patience=0.2) == []
    assert clock_time.monotonic() - began < 2


@pytest.mark.django_db
def test_a_deal_that_random_play_does_not_win_is_not_taken(time, monkeypatch):
    tried = []

    def only_the_third(code, cards, count, random):
        tried.append(code.deal)
        return len(set(tried)) == 3

    monkeypatch.setattr(services, "won_once", only_the_third)
    code = services.draw_winnable("KL", "D1N", clock_time.monotonic() + 60)
    assert code.deal == tried[-1]
    assert len(set(tried)) == 3
    assert tried.count(tried[0]) == services.PLAYOUTS


@pytest.mark.django_db
def test_a_deal_that_was_dealt_before_is_not_taken(time, monkeypatch):
    letters = iter(["AAAAAAB", "AAAAAAC"])
    begin(owner=Owner(user_id=None), code="KL1-D1N-AAAAAAB")
    monkeypatch.setattr(deals, "random_letters", lambda variant: next(letters))
    monkeypatch.setattr(services, "won_once", lambda *_: True)
    assert services.draw_winnable("KL", "D3V", clock_time.monotonic() + 5).letters == "AAAAAAC"


@pytest.mark.parametrize("options", ["KL1-D1N", "RU1-R", "TF1-D1N"])
def test_a_playout_that_wins_has_really_won(options):
    code = parse_code(shortest_win(options)["code"])
    cards = deals.cards_of(code)
    assert playouts.won_once(code, cards, 3000, Random(1))


def test_playouts_are_bounded_where_nothing_can_be_won():
    code = parse_code("KL1-D1S-AAAAAAB")
    tops = [parse_card(name) for name in ["2H", "3H", "4H", "5H", "2D", "3D", "4D"]]
    high = [
        parse_card(name) for name in ["KS", "QS", "JS", "TS", "9S", "8S", "7S"]
    ]  # no top takes one of these
    red = [card for card in range(13, 39) if card not in tops and rank_of(card) > 1]
    rest = [card for card in range(52) if card not in {*tops, *high, *red}]
    places = [(row, column) for row in range(7) for column in range(row, 7)]
    cards = [tops.pop() if row == column else rest.pop() for row, column in places] + red + high
    assert Position.deal(code, cards).is_blocked()
    began = clock_time.monotonic()
    assert not playouts.won_once(code, cards, 20, Random(1))
    assert clock_time.monotonic() - began < 10


@pytest.mark.django_db
def test_prepare_daily_makes_the_days_ahead_and_shows_its_progress(time, short_programme, capsys):
    call_command("prepare_daily", days=2)
    said = capsys.readouterr().out
    assert "2026-11-30  KL-D1N: won in random play" in said and "4 deals were made" in said
    days = set(DailyDeal.objects.values_list("date", flat=True))
    assert days == {TODAY, TODAY + timedelta(days=1)}
    call_command("prepare_daily", days=2)
    assert "0 deals were made" in capsys.readouterr().out
    assert DailyDeal.objects.count() == 4


@pytest.mark.django_db
@pytest.mark.parametrize("days", [0, 367])
def test_prepare_daily_refuses_a_senseless_number(days):
    with pytest.raises(CommandError):
        call_command("prepare_daily", days=days)


@pytest.mark.django_db
def test_only_one_deal_a_day_and_game(time):
    [first] = store_day(TODAY, "KL1-D1N")
    assert services.store(TODAY, parse_code("KL1-D1N-ZZZZZZZ")) == first
    assert not DealSecret.objects.filter(deal="KL1-ZZZZZZZ").exists()


@pytest.mark.django_db
def test_staff_replace_a_deal_that_nobody_began(time, player, monkeypatch):
    [daily] = store_day(TODAY, "RU1-R")
    old = daily.deal
    services.replace(daily)
    daily.refresh_from_db()
    assert daily.deal != old
    assert DealSecret.objects.get(deal=old).daily_id is None
    assert DealSecret.objects.get(deal=daily.deal).daily_id == daily.pk
    services.begin_attempt(owner=player, daily=daily)
    with pytest.raises(services.AlreadyPlayed):
        services.replace(daily)
