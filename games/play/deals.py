"""Deals as the site knows them: their key, letters never dealt before, who has seen one, which are secret."""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop

from games.engine.codes import LETTERS_LIMIT, DealCode, number_to_letters
from games.engine.shuffle import deal_cards
from games.play import clock
from games.play.models import Attempt, DealOpening, DealSecret, Game, SiteKey
from games.play.owners import Owner

OTHER_KEY = gettext_noop(
    "The games in this database were dealt under another DEAL_KEY. Set DEAL_KEY to the key they were dealt "
    "under: with any other, every code and every record would mean other cards."
)
WITHHELD = gettext_noop(
    "This deal is kept secret for now: it opens to all when its day or its match is over."
)
DRAWS = 100


class OtherDealKey(RuntimeError):
    """The site runs under another DEAL_KEY than its stored games were dealt under."""

    template = OTHER_KEY

    def __init__(self) -> None:
        super().__init__(OTHER_KEY)


class Withheld(PermissionError):
    """The deal is secret and not this person's to open; `template` is the sentence for players."""

    template = WITHHELD

    def __init__(self) -> None:
        super().__init__(WITHHELD)


# --- the key ------------------------------------------------------------------------------------------------


def fingerprint() -> str:
    """Return what the database keeps of DEAL_KEY: enough to know it again, useless to find it."""
    return hmac.new(
        settings.DEAL_KEY.encode(), b"reussite: fingerprint of DEAL_KEY", hashlib.sha256
    ).hexdigest()


def check_key() -> None:
    """Compare the key with the one that games are stored under, if any are.

    :raises OtherDealKey: if they differ.
    """
    stored = SiteKey.objects.filter(pk=SiteKey.ONLY).values_list("fingerprint", flat=True).first()
    if stored is not None and stored != fingerprint():
        raise OtherDealKey


def bind_key() -> None:
    """Bind the database to the key, by the first game that is stored.

    :raises OtherDealKey: if it is bound to another one.
    """
    row, _ = SiteKey.objects.get_or_create(pk=SiteKey.ONLY, defaults={"fingerprint": fingerprint()})
    if row.fingerprint != fingerprint():
        raise OtherDealKey


def cards_of(code: DealCode) -> tuple[int, ...]:
    """Return the cards that the site's key deals for a code."""
    return deal_cards(code, settings.DEAL_KEY)


# --- letters ------------------------------------------------------------------------------------------------


def random_letters(variant: str) -> str:
    """Return seven letters drawn by the system's generator, shared by no two processes."""
    return number_to_letters(secrets.randbelow(LETTERS_LIMIT))


def draw(variant: str, options: str) -> DealCode:
    """Return a code whose deal this site never dealt before.

    `settings.DRAW_LETTERS` may name another source than `random_letters`: a test that has to win does.

    :raises CodeError: if there is no such game, or it has no such options.
    """
    path = getattr(settings, "DRAW_LETTERS", "")
    source: Callable[[str], str] = import_string(path) if path else random_letters
    for _ in range(DRAWS):
        code = DealCode.make(variant, options, source(variant))
        if not dealt_before(code.deal):
            return code
    raise RuntimeError(f"{DRAWS} draws in a row gave deals that were dealt before")


def dealt_before(deal: str) -> bool:
    """Whether anybody was ever shown the deal, or it is set aside for a challenge or a match."""
    return DealOpening.objects.filter(deal=deal).exists() or DealSecret.objects.filter(deal=deal).exists()


# --- who has seen a deal ------------------------------------------------------------------------------------


def record_opening(deal: str, owner: Owner, *, at: datetime | None = None) -> None:
    """Note that somebody was shown the deal; the first time stands."""
    who = {"token": owner.token} if owner.token else {"user_id": owner.user_id, "visitor": owner.visitor}
    opening = DealOpening(deal=deal, opened_at=at or clock.now(), **who)
    DealOpening.objects.bulk_create([opening], ignore_conflicts=True)


def record_look(deal: str, user_id: int) -> None:
    """Note that staff saw the deal's hidden cards: they can no longer rank on it. Nobody else is affected."""
    looked = DealOpening(deal=deal, user_id=user_id, looked=True, opened_at=clock.now())
    DealOpening.objects.bulk_create([looked], ignore_conflicts=True)


def looked_at(deal: str, user_id: int, *, until: datetime | None = None) -> bool:
    """Whether this account saw the deal's hidden cards as staff, up to a moment if one is given."""
    looks = DealOpening.objects.filter(deal=deal, user_id=user_id, looked=True)
    return (looks.filter(opened_at__lte=until) if until else looks).exists()


def opened_by_others(deal: str, user_id: int, *, until: datetime) -> bool:
    """Whether another account, session or token was shown the deal up to a moment."""
    openings = DealOpening.objects.filter(deal=deal, looked=False, opened_at__lte=until)
    return openings.exclude(user_id=user_id).exists()


# --- secrets ------------------------------------------------------------------------------------------------


def keep_secret(
    *,
    deal: str,
    until: datetime,
    daily_id: int | None = None,
    counts_from: datetime | None = None,
    counts_until: datetime | None = None,
) -> None:
    """Withhold a deal's code, link and replays until a moment (see `DealSecret`); again: on these terms."""
    terms = {
        "secret_until": until,
        "daily_id": daily_id,
        "counts_from": counts_from,
        "counts_until": counts_until,
    }
    DealSecret.objects.update_or_create(deal=deal, defaults=terms)


def reveal(deal: str) -> None:
    """End a deal's secrecy now: its match is over."""
    DealSecret.objects.filter(deal=deal, secret_until__gt=clock.now()).update(secret_until=clock.now())


def secret_of(deal: str) -> DealSecret | None:
    """Return the terms under which a deal is or was secret."""
    return DealSecret.objects.filter(deal=deal).first()


def withheld(deal: str, owner: Owner) -> bool:
    """Whether the deal is secret now, and not open to this person by an own attempt that has ended."""
    if not DealSecret.objects.filter(deal=deal, secret_until__gt=clock.now()).exists():
        return False
    if owner.user_id is None:
        return True
    own = Game.objects.filter(
        player_id=owner.user_id, deal=deal, attempt=Attempt.FIRST, ended_at__isnull=False
    )
    return not own.exists()
