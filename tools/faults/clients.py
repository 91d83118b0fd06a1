"""Faults of clients: floods, requests without an end, bodies and numbers without measure, odd letters."""

import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tools.faults.client import NO_ANSWER, Answer, Browser
from tools.faults.ground import Ground
from tools.faults.inputs import BYTES, every, places
from tools.faults.registry import POSTGRES, SQLITE, check, fault

FLOOD_SECONDS, FLOODERS = 10, 24
HALVES = 200
TEN_MB = 10 * 1024 * 1024
FLOODED, PING_EVERY = 4429, 0.1
FORM = "application/x-www-form-urlencoded"
FLOOD_MAY = (NO_ANSWER, 200, 409, 422, 429, 503)


def both(name: str, promise: str):  # type: ignore[no-untyped-def]
    """Register a fault on both kinds of sites."""

    def register(make):  # type: ignore[no-untyped-def]
        for on in (SQLITE, POSTGRES):
            fault(name, on=on, promise=promise)(make)
        return make

    return register


@both(
    "one client floods",
    "others are served, if more slowly; no error, nothing lost; at once well again afterwards",
)
def flood(ground: Ground) -> str:
    with ground.crowd() as crowd:
        crowd.wait_for_moves(20, 120)
        crowd.forget()
        bad, before = crowd.players[0], crowd.moves

        def send(number: int) -> int:
            browser = Browser(ground.url)
            browser.cookies, browser.csrf = dict(bad.cookies), bad.csrf
            count, until = 0, time.monotonic() + FLOOD_SECONDS
            while time.monotonic() < until:
                answer = browser.post(bad.action, {"action": "s-w", "version": 1})
                check(answer.status in FLOOD_MAY, f"a flood was answered {answer.status}")
                count += 1
            browser.close()
            return count

        with ThreadPoolExecutor(FLOODERS) as hands:
            sent = sum(hands.map(send, range(FLOODERS)))
        worst = crowd.longest
        moves = crowd.moves - before
        check(moves > len(crowd.players), "the others could not play during the flood")
        crowd.resume(30)
    return f"{sent} requests in {FLOOD_SECONDS} s; the others played {moves} actions, {worst:.1f} s at most"


@both("half a request (slowloris)", "others are served as ever: a request that does not end holds no thread")
def halves(ground: Ground) -> str:
    host, _, port = urlsplit(ground.url).netloc.partition(":")
    head = f"POST /nouvelle/ HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: {FORM}\r\n"
    with ground.crowd() as crowd, ExitStack() as held:
        crowd.wait_for_moves(20, 120)
        crowd.forget()
        for number in range(HALVES):
            half = held.enter_context(socket.create_connection((host, int(port)), timeout=30))
            half.sendall((head if number % 2 else f"{head}Content-Length: 1000\r\n\r\ngame=").encode())
        crowd.wait_for_moves(40, 60)
        seconds, turned = crowd.longest, crowd.count(NO_ANSWER, 503)
        check(not turned, f"{turned} requests of others were not served")
    return f"{HALVES} halves held open; the others waited {seconds:.2f} s at most"


@both("a body of 10 MB", "413, whether its length is declared or not; the site never takes it in")
def body(ground: Ground) -> str:
    found = []
    for chunked in (False, True):
        with ground.crowd(1) as crowd:
            crowd.wait_for_moves(3, 60)
        player = crowd.players[0]
        found.append(_send_body(ground, player, chunked))
        check(found[-1] in (413, NO_ANSWER), f"10 MB were answered {found[-1]}")
    check(413 in found, "nobody was told that the body was too long")
    return f"declared: {found[0]}, in chunks: {found[1] or 'cut off'}"


