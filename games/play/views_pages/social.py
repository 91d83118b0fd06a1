"""The picture of a link to a deal. Looking at it opens no deal, as reading the deal's page opens none."""

import time

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.engine.codes import CodeError, DealCode, parse_code
from games.engine.position import Position
from games.engine.view import visible
from games.play import deals
from games.play.owners import Owner
from games.play.render.picture import draw_picture

GENERAL = "img/social.png"
KEPT = 30 * 60
"""Seconds that a drawn picture is kept here."""
A_DAY, A_MINUTE = 24 * 3600, 60
DRAWN = 30
"""Pictures that the site draws in a minute at most: about 30 ms of CPU and 25 kB in the cache each."""


@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The opening table of a deal as its reader will find it; the general picture where it is a secret, where
    there is no such deal, or where too many were asked for.

    Whoever asks is not looked at: the answer is for all, and is kept by all.
    """
    try:
        found = parse_code(code)
    except CodeError:
        return _general()
    if found.text != code or found.variant.seats > 1 or deals.withheld(found.deal, Owner()):
        return _general()
    key = f"social:{get_language()}:{found.text}"
    drawn: bytes | None = cache.get(key)
    if drawn is None:
        if not _may_draw():
            return _general()
        drawn = draw(found)
        cache.set(key, drawn, KEPT)
    answer = HttpResponse(drawn, content_type="image/png")
    answer["Cache-Control"] = f"public, max-age={A_DAY}"
    return answer


def draw(code: DealCode) -> bytes:
    """Draw a deal's opening table; what is face down never leaves the engine."""
    return draw_picture(visible(Position.deal(code, deals.cards_of(code))), code.rules, code.text)


def _general() -> HttpResponse:
    answer = HttpResponseRedirect(static(GENERAL))
    answer["Cache-Control"] = f"public, max-age={A_MINUTE}"
    return answer


def _may_draw() -> bool:
    """Count a picture in this minute; whether it is one of those allowed."""
    key = f"social:drawn:{int(time.time() // A_MINUTE)}"
    if cache.add(key, 1, 2 * A_MINUTE):
        return True
    try:
        return cache.incr(key) <= DRAWN
    except ValueError:  # the minute ended in between
        return True
