"""Beginning a game: a deal drawn by the server, a typed code, a link, the challenge, the same deal again."""

from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from games.engine.codes import GAME, CodeError, DealCode, parse_code
from games.engine.play import Play
from games.engine.variants import SOLO_VARIANTS
from games.play import clock, deals
from games.play.models import DealSecret, Game, Origin, Status
from games.play.owners import NotYours, Owner, game_of
from games.play.services.end import give_up_for_restart


def begin(
    *,
    owner: Owner,
    code: DealCode | str | None = None,
    variant: str = "",
    options: str = "",
    origin: Origin | str | None = None,
    key: UUID | None = None,
) -> Game:
    """Begin a game and return it: on `code`, or on a deal of `variant` and `options` that the server draws at
    random.

    `origin` says how a code came (typed, by link, daily); a drawn deal is always random. `key` is the form's
    own id: the same form sent twice begins one game. A code that the owner has before him untouched gives
    that game again.

    :raises CodeError: if the code, the game or its options don't exist, or the game is not for one player.
    :raises Withheld: if the deal is secret and not this owner's to open.
    :raises OtherDealKey: if the site's key is not the one its games were dealt under.
    """
    found = _begun(owner, key=key) if key else None
    if found is not None:
        return found
    if code is None:
        chosen, origin = deals.draw(variant, options), Origin.RANDOM
    else:
        chosen, origin = parse_code(code) if isinstance(code, str) else code, Origin(origin or Origin.CODE)
    _for_one(chosen)
    if origin in (Origin.CODE, Origin.LINK) and deals.withheld(chosen.deal, owner):
        raise deals.Withheld
    return _store(owner, chosen, origin, key)


def restart(*, game_id: UUID, owner: Owner, version: int | None = None) -> Game:
    """Begin the deal of a game again and return the new game; the old one, if unfinished, is given up.

    An untouched game is returned as it is: there is nothing to begin again.

    :raises NotFound: if the owner has no such game.
    :raises Stale: if a version is given and the unfinished game has moved on since.
    :raises TableRefusal: to a program, if the unfinished game was begun by hand.
    """
    game = game_of(game_id, owner)
    if game.status == Status.DEALT:
        return game
    give_up_for_restart(game_id=game_id, owner=owner, version=version)
    return _store(owner, game.deal_code, Origin.RESTART, None)


def _for_one(code: DealCode) -> None:
    if code.variant.code not in SOLO_VARIANTS:
        raise CodeError("game", GAME, part=code.variant.code, choices=", ".join(SOLO_VARIANTS))


def _store(owner: Owner, code: DealCode, origin: Origin, key: UUID | None) -> Game:
    """Store a new game, unless a twin of this request was faster: then return that one's."""
    deals.bind_key()
    secret = deals.secret_of(code.deal)
    game = _new(owner, code, origin, key, secret)
    try:
        with transaction.atomic():
            game.save(force_insert=True)
            deals.record_opening(code.deal, owner, at=game.created_at)
    except IntegrityError:
        twin = (_begun(owner, key=key) if key else None) or _begun(owner, code=code.text, status=Status.DEALT)
        if twin is None:
            raise
        return twin
    return game


def _new(owner: Owner, code: DealCode, origin: Origin, key: UUID | None, secret: DealSecret | None) -> Game:
    play = Play(code, deals.cards_of(code))
    position, at = play.position, clock.now()
    daily = secret.daily_id if secret and origin == Origin.DAILY else None
    return Game(
        key=key,
        code=code.text,
        variant=code.variant.code,
        options=code.options,
        letters=code.letters,
        deal=code.deal,
        origin=origin,
        daily_id=daily,
        secret_until=secret.secret_until if secret and secret.secret_until > at else None,
        created_at=at,
        last_action_at=at,
        snapshot=play.snapshot(),
        score=position.score,
        ranked_score=position.ranked_score,
        passes=position.passes,
        **owner.fields,
    )


def _begun(owner: Owner, **fields: Any) -> Game | None:
    """The game that a twin of this request began.

    :raises NotYours: if somebody else's form carried the same key.
    """
    game = Game.objects.light().filter(**fields, **({} if "key" in fields else owner.fields)).first()
    if game is not None and not owner.owns(game):
        raise NotYours(game.pk)
    return game
