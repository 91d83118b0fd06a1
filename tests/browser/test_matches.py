"""Matches between two real browsers: lobby to rematch, races, lost lines, spectators, secrets."""

import re
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from accounts.models import User
from games.matches.models import Match, MatchGame, Reason, State
from tests.browser.match_hands import (
    ALTERNATE,
    MATCH,
    PHONE,
    SIMULTANEOUS,
    Enter,
    Person,
    Wire,
    agree,
    begun,
    fresh,
    hidden_names,
    line,
    race,
    seated,
)
from tests.browser.test_table_ways import Finger


def two_at(match: Match, enter: Enter, camille: User, noor: User) -> tuple[Person, Person]:
    one, two = enter(camille), enter(noor, **PHONE)
    one.open(match)
    two.open(match)
    return one, two


def test_two_meet_in_the_lobby_play_and_take_the_rematch(enter: Enter, camille: User, noor: User) -> None:
    """CASES: a rematch misbehaved with the game open in two tabs."""
    one, two = enter(camille), enter(noor, **PHONE)
    two.page.goto("/matchs/")
    one.page.goto("/matchs/")
    one.page.get_by_role("link", name="Nouveau match").click()
    one.page.get_by_role("button", name="Ouvrir la table").click()
    expect(one.page).to_have_url(MATCH)
    one.connected()
    # The lobby is live: the table appears there without a reload.
    two.page.get_by_role("button", name="Jouer").click(timeout=10_000)
    expect(two.page).to_have_url(MATCH)
    two.connected()
    expect(one.page.locator(".chair")).to_have_count(2)
    one.page.locator('[name="do"][value="ready"]').press("Enter")  # by key as well as by finger
    expect(two.page.locator(".chair.ready")).to_have_count(1)
    two.do("ready")
    for person in (one, two):
        expect(person.page.locator("#countdown")).to_be_visible()
        expect(person.page.locator(".card")).to_have_count(0)
    for person in (one, two):
        expect(person.page.locator("#own .column")).to_have_count(7, timeout=10_000)
    one.act("s-w")
    two.sees(one.data["version"])
    agree(one, two)
    two.page.click("#talk")
    two.page.get_by_role("button", name="Bien joué").click()
    expect(one.page.locator("#bubble")).to_contain_text("Bien joué")
    two.press("resign")
    expect(one.page.locator("#sheet-title")).to_contain_text("Vous gagnez")
    expect(two.page.locator("#sheet-title")).to_contain_text("camille gagne")
    expect(one.page.locator("#sheet")).to_contain_text("par abandon")
    first = one.page.url
    tab = one.context.new_page()
    tab.goto(first)
    one.do("rematch")
    expect(two.page.locator("#sheet")).to_contain_text("camille demande la revanche")
    two.do("rematch")
    for page in (one.page, two.page, tab):
        expect(page).not_to_have_url(first)
        expect(page).to_have_url(MATCH)
    assert one.page.url == two.page.url == tab.url
    assert Match.objects.count() == 2


