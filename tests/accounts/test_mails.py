"""What the staff do to an account is told its player by mail, with the reason, whatever mails are wished."""

from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.db import transaction

from accounts import services
from accounts.models import StaffWarning, User
from tests.accounts.helpers import player

pytestmark = pytest.mark.django_db


@pytest.fixture
def elodie() -> User:
    return player(preferences={"turn_mail": False, "invitation_mail": False})


def test_a_warning_is_mailed_with_its_words(elodie: User, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        services.warn(elodie, text="Restez courtois.\r\nVraiment : 100 %.", by=None)
        assert mail.outbox == []  # nothing before it is committed
    (sent,) = mail.outbox
    assert sent.to == ["elodie@example.org"]
    assert sent.subject == "Réussite – un mot de la modération"
    assert "    Restez courtois.\n    Vraiment : 100 %.\n" in sent.body
    assert "http://localhost:8000/compte/\n" in sent.body and "/infos/contact/" in sent.body


def test_the_same_warning_sent_twice_is_one(elodie: User, django_capture_on_commit_callbacks: Any) -> None:
    marie = player("Marie", "marie@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        for by in (marie, marie, None):
            services.warn(elodie, text="Restez courtois.", by=by)
        services.warn(elodie, text="Encore.", by=marie)
    assert StaffWarning.objects.count() == len(mail.outbox) == 3


def test_a_suspension_and_its_lifting_are_mailed_once_each(
    elodie: User, django_capture_on_commit_callbacks: Any
) -> None:
    stale = User.objects.get(pk=elodie.pk)
    with django_capture_on_commit_callbacks(execute=True):
        services.suspend(elodie, reason="Insultes", by=None)
        services.suspend(stale, reason="Insultes", by=None)
    assert [sent.subject for sent in mail.outbox] == ["Réussite – votre compte est suspendu"]
    assert "    Insultes\n" in mail.outbox[0].body and "/infos/contact/" in mail.outbox[0].body
    with django_capture_on_commit_callbacks(execute=True):
        services.suspend(elodie, reason="Insultes, et menaces", by=None)  # a new reason is new
    assert "    Insultes, et menaces\n" in mail.outbox[1].body
    with django_capture_on_commit_callbacks(execute=True):
        services.reinstate(elodie)
        services.reinstate(elodie)
    assert [sent.subject for sent in mail.outbox[2:]] == ["Réussite – votre compte est rouvert"]


def test_the_mails_speak_the_players_language(django_capture_on_commit_callbacks: Any) -> None:
    paul = player("Paul", "paul@example.org", preferences={"language": "en"})
    with django_capture_on_commit_callbacks(execute=True):
        services.warn(paul, text="Be nice.", by=None)
        services.suspend(paul, reason="Insults", by=None)
        services.reinstate(paul)
    said = ("a word from the staff", "your account is suspended", "your account is open again")
    assert [sent.subject for sent in mail.outbox] == [f"Réussite – {words}" for words in said]
    assert all("8000/en/" in sent.body for sent in mail.outbox)


def test_nobody_is_written_to_at_an_address_not_confirmed(
    elodie: User, django_capture_on_commit_callbacks: Any
) -> None:
    User.objects.update(email="")
    elodie.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        services.warn(elodie, text="Un mot", by=None)
    assert mail.outbox == [] and StaffWarning.objects.count() == 1


def test_what_is_taken_back_is_not_mailed(elodie: User, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(RuntimeError), transaction.atomic():
        services.suspend(elodie, reason="Insultes", by=None)
        raise RuntimeError
    assert mail.outbox == []


def test_a_mail_that_cannot_be_sent_leaves_what_was_done(
    elodie: User, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def fail(*args: object) -> int:
        raise SMTPServerDisconnected("gone")

    monkeypatch.setattr("accounts.mails.send_mail", fail)
    with django_capture_on_commit_callbacks(execute=True):
        services.suspend(elodie, reason="Insultes", by=None)
    elodie.refresh_from_db()
    assert elodie.is_suspended
    assert "was not sent" in caplog.text and "elodie" not in caplog.text
