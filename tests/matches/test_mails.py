"""The mails of matches: one's turn in a match of days, and an invitation by name."""

from datetime import UTC, datetime
from smtplib import SMTPServerDisconnected
from uuid import uuid4

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.matches import services
from games.matches.models import Match, Visibility
from games.matches.services import mails
from games.play import services as play
from games.play.owners import Owner
from tests.matches.conftest import Clock, do, fresh, player, seat_playing, sit

pytestmark = pytest.mark.django_db
DAY = 24 * 3600


def invite(host: Owner, name: str = "noor", **wishes: int | str) -> Match:
    return services.create(
        owner=host, wishes=services.Wishes(**wishes), visibility=Visibility.INVITED, invited=name
    )


def test_mail_says_once_that_it_is_ones_turn(one: Owner, two: Owner, time: Clock) -> None:
    match = services.create(owner=one, wishes=services.Wishes(options="D1A", seconds=DAY))
    services.join(match_id=match.pk, owner=two)
    turn = {1: one, 2: two}[seat_playing(match, "a")]
    assert mails.mail_turns() == 0
    time.tick(minutes=5)
    assert mails.mail_turns() == 1
    assert mails.mail_turns() == 0
    assert mail.outbox[0].to == [User.objects.get(pk=turn.user_id).email]
    assert f"/match/{match.pk}/" in mail.outbox[0].body


@pytest.mark.parametrize(
    ("language", "until"),
    [("fr", "jusqu’au 1er décembre 2026 à 00:30"), ("en", "until 1 December 2026, 00:30")],
)
def test_the_mail_of_a_turn_says_in_words_until_when(
    one: Owner, two: Owner, time: Clock, language: str, until: str
) -> None:
    match = services.create(owner=one, wishes=services.Wishes(options="D1A", seconds=DAY))
    services.join(match_id=match.pk, owner=two)
    seat_playing(match, "a")
    User.objects.update(preferences={"language": language})
    time.tick(minutes=5)
    Match.objects.filter(pk=match.pk).update(deadline=datetime(2026, 11, 30, 23, 30, tzinfo=UTC))
    assert mails.mail_turns() == 1
    assert mail.outbox[0].subject.startswith("Réussite – ")
    body = mail.outbox[0].body
    assert until in body
    assert ("/en/compte/preferences/" in body) == (language == "en")


def test_no_mail_to_who_is_there_or_wants_none(one: Owner, two: Owner, time: Clock) -> None:
    match = services.create(owner=one, wishes=services.Wishes(options="D1A", seconds=DAY))
    services.join(match_id=match.pk, owner=two)
    number = seat_playing(match, "a")
    time.tick(minutes=5)
    sit(match, number)
    assert mails.mail_turns() == 0
    do(match, number, "s-w")
    other = {1: one, 2: two}[3 - number]
    User.objects.filter(pk=other.user_id).update(preferences={"turn_mail": False})
    time.tick(minutes=5)
    assert mails.mail_turns() == 0
    assert mail.outbox == []


def test_two_sweeps_at_once_write_a_mail_once(one: Owner, two: Owner, time: Clock) -> None:
    """Each has read the row before the other claims it."""
    daily = services.create(owner=one, wishes=services.Wishes(options="D1A", seconds=DAY))
    services.join(match_id=daily.pk, owner=two)
    time.tick(minutes=5)
    for match in (daily, invite(one)):
        first, second = fresh(match), fresh(match)
        assert mails.claim(first, time.at)
        assert not mails.claim(second, time.at)


def test_an_invited_player_who_is_away_is_told_by_mail_once(one: Owner, two: Owner, time: Clock) -> None:
    invite(one)
    call_command("sweep_matches", verbosity=0)
    assert mail.outbox == []
    time.tick(minutes=5)
    for _ in range(2):
        call_command("sweep_matches", verbosity=0)
        time.tick(minutes=5)
    (sent,) = mail.outbox
    assert sent.to == ["noor@example.org"]
    assert sent.subject == "Réussite – camille vous invite à un match"
    assert "camille" in sent.body and "7 décembre 2026 à 12:00" in sent.body
    assert "/compte/login/?next=/matchs/" in sent.body and "/compte/preferences/" in sent.body


