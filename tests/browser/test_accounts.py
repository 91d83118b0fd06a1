"""Accounts on the live site: from sign-up to deletion, with a real browser and real mail."""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import AbstractBaseUser
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.accounts.helpers import PASSWORD, totp_code
from tests.browser.conftest import Console

ENOUGH = 8
"""Seconds in which a code is typed and read, also on a busy machine."""
Login = Callable[[AbstractBaseUser], None]


@pytest.fixture
def elodie(site: str) -> User:
    return User.objects.create_user("Élodie", "elodie@example.org", PASSWORD)


@pytest.fixture
def mails(mail_folder: Path) -> Iterator[Path]:
    """The folder of mails, empty at first."""
    for file in mail_folder.iterdir():
        file.unlink()
    yield mail_folder


def code_in(folder: Path) -> str:
    """Wait for the newest mail and return the code in it."""
    for _attempt in range(50):
        text = "".join(file.read_text() for file in sorted(folder.iterdir(), key=lambda f: f.stat().st_mtime))
        if codes := re.findall(r"^ {4}([A-Z]{4}-[A-Z]{4})$", text, re.MULTILINE):
            return codes[-1]
        time.sleep(0.1)
    raise AssertionError("No mail with a code came.")


def send(page: Page) -> None:
    page.locator("main form.form .actions button").first.click()


def confirm_password(page: Page) -> None:
    page.locator("#id_password").fill(PASSWORD)
    send(page)


def one_time_code(secret: str) -> str:
    """The app's code; shortly before it changes one waits for the next, which the server then still takes."""
    left = 30 - time.time() % 30
    if left < ENOUGH:
        time.sleep(left)
    return totp_code(secret)


def test_a_new_key_is_copied_by_its_button(page: Page, elodie: User, login: Login) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    login(elodie)
    page.goto("/compte/cles/nouvelle/")
    confirm_password(page)
    page.locator("#id_name").fill("Robot")
    page.get_by_role("radio", name="Lire et jouer").check()
    send(page)
    button = page.locator("[data-copies]")
    expect(button).to_have_text("Copier")
    button.click()
    expect(button).to_have_text("Copié")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == page.locator("#key").input_value() and copied.startswith("rsst_")
    expect(button).to_have_text("Copier")


def test_sign_up_confirm_and_come_back(page: Page, site: str, mails: Path) -> None:
    page.goto("/compte/signup/")
    page.locator("#id_username").fill("Élodie")
    page.locator("#id_email").fill("elodie@example.org")
    page.locator("#id_password1").fill(PASSWORD)
    send(page)
    expect(page.locator("#id_code")).to_be_visible()
    expect(page.locator(".account-menu summary")).to_have_text("Élodie")  # in at once
    page.locator("#id_code").fill(code_in(mails))
    send(page)
    expect(page.locator(".account-menu summary")).to_have_text("Élodie")
    assert User.objects.get().email == "elodie@example.org"
    page.goto("/compte/logout/")
    send(page)
    page.goto("/compte/login/")
    page.locator("#id_login").fill("ÉLODIE")
    page.locator("#id_password").fill(PASSWORD)
    send(page)
    expect(page.locator(".account-menu summary")).to_have_text("Élodie")


def test_a_double_click_signs_up_once(page: Page, site: str) -> None:
    page.goto("/compte/signup/")
    page.locator("#id_username").fill("Paul")
    page.locator("#id_email").fill("paul@example.org")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("main form.form .actions button").dblclick()
    expect(page.locator(".account-menu summary")).to_have_text("Paul")
    assert User.objects.count() == 1


def test_an_authenticator_app_is_set_up_and_asked_for(page: Page, login: Login, elodie: User) -> None:
    login(elodie)
    page.goto("/compte/2fa/totp/activate/")
    confirm_password(page)
    secret = page.locator(".key code").inner_text()
    page.locator("#id_code").fill(one_time_code(secret))
    send(page)
    expect(page.locator(".codes li")).to_have_count(10)
    recovery = page.locator(".codes li").first.inner_text()
    page.context.clear_cookies()
    page.goto("/compte/login/")
    page.locator("#id_login").fill("élodie")
    page.locator("#id_password").fill(PASSWORD)
    send(page)
    page.locator("#id_code").fill(recovery)
    send(page)
    expect(page.locator(".account-menu summary")).to_have_text("Élodie")


