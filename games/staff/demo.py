"""Players and runs for a development site: a bot that really plays, through the services, at a human pace."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.content.models import Announcement
from games.daily import days
from games.daily import services as daily_services
from games.daily.models import DailyDeal
from games.daily.playouts import moves
from games.engine.codes import DealCode
from games.engine.position import Position
from games.play import clock, deals
from games.play.models import Game, Origin
from games.play.owners import Owner
from games.play.services import act, begin, give_up
from games.staff.services import count_refusal, report_name

_NAMES = (
    "Adèle Basile Capucine Désiré Elvire Fantin Garance Hippolyte Isaure Jules Khadija Lubin Maëlle Nino "
    "Octave Pénélope Quentin Rosalie Sacha Thaïs Ulysse Violette Wassim Xavière Yann Zélie Ambre Balthazar "
    "Céleste Diane Émile Flore Gaspard Honorine Ismaël Joséphine Kévin Léonie Marius Noémie Oscar Prune "
    "Rodolphe Solène Titouan Ursule Victoire Ysé Zacharie Apolline"
)
NAMES = _NAMES.split()
GAMES = (
    ("KL", "D1N"),
    ("KL", "D1N"),
    ("KL", "D3V"),
    ("RU", "C"),
    ("TF", "D1N"),
    ("YU", "N"),
    ("RU", "R"),
    ("KL", "D1S"),
)
DAYS, DAILY_DAYS, GAMES_EACH = 20, 5, 2
TRIES = 12
"""Random games of a deal among which the bot looks for a won one before it plays what it has."""
Progress = Callable[[str], None]


@dataclass
class Now:
    """The bot's clock, moved by its own pace."""

    at: datetime
    pace: tuple[float, float] = (0.9, 4.5)
    random: Random = field(default_factory=Random)

    def __call__(self) -> datetime:
        return self.at

    def tick(self) -> None:
        self.at += timedelta(seconds=self.random.uniform(*self.pace))


def fill(count: int, *, seed: int, progress: Progress = lambda words: None) -> int:
    """Make ``count`` players who have played for some weeks; return how many games they played."""
    random = Random(seed)
    now = Now(timezone.now(), random=random)
    today = days.day_of(now.at)
    with clock.reading(now):
        players = _players(count, random, now.at)
        progress(f"{count} players")
        played = _daily(players, random, now, today, progress)
        for place, player in enumerate(players, 1):
            played += _games(player, random, now)
            if place % 10 == 0:
                progress(f"{place} of {count} have played")
        _rest(players, random, now)
    return played


def _players(count: int, random: Random, now: datetime) -> list[User]:
    """Make the players; a name that is taken gets a number."""
    players = []
    for place in range(count):
        name, number = NAMES[place % len(NAMES)], place // len(NAMES)
        while User.objects.filter(username=f"{name}{number or ''}").exists():
            number += 1
        joined = now - timedelta(days=random.uniform(DAYS, DAYS + 9))
        players.append(User.objects.create_user(f"{name}{number or ''}", date_joined=joined))
    return players


def line_of(code: DealCode, random: Random, tries: int = TRIES) -> list[str]:
    """Return a won line of the deal if the bot finds one, else the best of those it tried."""
    cards, best, most = deals.cards_of(code), [], -1_000
    for _ in range(tries):
        position = Position.deal(code, cards)
        tokens = [str(action) for action in moves(position, random)]
        if position.won:
            return tokens
        if position.ranked_score > most:
            best, most = tokens, position.ranked_score
    return best


def play(game: Game, owner: Owner, tokens: list[str], now: Now) -> None:
    """Play a line through the services; what does not end by a win is given up after a while."""
    version, outcome = 0, None
    with transaction.atomic():
        for token in tokens:
            now.tick()
            outcome = act(game_id=game.pk, owner=owner, token=token, version=version, automatic=False)
            version = outcome.game.version
        if outcome is None or not outcome.game.over:
            now.tick()
            give_up(game_id=game.pk, owner=owner)


def _games(player: User, random: Random, now: Now) -> int:
    """Play some games on deals drawn at random, over the last weeks."""
    owner, today = Owner(user_id=player.pk), timezone.now()
    starts = sorted(today - timedelta(days=random.uniform(0.1, DAYS)) for _ in range(GAMES_EACH))
    for start in starts:
        variant, options = random.choice(GAMES)
        now.at, now.pace = start, _pace(random)
        game = begin(owner=owner, variant=variant, options=options)
        play(game, owner, line_of(game.deal_code, random), now)
    return len(starts)


def _pace(random: Random) -> tuple[float, float]:
    """Seconds between two actions, a pace for each game: none is faster than hands can play."""
    slow = random.uniform(0.8, 2.0)
    return (slow, slow * 4)


def _daily(players: list[User], random: Random, now: Now, today: object, progress: Progress) -> int:
    """Make the challenges of the last days and let some of the players take them up."""
    played = 0
    for ago in range(DAILY_DAYS, -1, -1):
        day = days.day_of(timezone.now()) - timedelta(days=ago)
        now.at = min(days.begins(day) + timedelta(hours=1), timezone.now())
        for daily in daily_services.make_day(day, seconds=8):
            played += sum(_attempts(daily, players, random, now))
        progress(f"challenge of {day}")
    return played


def _attempts(daily: DailyDeal, players: list[User], random: Random, now: Now) -> Iterator[int]:
    """Some players' attempts at one deal; their lines are a few that the bot found."""
    if daily.variant == "DS":  # long games: a few are enough to be seen
        players = players[:3]
    chosen = random.sample(players, min(len(players), random.randint(3, 6)))
    lines = [line_of(daily.code, random, tries) for tries in (TRIES, 3, 1)]
    latest = min(days.ends(daily.date), timezone.now())
    for player in chosen:
        owner = Owner(user_id=player.pk)
        now.at = days.begins(daily.date) + (latest - days.begins(daily.date)) * random.uniform(0.05, 0.8)
        now.pace = _pace(random)
        game = begin(owner=owner, code=daily.code, origin=Origin.DAILY)
        play(game, owner, random.choice(lines), now)
        yield 1


def _rest(players: list[User], random: Random, now: Now) -> None:
    """What else staff see: refusals, a reported name, an announcement."""
    for ago in range(DAYS):
        now.at = timezone.now() - timedelta(days=ago)
        for reason in random.choices(
            ("wrong_rank", "wrong_colour", "not_a_king", "foundation_order"), k=random.randint(3, 9)
        ):
            count_refusal(reason)
    now.at = timezone.now()
    if len(players) > 1:
        report_name(player=players[0], reporter=players[1], text="(demo)")
    Announcement.objects.get_or_create(
        text_fr="Site de démonstration\u00a0: les joueurs et les parties sont ceux d’un robot.",
        defaults={"text_en": "A demonstration site: its players and games are a bot’s."},
    )