@pytest.mark.parametrize("code", [SIMULTANEOUS, ALTERNATE])
def test_a_game_is_played_to_its_end_by_hand(code: str, enter: Enter, camille: User, noor: User) -> None:
    tokens = line(code)
    match = begun(camille, noor, code, tokens[:-6])
    people = dict(zip("ab", two_at(match, enter, camille, noor), strict=True))
    one, two = people.values()
    if code == ALTERNATE:
        mine, other = (one, two) if fresh(match).snapshot[0] == "a" else (two, one)
        expect(mine.page).to_have_title(re.compile("À vous"))
        expect(mine.page.locator("#seat-below .when-turn")).to_be_visible()
        expect(other.page.locator("#seat-above .when-turn")).to_be_visible()
        assert other.page.locator("#pass").is_disabled()
        other.page.locator("#pile-s").click()
        expect(other.page.locator("#message")).to_have_text("C’est au tour de l’autre joueur.")
    for number, token in enumerate(tokens[-6:], 1):
        letter, _, action = token.partition("/")
        people[letter].act(action)
        if number < 6:
            people["b" if letter == "a" else "a"].sees(people[letter].data["version"])
            agree(one, two)
    game = MatchGame.objects.get(match=match)
    counts = [str(game.contributed_1), str(game.contributed_2)]
    expect(one.page.locator(".heap-count b")).to_have_text(counts)
    expect(two.page.locator(".heap-count b")).to_have_text(counts[::-1])
    for count, heap in zip(counts, (".heap.mine", ".heap.theirs"), strict=True):
        expect(one.page.locator(f"{heap} .card")).to_have_count(int(count))
    winner = one if game.winner == 1 else two
    expect(winner.page.locator("#sheet-title")).to_contain_text("Vous gagnez")
    one.page.get_by_role("link", name="Revoir").click()
    one.page.locator('[data-go="last"]').click()
    expect(one.page.locator(".replay-figures")).to_contain_text(f"étape {len(tokens)} sur {len(tokens)}")
    expect(one.page.locator(".replay-counts")).to_contain_text(counts[0])


def test_a_pass_that_would_end_the_game_warns_first(enter: Enter, camille: User, noor: User) -> None:
    match = begun(camille, noor, SIMULTANEOUS, (*line(SIMULTANEOUS)[:30], "b/pass"))
    one = enter(camille)
    one.open(match)
    expect(one.page.locator("#seat-above .when-passed")).to_be_visible()
    one.page.click("#pass")
    expect(one.page.locator("#confirm")).to_contain_text("la partie peut s’arrêter")
    one.page.locator('#confirm [value="no"]').click()
    assert fresh(match).state == State.PLAYING
    one.press("pass")
    expect(one.page.locator("#sheet-title")).to_be_visible()
    assert fresh(match).state == State.OVER


def test_of_two_who_reach_for_one_foundation_one_gets_it(enter: Enter, camille: User, noor: User) -> None:
    """CASES: two fast plays landed on the same slot."""
    code, played, card = race()
    match = begun(camille, noor, code, line(code)[:played])
    one, two = enter(camille), enter(noor)
    wire = Wire(two.page)
    one.open(match)
    two.open(match)
    up = [next(t for t in person.data["slots"] if holds(person, t, card)) for person in (one, two)]
    source = up[1].partition("-")[0]
    wire.hold()
    one.act(up[0])
    two.drag(up[1])
    slot = two.data["slots"][up[1]]
    # Shown at once, though the other was faster.
    expect(two.page.locator(f'#pile-{slot} [data-card="{card}"]')).to_have_count(1)
    expect(two.page.locator(f'#pile-{slot} .unconfirmed [data-card="{card}"]')).to_have_count(1)
    wire.release()
    expect(two.page.locator("#message")).to_contain_text("a été plus rapide")
    expect(two.page.locator(f'#pile-{source} [data-card="{card}"]')).to_have_count(1)
    expect(two.page.locator(f"#pile-{slot} > li:last-child")).to_have_class(re.compile("theirs"))
    expect(two.page.locator(".unconfirmed")).to_have_count(0)
    two.sees(one.data["version"])
    agree(one, two)
    assert two.data["counts"] == one.data["counts"][::-1]


def holds(person: Person, token: str, card: str) -> bool:
    """Whether a token moves this card."""
    pile = token.partition("-")[0]
    return person.page.locator(f"#pile-{pile} > li:last-child [data-card]").get_attribute("data-card") == card


