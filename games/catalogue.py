"""Tells the boards which games there are: `leaderboards` imports no game, so the games register
themselves."""

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy

from games.engine.variants import SOLO_VARIANTS
from games.play.choices import options_in_words
from leaderboards.catalogue import Game, Options, register

_words = lazy(options_in_words, str)


def register_games() -> None:
    """Register every game for one player with its options, in display order."""
    for variant in SOLO_VARIANTS.values():
        options = {
            letters: Options(letters, _words(variant.code, letters), settings.marking)
            for letters, settings in variant.settings.items()
        }
        register(Game(variant.code, variant.key, gettext_lazy(variant.name), options, variant.version))
