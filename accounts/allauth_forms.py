"""allauth's forms, where ours ask less, say it otherwise, or refuse more."""

import json
from typing import Any

from allauth.account import app_settings
from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress, Login
from allauth.account.utils import perform_login
from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from allauth.mfa.base import forms as mfa
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm as AllauthActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.contrib import messages
from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import User
from accounts.names import LONGEST, SHORTEST
from accounts.selectors import player_by_name

# A name is nothing that a phone should correct.
AS_TYPED = {"autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}
PASSWORD_ADVICE = _("At least 8 characters, and none of the common ones.")


class Plain(forms.BaseForm):
    """No placeholders that repeat a label."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class ShortAddress(Plain):
    """An address that the database can hold: a longer one would be dropped without a word."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        longest = EmailAddress._meta.get_field("email").max_length
        self.fields["email"].validators.append(MaxLengthValidator(longest))
        self.fields["email"].widget.attrs["maxlength"] = str(longest)


class NewPassword(Plain):
    """A new password is typed once: one can look at it instead."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = PASSWORD_ADVICE


class NumericCode(Plain):
    """Codes of digits bring up the digits of a phone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code")
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class SignupForm(ShortAddress, account.SignupForm):
    """Sign up: name, address, password once. The trap for robots is hidden by a class (strict CSP)."""

    twin: User | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Player name")
        self.fields["username"].widget.attrs.update(AS_TYPED)
        self.fields["username"].help_text = _(
            "%(shortest)d to %(longest)d letters, digits, or - _ . Everybody sees it."
        ) % {"shortest": SHORTEST, "longest": LONGEST}
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].help_text = _("Nobody sees it; it lets you back in if you forget your password.")
        self.fields["password1"].help_text = PASSWORD_ADVICE
        trap = self.fields[app_settings.SIGNUP_FORM_HONEYPOT_FIELD].widget.attrs
        trap.pop("style", None)
        trap.update({"class": "trap", "aria-hidden": "true", "autocomplete": "off"})

    def validate_unique_email(self, value: str) -> str:
        """Let any address pass: a refusal would tell who plays here. Its owner gets a word by mail."""
        return value

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        password, email = cleaned.get("password1"), cleaned.get("email")
        if password and email:
            try:
                UserAttributeSimilarityValidator(["email"]).validate(password, User(email=email))
            except ValidationError as error:
                self.add_error("password1", error)
        if password and email and self.has_error("username", "taken"):
            name = str(self.data.get(self.add_prefix("username"), ""))
            self.twin = services.just_signed_up(name, email, password)
            if self.twin is not None:
                del self.errors["username"]
        return cleaned

    def try_save(self, request: HttpRequest) -> tuple[User | None, Any]:
        """Create the player. If the name went to somebody else a moment ago, say so instead; if it is the
        same form that is sent again, even while the first is being answered, let the player in whom it made.
        """
        if self.twin is not None:
            return None, perform_login(request, self.twin)
        try:
            user, response = super().try_save(request)
        except IntegrityError:
            typed = [self.cleaned_data[name] for name in ("username", "email", "password1")]
            twin = services.just_signed_up(*typed)
            if twin is not None:
                return None, perform_login(request, twin)
            messages.error(request, services.taken().message)
            return None, HttpResponseRedirect(reverse("account_signup"))
        return user, response

    def save(self, request: HttpRequest) -> User:
        """Store the new player. Row, name and address stand or fall together: whoever sees one sees all."""
        with transaction.atomic():
            saved: User = super().save(request)
        return saved