def test_words_are_written_once_both_wish_it(enter: Enter, camille: User, noor: User) -> None:
    one, two = two_at(begun(camille, noor, SIMULTANEOUS), enter, camille, noor)
    for person in (one, two):
        person.page.click("#talk")
        expect(person.page.locator("#chat-text")).to_have_count(0)
        person.do("words")
    one.page.locator("#chat-text").fill("on y va ? http://example.com")
    one.page.locator("#chat-text").press("Enter")
    expect(two.page.locator("#chat-lines")).to_contain_text("on y va ?")
    expect(two.page.locator("#chat-lines")).not_to_contain_text("example")
    two.do("mute")
    one.page.locator("#chat-text").fill("encore")
    one.page.locator("#chat-text").press("Enter")
    expect(one.page.locator("#chat-lines")).to_contain_text("encore")
    two.page.reload()
    two.connected()
    expect(two.page.locator("#chat-lines")).not_to_contain_text("encore")


def test_a_spectator_sees_both_and_nobody_receives_a_hidden_card(
    enter: Enter, camille: User, noor: User
) -> None:
    """CASES: the starting state, hidden cards included, was sent to every browser."""
    match = begun(camille, noor, SIMULTANEOUS)
    one, two, watcher = enter(camille), enter(noor), enter()
    for person in (one, two, watcher):
        person.open(match)
    expect(one.page.locator("#watchers")).to_contain_text("1")
    seen: set[str] = set()
    for action in line(SIMULTANEOUS)[:12]:
        letter, _, token = action.partition("/")
        (one if letter == "a" else two).act(token)
        version = fresh(match).version
        for person in (one, two, watcher):
            person.sees(version)
        seen |= {card for pile in watcher.shown() for card in pile[2:]}
    agree(one, two)
    assert watcher.page.locator("#tools button:visible").count() == 0
    assert watcher.page.locator("#table button").count() == 0
    secrets = hidden_names(seen)
    assert len(secrets) > 15
    for person in (one, two, watcher):
        received = "".join(person.received)
        assert len(person.received) > 12
        leaked = {card for card in secrets if re.search(rf"data-card=\\?\"{card}|\b{card}\b", received)}
        assert not leaked
        assert "AAAAAAB" not in received


def test_in_a_mirror_deal_the_other_side_is_backs_only(enter: Enter, camille: User, noor: User) -> None:
    match = begun(camille, noor, "DK1-D1SM-AAAAAAB", ("b/s-w", "b/s-w"))
    one, watcher = enter(camille), enter()
    one.open(match)
    watcher.open(match)
    expect(one.page.locator(".theirs [data-card]")).to_have_count(0)
    expect(one.page.locator("#their-pile-w .count")).to_have_text("2")
    expect(one.page.locator("#own .column [data-card]")).to_have_count(7)
    expect(watcher.page.locator("#table [data-card]")).to_have_count(0)


def test_a_visitor_plays_the_computer_and_it_acts(enter: Enter) -> None:
    visitor = enter(None, **PHONE)
    visitor.page.goto("/matchs/")
    visitor.page.get_by_role("button", name="Fort").click()
    expect(visitor.page).to_have_url(MATCH)
    expect(visitor.page.locator("#seat-above")).to_contain_text("Ordinateur (fort)")
    expect(visitor.page.locator("#own .column")).to_have_count(7, timeout=10_000)
    begun_at = visitor.data["version"]
    visitor.page.wait_for_function("v => Reussite.table.data.version > v", arg=begun_at, timeout=20_000)
    match = Match.objects.get()
    assert match.actions.split()[0].startswith(f"{match.letter(2)}/")
    assert visitor.page.locator("#draw-offer").count() == 0


def test_a_link_invites_and_only_its_button_sits_one_down(enter: Enter, camille: User) -> None:
    one, friend = enter(camille), enter()
    one.page.goto("/matchs/nouveau/?contre=link")
    one.page.get_by_role("button", name="Ouvrir la table").click()
    one.connected()
    link = one.page.locator("#invite-link").input_value()
    assert link.startswith("http") and "/match/rejoindre/" in link
    friend.page.goto(link)
    assert Match.objects.get().state == State.OPEN
    friend.page.get_by_role("button", name="Prendre place").click()
    expect(friend.page).to_have_url(MATCH)
    expect(one.page.locator("#seat-above")).to_contain_text("Visiteur")