def test_a_passkey_replaces_the_password(page: Page, console: Console, elodie: User, site: str) -> None:
    host = console.address = site.replace("127.0.0.1", "localhost")  # WebAuthn refuses an IP address
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(f"{host}/compte/login/")
    page.locator("#id_login").fill("élodie")
    page.locator("#id_password").fill(PASSWORD)
    send(page)
    expect(page.locator(".account-menu summary")).to_have_text("Élodie")
    page.goto(f"{host}/compte/2fa/webauthn/add/")
    confirm_password(page)
    page.locator("#id_passwordless").check()
    page.locator("#mfa_webauthn_add").click()
    expect(page).not_to_have_url(re.compile("/add/"))
    assert Authenticator.objects.filter(type="webauthn").count() == 1
    page.context.clear_cookies()
    page.goto(f"{host}/compte/login/")
    page.locator("#passkey_login").click()
    expect(page.locator(".account-menu summary")).to_have_text("Élodie")


def test_rename_export_and_delete(page: Page, login: Login, elodie: User) -> None:
    login(elodie)
    page.goto("/compte/nom/")
    page.locator("#id_name").fill("Lola")
    send(page)
    expect(page.locator("h1")).to_have_text("Lola")
    with page.expect_download() as download:
        page.locator('a[href="/compte/donnees/"]').click()
    assert json.loads(Path(download.value.path()).read_text())["account"]["name"] == "Lola"
    page.goto("/compte/supprimer/")
    page.locator("#id_password").fill("wrong")
    send(page)
    expect(page.locator(".errorlist")).to_be_visible()
    confirm_password(page)
    expect(page.locator(".message.success")).to_be_visible()
    assert User.objects.get().deleted_at is not None


def test_preferences_without_javascript(page: Page, site: str) -> None:
    context = page.context.browser.new_context(java_script_enabled=False, base_url=site)
    plain = context.new_page()
    plain.goto("/compte/preferences/")
    plain.locator("#id_automatic").uncheck()
    send(plain)
    expect(plain.locator("#id_automatic")).not_to_be_checked()
    context.close()


def test_the_language_switch_is_obeyed_from_then_on(page: Page, site: str) -> None:
    page.goto("/compte/preferences/")
    page.locator(".languages button").click()
    expect(page).to_have_url(f"{site}/en/compte/preferences/")
    page.goto("/compte/login/")
    expect(page).to_have_url(f"{site}/en/compte/login/")
    page.locator(".languages button").click()
    expect(page).to_have_url(f"{site}/compte/login/")


OUTSIDE = ["signup/", "login/", "password/reset/", "preferences/"]
INSIDE = [
    "",
    "preferences/",
    "nom/",
    "supprimer/",
    "email/",
    "password/change/",
    "logout/",
    "sessions/",
    "2fa/",
    "2fa/totp/activate/",
    "2fa/webauthn/",
    "2fa/webauthn/add/",
    "2fa/recovery-codes/generate/",
    "reauthenticate/",
]


def faults(page: Page) -> list[str]:
    """Return what is wrong with a page for people who cannot see or have a small phone."""
    found = [f"{v['id']}: {v['nodes'][0]['html']}" for v in Axe().run(page).response["violations"]]
    if page.locator("h1").count() != 1:
        found.append("not one h1")
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append("wider than the phone")
    return found


@pytest.mark.parametrize("language", ["", "/en"])
def test_every_account_page_is_accessible_and_fits_a_phone(
    page: Page, login: Login, elodie: User, language: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    wrong = {}
    for path in OUTSIDE:
        page.goto(f"{language}/compte/{path}")
        wrong[path] = faults(page)
    login(elodie)
    page.goto(f"{language}/compte/reauthenticate/?next={language}/compte/")
    confirm_password(page)
    for path in INSIDE:
        page.goto(f"{language}/compte/{path}")
        wrong[path] = faults(page)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_a_form_with_errors_ties_them_to_its_fields(page: Page, site: str) -> None:
    page.goto("/compte/signup/")
    page.locator("#id_username").fill("admin")
    page.locator("#id_email").fill("paul@example.org")
    page.locator("#id_password1").fill("12345")
    send(page)
    described = page.locator("#id_username").get_attribute("aria-describedby") or ""
    assert "id_username_error" in described
    expect(page.locator("#id_username_error")).to_be_visible()
    assert faults(page) == []


def test_a_password_can_be_looked_at_while_it_is_typed(page: Page, site: str) -> None:
    page.goto("/compte/signup/")
    page.locator("#id_password1").fill(PASSWORD)
    peek = page.locator(".peek")
    peek.click()
    expect(page.locator("#id_password1")).to_have_attribute("type", "text")
    peek.click()
    expect(page.locator("#id_password1")).to_have_attribute("type", "password")


def test_a_stale_htmx_post_brings_the_true_page_and_a_word(page: Page, console: Console, site: str) -> None:
    console.allow("403")
    page.goto("/compte/preferences/")
    page.context.clear_cookies(name="csrftoken")  # as after a login in another tab
    page.evaluate("htmx.ajax('POST', '/compte/preferences/', {target: 'main', swap: 'innerHTML'})")
    expect(page.locator(".message.warning")).to_be_visible()
    expect(page.locator("#id_automatic")).to_be_checked()
