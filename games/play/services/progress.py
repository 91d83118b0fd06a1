"""How a player's games under way stand, told to the boards before they show the bankroll."""

from games.play.models import Attempt, Game, Origin
from games.play.services import ranking

MOST = 50
"""Games under way that are looked at, the newest first."""


def tell_progress(*, user_id: int) -> None:
    """Tell the boards where a player's games under way stand that the bankroll counts.

    A table that is paused or left says so itself. But one may look at the bankroll from another window, and a
    browser without scripts leaves a table without a word.
    """
    games = Game.objects.light().started().unfinished()
    counted = games.filter(player_id=user_id, attempt=Attempt.FIRST, origin=Origin.RANDOM)
    for game in counted.order_by("-created_at")[:MOST]:
        ranking.announce_progress(game)
