"""Faults of PostgreSQL: restarted, gone, without room, deadlocked, slow."""

import time
from concurrent.futures import ThreadPoolExecutor

import psycopg

from tools.faults.client import NO_ANSWER
from tools.faults.ground import Ground, fill
from tools.faults.player import Player
from tools.faults.registry import POSTGRES, NotHere, check, fault

GONE_SECONDS, ANSWERED_IN = 30, 15.0


def connect(ground: Ground) -> "psycopg.Connection[tuple[object, ...]]":
    """A connection of somebody else's, past the site."""
    return psycopg.connect(ground.site.postgres_url(ground.site.database), connect_timeout=20)


def seated(ground: Ground) -> Player:
    """A player with a game under way."""
    player = ground.crowd(1).players[0]
    for _ in range(50):
        player.step()
        ready = player.data and not player.unsure and not player.data["over"] and player.data["actions"]
        if ready and len(player.confirmed[player.game]) > 2:
            return player
    raise AssertionError("no game came under way")


@fault(
    "PostgreSQL restarted", on=POSTGRES, cluster=True,
    promise="503 with a sentence, or a short wait; all play on by themselves within 30 s",
)  # fmt: skip
def restarted(ground: Ground) -> str:
    with ground.crowd() as crowd:
        crowd.wait_for_moves(30, 120)
        for _ in range(3):
            ground.stop("postgres")
            ground.start("postgres")
            seconds = crowd.resume(30)
    return f"3 restarts, {crowd.count(503)} answers 503; all play on after {seconds:.1f} s"


@fault(
    "PostgreSQL killed (SIGKILL)", on=POSTGRES, cluster=True,
    promise="the same; what was confirmed survives",
)  # fmt: skip
def killed(ground: Ground) -> str:
    with ground.crowd() as crowd:
        crowd.wait_for_moves(30, 120)
        ground.crash("postgres")
        time.sleep(1)
        (ground.site.folder / "postgres" / "postmaster.pid").unlink(missing_ok=True)
        ground.start("postgres")
        seconds = crowd.resume(60)
    return f"{crowd.count(503)} answers 503; all play on after {seconds:.1f} s"


@fault(
    "PostgreSQL gone for 30 s", on=POSTGRES, cluster=True,
    promise="503 with Retry-After within 15 s, never a hang; the processes live on; all play on within 30 s",
)  # fmt: skip
def gone(ground: Ground) -> str:
    with ground.crowd() as crowd:
        crowd.wait_for_moves(30, 120)
        ground.stop("postgres")
        time.sleep(2)
        crowd.forget()
        time.sleep(GONE_SECONDS)
        turned, longest = crowd.count(503), crowd.longest
        check(turned > 0, "nobody was told that the site is away")
        check(not crowd.count(NO_ANSWER), "somebody got no answer at all")
        check(longest < ANSWERED_IN, f"somebody waited {longest:.1f} s for the 503")
        ground.start("postgres")
        seconds = crowd.resume(30)
    return (
        f"{turned} answers 503, after {longest:.1f} s at most; all play on {seconds:.1f} s after it is back"
    )


@fault(
    "PostgreSQL's disk full", on=POSTGRES,
    promise="503, tables can still be looked at and nothing of a game changes; with room again all play on",
)  # fmt: skip
def full(ground: Ground) -> str:
    if ground.small is None:
        raise NotHere("a small file system is mounted by root only")
    with ground.crowd() as crowd:
        crowd.wait_for_moves(30, 120)
        greedy = ground.crowd(1).players[0]
        ballast = fill(ground.small)
        try:
            begun, status = time.monotonic(), 0
            while status != 503:  # an action finds room in its own page for long; a new game needs more
                check(
                    time.monotonic() - begun < 120 and not crowd.broken, f"no 503 without room {crowd.broken}"
                )
                status = greedy.begin()
            page = greedy.get("/classements/")
            check(page.status == 200, f"without room a page that only reads was answered {page.status}")
            time.sleep(5)
            turned = crowd.count(503) + greedy.statuses[503]
        finally:
            ballast.unlink()
        seconds = crowd.resume(60)
        check(greedy.begin() == 200, "no new game, though there is room again")
    return f"{turned} answers 503; boards could be read; all play on {seconds:.1f} s after there is room"


