"""Players for tests, and what their mail says."""

import re

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.test import Client

from accounts.models import User

PASSWORD = "rossignol-42-vert"


def player(name: str = "Élodie", email: str = "elodie@example.org", **more: object) -> User:
    """Return a player with a confirmed address and ``PASSWORD``."""
    return User.objects.create_user(name, email, PASSWORD, **more)


def sign_up(
    client: Client, name: str = "Paul", email: str = "paul@example.org", under: str = "", **more: str
):
    """Post the sign-up form; return the response. `under`: the language's part of the address, as ``/en``."""
    data = {"username": name, "email": email, "password1": PASSWORD, "website": "", **more}
    return client.post(f"{under}/compte/signup/", data)


def log_in(client: Client, login: str, password: str = PASSWORD):
    """Post the login form; return the response."""
    return client.post("/compte/login/", {"login": login, "password": password})


def totp_code(secret: str) -> str:
    """Return what an authenticator that knows the secret shows now."""
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def code(index: int = -1) -> str:
    """Return the code in a mail, the last one sent."""
    found = re.search(r"^ {4}([A-Z]{4}-[A-Z]{4})$", mail.outbox[index].body, re.MULTILINE)
    assert found, mail.outbox[index].body
    return found.group(1)


def confirm_password(client: Client) -> None:
    """Give the password again, as pages on the account's safety ask."""
    assert client.post("/compte/reauthenticate/", {"password": PASSWORD}).status_code == 302
