"""Hints at the table: what they say, what they count, when there is none."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.play import services
from games.play.models import Game
from games.play.owners import NotFound, Owner
from tests.play.conftest import Clock, do, play_all, shortest_win

CODE = "KL1-D1N-AAAAAAB"
HTMX = {"HX-Request": "true"}


def begin(owner: Owner) -> Game:
    return services.begin(owner=owner, code=CODE)


def stored(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def test_a_hint_is_one_useful_action_and_changes_nothing_but_its_count(player: Owner) -> None:
    game = begin(player)
    hinted = services.hint(game_id=game.pk, owner=player, version=game.version)
    assert str(hinted.action) == "t7-t1"
    after = stored(game)
    assert (after.hints, after.version, after.started_at, after.actions) == (1, game.version + 1, None, "")
    assert not after.pure


def test_the_same_wish_made_twice_counts_once(player: Owner) -> None:
    game = begin(player)
    services.hint(game_id=game.pk, owner=player, version=game.version)
    again = services.hint(game_id=game.pk, owner=player, version=game.version)
    assert again.stale and again.action is None
    assert stored(game).hints == 1


def test_a_paused_game_gives_no_hint(player: Owner) -> None:
    game = do(begin(player), player, "s-w").game
    game = services.pause(game_id=game.pk, owner=player)
    hinted = services.hint(game_id=game.pk, owner=player, version=game.version)
    assert hinted.refusal is not None and hinted.action is None
    assert stored(game).hints == 0


def test_a_game_that_is_over_gives_no_hint(player: Owner) -> None:
    game = do(begin(player), player, "s-w").game
    game = services.give_up(game_id=game.pk, owner=player)
    assert services.hint(game_id=game.pk, owner=player, version=game.version).refusal is not None
    assert stored(game).hints == 0


def test_nobody_gets_a_hint_in_the_game_of_another(player: Owner, other: Owner) -> None:
    game = begin(player)
    with pytest.raises(NotFound):
        services.hint(game_id=game.pk, owner=other, version=game.version)


@pytest.mark.parametrize(("help_taken", "pure"), [("nothing", True), ("hint", False), ("undo", False)])
def test_boards_are_told_whether_a_run_is_pure(
    player: Owner, submitted: list[Any], time: Clock, help_taken: str, pure: bool
) -> None:
    line = shortest_win("KL1-D1N")
    game = services.begin(owner=player, code=line["code"])
    if help_taken == "hint":
        services.hint(game_id=game.pk, owner=player, version=game.version)
    if help_taken == "undo":
        do(do(game, player, "s-w").game, player, "undo")
    play_all(game, player, line["actions"].split(), time)
    assert [run.pure for run in submitted] == [pure]


class Page:
    """Someone at a table of their own, through the test client."""

    def __init__(self) -> None:
        user = User.objects.create_user("noor", "noor@example.org", "x")
        self.client = Client()
        self.client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        self.id: UUID = services.begin(owner=Owner(user_id=user.pk), code=CODE).pk

    def hint(self, **headers: str) -> Any:
        version = Game.objects.get(pk=self.id).version
        return self.client.post(
            reverse("games:hint", args=[self.id]), {"version": version}, headers=headers or None
        )


@pytest.fixture
def page(db: None) -> Page:
    return Page()


def test_the_answer_says_the_hint_and_names_it_for_the_script(page: Page) -> None:
    answer = page.hint(**HTMX).content.decode()
    assert 'id="message"' in answer and "2 de cœur, colonne 7 → colonne 1" in answer
    assert '"hint":"t7-t1"' in answer
    assert "pile-t" not in answer


def test_without_scripts_the_hint_stands_on_the_page(page: Page) -> None:
    answer = page.hint()
    assert answer.status_code == 303
    assert "2 de cœur, colonne 7 → colonne 1" in page.client.get(answer["Location"]).content.decode()


def test_the_possible_moves_are_listed_in_words(page: Page) -> None:
    listed = page.client.get(reverse("games:moves", args=[page.id])).content.decode()
    assert 'value="t7-t1"' in listed and "2 de cœur, colonne 7 → colonne 1" in listed
    assert 'value="s-w"' in listed
