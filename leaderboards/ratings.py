"""The only writer of ratings: openskill's Plackett-Luce model, one rating per player and tempo.

Each function is one transaction (of its caller's, if there is one) and idempotent. Order of locks: a match's
two ratings by their players' numbers.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from openskill.models import PlackettLuce

from leaderboards.rating_models import MonthWins, Rating, RatingChange

MODEL = PlackettLuce()
MU, SIGMA = MODEL.mu, MODEL.sigma
SURE = 5.5
"""The uncertainty below which a rating is no longer provisional: after ten to fifteen matches."""
MOST_A_DAY = 3
ZERO, SCALE = 1000, 40


@dataclass(frozen=True, slots=True)
class Finished:
    """A rated match that has ended. `winner`: the winning player, `None` if a draw was agreed."""

    match_id: UUID
    players: tuple[int, int]
    winner: int | None
    tempo: str
    at: datetime

    def score(self, player: int) -> float:
        return 0.5 if self.winner is None else float(player == self.winner)


def points_of(mu: float, sigma: float) -> int:
    """Return what is shown of a rating: what it is at least, with near certainty; 1000 for a newcomer."""
    return round(ZERO + SCALE * (mu - 3 * sigma))


def margin_of(sigma: float) -> int:
    """Return by how many points a player may well be stronger than shown, or weaker than the mean."""
    return round(SCALE * 3 * sigma)


@transaction.atomic
def record(match: Finished) -> bool:
    """Change both ratings by a match and return whether it counts.

    At most three matches a day (Europe/Paris) between the same two count. A match recorded before counts as
    it did.
    """
    ratings = _locked(match.players, match.tempo)
    if RatingChange.objects.filter(match_id=match.match_id).exists():
        return True
    if _played_today(match) >= MOST_A_DAY:
        return False
    teams = [[MODEL.rating(mu=ratings[player].mu, sigma=ratings[player].sigma)] for player in match.players]
    ranks = [1 - match.score(player) for player in match.players]
    rated = MODEL.rate(teams, ranks=ranks)
    for player, opponent, [new] in zip(match.players, reversed(match.players), rated, strict=True):
        _change(ratings[player], match, opponent, new.mu, new.sigma)
    return True


@transaction.atomic
def void(match_id: UUID) -> bool:
    """Take a match's changes back; tell if there was anything to take back."""
    changes = list(RatingChange.objects.filter(match_id=match_id, voided=False).order_by("player_id"))
    if not changes:
        return False
    ratings = _locked((changes[0].player_id, changes[-1].player_id), changes[0].tempo)
    marked = RatingChange.objects.filter(match_id=match_id, voided=False).update(voided=True)
    if not marked:
        return False
    for change in changes:
        rating = ratings[change.player_id]
        rating.mu -= change.mu_change
        rating.sigma = min(SIGMA, rating.sigma / change.sigma_ratio)
        _count(rating, change.score, change.at, -1)
        _store(rating)
    return True


def strength_of(user_id: int, tempo: str) -> float:
    """Return the mean by which « Match rapide » finds the nearest player."""
    found = Rating.objects.filter(player_id=user_id, tempo=tempo).values_list("mu", flat=True).first()
    return MU if found is None else found


def _change(rating: Rating, match: Finished, opponent: int, mu: float, sigma: float) -> None:
    change = RatingChange(
        match_id=match.match_id,
        player_id=rating.player_id,
        opponent_id=opponent,
        tempo=match.tempo,
        score=match.score(rating.player_id),
        mu_change=mu - rating.mu,
        sigma_ratio=sigma / rating.sigma,
        points_before=rating.points,
        at=match.at,
    )
    rating.mu, rating.sigma = mu, sigma
    _count(rating, change.score, match.at, 1)
    _store(rating)
    change.points_after = rating.points
    change.save(force_insert=True)


def _count(rating: Rating, score: float, at: datetime, by: int) -> None:
    name = {1.0: "won", 0.5: "drawn"}.get(score, "lost")
    setattr(rating, name, max(0, getattr(rating, name) + by))
    if score == 1:
        month = month_of(at)
        wins, _made = MonthWins.objects.get_or_create(
            player_id=rating.player_id, tempo=rating.tempo, month=month
        )
        MonthWins.objects.filter(pk=wins.pk).update(wins=F("wins") + by)


def _store(rating: Rating) -> None:
    rating.points = points_of(rating.mu, rating.sigma)
    rating.provisional = rating.sigma > SURE
    rating.updated_at = timezone.now()
    rating.save()


def _locked(players: tuple[int, int], tempo: str) -> dict[int, Rating]:
    """The players' ratings, locked in one order; a newcomer's is made first."""
    new = [
        Rating(player_id=player, tempo=tempo, mu=MU, sigma=SIGMA, points=points_of(MU, SIGMA))
        for player in sorted(set(players))
    ]
    Rating.objects.bulk_create(new, ignore_conflicts=True)
    rows = Rating.objects.select_for_update().filter(player_id__in=players, tempo=tempo)
    return {rating.player_id: rating for rating in rows.order_by("player_id")}


def _played_today(match: Finished) -> int:
    """How many of the day's matches of these two have counted, whatever their tempo."""
    one, two = match.players
    start = timezone.localtime(match.at).replace(hour=0, minute=0, second=0, microsecond=0)
    return RatingChange.objects.filter(
        player_id=one, opponent_id=two, voided=False, at__gte=start, at__lt=start + timedelta(days=1)
    ).count()


def month_of(at: datetime) -> date:
    """Return the first day of the month, in Europe/Paris."""
    return timezone.localtime(at).date().replace(day=1)