class LoginForm(Plain, account.LoginForm):
    """Log in by name, in any spelling that counts as the same, or by e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Player name or e-mail address")
        self.fields["login"].widget.attrs.update({**AS_TYPED, "autocomplete": "username"})
        self.fields["password"].help_text = ""
        self.fields["remember"].label = _("Stay logged in on this device")
        self.fields["remember"].initial = True

    def clean_login(self) -> str:
        login: str = super().clean_login()
        if "@" in login:
            return login
        player = player_by_name(login)
        return player.username if player else login

    def user_credentials(self) -> dict[str, Any]:
        """Try a login in one way only. allauth tries an address as a name as well: one password more was
        hashed for an address that is known, which can be timed. No name holds an @.
        """
        login = self.cleaned_data["login"]
        return {self._way(): login, "password": self.cleaned_data["password"]}

    def _way(self) -> str:
        return "email" if "@" in self.cleaned_data["login"] else "username"

    def _clean_with_password(self, credentials: dict[str, Any]) -> dict[str, Any]:
        """Let in whoever knows the password. allauth's own refuses, as too many attempts, an unconfirmed
        address that was sent a code a moment ago: a login here sends none (`accounts.stages`).
        """
        adapter = get_adapter(self.request)
        user = adapter.authenticate(self.request, **credentials)
        if user is None:
            raise adapter.validation_error(f"{self._way()}_password_mismatch")
        self._login, self.user = Login(user=user), user
        cleaned: dict[str, Any] = self.cleaned_data
        return cleaned


class AddEmailForm(ShortAddress, account.AddEmailForm):
    """The new address, when it changes."""


class ResetPasswordForm(Plain, account.ResetPasswordForm):
    """Ask for a code that resets the password. Only an address that was confirmed can reset anything."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail address")

    def clean_email(self) -> str:
        email: str = super().clean_email()
        confirmed = EmailAddress.objects.filter(email=email.lower(), verified=True)
        owners = set(confirmed.values_list("user_id", flat=True))
        self.users: list[User] = [user for user in self.users if user.pk in owners]
        return email


class ConfirmEmailForm(Plain, account.ConfirmEmailVerificationCodeForm):
    """The code that confirms an address. Others who merely claim it don't stand in its owner's way."""

    def clean_code(self) -> str:
        code: str = account.BaseConfirmCodeForm.clean_code(self)
        if EmailAddress.objects.filter(email=self.email, verified=True).exclude(user=self.user).exists():
            raise get_adapter().validation_error("email_taken")
        return code


class ConfirmResetForm(Plain, account.ConfirmPasswordResetCodeForm):
    """The code that lets one choose a new password."""


class ChangePasswordForm(NewPassword, account.ChangePasswordForm):
    """Change of password: the one that holds, and the new one."""


class ResetPasswordKeyForm(NewPassword, account.ResetPasswordKeyForm):
    """The new password, once the code was right."""


class ReauthenticateForm(Plain, account.ReauthenticateForm):
    """The password again."""


class AuthenticateForm(NumericCode, mfa.AuthenticateForm):
    """The second factor at login."""


class ReauthenticateCodeForm(NumericCode, mfa.ReauthenticateForm):
    """The second factor again."""


class ActivateTOTPForm(NumericCode, AllauthActivateTOTPForm):
    """The first code of an authenticator app."""


class FlatJSON(json.JSONDecoder):
    """JSON that is nested deeper than Python reads is no JSON, instead of an error."""

    def decode(self, s: str, *args: Any) -> Any:
        try:
            return super().decode(s, *args)
        except RecursionError as error:
            raise json.JSONDecodeError("nested too deep", "", 0) from error


class Answer(Plain):
    """What the page's script posts of a passkey, with the shape that it always has."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["credential"]
        assert isinstance(field, forms.JSONField)
        field.decoder = FlatJSON

    def check_shape(self) -> None:
        """Refuse what is no answer of a passkey: allauth looks no further than to a wrong key."""
        answer = self.cleaned_data["credential"]
        known = isinstance(answer, dict) and isinstance(answer.get("response"), dict)
        if not known or not all(isinstance(answer.get(name), str) for name in ("id", "rawId")):
            raise get_mfa_adapter().validation_error("incorrect_code")
        if not all(isinstance(part, str | list) for part in answer["response"].values()):
            raise get_mfa_adapter().validation_error("incorrect_code")


class CheckedAnswer(Answer):
    """The answer to a challenge."""

    def clean_credential(self) -> Authenticator:
        self.check_shape()
        found: Authenticator = super().clean_credential()  # type: ignore[misc]
        return found


class LoginPasskeyForm(CheckedAnswer, LoginWebAuthnForm):
    """Log in by a passkey."""


class AuthenticatePasskeyForm(CheckedAnswer, AuthenticateWebAuthnForm):
    """A passkey as the second factor."""


class ReauthenticatePasskeyForm(CheckedAnswer, ReauthenticateWebAuthnForm):
    """A passkey instead of the password again."""


class AddPasskeyForm(Answer, AddWebAuthnForm):
    """A passkey: its name, and whether it replaces the password or comes after it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the device")
        if "passwordless" in self.fields:
            passwordless = self.fields["passwordless"]
            passwordless.label = _("Instead of the password")
            passwordless.help_text = _("If not, the passkey is asked for after the password.")
            passwordless.initial = True

    def clean_credential(self) -> Any:
        self.check_shape()
        return self.cleaned_data["credential"]


class EditPasskeyForm(Plain, EditWebAuthnForm):
    """Another name for a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the device")
