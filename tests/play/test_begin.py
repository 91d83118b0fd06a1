"""Beginning a game: by a draw, a code or a link, once for each form."""

from uuid import uuid4

import pytest

from games.engine.codes import CodeError
from games.engine.variants import SOLO_VARIANTS
from games.play import deals, services
from games.play.models import Attempt, DealOpening, Game, Origin, Status
from games.play.owners import NotYours, Owner
from tests.play.conftest import do

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("code", list(SOLO_VARIANTS))
def test_every_game_for_one_is_dealt_with_each_of_its_options(code: str, visitor: Owner) -> None:
    for options in SOLO_VARIANTS[code].option_choices:
        game = services.begin(owner=visitor, variant=code, options=options)
        assert game.code == f"{code}1-{options}-{game.letters}"
        assert (game.status, game.version, game.elapsed_ms) == (Status.DEALT, 0, 0)
        assert game.score == game.deal_code.rules.scoring.start


def test_a_drawn_deal_was_never_dealt_on_this_site(player: Owner, other: Owner, drawn) -> None:
    services.begin(owner=other, code="KL1-D1N-AAAAAAB")
    deals.keep_secret(deal="KL1-AAAAAAC", until=deals.clock.now())
    drawn("AAAAAAB", "AAAAAAC", "AAAAAAD")
    game = services.begin(owner=player, variant="KL", options="D3V")
    assert game.letters == "AAAAAAD"
    assert game.origin == Origin.RANDOM


def test_letters_are_drawn_by_the_systems_generator_and_differ(visitor: Owner) -> None:
    letters = {services.begin(owner=visitor, variant="KL", options="D1N").letters for _ in range(20)}
    assert len(letters) == 20


def test_a_typed_code_is_read_kindly_and_deals_the_same_cards_to_all(player: Owner, other: Owner) -> None:
    mine = services.begin(owner=player, code=" ds1 – d1n – aaaaaab ")
    theirs = services.begin(owner=other, code="DS1-D1N-AAAAAAB", origin=Origin.LINK)
    assert mine.code == theirs.code == "DS1-D1N-AAAAAAB"
    assert mine.snapshot == theirs.snapshot
    assert (mine.origin, theirs.origin) == (Origin.CODE, Origin.LINK)


def test_options_do_not_change_the_deal(player: Owner) -> None:
    classic = services.begin(owner=player, code="RU1-C-AAAAABB")
    relaxed = services.begin(owner=player, code="RU1-R-AAAAABB")
    assert classic.pk != relaxed.pk
    assert classic.deal == relaxed.deal == "RU1-AAAAABB"


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("nonsense", "shape"),
        ("ZZ1-D1N-AAAAAAB", "game"),
        ("DS2-D1N-AAAAAAB", "version"),
        ("DS1-D2N-AAAAAAB", "options"),
        ("DS1-D1N-AAAAAA1", "letters"),
        ("DK1-D1S-AAAAAAB", "game"),
    ],
)
def test_an_unreadable_code_begins_nothing_and_says_which_part_is_wrong(
    code: str, part: str, visitor: Owner
) -> None:
    with pytest.raises(CodeError) as error:
        services.begin(owner=visitor, code=code)
    assert error.value.part == part
    assert not Game.objects.exists()


@pytest.mark.parametrize(("variant", "options"), [("ZZ", "D1N"), ("KL", "D1N7"), ("KL", ""), ("DK", "D1S")])
def test_an_unknown_game_or_option_begins_nothing(variant: str, options: str, visitor: Owner) -> None:
    with pytest.raises(CodeError):
        services.begin(owner=visitor, variant=variant, options=options)
    assert not Game.objects.exists()
    assert not DealOpening.objects.exists()


def test_the_same_form_sent_twice_begins_one_game(visitor: Owner) -> None:
    key = uuid4()
    first = services.begin(owner=visitor, variant="DS", options="D1N", key=key)
    second = services.begin(owner=visitor, variant="DS", options="D1N", key=key)
    assert first.pk == second.pk
    assert Game.objects.count() == 1


def test_somebody_elses_form_key_gives_nothing_away(player: Owner, visitor: Owner) -> None:
    key = uuid4()
    services.begin(owner=player, variant="DS", options="D1N", key=key)
    with pytest.raises(NotYours):
        services.begin(owner=visitor, variant="DS", options="D1N", key=key)


def test_a_code_entered_twice_gives_the_untouched_game_again(visitor: Owner) -> None:
    first = services.begin(owner=visitor, code="KL1-D1N-AAAAAAB")
    assert services.begin(owner=visitor, code="KL1-D1N-AAAAAAB").pk == first.pk
    do(first, visitor, "s-w")
    again = services.begin(owner=visitor, code="KL1-D1N-AAAAAAB")
    assert again.pk != first.pk


def test_opening_a_deal_is_noted_once_for_each_person(player: Owner, visitor: Owner) -> None:
    for owner in (player, visitor, player):
        services.begin(owner=owner, code="KL1-D1N-AAAAAAB")
    openings = DealOpening.objects.filter(deal="KL1-AAAAAAB")
    assert {(row.user_id, row.visitor) for row in openings} == {
        (player.user_id, None),
        (None, visitor.visitor),
    }


def test_restart_gives_the_old_game_up_and_begins_the_same_deal(player: Owner) -> None:
    old = services.begin(owner=player, variant="KL", options="D1N")
    do(old, player, "s-w")
    new = services.restart(game_id=old.pk, owner=player)
    old.refresh_from_db()
    assert (old.status, old.end_reason) == (Status.GIVEN_UP, "restarted")
    assert (new.code, new.origin, new.status) == (old.code, Origin.RESTART, Status.DEALT)
    assert do(new, player, "s-w").game.attempt == Attempt.PRACTICE


def test_restart_of_an_untouched_game_gives_it_back(player: Owner) -> None:
    game = services.begin(owner=player, variant="KL", options="D1N")
    assert services.restart(game_id=game.pk, owner=player).pk == game.pk
    assert Game.objects.count() == 1


def test_restart_twice_begins_one_game(player: Owner) -> None:
    old = services.begin(owner=player, variant="KL", options="D1N")
    do(old, player, "s-w")
    first = services.restart(game_id=old.pk, owner=player, version=1)
    assert services.restart(game_id=old.pk, owner=player, version=1).pk == first.pk
    assert Game.objects.count() == 2


def test_restart_from_an_old_table_is_stale_and_gives_nothing_up(player: Owner) -> None:
    old = services.begin(owner=player, variant="KL", options="D1N")
    do(old, player, "s-w")
    with pytest.raises(services.Stale):
        services.restart(game_id=old.pk, owner=player, version=0)
    old.refresh_from_db()
    assert old.status == Status.PLAYING