def test_everything_works_without_scripts(enter: Enter, camille: User, noor: User) -> None:
    match = begun(camille, noor, ALTERNATE)
    one = enter(camille, java_script_enabled=False)
    one.page.goto(f"/match/{match.pk}/?sans-script=1")
    one.page.locator('.plain [value="s-w"]').click()
    assert fresh(match).actions.split() == ["a/s-w"]
    expect(one.page.locator("#seat-above .when-turn")).to_be_visible()
    one.page.locator("#resign").click()
    assert (fresh(match).state, fresh(match).reason) == (State.OVER, Reason.RESIGNED)
    one.page.locator('.plain [value="rematch"]').click()
    assert fresh(match).rematch_by == 1


@pytest.mark.parametrize(("prefix", "scheme"), [("", "light"), ("", "dark"), ("/en", "light")])
def test_every_page_of_matches_is_accessible(
    prefix: str, scheme: Literal["light", "dark"], enter: Enter, camille: User, noor: User
) -> None:
    played = begun(camille, noor, SIMULTANEOUS, (*line(SIMULTANEOUS)[:60], "b/resign"))
    under_way = begun(camille, noor, ALTERNATE, line(ALTERNATE)[:80])
    waiting = seated(camille, noor)
    one = enter(camille)
    addresses = [f"/match/{match.pk}/" for match in (under_way, waiting, played)]
    addresses += [f"/match/{played.pk}/revoir/1/?pas=40", "/matchs/nouveau/", "/matchs/"]
    if not prefix:
        addresses += ["/matchs/classement/", "/joueur/noor/"]
    one.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    for address in addresses:
        one.page.goto(prefix + address)
        found = Axe().run(one.page)
        assert found.violations_count == 0, f"{scheme} {prefix}{address}: {found.generate_report()}"


@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), (320, 568), (740, 360), (820, 1180), (1280, 720), (2560, 1440)]
)
def test_the_whole_match_fits_every_screen(
    width: int, height: int, enter: Enter, camille: User, noor: User
) -> None:
    match = begun(camille, noor, "DK1-D3S-AAAAAAB", line("DK1-D3S-AAAAAAB")[:100])
    one = enter(camille, viewport={"width": width, "height": height})
    one.open(match)
    outside = one.page.evaluate(
        """() => [...document.querySelectorAll('#table .card, #tools button, .banner p')].filter(one => {
             const box = one.getBoundingClientRect();
             return box.width && (box.left < -1 || box.right > innerWidth + 1
               || box.top < -1 || box.bottom > innerHeight + 1);
           }).map(one => one.outerHTML.slice(0, 80))"""
    )
    assert outside == []
    covered = one.page.evaluate(
        """() => [...document.querySelectorAll('#tools button, #pile-s .card, #pile-w > li:last-child .card')]
           .filter(one => {
             const box = one.getBoundingClientRect();
             const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
             return !one.contains(top);
           }).map(one => one.outerHTML.slice(0, 80))"""
    )
    assert covered == []
    lobby = one.page
    for address in ("/matchs/", "/matchs/nouveau/"):
        lobby.goto(address)
        over = lobby.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{address} is {over} px too wide at {width}"


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_on_a_phone_the_boxes_of_the_form_are_alike_and_the_lobby_s_links_stand_apart(
    prefix: str, enter: Enter, camille: User
) -> None:
    page = enter(camille, viewport={"width": 320, "height": 640}).page
    page.goto(f"{prefix}/matchs/nouveau/")
    boxes = page.locator(".checks input").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    )
    assert boxes == [[20, 20]] * 3
    page.goto(f"{prefix}/matchs/")
    rules, ratings = (link.bounding_box() for link in page.locator(".lobby-head a").all())
    assert rules and ratings
    assert ratings["x"] - rules["x"] - rules["width"] >= 16 or ratings["y"] - rules["y"] >= 24


