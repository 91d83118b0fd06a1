"""The key that deals hang on, and deals that are secret for a while."""

import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.checks import Tags, run_checks
from django.core.management import CommandError, call_command
from django.db import connection

from games.play import deals, selectors, services
from games.play.models import Attempt, Game, Origin, SiteKey, Status
from games.play.owners import Owner
from games.play.services import sweep
from games.play.services.ranking import Standing
from tests.play.conftest import do

pytestmark = pytest.mark.django_db
DAILY = "KL1-D1N-ZZZZZZZ"
DEAL = "KL1-ZZZZZZZ"


def test_the_first_game_binds_the_site_to_its_key(visitor, settings) -> None:
    assert not SiteKey.objects.exists()
    services.begin(owner=visitor, variant="KL", options="D1N")
    stored = SiteKey.objects.get().fingerprint
    assert len(stored) == 64
    settings.DEAL_KEY = "secret"
    assert deals.fingerprint() != stored
    assert "secret" not in deals.fingerprint()


def test_under_another_key_no_game_begins(visitor, settings) -> None:
    services.begin(owner=visitor, variant="KL", options="D1N")
    settings.DEAL_KEY = "another"
    with pytest.raises(services.OtherDealKey, match="DEAL_KEY"):
        services.begin(owner=visitor, variant="KL", options="D1N")
    assert Game.objects.count() == 1


def test_under_another_key_the_server_does_not_start(visitor, settings) -> None:
    services.begin(owner=visitor, variant="KL", options="D1N")
    assert not [
        error for error in run_checks(tags=[Tags.database], databases=["default"]) if error.id == "games.E001"
    ]
    settings.DEAL_KEY = "another"
    (error,) = [
        error for error in run_checks(tags=[Tags.database], databases=["default"]) if error.id == "games.E001"
    ]
    assert error.is_serious()
    assert "DEAL_KEY" in error.msg
    with pytest.raises(CommandError, match="DEAL_KEY"):
        call_command("verify_games")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("start", ["import config.asgi", "runserver"])
def test_the_servers_themselves_refuse_to_start_under_another_key(visitor, start: str) -> None:
    services.begin(owner=visitor, variant="KL", options="D1N")
    command = ["-c", start] if " " in start else ["manage.py", start, "--noreload", "127.0.0.1:0"]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=settings.BASE_DIR,
        env={
            **os.environ,
            "DATABASE_URL": _database_url(),
            "DEAL_KEY": "another",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        },
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0
    assert "dealt under another DEAL_KEY" in done.stderr


def _database_url() -> str:
    db = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{db['NAME']}"
    return f"postgres://{db['USER']}:{db['PASSWORD']}@{db['HOST']}:{db['PORT']}/{db['NAME']}"


def test_before_any_game_every_key_will_do(settings) -> None:
    settings.DEAL_KEY = "any"
    deals.check_key()


def test_another_key_deals_other_cards(visitor, settings) -> None:
    from games.engine.codes import parse_code

    code = parse_code(DAILY)
    plain = deals.cards_of(code)
    settings.DEAL_KEY = "another"
    assert deals.cards_of(code) != plain


# --- a secret deal: the challenge of the day ---


@pytest.fixture
def daily(time) -> None:
    deals.keep_secret(
        deal=DEAL,
        until=time.at + timedelta(hours=13),
        daily_id=7,
        counts_from=time.at - timedelta(hours=12),
        counts_until=time.at + timedelta(hours=12),
    )


def begin_daily(owner: Owner) -> Game:
    return services.begin(owner=owner, code=DAILY, origin=Origin.DAILY)


def test_a_secret_deal_opens_to_nobody_by_code_or_link(daily, player, visitor) -> None:
    for owner in (player, visitor, Owner()):
        for origin in (Origin.CODE, Origin.LINK):
            with pytest.raises(services.Withheld):
                services.begin(owner=owner, code=DAILY.replace("D1N", "D3V"), origin=origin)
    assert not Game.objects.exists()


def test_its_code_is_not_shown_while_one_plays(daily, player, time) -> None:
    game = begin_daily(player)
    assert (game.daily_id, game.secret_until) == (7, time.at + timedelta(hours=13))
    assert selectors.code_shown(Game.objects.get(pk=game.pk), player) == ""
    do(game, player, "s-w")
    assert selectors.code_shown(Game.objects.get(pk=game.pk), player) == ""