def _send_body(ground: Ground, player: Browser, chunked: bool) -> int:
    """Send 10 MB; the answer may come before all of it went out."""
    host, _, port = urlsplit(ground.url).netloc.partition(":")
    length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {TEN_MB}"
    cookies = "; ".join(f"{name}={value}" for name, value in player.cookies.items())
    head = (
        f"POST /nouvelle/ HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookies}\r\n"
        f"X-CSRFToken: {player.csrf}\r\nContent-Type: {FORM}\r\n{length}\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=30) as wire:
        wire.sendall(head.encode())
        block = b"a" * 65536
        framed = f"{len(block):x}\r\n".encode() + block + b"\r\n" if chunked else block
        try:
            for _ in range(TEN_MB // len(block)):
                wire.sendall(framed)
            wire.sendall(b"0\r\n\r\n" if chunked else b"")
        except OSError:
            pass
        try:
            answer = wire.recv(4096)
        except OSError:
            answer = b""
    parts = answer.split(b" ", 2)
    return int(parts[1]) if len(parts) > 1 else NO_ANSWER


def failed(answer: Answer) -> bool:
    """Whether an answer is an error of the site, or none at all."""
    return answer.status >= 500 or answer.status == NO_ANSWER


@both(
    "numbers of a million digits, every oddity of text, bytes that are no text",
    "refused or harmless at every place into which one can write: never an error of the site",
)
def odd(ground: Ground) -> str:
    with ground.crowd(1) as crowd:
        crowd.wait_for_moves(5, 60)
    player = crowd.players[0]
    sent, found = 0, []
    for method, path, fields, text in every(player.game):
        answer = player.get(path) if method == "GET" else player.post(path, dict(fields))
        sent += 1
        if failed(answer):
            found.append(f"{method} {path[:60]} {text[:12]!r}: {answer.status}")
    for place in places(player.game):
        for raw in BYTES if place.form else ():
            form = b"&".join(name.encode() + b"=" + raw for name in place.form)
            answer = player.post(place.path.replace("*", "x"), form)
            sent += 1
            if failed(answer):
                found.append(f"{place.path} {raw!r}: {answer.status}")
    check(not found, f"{len(found)} answers were errors: {found[:5]}")
    player.unsure = None
    return f"{sent} requests, no error"


@fault(
    "a socket floods", on=POSTGRES,
    promise="refused without asking the database, then closed (4429); the other seat is served meanwhile",
)  # fmt: skip
def socket_floods(ground: Ground) -> str:
    table = ground.make_tables(1)[0]
    host = urlsplit(ground.url).netloc
    address, origin = f"ws://{host}/ws/match/{table['match']}/", ground.url
    headers = [{"Cookie": f"sessionid={session}"} for session in table["sessions"]]
    with (
        connect(address, origin=origin, additional_headers=headers[0]) as bad,  # type: ignore[arg-type]
        connect(address, origin=origin, additional_headers=headers[1]) as good,  # type: ignore[arg-type]
    ):
        closed, stop = 0, threading.Event()
        waits: list[float] = []
        pinging = threading.Thread(target=_ping_on, args=(good, stop, waits), daemon=True)
        pinging.start()
        try:
            for number in range(3000):
                bad.send(json.dumps({"type": "act", "action": "s-w", "id": str(number)}))
            until = time.monotonic() + 40
            while time.monotonic() < until:
                bad.recv(timeout=40)
        except ConnectionClosed as end:
            closed = end.rcvd.code if end.rcvd else 0
        stop.set()
        pinging.join(30)
        check(not pinging.is_alive() and waits and min(waits) >= 0, "the other seat was not served any more")
        slowest = max(waits)
    check(closed == FLOODED, f"a socket that floods was closed with {closed or 'nothing'}")
    return f"closed with {closed}; {len(waits)} pings of the other answered, within {1000 * slowest:.0f} ms"


def _ping_on(wire, stop: threading.Event, waits: list[float]) -> None:  # type: ignore[no-untyped-def]
    """Ping all the time; note how long each answer took, and a negative time if the socket was lost."""
    try:
        while not stop.wait(PING_EVERY):
            begun = time.monotonic()
            wire.send('{"type":"ping"}')
            while json.loads(wire.recv(timeout=20))["type"] != "pong":
                pass
            waits.append(time.monotonic() - begun)
    except (ConnectionClosed, TimeoutError):
        waits.append(-1.0)
