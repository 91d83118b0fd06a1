"""The REST API: its limits, and how it describes itself. The views are in ``games/api``."""

from django.utils.translation import gettext_lazy as _

from config._environment import rate
from config._security import TRUSTED_PROXIES

# Requests in a window of time ("600/min"); empty: no limit. Per player whatever the keys, and per address,
# behind which a school may sit.
API_RATES = {
    "api_user": rate("API_RATE_PLAYER", "600/min"),
    "api_address": rate("API_RATE_ADDRESS", "1200/min"),
    "api_begin": rate("API_RATE_BEGIN", "60/min"),
}

REST_FRAMEWORK: dict[str, object] = {
    "NUM_PROXIES": TRUSTED_PROXIES,
    "DEFAULT_THROTTLE_RATES": API_RATES,
    "DEFAULT_SCHEMA_CLASS": "games.api.schema.ApiSchema",
    "EXCEPTION_HANDLER": "games.api.problems.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS: dict[str, object] = {
    "TITLE": _("Réussite: the API"),
    "DESCRIPTION": _(
        "Everything that a player can do: begin a game, see the position, act on it. A position holds what "
        "the player may see and nothing more: hidden cards and the stock are numbers. What a program played "
        "through an access key counts on no board and for no rating."
    ),
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "TAGS": [
        {"name": "games", "description": _("Games for one: one’s own.")},
        {"name": "catalogue", "description": _("What can be played.")},
        {"name": "boards", "description": _("Leaderboards of games, deals and ratings.")},
        {"name": "daily", "description": _("The daily challenge.")},
        {"name": "people", "description": _("Players, their profiles and statistics.")},
        {"name": "matches", "description": _("Double Solitaire for two: tables, actions, quick pairing.")},
    ],
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "SeatNumber": [(1, 1), (2, 2)],
        "SeatLetter": "games.api.match_shapes.LETTERS",
        "Tempo": "leaderboards.rating_models.Tempo.values",
        "EndOfMatch": "games.matches.models.Reason.values",
        "WhyRated": "games.matches.models.Rated.values",
        "WhereItCounts": "games.play.services.ranking.Standing.values",
        "Against": "games.matches.models.Visibility.values",
        "AgainstAtOpening": "games.api.match_bodies.OPENED",
    },
    "DISABLE_ERRORS_AND_WARNINGS": False,
}
