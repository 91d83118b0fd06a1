"""One person's games: everything that writes them, whoever asks (pages, API, bots, commands).

Every function takes keywords only and either does the whole of its work or none.
"""

from games.play.deals import OtherDealKey, Withheld
from games.play.owners import NotFound, NotYours
from games.play.services.act import act, resume_play
from games.play.services.begin import begin, restart
from games.play.services.end import give_up, look
from games.play.services.hint import Hinted, hint
from games.play.services.moderate import restore, void
from games.play.services.outcome import Outcome, Stale
from games.play.services.pause import pause, resume
from games.play.services.refusals import ACTION_LIMIT, TableRefusal

__all__ = [
    "ACTION_LIMIT",
    "Hinted",
    "NotFound",
    "NotYours",
    "OtherDealKey",
    "Outcome",
    "Stale",
    "TableRefusal",
    "Withheld",
    "act",
    "begin",
    "give_up",
    "hint",
    "look",
    "pause",
    "restart",
    "restore",
    "resume",
    "resume_play",
    "void",
]
