"""What a seat may ask of its match, beside acting, by its socket or by a form: each by its service."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from games.matches import services
from games.play.owners import Owner

Ask = Callable[[UUID, Owner, Mapping[str, Any]], None]


def _owned(call: Callable[..., Any], **fixed: Any) -> Ask:
    """A service that takes the match and the owner, as a request."""

    def ask(match_id: UUID, owner: Owner, message: Mapping[str, Any]) -> None:
        call(match_id=match_id, owner=owner, **fixed)

    return ask


def _say(match_id: UUID, owner: Owner, message: Mapping[str, Any]) -> None:
    services.say(
        match_id=match_id,
        owner=owner,
        phrase=str(message.get("phrase", ""))[:16],
        text=str(message.get("text", ""))[:400],
    )


def _report(match_id: UUID, owner: Owner, message: Mapping[str, Any]) -> None:
    note = str(message.get("note", ""))[:300]
    services.report(match_id=match_id, owner=owner, note_text=note)


ASKED: dict[str, Ask] = {
    "ready": _owned(services.ready),
    "unready": _owned(services.ready, wish=False),
    "draw": _owned(services.offer_draw),
    "decline": _owned(services.decline_draw),
    "claim": _owned(services.claim_win),
    "rematch": _owned(services.rematch),
    "words": _owned(services.want_words),
    "no_words": _owned(services.want_words, wish=False),
    "mute": _owned(services.mute),
    "unmute": _owned(services.mute, wish=False),
    "cancel": _owned(services.cancel),
    "say": _say,
    "report": _report,
}
