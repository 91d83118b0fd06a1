"""Faults of those who keep the site: a back-up put back, a migration while people play."""

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from tools.faults.client import NO_ANSWER
from tools.faults.ground import Ground
from tools.faults.player import Crowd
from tools.faults.registry import POSTGRES, SQLITE, check, fault
from tools.rig.sites import SqliteSite

BACK = "all is as at the back-up; a page that is further is told the true table (409) and plays on"


def _put_back(ground: Ground) -> str:
    with ground.crowd() as crowd:
        crowd.wait_for_moves(40, 120)
        backup = _take(ground)
        crowd.wait_for_moves(60, 120)
    versions = {player.game: player.data["version"] for player in crowd.players}
    for name in ground.site.web_names:
        ground.stop(name)
    _restore(ground, backup)
    for name in ground.site.web_names:
        ground.start(name)
    told = gone = 0
    for player in crowd.players:
        player.close()  # its connection was to the processes before
        player.confirmed, player.unsure = {player.game: []}, None
        token = (player.data["actions"] or ["s-w"])[0]
        answer = player.post(player.action, {"action": token, "version": player.data["version"]})
        check(answer.status in (200, 404, 409, 422), f"an old page was answered {answer.status}")
        told += answer.status == 409
        gone += answer.status == 404
        stored = ground.record_of(player.game) if answer.status != 404 else []
        check(
            answer.status == 404 or versions[player.game] >= len(stored), "the back-up holds what came later"
        )
        player.confirmed, player.game = ({player.game: stored}, player.game) if stored else ({}, "")
        if answer.status in (409, 422):
            player.data = _data(answer.text)
    check(told, "no page was further than the back-up")
    again = Crowd(crowd.players)
    with again:
        again.resume(60)
    backup.unlink()
    return f"{told} pages were told the table of the back-up, {gone} that their game is gone; all play on"


def _data(html: str) -> dict[str, object]:
    from tools.load.page import read_data

    return read_data(html)


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
