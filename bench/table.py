"""What the table costs the browser: one move's script, style and layout, and a first visit on a slow line.

A Double Solitaire game 150 actions old, served by daphne as in production, in Chromium without a window:
(1) the main thread's time for one move by dragging, from the browser's own trace, at 4 × CPU slowdown, by
the thread's clock, which other processes do not disturb; (2) the first visit with an empty cache at
1.6 Mbit/s and 150 ms by the browser's own throttling: when the first card is seen, what is transferred,
and how far anything shifts.
"""

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from bench.move import YOUNG, Server, copy, environment, play_to, winning_line

MOVES, VISITS = 40, 5
SLOWDOWN = 4
STEPS = 3  # of a drag
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
# Names of the trace's events, by what they are.
WORK = {
    "script": {"FunctionCall", "EvaluateScript", "EventDispatch", "TimerFire", "RunMicrotasks", "XHRLoad",
               "XHRReadyStateChange", "FireAnimationFrame", "ParseHTML", "MinorGC", "MajorGC"},
    "style": {"UpdateLayoutTree"},
    "layout": {"Layout"},
}  # fmt: skip
SEEN = """window.shifted = 0; window.seen = 0;
new PerformanceObserver(list => { for (const one of list.getEntries()) shifted += one.value; })
  .observe({type: 'layout-shift', buffered: true});
(function look() {
  const card = document.querySelector('[data-card]'), box = card && card.getBoundingClientRect();
  if (box && box.width && getComputedStyle(card).backgroundColor !== 'rgba(0, 0, 0, 0)'
      && performance.getEntriesByType('paint').length) seen = performance.now();
  else requestAnimationFrame(look);
})();"""
# Nothing asks the page whether it is done: asking costs more than the move.
DONE = """() => { window.done = new Promise(resolve => document.addEventListener(
  'table:change', () => setTimeout(resolve, 500, Reussite.table.data.version), {once: true})); }"""

LOOP = """() => {
  const loop = () => { let x = 0; for (let i = 0; i < 1e6; i++) x = (x * 31 + i) | 0; return x; };
  const timed = () => { const start = performance.now(); loop(); return performance.now() - start; };
  return Array.from({length: 30}, timed).sort((a, b) => a - b)[15];
}"""
"""How long the same machine takes for a million steps, without slowdown: figures can be compared by it."""
SPOTS = """([pile, target, count]) => [[pile, count], [target, 1]].map(([name, place]) => {
  const items = document.getElementById('pile-' + name).children;
  const item = items[items.length - place], box = item.firstElementChild.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + (place > 1 ? 6 : box.height / 2)];
})"""


def main() -> None:
    """Set up, measure, print what was found and, as the last line, the figures."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        raise SystemExit("No Chromium: install one or name it with CHROMIUM=. Nothing was measured.")
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(prefix="bench-table-") as name:
        folder = Path(name)
        os.environ.update(environment(folder))
        session, games, line = prepare()
        with Server(folder) as server, sync_playwright() as tools:
            browser = tools.chromium.launch(executable_path=path, args=["--disable-gpu"])
            site = f"http://127.0.0.1:{server.port}"

            def visitor() -> Any:
                context = browser.new_context(
                    base_url=site,
                    locale="fr-FR",
                    viewport={"width": 1280, "height": 800},
                    service_workers="block",
                )
                context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
                return context

            steps = visitor().new_page().evaluate(LOOP)
            moves = measure_moves(browser, visitor, games[0], line)
            visits = [first_visit(visitor(), game) for game in games[1:]]
            browser.close()
    report(moves, visits, steps)


def prepare() -> tuple[str, list[str], list[str]]:
    """A player's session, copies of the game (one that was left is paused), and how it goes on."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from django.contrib.auth import get_user_model
    from django.test import Client

    player = get_user_model().objects.create_user("bench", "bench@example.org", "bench")
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    line = winning_line()
    game = play_to(player.pk, line, YOUNG)
    return client.cookies["sessionid"].value, [copy(game)[0] for _ in range(VISITS + 1)], line[YOUNG:]


# --- one move -------------------------------------------------------------------------------------


def measure_moves(
    browser: Any, visitor: Callable[[], Any], game: str, line: list[str]
) -> list[dict[str, float]]:
    """Milliseconds of the main thread for each move, by kind of work."""
    context = visitor()
    page = context.new_page()
    page.goto(f"/partie/{game}/")
    page.wait_for_function("() => window.Reussite && Reussite.table")
    hand = context.new_cdp_session(page)
    hand.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    found = []
    for token in line[:MOVES]:
        version = page.evaluate("Reussite.table.data.version")
        page.evaluate(DONE)
        spots = gesture(page, token)
        browser.start_tracing(page=page, categories=["devtools.timeline"])
        play(hand, *spots)
        assert page.evaluate("done") == version + 1, token
        found.append(spent(json.loads(browser.stop_tracing())["traceEvents"]))
    context.close()
    return found[2:]  # the first ones compile the script


