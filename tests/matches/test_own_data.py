"""What is a player's own of matches: what the export of all data holds, what goes as the account is deleted.

Neither, nor the list of the moderators, asks the database once for each match.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.matches import services, signals
from games.matches.models import ChatLine, Match, MatchGame
from games.matches.services import passing
from games.play.owners import Owner
from tests.matches.conftest import Clock, begun, do, new_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def talked(one: Owner, two: Owner, time: Clock) -> Callable[[], Match]:
    """Play a match to its end, and let both say something."""

    def play() -> Match:
        match = begun(one, two, time, options="D1A")
        for owner, text in ((one, "Bien vu"), (two, "Merci")):
            services.want_words(match_id=match.pk, owner=one)
            services.want_words(match_id=match.pk, owner=two)
            services.say(match_id=match.pk, owner=owner, text=text)
            services.say(match_id=match.pk, owner=owner, phrase="luck")
        do(match, 1, "resign")
        services.report(match_id=match.pk, owner=two)
        time.tick(minutes=1)
        return match

    return play


def asked(call: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as queries:
        call()
    return len(queries)


def test_the_export_holds_ones_own_words_and_all_records(
    one: Owner, two: Owner, talked: Callable[[], Match]
) -> None:
    match = talked()
    for owner, word in ((one, "Bien vu"), (two, "Merci")):
        user = get_user_model().objects.get(pk=owner.user_id)
        [found] = signals.export_matches(user)["matches"]
        assert [line["text"] for line in found["words"]] == [word]
        assert len(found["records"]) == 1 and MatchGame.objects.get().code in found["records"][0]
        before = asked(lambda user=user: signals.export_matches(user))  # type: ignore[misc]
        talked()
        talked()
        assert asked(lambda user=user: signals.export_matches(user)) == before  # type: ignore[misc]
        Match.objects.exclude(pk=match.pk).delete()


def test_a_deleted_player_s_words_go_by_one_statement(
    one: Owner, two: Owner, talked: Callable[[], Match]
) -> None:
    for _ in range(3):
        talked()
    with CaptureQueriesContext(connection) as queries:
        passing.player_goes(user_id=one.user_id or 0)
    table = ChatLine._meta.db_table
    assert sum(query["sql"].startswith(f'DELETE FROM "{table}"') for query in queries) == 1
    assert set(ChatLine.objects.exclude(text="").values_list("seat", "text")) == {(2, "Merci")}
    assert ChatLine.objects.exclude(phrase="").count() == 6


def test_the_list_of_reports_costs_the_same_however_long(client: Client, talked: Callable[[], Match]) -> None:
    chief = new_user("chef")
    get_user_model().objects.filter(pk=chief.pk).update(is_staff=True, is_superuser=True)
    client.force_login(get_user_model().objects.get(pk=chief.pk))
    url = reverse("admin:games_report_changelist")
    talked()
    page = client.get(url).content.decode()
    assert "noor" in page and "camille" in page
    before = asked(lambda: client.get(url))
    talked()
    talked()
    assert asked(lambda: client.get(url)) == before
