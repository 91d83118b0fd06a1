"""The deals of matches: drawn by the server or typed, secret until the match is over."""

from datetime import timedelta
from functools import lru_cache

from django.conf import settings

from games.engine.codes import DealCode, parse_code
from games.engine.duel import DuelPosition
from games.engine.shuffle import deal_duel_cards
from games.play import clock, deals

VARIANT = "DK"
SECRET = timedelta(days=3650)


@lru_cache(maxsize=4096)
def code_of(text: str) -> DealCode:
    """Return a stored code as the engine reads it."""
    return parse_code(text)


def draw(options: str) -> DealCode:
    """Return a code whose deal nobody was ever shown, and keep it secret from now on."""
    deals.bind_key()
    code = deals.draw(VARIANT, options)
    deals.keep_secret(deal=code.deal, until=clock.now() + SECRET)
    return code


def deal(code: DealCode) -> DuelPosition:
    """Return a game of a match before the first action."""
    return DuelPosition.deal(code, deal_duel_cards(code, settings.DEAL_KEY))


def reveal(code: str) -> None:
    """Let a deal be known: its match is over."""
    if code:
        deals.reveal(code_of(code).deal)
