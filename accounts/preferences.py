"""What a player or a visitor chooses. One line in ``Preferences`` is a new switch: the form,
the storage and the default follow; and, where it names an attribute, what stylesheets and scripts see of it.

A visitor's choices are kept in the session, a player's in their row; at sign-up they pass to the row.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from accounts.models import User

SESSION_KEY = "preferences"


PLAY, LOOK, EASE, ACCOUNT = _("Game"), _("Look"), _("Comfort"), _("Account")


def switch(
    default: bool,
    label: Any,
    explanation: Any,
    *,
    players_only: bool = False,
    group: Any = PLAY,
    attribute: tuple[str, str] | None = None,
) -> Any:
    """Declare a choice between on and off.

    :param players_only: it means nothing without an account.
    :param group: the part of the form it stands in.
    :param attribute: the data attribute of ``<html>``, and its value, that says on every page that it is on.
    """
    metadata = {"label": label, "explanation": explanation, "players_only": players_only, "group": group}
    return field(default=default, metadata={**metadata, "attribute": attribute})


def choice(
    default: str, label: Any, explanation: Any, choices: Any, *, group: Any = PLAY, attribute: str = ""
) -> Any:
    """Declare a choice among ``choices``, pairs of value and label.

    :param attribute: the data attribute of ``<html>`` that has the value where it is not the default.
    """
    metadata = {"label": label, "explanation": explanation, "choices": choices, "group": group}
    return field(default=default, metadata={**metadata, "attribute": attribute})


def languages() -> list[tuple[str, str]]:
    """Return the site's languages, each named as those say it who speak it."""
    return [(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES]


@dataclass(frozen=True, slots=True)
class Preferences:
    """All choices, typed. Templates read them as ``request.preferences``."""

    language: str = choice("", _("Language"), "", [("", _("According to the page’s address")), *languages()])
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
    placing: bool = switch(
        True,
        _("Help with placing"),
        _("While a card is dragged or taken, the places that accept it are lit."),
    )
    nearest: bool = switch(
        False,
        _("Automatic placing"),
        _("A card that is let go where it may not lie goes to the nearest place that accepts it."),
    )
    rules: bool = switch(
        True,
        _("Interactive rules"),
        _("When a move is refused, the rule that refuses it is shown."),
    )
    theme: str = choice(
        "",
        _("Light or dark"),
        "",
        [("", _("As the device")), ("light", _("Light")), ("dark", _("Dark"))],
        group=LOOK,
        attribute="theme",
    )
    cloth: str = choice(
        "green",
        _("Cloth"),
        "",
        [("green", _("Green")), ("blue", _("Blue")), ("plum", _("Plum"))],
        group=LOOK,
        attribute="cloth",
    )
    back: str = choice(
        "blue",
        _("Back of the cards"),
        "",
        [("blue", _("Blue lozenges")), ("red", _("Red waves")), ("ink", _("Black stars"))],
        group=LOOK,
        attribute="back",
    )
    suits: str = choice(
        "two",
        _("Colours of the suits"),
        _("In four colours, diamonds turn orange and clubs green; warm and cool faces tell red from black."),
        [("two", _("Two")), ("four", _("Four"))],
        group=LOOK,
        attribute="suits",
    )
    large: bool = switch(
        False,
        _("Large indices"),
        _("A large rank and suit on every card, and no small pips."),
        group=EASE,
        attribute=("index", "large"),
    )
    contrast: bool = switch(
        False,
        _("High contrast"),
        _("Deeper colours and firmer lines, on every page."),
        group=EASE,
        attribute=("contrast", "more"),
    )
    left_handed: bool = switch(
        False,
        _("Left-handed table"),
        _("Stock, waste and buttons change sides."),
        group=EASE,
        attribute=("hand", "left"),
    )
    motion: str = choice(
        "",
        _("Motion"),
        "",
        [("", _("As the device")), ("less", _("Cards don’t travel")), ("full", _("Cards travel"))],
        group=EASE,
        attribute="motion",
    )
    sounds: bool = switch(
        False,
        _("Sounds"),
        _("A soft sound for a deal, a move, a refusal, a win, and when it is your turn."),
        group=EASE,
        attribute=("sounds", "on"),
    )
    turn_mail: bool = switch(
        True,
        _("A mail when it is my turn"),
        _("In matches that are played over days, a mail says when it is your turn."),
        players_only=True,
        group=ACCOUNT,
    )
    invitation_mail: bool = switch(
        True,
        _("A mail when I am invited"),
        _("When a player invites you to a match while you are away, a mail says so."),
        players_only=True,
        group=ACCOUNT,
    )
    privacy: bool = switch(
        False,
        _("Private profile"),
        _("Nobody else can open your profile, and your name is on no leaderboard."),
        players_only=True,
        group=ACCOUNT,
    )

    @classmethod
    def read(cls, stored: Any) -> "Preferences":
        """Return the preferences in ``stored``, whatever it holds; what does not fit is the default."""
        if not isinstance(stored, Mapping):
            return cls()
        known = [f for f in fields(cls) if f.name in stored and _fits(f, stored[f.name])]
        return cls(**{f.name: stored[f.name] for f in known})

    @property
    def attributes(self) -> dict[str, str]:
        """Return the data attributes of ``<html>``, without ``data-``: what differs from the defaults."""
        found = {}
        for declared in fields(self):
            attribute, value = declared.metadata.get("attribute"), getattr(self, declared.name)
            if not attribute or value == declared.default:
                continue
            name, shown = (attribute, value) if isinstance(attribute, str) else attribute
            found[name] = shown
        return found

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
