"""What a game looks like from outside: the shape for the schema, the data from what the player may see.

The data are made from `games.engine.view.View` and the legal actions only. A hidden card is in none of them.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.examples import GAME, SUMMARY, answered
from games.engine.cards import KING, card_name
from games.engine.play import Play
from games.engine.view import View, visible
from games.play import clock, selectors, services
from games.play.models import Attempt, EndReason, Game, Origin, Status
from games.play.owners import Owner
from games.play.render.sheet import standing_words
from games.play.services.ranking import Standing

CHANGING = ("elapsed_ms",)
CARD = r"^[A2-9TJQK][SHDC]$"


class CardField(serializers.RegexField):
    """A card: rank and suit, `TH` for the ten of hearts."""

    def __init__(self, **more: Any) -> None:
        super().__init__(CARD, **more)


class ColumnShape(serializers.Serializer):
    """A column of the tableau: how many cards lie face down, and the others, bottom to top."""

    down = serializers.IntegerField(min_value=0)
    up = serializers.ListField(child=CardField())


class PositionShape(serializers.Serializer):
    """The table as the player sees it."""

    stock = serializers.IntegerField(min_value=0, help_text=_("How many cards are in the stock."))
    waste = serializers.ListField(child=CardField(), help_text=_("Bottom to top: the last can be played."))
    foundations = serializers.ListField(
        child=CardField(allow_null=True),
        help_text=_("The top card of each slot (null: empty); spades, hearts, diamonds, clubs."),
    )
    tableau = ColumnShape(many=True)


class StandingShape(serializers.Serializer):
    """Where a game that is over counts, and why."""

    reason = serializers.ChoiceField(choices=Standing.values)
    detail = serializers.CharField()


@answered(SUMMARY)
class SummaryShape(serializers.Serializer):
    """A game in a list."""

    id = serializers.UUIDField()
    url = serializers.URLField()
    code = serializers.CharField(
        allow_null=True, help_text=_("The deal’s code; null while it is a secret to you.")
    )
    game = serializers.CharField(help_text=_("The game’s two letters: `KL`."))
    options = serializers.CharField(help_text=_("The options in their canonical spelling: `D1N`."))
    origin = serializers.ChoiceField(choices=Origin.values)
    status = serializers.ChoiceField(choices=Status.values)
    paused = serializers.BooleanField()
    end_reason = serializers.ChoiceField(choices=EndReason.values, allow_null=True)
    attempt = serializers.ChoiceField(
        choices=Attempt.values, allow_null=True, help_text=_("Decided by the first action.")
    )
    by_token = serializers.BooleanField(
        help_text=_("A program acted through an access key: the game counts nowhere.")
    )
    version = serializers.IntegerField(min_value=0, help_text=_("Goes up with every change."))
    score = serializers.IntegerField()
    ranked_score = serializers.IntegerField(help_text=_("What boards would rank."))
    moves = serializers.IntegerField(min_value=0)
    undos = serializers.IntegerField(min_value=0)
    hints = serializers.IntegerField(min_value=0)
    passes = serializers.IntegerField(min_value=1, help_text=_("The pass through the stock, from 1."))
    elapsed_ms = serializers.IntegerField(min_value=0, help_text=_("Time played, pauses not counted."))
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    last_action_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


@answered(GAME, "game")
class GameShape(SummaryShape):
    """A game with its position and what can be done in it."""

    position = PositionShape(allow_null=True, help_text=_("Null while the game is paused."))
    actions = serializers.ListField(
        child=serializers.CharField(), help_text=_("Every legal action of the position; none when over.")
    )
    can_undo = serializers.BooleanField()
    can_redo = serializers.BooleanField()
    can_finish = serializers.BooleanField(help_text=_("`finish` plays the remaining cards up."))
    blocked = serializers.BooleanField(
        help_text=_("No action leads on any more (only games that say so): undo, give up or begin anew.")
    )
    standing = StandingShape(allow_null=True, help_text=_("Of a game that is over."))


def summary(game: Game, owner: Owner, root: str) -> dict[str, Any]:
    """Return a game as a list holds it. `root`: the address of all games, to which ids are added."""
    return {
        "id": str(game.pk),
        "url": f"{root}{game.pk}/",
        "code": selectors.code_shown(game, owner) or None,
        "game": game.variant,
        "options": game.options,
        "origin": game.origin,
        "status": game.status,
        "paused": game.paused,
        "end_reason": game.end_reason or None,
        "attempt": game.attempt or None,
        "by_token": game.by_token,
        "version": game.version,
        "score": game.score,
        "ranked_score": game.ranked_score,
        "moves": game.moves,
        "undos": game.undos,
        "hints": game.hints,
        "passes": game.passes,
        "elapsed_ms": clock.elapsed_ms(game, clock.now()),
        "created_at": game.created_at,
        "started_at": game.started_at,
        "last_action_at": game.last_action_at,
        "ended_at": game.ended_at,
    }


def whole(game: Game, owner: Owner, root: str, play: Play | None = None) -> dict[str, Any]:
    """Return a game with its position. `play`: the game as the engine has it, if it is at hand."""
    play = play or services.resume_play(game)
    return {
        **summary(game, owner, root),
        "position": None if game.paused else position_data(visible(play.position)),
        **_possible(game, play),
        "standing": _standing(game),
    }


def position_data(view: View) -> dict[str, Any]:
    """Return the table in the notation of records."""
    per_suit = len(view.foundations) // 4
    return {
        "stock": view.stock,
        "waste": [card_name(card) for card in view.waste],
        "foundations": [
            card_name(slot // per_suit * KING + height - 1) if height else None
            for slot, height in enumerate(view.foundations)
        ],
        "tableau": [
            {"down": column.down, "up": [card_name(card) for card in column.cards]} for column in view.columns
        ],
    }


def _possible(game: Game, play: Play) -> dict[str, Any]:
    """What can be done now: nothing while the game is paused or when it is over."""
    position, idle = play.position, game.over or game.paused
    return {
        "actions": [] if idle else [str(action) for action in position.legal_actions()],
        "can_undo": not idle and play.can_undo > 0,
        "can_redo": not idle and play.can_redo > 0,
        "can_finish": not idle and position.can_finish(),
        "blocked": not idle and position.rules.variant.says_blocked and position.is_blocked(),
    }


def _standing(game: Game) -> dict[str, str] | None:
    """Where a game that is over counts, in one word and in a sentence."""
    if not game.standing:
        return None
    return {"reason": game.standing, "detail": standing_words(game)}
