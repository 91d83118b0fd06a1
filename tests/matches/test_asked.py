"""What a seat asks by a form is what it may ask by its socket."""

import pytest
from django.test import Client

from accounts.models import User
from games.matches import services
from games.matches.asked import ASKED
from games.matches.models import ChatLine, Match, Report, Seat
from games.play.owners import Owner
from tests.matches.conftest import Clock, begun, fresh

pytestmark = pytest.mark.django_db


def ask(match: Match, owner: Owner, **sent: str) -> int:
    client = Client()
    client.force_login(User.objects.get(pk=owner.user_id))
    return client.post(f"/match/{match.pk}/action/", sent).status_code


def test_a_form_asks_with_all_that_it_says(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    assert ask(match, one, phrase="hello") == 302
    assert ask(match, two, do="words") == ask(match, one, do="words") == 302
    assert ask(match, one, do="say", text="Bonjour") == 302
    assert [line.phrase or line.text for line in ChatLine.objects.all()] == ["hello", "Bonjour"]
    assert ask(match, two, do="report", note="vilain") == 302
    assert Report.objects.get().note == "vilain"
    for wish, muted in (("mute", True), ("unmute", False)):
        assert ask(match, two, do=wish) == 302
        assert Seat.objects.get(match=match, number=2).muted is muted
    assert ask(match, two, do="draw") == 302 and fresh(match).draw_by == 2
    assert ask(match, one, do="decline") == 302 and fresh(match).draw_by == 0


@pytest.mark.parametrize("kind", [*ASKED, "block", "nonsense", ""])
def test_nothing_that_a_form_may_say_is_an_error(kind: str, one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    assert ask(match, one, do=kind) == 302
    services.act(match_id=match.pk, owner=two, token="resign")
    assert ask(match, one, do=kind) == 302