def test_it_opens_to_an_account_whose_own_attempt_has_ended(daily, player, other) -> None:
    game = begin_daily(player)
    do(game, player, "s-w")
    services.give_up(game_id=game.pk, owner=player)
    assert selectors.code_shown(Game.objects.get(pk=game.pk), player) == DAILY
    assert not deals.withheld(DEAL, player)
    assert deals.withheld(DEAL, other)
    assert services.begin(owner=player, code=DAILY).origin == Origin.CODE


def test_looking_at_it_and_giving_up_opens_nothing(daily, player) -> None:
    game = begin_daily(player)
    services.give_up(game_id=game.pk, owner=player)
    assert deals.withheld(DEAL, player)


def test_a_visitors_attempt_opens_nothing_even_when_it_has_ended(daily, visitor) -> None:
    game = begin_daily(visitor)
    do(game, visitor, "s-w")
    services.give_up(game_id=game.pk, owner=visitor)
    assert selectors.code_shown(Game.objects.get(pk=game.pk), visitor) == ""


def test_the_same_deal_again_keeps_the_secret_and_is_practice(daily, visitor, player) -> None:
    game = begin_daily(visitor)
    do(game, visitor, "s-w")
    again = services.restart(game_id=game.pk, owner=visitor)
    assert (again.origin, again.daily_id) == (Origin.RESTART, None)
    assert selectors.code_shown(again, visitor) == ""
    assert do(again, visitor, "s-w").game.attempt == Attempt.PRACTICE


def test_when_the_day_and_its_hour_are_over_it_opens_to_all(daily, player, visitor, time) -> None:
    game = begin_daily(player)
    time.tick(hours=12, minutes=59)
    assert deals.withheld(DEAL, visitor)
    time.tick(minutes=2)
    assert not deals.withheld(DEAL, visitor)
    assert selectors.code_shown(game, visitor) == DAILY


def test_an_attempt_begun_on_its_day_by_a_player_counts_for_it(daily, player, time, submitted) -> None:
    game = begin_daily(player)
    do(game, player, "s-w")
    time.tick(hours=12, minutes=30)  # ends after midnight: it belongs to the day on which it was started
    do(game, player, "s-w")
    services.give_up(game_id=game.pk, owner=player)
    game.refresh_from_db()
    assert (game.daily_counts, game.standing) == (True, Standing.DAILY_UNWON)
    (run,) = submitted
    assert (run.daily_id, run.global_ok, run.deal_first) == (7, False, True)


def test_a_first_action_after_midnight_is_no_attempt_at_the_challenge(daily, player, time, submitted) -> None:
    game = begin_daily(player)
    time.tick(hours=12, minutes=1)
    do(game, player, "s-w")
    services.give_up(game_id=game.pk, owner=player)
    assert [run.daily_id for run in submitted] == [None]


def test_a_visitors_attempt_does_not_count_for_it_even_after_sign_up(
    daily, visitor, player, submitted
) -> None:
    from games.play.services import transfer

    game = begin_daily(visitor)
    do(game, visitor, "s-w")
    transfer.pass_at_sign_up(visitor=visitor.visitor, user_id=player.user_id)
    services.give_up(game_id=game.pk, owner=player)
    game.refresh_from_db()
    assert (game.daily_counts, game.standing) == (False, Standing.NOT_WON)
    assert [run.daily_id for run in submitted] == [None]


def test_an_attempt_still_open_an_hour_after_its_day_is_closed_as_it_stands(
    daily, player, time, submitted
) -> None:
    game = begin_daily(player)
    do(game, player, "s-w")
    time.tick(hours=13)
    assert sweep.close_dailies() == 1
    assert sweep.close_dailies() == 0
    game.refresh_from_db()
    assert (game.status, game.end_reason) == (Status.GIVEN_UP, "closed")
    assert game.ended_at == game.secret_until
    assert len(submitted) == 1


def test_an_action_that_comes_after_the_closing_finds_the_game_closed(daily, player, time) -> None:
    game = begin_daily(player)
    do(game, player, "s-w")
    time.tick(hours=13)
    outcome = services.act(game_id=game.pk, owner=player, token="s-w", version=1)
    assert outcome.reason == "game_over"
    assert "challenge" in str(outcome.refusal)


def test_a_match_that_is_over_reveals_its_deal(time, player) -> None:
    deals.keep_secret(deal=DEAL, until=time.at + timedelta(days=365))
    assert deals.withheld(DEAL, player)
    deals.reveal(DEAL)
    assert not deals.withheld(DEAL, player)