def gesture(page: Any, token: str) -> list[tuple[float, float]]:
    """Where to click, or from where to where to drag, to do what a token says."""
    source, _, target = token.partition("-")
    pile, _, count = source.partition(":")
    draws = token in ("s-w", "w-s")
    goal = "s" if draws else "f1" if target == "f" else target
    start, end = page.evaluate(SPOTS, ["s" if draws else pile, goal, int(count or 1)])
    return [start] if draws else [start, end]


def play(hand: Any, start: tuple[float, float], end: tuple[float, float] | None = None) -> None:
    """Click, or drag, by the browser's protocol: Playwright's own mouse runs scripts in the page."""

    def send(kind: str, spot: tuple[float, float], buttons: int) -> None:
        button = {"button": "none"} if kind == "mouseMoved" and not buttons else {"button": "left"}
        clicks = {"clickCount": 0 if kind == "mouseMoved" else 1, "buttons": buttons}
        hand.send("Input.dispatchMouseEvent", {"type": kind, "x": spot[0], "y": spot[1]} | button | clicks)

    send("mouseMoved", start, 0)
    send("mousePressed", start, 1)
    if end:
        way = (end[0] - start[0], end[1] - start[1])
        for share in (step / STEPS for step in range(1, STEPS + 1)):
            send("mouseMoved", (start[0] + way[0] * share, start[1] + way[1] * share), 1)
    send("mouseReleased", end or start, 0)


def spent(events: list[dict[str, Any]]) -> dict[str, float]:
    """Time of the page's main thread in script, style and layout; what lies within another counts once."""
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    own = [event for event in events if event.get("ph") == "X" and (event["pid"], event["tid"]) in threads]
    busiest = max(
        threads, key=lambda thread: sum(e.get("tdur", 0) for e in own if (e["pid"], e["tid"]) == thread)
    )
    own = [event for event in own if (event["pid"], event["tid"]) == busiest and "tts" in event]
    found = {}
    for kind, names in [*WORK.items(), ("all", set().union(*WORK.values()))]:
        spans = sorted((e["tts"], e["tts"] + e.get("tdur", 0)) for e in own if e["name"] in names)
        found[kind] = union(spans) / 1000
    return found


def union(spans: list[tuple[float, float]]) -> float:
    """How much is covered by spans that may lie within one another."""
    total, end = 0.0, float("-inf")
    for start, stop in spans:
        total += max(0.0, stop - max(start, end))
        end = max(end, stop)
    return total


# --- a first visit --------------------------------------------------------------------------------


def first_visit(context: Any, game: str) -> dict[str, float]:
    """When the first card was seen, how much was asked for and came, and how far things shifted."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    asked: dict[str, str] = {}
    came: dict[str, float] = {}
    session.on(
        "Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: event["request"]["url"]})
    )
    session.on(
        "Network.loadingFinished", lambda event: came.update({event["requestId"]: event["encodedDataLength"]})
    )
    page.add_init_script(SEEN)
    page.goto(f"/partie/{game}/")
    page.wait_for_function("() => seen && window.Reussite && Reussite.table")
    page.wait_for_timeout(1500)
    found = page.evaluate(
        "[seen, performance.getEntriesByName('first-contentful-paint')[0].startTime, shifted]"
    )
    context.close()
    return dict(zip(("card", "paint", "shift"), found, strict=True)) | {
        "requests": sum(not url.startswith("data:") for url in asked.values()), "bytes": sum(came.values())
    }  # fmt: skip


def report(moves: list[dict[str, float]], visits: list[dict[str, float]], steps: float) -> None:
    """The table, then the figures."""
    print(f"This machine takes {steps:.1f} ms for a million steps of a script, without slowdown.")
    print(f"One move at {SLOWDOWN} × slowdown, {len(moves)} moves of Double; main thread, its own clock:")
    for kind in (*WORK, "all"):
        values = sorted(move[kind] for move in moves)
        print(f"  {kind:8} median {median(values):6.1f} ms   ({values[0]:.1f} to {values[-1]:.1f})")
    print("First visit at 1.6 Mbit/s and 150 ms, empty cache:")
    for key, words in [("paint", "first paint, ms"), ("card", "first card seen, ms"), ("bytes", "bytes"),
                       ("requests", "requests"), ("shift", "layout shift")]:  # fmt: skip
        values = sorted(visit[key] for visit in visits)
        print(f"  {words:20} median {median(values):10,.3f}   ({values[0]:,.3f} to {values[-1]:,.3f})")
    print(
        json.dumps(
            {
                "million_steps_ms": round(steps, 2),
                "move_ms_at_4x": round(median(move["all"] for move in moves), 1),
                "first_card_ms": round(median(visit["card"] for visit in visits)),
                "visit_bytes": int(max(visit["bytes"] for visit in visits)),
                "visit_requests": int(max(visit["requests"] for visit in visits)),
                "layout_shift": round(max(visit["shift"] for visit in visits), 4),
            }
        )
    )


if __name__ == "__main__":
    sys.exit(main())
