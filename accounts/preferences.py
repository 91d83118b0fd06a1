"""What a player or a visitor chooses. One line in ``Preferences`` is a new switch: the form,
the storage and the default follow.

A visitor's choices are kept in the session, a player's in their row; at sign-up they pass to the row.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User

SESSION_KEY = "preferences"


def switch(default: bool, label: Any, explanation: Any, *, players_only: bool = False) -> Any:
    """Declare a choice between on and off. ``players_only``: it means nothing without an account."""
    metadata = {"label": label, "explanation": explanation, "players_only": players_only}
    return field(default=default, metadata=metadata)


def choice(default: str, label: Any, explanation: Any, choices: Any) -> Any:
    """Declare a choice among ``choices``, pairs of value and label."""
    return field(default=default, metadata={"label": label, "explanation": explanation, "choices": choices})


@dataclass(frozen=True, slots=True)
class Preferences:
    """All choices, typed. Templates read them as ``request.preferences``."""

    language: str = choice(
        "", _("Language"), "", [("", _("That of the page’s address")), ("fr", "Français"), ("en", "English")]
    )
    automatic: bool = switch(
        True,
        _("Automatic cards"),
        _("In Klondike, cards that the tableau can no longer need go up by themselves."),
    )
    double_click: bool = switch(
        True,
        _("Double click"),
        _("A second tap on the same card sends it, with those on it, to the column that takes it."),
    )
    rules: bool = switch(
        True,
        _("Interactive rules"),
        _("When a move is refused, the rule that refuses it is shown."),
    )
    turn_mail: bool = switch(
        True,
        _("A mail when it is my turn"),
        _("In matches that are played over days, a mail says when it is your turn."),
        players_only=True,
    )
    privacy: bool = switch(
        False,
        _("Private profile"),
        _("Your profile opens to nobody else, and your name stands on no leaderboard."),
        players_only=True,
    )

    @classmethod
    def read(cls, stored: Any) -> "Preferences":
        """Return the preferences in ``stored``, whatever it holds; what does not fit is the default."""
        if not isinstance(stored, Mapping):
            return cls()
        known = [f for f in fields(cls) if f.name in stored and _fits(f, stored[f.name])]
        return cls(**{f.name: stored[f.name] for f in known})

    def stored(self) -> dict[str, bool | str]:
        """Return only what differs from the defaults, so that a default can change."""
        return {name: value for name, value in asdict(self).items() if value != getattr(DEFAULTS, name)}


def _fits(declared: Any, value: Any) -> bool:
    choices = declared.metadata.get("choices")
    return value in [code for code, _label in choices] if choices else isinstance(value, bool)


DEFAULTS = Preferences()


def of_player(player: User) -> Preferences:
    """Return a player's preferences. Privacy has a column of its own, because boards filter by it."""
    return replace(Preferences.read(player.preferences), privacy=player.private)


def of_request(request: HttpRequest) -> Preferences:
    """Return the preferences of whoever makes the request."""
    user = getattr(request, "user", AnonymousUser())
    if isinstance(user, User):
        return of_player(user)
    return Preferences.read(request.session.get(SESSION_KEY) if hasattr(request, "session") else None)


def keep(request: HttpRequest, preferences: Preferences) -> None:
    """Store the preferences where they belong: the player's row, or the visitor's session."""
    if isinstance(request.user, User):
        keep_for(request.user, preferences)
    else:
        request.session[SESSION_KEY] = replace(preferences, privacy=False).stored()
    request.preferences = preferences  # type: ignore[attr-defined]


def keep_for(player: User, preferences: Preferences) -> None:
    """Store a player's preferences."""
    player.private = preferences.privacy
    player.preferences = replace(preferences, privacy=False).stored()
    player.save(update_fields=["preferences", "private"])
