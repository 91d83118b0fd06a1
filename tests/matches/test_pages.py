"""The pages of matches: who may see and do what by plain requests, and what their bytes hold."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.engine.cards import card_name
from games.matches import render, selectors, services
from games.matches.models import Block, Match, Seat, State, Visibility
from games.matches.services import Wishes
from games.play.owners import Owner
from tests.matches.conftest import Clock, begun, do, duel_of, fresh, play_out, player, seated, stay

pytestmark = pytest.mark.django_db
FORM = {"opponent": "lobby", "pace": "S", "draw": "1", "series": "g1", "game_time": "0", "turn_time": "0"}


def as_owner(owner: Owner) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=owner.user_id), backend=settings.AUTHENTICATION_BACKENDS[0])
    return client


def html_of(match: Match, owner: Owner) -> str:
    return render.draw_match(selectors.match_for(match.pk, owner))


def test_the_form_opens_one_table_however_often_it_is_sent(one: Owner) -> None:
    """CASES: a second submit just before the redirect stored the data twice."""
    client, sent = as_owner(one), {**FORM, "key": str(uuid4()), "rated": "on"}
    first, second = client.post("/matchs/nouveau/", sent), client.post("/matchs/nouveau/", sent)
    assert first.url == second.url == f"/match/{Match.objects.get().pk}/"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("more", "options", "series", "seconds"),
    [
        ({}, "D1S", (1, 0), 0),
        ({"pace": "A", "draw": "3", "passes": "1", "turn_time": "86400"}, "D3A1", (1, 0), 86400),
        ({"bonus": "on", "mirror": "on", "series": "c100", "game_time": "600"}, "D1SBM", (0, 100), 600),
        ({"series": "g5", "turn_time": "30", "game_time": "300"}, "D1S", (5, 0), 300),
    ],
)
def test_every_answer_of_the_form_becomes_an_option(
    more: dict[str, str], options: str, series: tuple[int, int], seconds: int, one: Owner
) -> None:
    as_owner(one).post("/matchs/nouveau/", {**FORM, **more})
    match = Match.objects.get()
    assert (match.options, match.limit_seconds) == (options, seconds)
    assert (match.series_games, match.series_cards) == series


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"opponent": "invited", "invited": ""}, "Qui voulez-vous inviter"),
        ({"opponent": "invited", "invited": "personne-ici"}, "field-error"),
        (
            {"typed_code": "KL1-D1N-AAAAAAB"},
            "est une donne pour une seule personne. À deux, un code commence par DK1.",
        ),
        ({"typed_code": "DK1-XXX-AAAAAAB"}, "XXX\xa0» n’est pas une option"),
        ({"series": "g4"}, "Nouveau match"),
    ],
)
def test_what_cannot_be_is_said_in_the_form(more: dict[str, str], words: str, one: Owner) -> None:
    answer = as_owner(one).post("/matchs/nouveau/", {**FORM, **more})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Match.objects.exists()


def test_looking_at_an_invitation_sits_nobody_down(one: Owner) -> None:
    match = services.create(owner=one, wishes=Wishes(), visibility=Visibility.LINK)
    friend = Client()
    address = f"/match/rejoindre/{match.token}/"
    assert friend.get(address).status_code == friend.head(address).status_code == 200
    assert Seat.objects.filter(match=match).count() == 1
    assert friend.get(f"/match/{match.pk}/").status_code == 404
    assert friend.get("/match/rejoindre/unknown/").status_code == 404
    assert friend.post(address).url == f"/match/{match.pk}/"  # type: ignore[attr-defined]
    assert Seat.objects.filter(match=match).count() == 2


def test_the_link_of_a_table_for_somebody_else_leads_to_no_match(one: Owner, two: Owner) -> None:
    match = services.create(owner=one, wishes=Wishes(), visibility="invited", invited="noor")
    address = f"/match/rejoindre/{match.token}/"
    for guest in (Client(), as_owner(player("lou"))):
        page = guest.get(address)
        assert page.status_code == 404 and "/matchs/" in page.content.decode()
        assert guest.post(address, follow=True).status_code == 404
    assert as_owner(two).get(address).status_code == 200
    assert fresh(match).state == State.OPEN


@pytest.mark.parametrize(("visibility", "handed_out"), [("lobby", True), ("link", True), ("invited", False)])
def test_a_host_is_shown_a_link_where_it_lets_somebody_sit(
    visibility: str, handed_out: bool, one: Owner, two: Owner, visitor: Owner
) -> None:
    invited = "noor" if visibility == "invited" else ""
    match = services.create(owner=one, wishes=Wishes(), visibility=visibility, invited=invited)
    assert bool(selectors.match_for(match.pk, one).token) == handed_out
    if handed_out:
        assert services.join_by_link(token=match.token, owner=visitor).state == State.READY


@pytest.mark.parametrize(
    ("path", "language", "words"),
    [
        ("/match/rejoindre/", "en-GB,en;q=0.9", "invites you"),
        ("/en/match/rejoindre/", "fr-FR,fr;q=0.9", "vous invite"),
        ("/en/match/rejoindre/", "de", "vous invite"),
    ],
)
def test_an_invitation_speaks_the_guest_s_language(path: str, language: str, words: str, one: Owner) -> None:
    match = services.create(owner=one, wishes=Wishes(), visibility="link")
    guest = Client(headers={"Accept-Language": language})
    page = guest.get(f"{path}{match.token}/", follow=True)
    assert words in page.content.decode() and len(page.redirect_chain) == 1
    # What the guest chose on this site comes before what the browser asks for.
    for chosen, said in (("fr", "vous invite"), ("en", "invites you")):
        guest.post("/compte/langue/", {"language": chosen, "next": "/"})
        assert said in guest.get(f"{path}{match.token}/", follow=True).content.decode()


def test_the_title_names_the_opponent_as_soon_as_he_sits(one: Owner, two: Owner) -> None:
    match = services.create(owner=one, wishes=Wishes())
    waiting = selectors.match_for(match.pk, one)
    assert "contre Personne" not in as_owner(one).get(f"/match/{match.pk}/").content.decode()
    services.join(match_id=match.pk, owner=two)
    changes = render.draw_changes(waiting, selectors.match_for(match.pk, one))
    assert '<h1 class="hidden" id="match-title">Match contre noor</h1>' in changes
    assert '<p class="menu-title" id="menu-title">Match contre noor</p>' in changes


def test_the_host_gets_no_second_seat_even_logged_out(one: Owner) -> None:
    client = as_owner(one)
    client.get("/matchs/nouveau/?contre=link")
    client.post("/matchs/nouveau/", {**FORM, "opponent": "link"})
    match = Match.objects.get()
    client.post(f"/match/rejoindre/{match.token}/")
    del client.cookies[settings.SESSION_COOKIE_NAME]
    client.post(f"/match/rejoindre/{match.token}/")
    assert Seat.objects.filter(match=match).count() == 1


def test_strangers_act_for_nobody(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    stranger = Client()
    for sent in (
        {"action": "s-w"},
        {"action": "a/resign"},
        {"do": "claim"},
        {"phrase": "hello"},
        {"do": "rematch"},
    ):
        assert stranger.post(f"/match/{match.pk}/action/", sent).status_code == 404
    assert not fresh(match).actions


def test_without_interactive_rules_a_form_is_told_all_but_the_rule(
    one: Owner, two: Owner, time: Clock
) -> None:
    match = begun(one, two, time)
    User.objects.filter(pk=one.user_id).update(preferences={"rules": False})

    def told(**sent: str) -> str:
        answer = as_owner(one).post(f"/en/match/{match.pk}/action/", sent, follow=True)
        return " ".join(str(message) for message in answer.context["messages"])

    assert told(action="t1-t1") == "This is not possible."
    assert told(do="claim") == "Your opponent is there."
    assert told(action=f"{match.letter(2)}/s-w") == "You can act for your own seat only."
    time.tick(hours=1)
    services.look(match.pk)
    assert told(do="claim") == "The match has moved on: this is no longer possible."
    services.act(match_id=match.pk, owner=two, token="resign")
    assert told(action="s-w") == "This game is over."


def test_a_form_sent_twice_acts_once(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    client, sent = as_owner(one), {"action": "s-w", "act_id": uuid4().hex}
    client.post(f"/match/{match.pk}/action/", sent)
    client.post(f"/match/{match.pk}/action/", sent)
    assert fresh(match).action_count == 1


def test_no_byte_of_a_page_tells_a_hidden_card(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    do(match, 1, "s-w")
    duel = duel_of(match)
    seen: set[str] = set()
    for table in duel.seats.values():
        shown = [
            *table.waste,
            *(c for column, down in zip(table.columns, table.down, strict=True) for c in column[down:]),
        ]
        seen |= {card_name(card % 52) for card in shown}
    hidden = {card_name(card) for card in range(52)} - seen
    for owner in (one, two, Owner()):
        client = as_owner(owner) if owner.user_id else Client()
        page = client.get(f"/match/{match.pk}/").content.decode()
        assert not {card for card in hidden if f'data-card="{card}"' in page}
        assert fresh(match).code not in page and fresh(match).snapshot not in page
        for card in seen:
            assert f'data-card="{card}"' in page


def test_the_code_is_shown_once_the_match_is_over(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    client = as_owner(one)
    assert match.code not in client.get(f"/match/{match.pk}/").content.decode()
    assert client.get(f"/match/{match.pk}/revoir/1/").status_code == 404
    do(match, 2, "resign")
    assert match.code in client.get(f"/match/{match.pk}/").content.decode()
    assert client.get(f"/match/{match.pk}/revoir/1/").status_code == 200


def test_each_card_on_a_foundation_shows_whose_it_is(one: Owner, two: Owner, time: Clock) -> None:
    match = play_out(begun(one, two, time), time)
    owners = "".join(match.owners.split(","))
    shown = "".join(row[-2:] for row in match.owners.split(","))  # the card on top, and the one below it
    for owner, letter in ((one, match.letter(1)), (two, match.letter(2))):
        html = html_of(match, owner)
        assert html.count('<li class="mine">') == shown.count(letter)
        sheet = html[html.index('id="sheet"') :]
        assert f'data-heap="mine">{owners.count(letter)}<' in sheet
        order = sheet.split('data-order="')[1].split('"')[0]
        assert (order.count("m"), len(order)) == (owners.count(letter), len(owners))


def test_a_move_sends_only_the_piles_that_changed(one: Owner, two: Owner, time: Clock) -> None:
    match = begun(one, two, time)
    before = [selectors.match_for(match.pk, owner) for owner in (one, two, Owner())]
    do(match, 1, "s-w")
    after = [selectors.match_for(match.pk, owner) for owner in (one, two, Owner())]
    ids = [
        [part.split('"')[0] for part in render.draw_changes(old, new).split('id="')[1:]]
        for old, new in zip(before, after, strict=True)
    ]
    assert sorted(ids[0]) == ["pile-s", "pile-w", "said"]
    assert sorted(ids[1]) == ["their-pile-s", "their-pile-w"]
    assert set(ids[2]) <= {"pile-s", "pile-w", "their-pile-s", "their-pile-w", "said"}


def test_the_data_tell_where_a_card_would_go_up(one: Owner, two: Owner, time: Clock) -> None:
    """CASES: with two foundations per suit, server and clients chose different ones."""
    match = begun(one, two, time)
    for turn in range(300):
        table = selectors.match_for(match.pk, one)
        found: dict[str, Any] = render.data(table)
        for token, slot in found["slots"].items():
            copy = duel_of(match)
            before = list(copy.foundations)
            copy.do(f"{table.letter}/{token}")
            grown = [
                i for i, (old, new) in enumerate(zip(before, copy.foundations, strict=True), 1) if new > old
            ]
            assert grown == [int(slot[1:])]
        actions = [token for token in found["actions"] if token.endswith("-f")] or ["s-w", "w-s"]
        token = next((token for token in actions if token in found["actions"]), "pass")
        do(match, 1, token)
        if turn % 40 == 0:
            stay(match)
        if fresh(match).state != State.PLAYING or token == "pass":
            break


def test_a_player_blocks_another_from_the_profile(one: Owner, two: Owner) -> None:
    client = as_owner(one)
    client.post("/joueur/noor/bloquer/", {"do": "block"})
    assert Block.objects.filter(player_id=one.user_id, blocked_id=two.user_id).exists()
    assert "Débloquer" in client.get("/joueur/noor/").content.decode()
    client.post("/joueur/noor/bloquer/", {"do": "unblock"})
    assert not Block.objects.exists()


def test_quick_pairs_two_who_wish_the_same(one: Owner, two: Owner) -> None:
    first, second = as_owner(one), as_owner(two)
    wish = {"pace": "A", "draw": "1"}
    waiting = first.post("/matchs/rapide/", wish, headers={"HX-Request": "true"})
    assert "Recherche d’adversaire" in waiting.content.decode()
    paired = second.post("/matchs/rapide/", wish, headers={"HX-Request": "true"})
    match = Match.objects.get()
    assert paired["HX-Redirect"] == f"/match/{match.pk}/"
    again = first.post("/matchs/rapide/", wish, headers={"HX-Request": "true"})
    assert again["HX-Redirect"] == paired["HX-Redirect"]
    assert match.options == "D1A"


def test_who_stops_looking_is_not_put_back_by_an_asking_still_on_its_way(one: Owner, two: Owner) -> None:
    first, second = as_owner(one), as_owner(two)
    wish, asks = {"pace": "S", "draw": "1"}, {"HX-Request": "true"}
    waiting = first.post("/matchs/rapide/", wish, headers=asks).content.decode()
    assert json.loads(re.search(r"hx-vals='([^']+)'", waiting)[1]) == wish | {"do": "wait"}
    assert "Recherche" in first.post("/matchs/rapide/", wish | {"do": "wait"}, headers=asks).content.decode()
    first.post("/matchs/rapide/", {"do": "leave"}, headers=asks)
    late = first.post("/matchs/rapide/", wish | {"do": "wait"}, headers=asks)
    assert "Recherche" not in late.content.decode()
    assert "HX-Redirect" not in second.post("/matchs/rapide/", wish, headers=asks)
    assert not Match.objects.exists()


def test_the_lobby_tells_of_tables_invitations_and_matches(one: Owner, two: Owner, time: Clock) -> None:
    watched = begun(one, two, time)
    services.create(owner=one, wishes=Wishes(), visibility=Visibility.INVITED, invited="noor")
    page = as_owner(two).get("/matchs/").content.decode()
    assert "Invitations reçues" in page and "Accepter" in page
    assert f"/match/{watched.pk}/" in page
    assert f'href="/match/{watched.pk}/"' in Client().get("/matchs/").content.decode()
    assert "C’est" not in Client().get("/").content.decode()


def test_the_lobby_names_who_is_present_but_not_to_those_blocked(
    one: Owner, two: Owner, visitor: Owner, time: Clock
) -> None:
    assert two.user_id and one.user_id
    services.be_at_lobby(key=uuid4(), user_id=two.user_id)
    services.be_at_lobby(key=uuid4(), user_id=two.user_id)
    page = Client().get("/matchs/").content.decode()
    assert page.count("noor") == 2  # the link and its address
    assert ">à une table<" not in page
    begun(one, player("sacha"), time)
    assert ">à une table<" in Client().get("/matchs/").content.decode()
    services.block(owner=one, name="noor")
    assert "noor" not in as_owner(one).get("/matchs/").content.decode()
    time.tick(seconds=20)
    assert "noor" not in Client().get("/matchs/").content.decode()


def test_what_is_not_there_leads_on(one: Owner) -> None:
    for address in (f"/match/{uuid4()}/", f"/match/{uuid4()}/revoir/1/", "/match/rejoindre/nothing/"):
        answer = as_owner(one).get(address)
        assert answer.status_code == 404
        assert "/matchs/" in answer.content.decode()


def test_a_deleted_player_s_seat_says_so(one: Owner, two: Owner, time: Clock) -> None:
    match: Match = seated(one, two)
    services.ready(match_id=match.pk, owner=one)
    services.ready(match_id=match.pk, owner=two)
    time.tick(seconds=5)
    do(fresh(match), 1, "resign")
    User.objects.filter(pk=two.user_id).update(deleted_at=time.at)
    assert "joueur supprimé" in html_of(fresh(match), Owner())
