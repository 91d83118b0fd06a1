"""The line between the page of a match and the server: it breaks, messages get lost, the server dies."""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.matches.models import Match, Presence, Reason, Seat, State
from tests.browser.conftest import Console, LiveServer
from tests.browser.match_hands import (
    SIMULTANEOUS,
    Enter,
    Wire,
    agree,
    begun,
    fresh,
    line,
)

REFUSED = "WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET"


def test_a_lost_line_is_seen_by_both_and_comes_back(enter: Enter, camille: User, noor: User) -> None:
    """CASES: a match was thrown away, or a move lost, when the line broke."""
    match = begun(camille, noor, SIMULTANEOUS, line(SIMULTANEOUS)[:20])
    one, two = enter(camille), enter(noor)
    wire = Wire(two.page)
    one.open(match)
    two.open(match)
    expect(one.page.locator(".away-note")).to_have_count(0)
    two.page.close()
    expect(one.page.locator(".away-note")).to_contain_text("Adversaire déconnecté")
    expect(one.page.locator("[data-claim]")).to_contain_text("s")
    expect(one.page.locator("[data-claim]")).to_have_role("timer")  # else its seconds are read out one by one
    one.act("s-w")
    two.page = two.context.new_page()
    wire = Wire(two.page)
    two.open(match)
    expect(one.page.locator(".away-note")).to_have_count(0)
    agree(one, two)
    # A line that breaks while the page stays finds back by itself, and so does what was on its way.
    wire.cut()
    two.page.mouse.click(*two.spot("s"))
    expect(two.page.locator("#message")).to_contain_text("", timeout=5_000)
    two.sees(one.data["version"] + 1)
    one.sees(two.data["version"])
    assert wire.routes >= 2
    agree(one, two)
    assert fresh(match).actions.split()[-1] == "b/s-w"
    assert fresh(match).action_count == 22


def test_the_win_over_somebody_who_left_can_be_claimed(enter: Enter, camille: User, noor: User) -> None:
    match = begun(camille, noor, SIMULTANEOUS, line(SIMULTANEOUS)[:5])
    long_ago = timezone.now() - timedelta(seconds=100)
    Match.objects.filter(pk=match.pk).update(starts_at=long_ago)
    Seat.objects.filter(match=match).update(away_since=long_ago)
    one = enter(camille)
    # Who has just come back waits: the other has a minute.
    one.open(match)
    expect(one.page.locator(".claim-wait")).to_be_visible()
    expect(one.page.locator(".claim")).to_be_hidden()
    Seat.objects.filter(match=match, number=2).update(away_since=long_ago)
    tab = one.context.new_page()
    tab.goto(one.page.url)
    tab.get_by_role("button", name="Réclamer la victoire").click()
    expect(one.page.locator("#sheet")).to_contain_text("l’autre a quitté la table")
    assert (fresh(match).winner, fresh(match).reason) == (1, Reason.LEFT)


def test_messages_lost_or_doubled_change_nothing(enter: Enter, camille: User, noor: User) -> None:
    """CASES: messages are lost now and then."""
    match = begun(camille, noor, SIMULTANEOUS, line(SIMULTANEOUS)[:10])
    one, two = enter(camille), enter(noor)
    wire = Wire(two.page)
    one.open(match)
    two.open(match)
    wire.drop = 2
    for _ in range(3):
        one.act("s-w")
    two.sees(one.data["version"])
    agree(one, two)
    wire.double = True
    one.act("s-w")
    two.act("s-w")
    two.sees(one.data["version"])
    one.sees(two.data["version"])
    agree(one, two)


def test_a_server_killed_in_the_middle_loses_nothing(
    enter: Enter, console: Console, restart: LiveServer, camille: User, noor: User
) -> None:
    """CASES: a restart of the server."""
    console.allow(REFUSED)
    played = line(SIMULTANEOUS)[:14]
    match = begun(camille, noor, SIMULTANEOUS, played)
    one, two = enter(camille), enter(noor)
    for person in (one, two):
        person.open(match)
    one.act("s-w")
    two.sees(one.data["version"])
    restart.kill()
    for person in (one, two):
        expect(person.page.locator("#offline")).to_be_visible()
    # A card is played into the silence: it goes up once there is a server again.
    two.page.mouse.click(*two.spot("s"))
    assert fresh(match).action_count == len(played) + 1
    restart.start()
    for person in (one, two):
        expect(person.page.locator("#offline")).to_be_hidden(timeout=30_000)
        expect(person.page.locator("#message")).to_contain_text("La connexion est revenue", timeout=10_000)
        person.sees(fresh(match).version)
    expect(one.page.locator("#their-pile-w .card")).not_to_have_count(0)
    one.act("s-w")
    two.sees(one.data["version"])
    agree(one, two)
    assert fresh(match).actions.split() == [*played, "a/s-w", "b/s-w", "a/s-w"]
    assert fresh(match).state == State.PLAYING
    for person in (one, two):
        expect(person.page.locator(".away-note")).to_have_count(0)


def test_on_a_lost_line_the_last_true_table_is_shown_and_a_move_waits(
    enter: Enter, console: Console, camille: User, noor: User
) -> None:
    console.allow("WebSocket")
    match = begun(camille, noor, SIMULTANEOUS)
    one = enter(camille)
    wire = Wire(one.page)
    one.open(match)
    wire.cut(down=True)
    expect(one.page.locator("#offline")).to_be_visible()
    before, version = one.shown(), one.data["version"]
    token = next(action for action in one.data["actions"] if "-t" in action)
    one.page.evaluate("token => Reussite.table.ask({token})", token)
    one.page.wait_for_timeout(500)
    assert one.shown() == before and fresh(match).actions == ""
    wire.down = False
    one.sees(version + 1)
    assert one.shown() != before
    assert fresh(match).actions.split() == [f"a/{token}"]