@fault(
    "a deadlock", on=POSTGRES,
    promise="the action is told to be sent again (503) or goes through; nothing of it is stored by halves",
)  # fmt: skip
def deadlock(ground: Ground) -> str:
    return ", ".join(_deadlock(ground) for _ in range(3))


def _deadlock(ground: Ground) -> str:
    """Giving up writes the game, then waits for its result, which is held by who now wants the game."""
    player = seated(ground)
    address = player.action.replace("/action/", "/abandonner/")
    with connect(ground) as other, ThreadPoolExecutor(1) as hands:
        other.execute("SET deadlock_timeout = '10s'")  # so that it is the site's transaction that loses
        held = other.execute(
            "SELECT 1 FROM leaderboards_result WHERE run_id = %s FOR UPDATE", [player.game]
        ).fetchone()
        check(held, "a game under way has no result")
        asked = hands.submit(player.post, address, {"version": player.data["version"]})
        time.sleep(0.4)  # it waits by now, and does not yet look for a deadlock
        try:
            other.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [player.game])
            lost = "the site lost"
        except psycopg.errors.DeadlockDetected:
            lost = "the other lost"
        other.rollback()
        status = asked.result(60).status
    check(status in (200, 503), f"the deadlock was answered {status}")
    over = "SELECT ended_at IS NOT NULL FROM {} = ?"
    ended = ground.rows(over.format("games_game WHERE id"), player.game)[0][0]
    result = ground.rows(over.format("leaderboards_result WHERE run_id"), player.game)[0][0]
    check(ended == result, "a game and its result differ on whether it is over")
    check(ended == (status == 200), f"answered {status}, but the game's end is {ended}")
    return f"{status} ({lost})"


@fault(
    "PostgreSQL slow: one row held for 40 s", on=POSTGRES,
    promise="who wants that row is told to come again within 15 s; everybody else is served as ever",
)  # fmt: skip
def held(ground: Ground) -> str:
    victim = seated(ground)
    with ground.crowd() as crowd:
        crowd.wait_for_moves(20, 120)
        crowd.forget()
        waited, before = [], crowd.moves
        with connect(ground) as other:
            other.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [victim.game])
            until = time.monotonic() + 40
            while time.monotonic() < until:
                token, version = victim.data["actions"][0], victim.data["version"]
                begun = time.monotonic()
                status = victim.act(token, version)
                waited.append(time.monotonic() - begun)
                check(status == 503, f"an action on a row that others hold was answered {status}")
                check(waited[-1] < ANSWERED_IN, f"it took {waited[-1]:.1f} s to say so")
                victim.unsure = None
            others, turned = crowd.longest, crowd.count(503, NO_ANSWER)
            check(crowd.moves > before + len(crowd.players), "others could not play meanwhile")
            check(not turned, f"{turned} requests of others were turned away")
            other.rollback()
        check(victim.act(token, version) == 200, "the action, sent again, was refused")
    return f"told after {max(waited):.1f} s at most; the others waited {others:.2f} s at most"


@fault(
    "PostgreSQL slow: every write takes a second", on=POSTGRES,
    promise="all are served, later; nobody is lost; well again at once",
)  # fmt: skip
def slow(ground: Ground) -> str:
    with connect(ground) as other:
        other.execute(
            "CREATE FUNCTION slowly() RETURNS trigger AS $$ BEGIN PERFORM pg_sleep(1); RETURN NEW; END $$"
            " LANGUAGE plpgsql; CREATE TRIGGER slowly BEFORE UPDATE ON games_game"
            " FOR EACH ROW EXECUTE FUNCTION slowly()"
        )
    try:
        with ground.crowd() as crowd:
            crowd.wait_for_moves(20, 180)
            served, longest, turned = crowd.moves, crowd.longest, crowd.count(503)
            check(not crowd.count(NO_ANSWER), "somebody got no answer")
            ground.rows("DROP TRIGGER slowly ON games_game")
            crowd.forget()
            seconds = crowd.resume(30)
    finally:
        ground.rows("DROP FUNCTION IF EXISTS slowly() CASCADE")
    words = f"{served} actions accepted, {longest:.1f} s at most, {turned} turned away"
    return f"{words}; well again after {seconds:.1f} s"
