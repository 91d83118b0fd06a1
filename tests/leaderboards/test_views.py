"""The pages: what they show, to whom, and what they never show."""

from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.utils import timezone

from leaderboards import selectors
from tests.leaderboards.conftest import NOON, Play, Player


class Cells(HTMLParser):
    """Collects the words of each cell of each row."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th") and self.rows:
            self.rows[-1].append("")
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside and data.strip():
            self.rows[-1][-1] = f"{self.rows[-1][-1]} {data.strip()}".strip()


def rows(client: Client, url: str) -> list[list[str]]:
    response = client.get(url)
    assert response.status_code == 200
    cells = Cells()
    cells.feed(response.content.decode())
    return [row for row in cells.rows if row]


def test_a_board_shows_rank_player_score_time_moves_and_when(
    client: Client, player: Player, play: Play
) -> None:
    play(player("ada"), 1015, seconds=3725, moves=130)
    [head, row] = rows(client, "/en/classements/KL-D1N/")
    assert head[:6] == ["Rank", "Player", "Score", "Time", "Moves", "When"]
    assert row[:3] == ["1", "ada", "1015"]
    assert row[3] == "1:02:05"
    assert row[4].startswith("130")
    assert row[5] == "18 Nov 2026"


@pytest.mark.parametrize(("score", "words"), [(416, "$416"), (0, "$0"), (-104, "-$104")])
@pytest.mark.parametrize("prefix", ["", "/en"])
def test_dollars_are_written_alike_in_every_language(
    client: Client, player: Player, play: Play, score: int, words: str, prefix: str
) -> None:
    play(player("ada"), score, board_key="DS-D1V", won=score == 416)
    assert rows(client, f"{prefix}/classements/DS-D1V/")[1][2] == words


def test_without_points_there_is_no_score_column(client: Client, player: Player, play: Play) -> None:
    play(player("ada"), 0, board_key="KL-D1S")
    [head, _] = rows(client, "/en/classements/KL-D1S/")
    assert "Score" not in head


def test_the_own_row_is_marked_and_pinned_with_neighbours_when_it_is_on_another_page(
    client: Client, player: Player, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors.page, "__defaults__", ("", "", 3))
    people = [player() for _ in range(12)]
    for n, someone in enumerate(people):
        play(someone, 900 - n)
    me = people[9]
    client.force_login(me)
    page = client.get("/en/classements/KL-D1N/").content.decode()
    assert "number 10</strong> of 12" in page
    assert page.count('class="mine"') == 1
    for neighbour in people[6:12]:
        assert neighbour.username in page
    assert people[4].username not in page


def test_pages_follow_each_other(
    client: Client, player: Player, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors.page, "__defaults__", ("", "", 2))
    for n in range(5):
        play(player(f"p{n}x"), 900 - n)
    url, seen = "/en/classements/KL-D1N/?periode=toujours", []
    while url:
        response = client.get(url)
        seen += [row.name for row in response.context["page"].rows]
        after = response.context["page"].after
        url = f"/en/classements/KL-D1N/?apres={after}" if after else ""
        assert not after or f"apres={after}" in response.content.decode()
    assert seen == [f"p{n}x" for n in range(5)]


def test_the_form_leads_to_the_board_it_names(client: Client, db: None) -> None:
    response = client.get(
        "/classements/", {"jeu": "KL-D1V", "periode": "semaine", "par": "cagnotte", "pur": "1"}
    )
    assert response.status_code == 302
    assert response["Location"] == "/classements/KL-D1V/?periode=semaine&par=cagnotte"


def test_a_past_day_has_its_own_address(client: Client, player: Player, play: Play) -> None:
    play(player("ada"))
    assert len(rows(client, "/classements/KL-D1N/?periode=jour&le=2026-11-18")) == 2
    assert rows(client, "/classements/KL-D1N/?periode=jour&le=2026-11-17") == []


@pytest.mark.parametrize(
    "query",
    [
        "le=9999-99-99",
        "le=9999-12-31",
        "le=0001-01-01",
        "periode=x",
        "apres=1.2.3",
        "par=x&pur=9",
        "avant=%00",
    ],
)
def test_unreadable_choices_take_their_default(client: Client, db: None, query: str) -> None:
    assert client.get(f"/classements/KL-D1N/?periode=jour&{query}").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "XX-D1N",
        "KL-D9N",
        "KL",
        "DK-D1S",
        "donne/KL1-AAAAAA",
        "donne/KL1-D9-AAAAAAB",
        "donne/XX1-AAAAAAB",
        "donne/KL2-AAAAAAB",
        "donne/KL0-AAAAAAB",
    ],
)
def test_an_unknown_board_is_not_found(client: Client, db: None, path: str) -> None:
    assert client.get(f"/classements/{path}/").status_code == 404


def test_every_board_of_every_game_answers_in_both_languages(client: Client, db: None) -> None:
    page = client.get("/en/classements/")
    assert page.status_code == 200
    for game in page.context["all_games"]:
        for options in game.options:
            for prefix in ("", "/en"):
                assert (
                    client.get(f"{prefix}/classements/{game.code}-{options}/?periode=jour").status_code == 200
                )


def test_the_first_page_opens_with_the_ranking_that_most_play_for_this_week(
    client: Client, player: Player, play: Play, django_assert_max_num_queries
) -> None:  # type: ignore[no-untyped-def]
    now = timezone.now()
    for n in range(12):
        play(player(f"ada{n:02}"), 900 - n, board_key="RU-C", ended_at=now)
    for _ in range(13):
        play(player(), ended_at=now - timedelta(days=8))
    play(player("bob"), ended_at=now)
    with django_assert_max_num_queries(9):
        page = client.get("/en/classements/")
    choice = page.context["choice"]
    assert (choice.board_key, choice.period) == ("RU-C", "ever")
    table = rows(client, "/en/classements/")
    assert [row[1] for row in table[1:]] == [f"ada{n:02}" for n in range(10)]
    assert "The whole leaderboard: 12 players" in page.text
    assert '<option value="RU-C" selected>' in page.text and '<option value="toujours" selected>' in page.text


def test_in_a_week_without_results_the_first_page_opens_with_the_fullest_ranking(
    client: Client, player: Player, play: Play
) -> None:
    play(player("ada"), 416, board_key="DS-D1V", ended_at=timezone.now() - timedelta(days=8))
    page = client.get("/en/classements/")
    choice = page.context["choice"]
    assert (choice.board_key, choice.period) == ("DS-D1V", "ever")
    assert [row[1:3] for row in rows(client, "/en/classements/")[1:]] == [["ada", "$416"]]
    assert "The whole leaderboard" not in page.text


def test_before_anybody_has_won_the_first_page_opens_without_a_table(client: Client, db: None) -> None:
    page = client.get("/en/classements/")
    assert page.context["choice"].board_key == "KL-D1N"
    assert "<table" not in page.text and "first place is free" in page.text


def test_the_champions_of_the_day_are_on_the_first_page(client: Client, player: Player, play: Play) -> None:
    now = timezone.now()
    play(player("ada"), 700, ended_at=now)
    play(player("bob"), 999, ended_at=now - timedelta(days=2))
    ranking, champions = client.get("/classements/").content.decode().split("Champions du jour")
    assert "bob" in ranking
    assert "ada" in champions
    assert "bob" not in champions


def test_the_deal_board_lists_practice_apart(client: Client, player: Player, play: Play) -> None:
    ada = player("ada")
    play(ada, 500, deal="KL1-AAAAAAB")
    play(ada, 900, deal="KL1-AAAAAAB", practice=True, deal_first=False, global_ok=False)
    for path in ("KL1-AAAAAAB", "KL1-D1N-AAAAAAB", "kl1-aaaaaab"):
        page = client.get(f"/en/classements/donne/{path}/").content.decode()
        assert page.index(">500") < page.index("Practice, 1 player") < page.index(">900")


def test_a_replay_is_linked_only_once_its_deal_is_no_secret(
    client: Client, player: Player, play: Play
) -> None:
    secret = play(player("ada"), secret_until=timezone.now() + timedelta(hours=1))
    free = play(player("bob"), secret_until=NOON)
    page = client.get("/classements/KL-D1N/").content.decode()
    assert str(free.run_id) in page
    assert str(secret.run_id) not in page


def test_a_private_players_name_is_in_no_byte_of_a_board(client: Client, player: Player, play: Play) -> None:
    hidden = player("shy-violet")
    play(hidden, 900, deal="KL1-AAAAAAB")
    hidden.private = True
    hidden.save()
    for path in ("", "KL-D1N/", "donne/KL1-AAAAAAB/"):
        assert b"shy-violet" not in client.get(f"/classements/{path}").content


def test_a_name_is_escaped(client: Client, player: Player, play: Play) -> None:
    ada = player("ada")
    play(ada)
    type(ada).objects.filter(pk=ada.pk).update(username="<b>x</b>")
    assert b"<b>x</b>" not in client.get("/classements/KL-D1N/").content


def test_the_query_count_of_a_board_does_not_depend_on_its_rows(
    client: Client, player: Player, play: Play, django_assert_max_num_queries
) -> None:  # type: ignore[no-untyped-def]
    for n in range(20):
        play(player(), 500 + n)
    with django_assert_max_num_queries(8):
        client.get("/classements/KL-D1N/")


def test_no_page_of_boards_has_an_inline_style_or_script(client: Client, player: Player, play: Play) -> None:
    ada = player("ada")
    play(ada, -52, board_key="KL-D1V", won=False)
    play(ada)
    client.force_login(ada)
    for url in ("/classements/", "/classements/KL-D1N/", "/statistiques/", "/statistiques/?jeu=KL-D1V"):
        page = client.get(url).content.decode()
        assert " style=" not in page
        assert "<style" not in page
        assert " onclick" not in page


def test_statistics_ask_a_visitor_to_log_in(client: Client, db: None) -> None:
    response = client.get("/statistiques/")
    assert response.status_code == 302
    assert "/compte/" in response["Location"]


def test_statistics_of_a_new_player_invite_to_play(client: Client, player: Player) -> None:
    client.force_login(player("ada"))
    page = client.get("/en/statistiques/")
    assert "No game yet" in page.content.decode()


def test_the_page_of_statistics_says_the_figures_and_draws_with_tables(
    client: Client, player: Player, play: Play
) -> None:
    ada = player("ada")
    play(ada, 208, board_key="KL-D1V")
    play(ada, -52, board_key="KL-D1V", won=False)
    client.force_login(ada)
    page = client.get("/en/statistiques/?jeu=KL-D1V").content.decode()
    assert page.count('<svg role="img"') == 3
    assert page.count("<table>") == 3
    assert "Average ranked score of ended games" in page
    assert "$78" in page
    assert "$156" in page