def test_the_link_in_the_mail_leads_to_the_answer(
    one: Owner, two: Owner, time: Clock, client: Client
) -> None:
    invite(one)
    User.objects.update(preferences={"language": "en"})
    time.tick(minutes=5)
    assert mails.mail_invitations() == 1
    (link,) = (line for line in mail.outbox[0].body.splitlines() if "login" in line)
    path = link.removeprefix("http://localhost:8000")
    assert client.get(path).status_code == 200
    client.force_login(User.objects.get(pk=two.user_id), backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(path, follow=True)
    assert page.request["PATH_INFO"] == "/en/matchs/"
    assert "Accept" in page.content.decode() and "Decline" in page.content.decode()


@pytest.mark.parametrize("seconds", [0, DAY])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_mail_says_whether_the_match_is_of_days(
    one: Owner, two: Owner, time: Clock, language: str, seconds: int
) -> None:
    invite(one, options="D1A", seconds=seconds)
    User.objects.update(preferences={"language": language})
    time.tick(minutes=5)
    assert mails.mail_invitations() == 1
    days = {"fr": "plusieurs jours", "en": "over days"}[language]
    assert (days in mail.outbox[0].body) == bool(seconds)


def test_no_mail_of_an_invitation_to_who_is_on_the_site(one: Owner, two: Owner, time: Clock) -> None:
    player("lou")
    sacha = player("sacha")
    for name in ("noor", "lou", "sacha"):
        invite(one, name)
    time.tick(minutes=1)
    services.be_at_lobby(key=uuid4(), user_id=two.user_id or 0)
    begun = play.begin(owner=sacha, variant="KL", options="D1N")
    play.act(game_id=begun.pk, owner=sacha, token="s-w", version=begun.version)
    time.tick(minutes=4)
    assert mails.mail_invitations() == 1
    assert mail.outbox[0].to == ["lou@example.org"]


def test_whoever_left_before_the_invitation_gets_the_mail(one: Owner, two: Owner, time: Clock) -> None:
    begun = play.begin(owner=two, variant="KL", options="D1N")
    play.act(game_id=begun.pk, owner=two, token="s-w", version=begun.version)
    time.tick(seconds=1)
    invite(one)
    time.tick(minutes=2)
    assert mails.mail_invitations() == 1


@pytest.mark.parametrize(
    "why", ["declined", "taken back", "blocked", "suspended", "no address", "not wished"]
)
def test_no_mail_of_an_invitation_that_is_none_or_to_who_wants_none(
    one: Owner, two: Owner, time: Clock, why: str
) -> None:
    match, noor = invite(one), User.objects.filter(pk=two.user_id)
    if why in ("declined", "taken back"):
        services.cancel(match_id=match.pk, owner=two if why == "declined" else one)
    elif why == "blocked":
        services.block(owner=two, name="camille")
    elif why == "suspended":
        noor.update(is_active=False)
    elif why == "no address":
        noor.update(email="")
    else:
        noor.update(preferences={"invitation_mail": False})
    time.tick(minutes=5)
    assert mails.mail_invitations() == 0
    assert mail.outbox == []


def test_who_invites_again_and_again_fills_no_mailbox(one: Owner, two: Owner, time: Clock) -> None:
    for _ in range(3):
        match = invite(one)
        time.tick(minutes=5)
        mails.mail_invitations()
        services.cancel(match_id=match.pk, owner=one)
    assert len(mail.outbox) == 1
    invite(player("sacha"))
    time.tick(minutes=5)
    assert mails.mail_invitations() == 1  # somebody else's
    time.tick(days=1)
    invite(one)
    time.tick(minutes=5)
    assert mails.mail_invitations() == 1


def test_a_match_that_an_invitation_led_to_mails_its_turns(one: Owner, two: Owner, time: Clock) -> None:
    match = invite(one, options="D1A", seconds=DAY)
    time.tick(minutes=5)
    assert mails.mail_invitations() == 1
    time.tick(seconds=1)
    services.join(match_id=match.pk, owner=two)
    time.tick(minutes=5)
    assert (mails.mail_turns(), mails.mail_invitations()) == (1, 0)


def test_a_mail_that_cannot_be_sent_stops_no_sweep(
    one: Owner, two: Owner, time: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*args: object) -> int:
        raise SMTPServerDisconnected("gone")

    invite(one)
    time.tick(minutes=5)
    monkeypatch.setattr("accounts.mails.send_mail", fail)
    assert mails.mail_invitations() == 0
    assert "was not sent" in caplog.text
    assert "noor" not in caplog.text