def test_the_name_of_the_other_player_is_a_target_for_a_finger(
    enter: Enter, camille: User, noor: User
) -> None:
    one = enter(camille, **PHONE)
    one.open(begun(camille, noor, SIMULTANEOUS))
    hit = one.page.evaluate("""() => {
      const name = document.querySelector('.seat-name a').getBoundingClientRect();
      const x = name.left + name.width / 2;
      const seat = document.querySelector('#seat-above').getBoundingClientRect();
      const at = y => document.elementFromPoint(x, y).closest('a');
      return [at(seat.top + 2), at(seat.bottom - 2)].map(link => link && link.textContent);
    }""")
    assert hit == ["noor", "noor"]


def test_the_cards_are_dealt_before_one_s_eyes_when_the_countdown_ends(
    enter: Enter, camille: User, noor: User
) -> None:
    match = seated(camille, noor)
    one, two = enter(camille), enter(noor)
    one.page.emulate_media(reduced_motion="no-preference")
    one.open(match)
    two.open(match)
    one.page.evaluate(
        """() => { window.flown = new Set(); addEventListener('animationstart', event => {
             if (event.animationName === 'deal') flown.add(event.target.closest('.pile').id); }); }"""
    )
    one.do("ready")
    two.do("ready")
    expect(one.page.locator("#own .column")).to_have_count(7, timeout=10_000)
    one.page.wait_for_function("() => flown.size === 14")
    expect(one.page.locator("#play")).not_to_have_class(re.compile("fresh"), timeout=3_000)
    # The same without motion, for who wants none.
    assert two.page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("placing", [True, False])
def test_places_that_take_a_card_are_lit_if_the_player_wishes(
    placing: bool, enter: Enter, camille: User, noor: User
) -> None:
    camille.preferences = {**camille.preferences, "placing": placing}
    camille.save()
    one = enter(camille)
    one.open(begun(camille, noor, SIMULTANEOUS))
    token = next(token for token in one.data["actions"] if re.fullmatch(r"t\d-t\d", token))
    source, _, target = token.partition("-")
    one.page.mouse.move(*one.spot(source))
    one.page.mouse.down()
    one.page.mouse.move(640, 400)
    expect(one.page.locator(f"#pile-{target}.possible")).to_have_count(int(placing))
    one.page.mouse.up()


@pytest.mark.parametrize("rules", [True, False])
def test_a_refusal_names_the_rule_if_the_player_wishes(
    rules: bool, enter: Enter, camille: User, noor: User
) -> None:
    camille.preferences = {**camille.preferences, "rules": rules}
    camille.save()
    one = enter(camille)
    match = begun(camille, noor, SIMULTANEOUS)
    one.open(match)
    wrong = next(f"t7-t{n}" for n in range(1, 7) if f"t7-t{n}" not in one.data["actions"])
    one.drag(wrong)
    said = one.page.locator("#message")
    expect(said).to_contain_text("Carte refusée" if rules else "Ce n’est pas possible.")


@pytest.mark.parametrize(
    "size",
    [(320, 568), (320, 640), (360, 740), (412, 915), (740, 360), (768, 1024), (1280, 800), (2560, 1440)],
)
def test_the_word_that_somebody_is_away_lies_over_no_card_of_either_side(
    size: tuple[int, int], enter: Enter, camille: User, noor: User
) -> None:
    one = enter(camille, viewport={"width": size[0], "height": size[1]})
    one.open(begun(camille, noor, SIMULTANEOUS, line(SIMULTANEOUS)[:100]))
    expect(one.page.locator(".away-note")).to_be_visible()
    covered = one.page.evaluate(
        """() => { const note = document.querySelector('.away-note').getBoundingClientRect();
             return [note.left < -1 || note.right > innerWidth + 1, 
               ...[...document.querySelectorAll('#table .card, #tools button, .seat')]
               .filter(one => { const box = one.getBoundingClientRect();
                 return box.left < note.right && note.left < box.right
                   && box.top < note.bottom && note.top < box.bottom;
               }).map(one => one.outerHTML.slice(0, 80))]; }"""
    )
    assert covered == [False]


