"""The forms of the account pages."""

from dataclasses import asdict, fields
from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import services, tokens
from accounts.models import User
from accounts.names import LONGEST
from accounts.preferences import Preferences
from accounts.token_models import NAME_LENGTH, AccessToken, Scope

SCOPES_EXPLAINED = {
    Scope.READ: _("Look up games, leaderboards, matches and your profile. It begins and plays nothing."),
    Scope.PLAY: _("Begin games and matches too, and play them. The examples of the documentation need this."),
}


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


class MachineForm(DeletionForm):
    """The declaration that a program plays for the account, confirmed by its password."""


def _scopes() -> list[tuple[str, SafeString]]:
    """What a key may do, each choice with a word on what that means."""
    return [
        (scope.value, format_html('{}<span class="hint">{}</span>', scope.label, SCOPES_EXPLAINED[scope]))
        for scope in Scope
    ]


class KeyForm(forms.Form):
    """A new access key: its name and what it may do."""

    name = forms.CharField(
        label=_("Name of the key"),
        max_length=NAME_LENGTH,
        help_text=_("What it is for, so that you know it again."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(label=_("What it may do"), choices=_scopes, widget=forms.RadioSelect)
    """None is chosen beforehand: a program that plays must not fail later for a choice that nobody saw."""

    def __init__(self, player: User, *args: Any, **kwargs: Any) -> None:
        self.player = player
        super().__init__(*args, **kwargs)

    def save(self) -> tuple[AccessToken, str] | None:
        """Make the key and return it with its text; None, with the reason on the form, if it is refused."""
        try:
            return tokens.make(self.player, **self.cleaned_data)
        except ValidationError as error:
            self.add_error("name" if getattr(error, "code", "") == "name" else None, error)
            return None


class PreferencesForm(forms.Form):
    """All preferences, one field for each line of ``Preferences``."""

    def __init__(self, current: Preferences, *args: Any, player: bool, **kwargs: Any) -> None:
        kwargs["initial"] = asdict(current)
        super().__init__(*args, **kwargs)
        self.current = current
        for declared in fields(Preferences):
            if player or not declared.metadata.get("players_only"):
                self.fields[declared.name] = self._field(declared.metadata)

    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """Return the fields by the part of the form that they stand in, in the order of their declaration."""
        found: dict[Any, list[forms.BoundField]] = {}
        for declared in fields(Preferences):
            if declared.name in self.fields:
                found.setdefault(declared.metadata["group"], []).append(self[declared.name])
        return list(found.items())

    @staticmethod
    def _field(metadata: Any) -> forms.Field:
        common = {"label": metadata["label"], "help_text": metadata["explanation"], "required": False}
        attribute, attrs = metadata["attribute"], {}
        if attribute:
            name, shown = (attribute, "") if isinstance(attribute, str) else attribute
            attrs = {"data-shows": name, "data-as": shown}  # the page tries it on at once (settings.js)
        if "choices" in metadata:
            return forms.ChoiceField(choices=metadata["choices"], widget=forms.Select(attrs=attrs), **common)
        return forms.BooleanField(widget=forms.CheckboxInput(attrs=attrs), **common)

    def preferences(self) -> Preferences:
        """Return the choices made; what the form doesn't offer stays as it is."""
        return Preferences.read({**asdict(self.current), **self.cleaned_data})
