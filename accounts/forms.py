"""Forms: what allauth's do a little differently here, and those of the account pages."""

from dataclasses import asdict, fields
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.forms import BaseConfirmCodeForm
from allauth.account.forms import ConfirmEmailVerificationCodeForm as AllauthConfirmEmailForm
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import messages
from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import User
from accounts.names import LONGEST, SHORTEST
from accounts.preferences import Preferences
from accounts.selectors import player_by_name


def plain(form: forms.BaseForm) -> None:
    """Take away the placeholders that repeat a label."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class SignupForm(AllauthSignupForm):
    """Sign up: name, address, password once. The trap for robots is hidden by a class (strict CSP)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain(self)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _(
            "%(shortest)d to %(longest)d letters, digits, or - _ . Everybody sees it."
        ) % {"shortest": SHORTEST, "longest": LONGEST}
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].help_text = _("Seen by nobody; it lets you back in if you forget your password.")
        self.fields["password1"].help_text = _("At least 8 characters, and none of the common ones.")
        trap = self.fields[app_settings.SIGNUP_FORM_HONEYPOT_FIELD].widget.attrs
        trap.pop("style", None)
        trap.update({"class": "trap", "aria-hidden": "true", "autocomplete": "off"})

    def validate_unique_email(self, value: str) -> str:
        """Let any address pass: a refusal would tell who plays here. Its owner gets a word by mail."""
        return value

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean()
        password, email = cleaned.get("password1"), cleaned.get("email")
        if password and email:
            try:
                UserAttributeSimilarityValidator(["email"]).validate(password, User(email=email))
            except ValidationError as error:
                self.add_error("password1", error)
        return cleaned

    def try_save(self, request: HttpRequest) -> tuple[User | None, Any]:
        """Create the player. If the name went to somebody else a moment ago, say so instead."""
        try:
            user, response = super().try_save(request)
        except IntegrityError:
            messages.error(request, services.taken().message)
            return None, HttpResponseRedirect(reverse("account_signup"))
        return user, response


class LoginForm(AllauthLoginForm):
    """Log in by name, in any spelling that counts as the same, or by e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain(self)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = ""
        self.fields["remember"].label = _("Stay logged in on this device")

    def clean_login(self) -> str:
        login: str = super().clean_login()
        if "@" in login:
            return login
        player = player_by_name(login)
        return player.username if player else login


class ResetPasswordForm(AllauthResetPasswordForm):
    """Ask for a code that resets the password. Only an address that was confirmed can reset anything."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain(self)
        self.fields["email"].label = _("E-mail address")

    def clean_email(self) -> str:
        email: str = super().clean_email()
        confirmed = EmailAddress.objects.filter(email=email.lower(), verified=True)
        owners = set(confirmed.values_list("user_id", flat=True))
        self.users: list[User] = [user for user in self.users if user.pk in owners]
        return email


class ConfirmEmailForm(AllauthConfirmEmailForm):
    """The code that confirms an address. Others who merely claim it don't stand in its owner's way."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain(self)

    def clean_code(self) -> str:
        code: str = BaseConfirmCodeForm.clean_code(self)
        if EmailAddress.objects.filter(email=self.email, verified=True).exclude(user=self.user).exists():
            raise get_adapter().validation_error("email_taken")
        return code


class PasswordField(forms.CharField):
    """The account's own password, asked again before something that cannot be undone."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": "current-password"})
        super().__init__(label=_("Your password"), strip=False, widget=widget, **kwargs)


class RenameForm(forms.Form):
    """Change of name."""

    name = forms.CharField(
        label=_("New name"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, player: User, *args: Any, **kwargs: Any) -> None:
        self.player = player
        super().__init__(*args, **kwargs)

    def clean_name(self) -> str:
        return services.check_name(self.cleaned_data["name"], player=self.player)

    def save(self) -> bool:
        """Rename; False, with the reason on the form, if it is refused."""
        try:
            services.rename(self.player, self.cleaned_data["name"])
        except ValidationError as error:
            self.add_error("name", error)
            return False
        return True


class DeletionForm(forms.Form):
    """Deletion of the account, confirmed by its password."""

    password = PasswordField()

    def __init__(self, player: User, *args: Any, **kwargs: Any) -> None:
        self.player = player
        super().__init__(*args, **kwargs)

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.player, password):
            raise ValidationError(_("This is not your password."), code="password")
        return password


class PreferencesForm(forms.Form):
    """All preferences, one field for each line of ``Preferences``."""

    def __init__(self, current: Preferences, *args: Any, player: bool, **kwargs: Any) -> None:
        kwargs["initial"] = asdict(current)
        super().__init__(*args, **kwargs)
        self.current = current
        for declared in fields(Preferences):
            if player or not declared.metadata.get("players_only"):
                self.fields[declared.name] = self._field(declared.metadata)

    @staticmethod
    def _field(metadata: Any) -> forms.Field:
        common = {"label": metadata["label"], "help_text": metadata["explanation"], "required": False}
        if "choices" in metadata:
            return forms.ChoiceField(choices=metadata["choices"], **common)
        return forms.BooleanField(**common)

    def preferences(self) -> Preferences:
        """Return the choices made; what the form doesn't offer stays as it is."""
        return Preferences.read({**asdict(self.current), **self.cleaned_data})
