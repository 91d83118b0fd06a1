"""Faults of those who keep the site: a back-up put back, a migration while people play."""

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import redis

from tools.faults.client import NO_ANSWER
from tools.faults.ground import Ground
from tools.faults.player import Crowd, Player
from tools.faults.registry import POSTGRES, SQLITE, check, fault
from tools.load.page import read_data
from tools.rig.sites import SqliteSite

LATE = 2
"""Visitors who come after the back-up: nothing of them is in it, not even their sessions."""
BACK = "all is as at the back-up; a page that is further is told the true table (409) and plays on"


def _put_back(ground: Ground) -> str:
    with ground.crowd() as crowd:
        crowd.wait_for_moves(40, 120)
        backup = _take(ground)
        crowd.wait_for_moves(60, 120)
    late = [Player(ground.url, seed=number) for number in range(LATE)]
    with Crowd(late) as newcomers:
        newcomers.wait_for_moves(6 * LATE, 120)
    players = [*crowd.players, *late]
    for name in ground.site.web_names:
        ground.stop(name)
    _restore(ground, backup)
    for name in ground.site.web_names:
        ground.start(name)
    answers = [_go_on(ground, player) for player in players]
    check(409 in answers, "no page was further than the back-up")
    check(answers[-LATE:] == [404] * LATE, f"games after the back-up were answered {answers[-LATE:]}")
    ground.players += late
    with Crowd(players) as again:
        again.resume(60)
    for player in late:
        kept = "SELECT 1 FROM django_session WHERE session_key = ?"
        check(ground.rows(kept, player.cookies["sessionid"]), "a newcomer's session is in the cache only")
    backup.unlink()
    told, gone = answers.count(409), answers.count(404)
    return f"{told} pages were told the table of the back-up, {gone} that their game is gone; all play on"


def _go_on(ground: Ground, player: Player) -> int:
    """Play on from a page that was loaded before the back-up was put back; return what it was answered."""
    player.close()  # its connection was to the processes before
    player.unsure = None
    version = player.data["version"]
    token = (player.data["actions"] or ["s-w"])[0]
    answer = player.post(player.action, {"action": token, "version": version})
    check(answer.status in (200, 404, 409, 422), f"an old page was answered {answer.status}")
    if answer.status == 404:
        player.confirmed, player.game = {}, ""
        return answer.status
    stored = ground.record_of(player.game)
    check(answer.status == 200 or version >= len(stored), "the back-up holds what came later")
    player.confirmed, player.data = {player.game: stored}, read_data(answer.text)
    return answer.status


def _take(ground: Ground) -> Path:
    """A back-up of the running site, as docs/deploy.md takes it."""
    file = ground.site.folder / "backup"
    file.unlink(missing_ok=True)
    if isinstance(ground.site, SqliteSite):
        with closing(sqlite3.connect(ground.site.file)) as source, closing(sqlite3.connect(file)) as target:
            source.backup(target)
        return file
    subprocess.run(
        ["pg_dump", "-Fc", "-f", str(file), ground.site.postgres_url(ground.site.database)], check=True
    )
    return file


def _restore(ground: Ground, backup: Path) -> None:
    if isinstance(ground.site, SqliteSite):
        for end in ("-wal", "-shm"):
            Path(f"{ground.site.file}{end}").unlink(missing_ok=True)
        shutil.copyfile(backup, ground.site.file)
        return
    url = ground.site.postgres_url(ground.site.database)
    subprocess.run(["pg_restore", "--clean", "--if-exists", "-1", "-d", url, str(backup)], check=True)
    with closing(redis.Redis(port=ground.site.redis_port)) as client:
        client.flushdb()  # it knows sessions that the database no longer has


fault("a back-up put back", on=SQLITE, promise=BACK)(_put_back)
fault("a back-up put back", on=POSTGRES, promise=BACK)(_put_back)


@fault(
    "a migration under traffic", on=POSTGRES,
    promise="a column and an index come while people play: nobody is turned away, nobody waits for long",
)  # fmt: skip
def migration(ground: Ground) -> str:
    upgrade = {"DJANGO_SETTINGS_MODULE": "tools.faults.upgrade.settings"}
    with ground.crowd() as crowd:
        crowd.wait_for_moves(20, 120)
        crowd.forget()
        there = ground.manage("migrate", "faults_upgrade", **upgrade)
        check(there.returncode == 0, f"the migration failed: {there.stderr[-300:]}")
        crowd.wait_for_moves(30, 60)
        back = ground.manage("migrate", "faults_upgrade", "zero", **upgrade)
        check(back.returncode == 0, f"the way back failed: {back.stderr[-300:]}")
        crowd.resume(60)
        turned = crowd.count(503, NO_ANSWER)
        check(not turned, f"{turned} requests were turned away")
    return f"there and back, nobody turned away, {crowd.longest:.2f} s at most"