@pytest.mark.parametrize("width", [320, 360])
def test_one_s_own_name_stands_in_one_line_on_a_phone(
    width: int, enter: Enter, camille: User, noor: User
) -> None:
    one = enter(camille, viewport={"width": width, "height": 640})
    one.open(begun(camille, noor, SIMULTANEOUS, line(SIMULTANEOUS)[:100], seconds=600))
    lines = one.page.evaluate(
        """() => { const range = document.createRange();
             range.selectNodeContents(document.querySelector('#seat-below .seat-name'));
             return range.getClientRects().length; }"""
    )
    assert lines == 1


def test_in_forced_colours_whose_turn_it_is_can_be_read(enter: Enter, camille: User, noor: User) -> None:
    one = enter(camille)
    one.page.emulate_media(forced_colors="active")
    one.open(begun(camille, noor, ALTERNATE))
    seat = one.page.locator(f"#seat-{one.data['turn']}")
    expect(seat).to_have_css("forced-color-adjust", "none")
    assert seat.evaluate("one => getComputedStyle(one).color !== getComputedStyle(one).backgroundColor")


def test_a_card_dropped_anywhere_finds_a_place_if_the_player_wishes(
    enter: Enter, camille: User, noor: User
) -> None:
    camille.preferences = {**camille.preferences, "nearest": True}
    camille.save()
    match = begun(camille, noor, SIMULTANEOUS)
    one = enter(camille)
    one.open(match)
    token = next(token for token in one.data["actions"] if re.fullmatch(r"t\d-t\d", token))
    before = one.data["version"]
    one.page.mouse.move(*one.spot(token[:2]))
    one.page.mouse.down()
    one.page.mouse.move(980, 690)
    one.page.mouse.move(1000, 700)
    one.page.mouse.up()
    one.sees(before + 1)
    assert fresh(match).actions.split()[-1].startswith(f"a/{token[:2]}-")


def test_zoomed_to_400_percent_a_match_still_names_its_players(
    enter: Enter, camille: User, noor: User
) -> None:
    one = enter(camille)
    one.open(begun(camille, noor, SIMULTANEOUS))  # noor is away, which her seat says too
    one.page.set_viewport_size({"width": 320, "height": 256})
    names = one.page.locator(".seat-name")
    assert names.evaluate_all("names => names.map(name => name.scrollWidth - name.clientWidth)") == [0, 0]
    counts = one.page.locator(".seat .count, .seat-says")
    assert counts.evaluate_all("""boxes => boxes.map(box => box.getBoundingClientRect())
      .every((one, at, all) => all.every((other, there) => there === at || !one.width || !other.width
        || one.right <= other.left + 1 || other.right <= one.left + 1))""")


@pytest.mark.parametrize(("width", "height"), [(740, 360), (320, 240), (360, 740)])
def test_a_drag_after_a_pinch_plays_the_card_that_was_under_the_finger(
    enter: Enter, camille: User, noor: User, width: int, height: int
) -> None:
    match = begun(camille, noor, SIMULTANEOUS)
    one = enter(camille, **PHONE | {"viewport": {"width": width, "height": height}})
    one.open(match)
    finger, version = Finger(one.page), one.data["version"]
    finger.session.send("Input.synthesizePinchGesture", {"x": width / 2, "y": height / 2, "scaleFactor": 2})
    one.page.wait_for_function("() => visualViewport.scale > 1.9 && visualViewport.offsetLeft > 0")
    left, top = one.page.evaluate("[visualViewport.offsetLeft, visualViewport.offsetTop]")
    # Fingers are given from the corner of what is seen, cards lie from the corner of the whole page.
    (x, y), (to_x, to_y) = one.spot("t3"), one.spot("t1")
    finger.drag((x - left, y - top), (to_x - left, to_y - top))
    one.sees(version + 1)
    assert fresh(match).actions.split()[-1] == "a/t3-t1"