def test_logging_out_in_one_tab_ends_the_match_s_socket_in_the_other(
    enter: Enter, camille: User, noor: User
) -> None:
    """CASES: a socket kept working after logout."""
    match = begun(camille, noor, SIMULTANEOUS, line(SIMULTANEOUS)[:5])
    one, two = enter(camille), enter(noor)
    one.open(match)
    two.open(match)
    tab = one.context.new_page()
    tab.goto("/compte/logout/")
    tab.locator("main form button").click()
    expect(one.page.locator("#lost")).to_contain_text("déconnecté")
    expect(two.page.locator(".away-note")).to_contain_text("Adversaire déconnecté")
    before = fresh(match).version
    one.page.mouse.click(*one.spot("s"))
    two.act("s-w")
    assert fresh(match).actions.split()[5:] == ["b/s-w"]
    assert fresh(match).version == before + 1
    # From now on the page is a spectator's.
    one.page.get_by_role("link", name="Recharger la page").click()
    expect(one.page.locator(".watching")).to_be_visible()


def test_whoever_comes_back_finds_cards_clock_and_questions_as_they_are_now(
    enter: Enter, camille: User, noor: User
) -> None:
    """CASES: after coming back an old dialogue stayed, and the player lost on time before it."""
    match = begun(camille, noor, SIMULTANEOUS, line(SIMULTANEOUS)[:20], seconds=600)
    one, two = enter(camille), enter(noor)
    wire = Wire(two.page)
    one.open(match)
    two.open(match)
    wire.cut(down=True)
    expect(two.page.locator("#offline")).to_be_visible()
    one.act("s-w")
    one.do("draw")
    Match.objects.filter(pk=match.pk).update(deadline=timezone.now() + timedelta(seconds=90))
    wire.down = False
    expect(two.page.locator("#match-notices")).to_contain_text("propose la nulle", timeout=15_000)
    expect(two.page.locator("#clock")).to_have_text(re.compile(r"^1:\d\d$"))
    two.sees(fresh(match).version)
    agree(one, two)
    # What ended while one was away is over as soon as one is back.
    wire.cut(down=True)
    expect(two.page.locator("#offline")).to_be_visible()
    one.press("resign")
    wire.down = False
    expect(two.page.locator("#sheet-title")).to_contain_text("Vous gagnez", timeout=15_000)


def test_a_line_that_only_seems_to_be_there_is_given_up(enter: Enter, camille: User, noor: User) -> None:
    """CASES: no word comes when the network is lost; the page notices the silence."""
    match = begun(camille, noor, SIMULTANEOUS, line(SIMULTANEOUS)[:6])
    one = enter(camille)
    wire = Wire(one.page)
    one.page.clock.install()
    one.open(match)
    wire.hold()
    for _ in range(4):
        one.page.clock.run_for(4_000)
    wire.held = None
    one.page.clock.run_for(1_000)
    one.page.wait_for_function("() => document.getElementById('offline').hidden")
    assert wire.routes == 2
    one.act("s-w")
    assert fresh(match).actions.split()[6:] == ["a/s-w"]


def test_a_page_that_is_asked_whether_it_is_there_answers_though_its_timers_stand(
    enter: Enter, camille: User, noor: User
) -> None:
    """A browser holds the timers of a hidden page back to one a minute."""
    one = enter(camille)
    one.page.add_init_script(
        """window.sent = []; const send = WebSocket.prototype.send;
           WebSocket.prototype.send = function (text) { window.sent.push(text); send.call(this, text); };
           window.setInterval = () => 0;"""
    )
    one.open(begun(camille, noor, SIMULTANEOUS))
    mine = Presence.objects.get(user=camille)
    one.page.wait_for_function("() => sent.filter(text => text.includes('ping')).length > 1", timeout=20_000)
    assert Presence.objects.get(user=camille).pk == mine.pk  # the same connection all the time
    assert one.page.locator("#offline").is_hidden()


def test_coming_and_going_leaves_one_socket(enter: Enter, camille: User, noor: User) -> None:
    """CASES: a page that was left kept its socket open and reconnected for ever."""
    match = begun(camille, noor, SIMULTANEOUS)
    one = enter(camille)
    for _ in range(5):
        one.open(match)
        one.page.goto("/matchs/")
    one.page.go_back()
    one.connected()
    one.act("s-w")
    mine = Presence.objects.filter(user=camille)
    for _ in range(100):
        if mine.count() == 1:
            break
        one.page.wait_for_timeout(50)
    assert [row.match_id for row in mine] == [match.pk]


def test_a_back_up_put_back_is_what_the_pages_show(
    enter: Enter, console: Console, restart: LiveServer, camille: User, noor: User
) -> None:
    """Pages that are further than the back-up go back to it, and play on from there."""
    console.allow(REFUSED)
    backup = begun(camille, noor, SIMULTANEOUS, line(SIMULTANEOUS)[:14])
    one, two = enter(camille), enter(noor)
    for person in (one, two):
        person.open(backup)
    for _ in range(3):
        one.act("s-w")
    further = one.data["version"]
    two.sees(further)
    restart.kill()
    for person in (one, two):
        expect(person.page.locator("#offline")).to_be_visible()
    backup.save(force_update=True)
    restart.start()
    for person in (one, two):
        back = "v => Reussite.table.data.version < v && document.getElementById('offline').hidden"
        person.page.wait_for_function(back, arg=further, timeout=30_000)
    agree(one, two)
    two.act("s-w")
    one.sees(two.data["version"])
    agree(one, two)
    assert fresh(backup).actions.split() == [*backup.actions.split(), "b/s-w"]
