"""Where a cluster's parts stand: its folder, its ports, what it remembers between two commands."""

import json
import os
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
POSTGRES_STEP, REDIS_STEP = 32, 79
"""How far the ports of PostgreSQL and Redis, where they are the cluster's own, stand from nginx's."""

KEPT = (
    *("DJANGO_SETTINGS_MODULE", "DATABASE_POOL", "LOG_LEVEL", "LOG_FORMAT", "EMAIL_URL", "ADMINS"),
    *("SENTRY_DSN", "METRICS_TOKEN", "SECRET_KEY", "SECRET_KEY_FALLBACKS", "DEAL_KEY"),
)
"""Settings of the caller of ``start`` that later commands go on with."""


class ClusterError(Exception):
    """What keeps a command from being done; its text is for whoever gave the command."""


@dataclass
class Cluster:
    """One cluster as ``start`` decided it; later commands read it from ``state.json``."""

    folder: Path
    port: int = 8400
    webs: int = 2
    server: str = "uvicorn"
    maintenance_url: str = ""
    """A PostgreSQL that was there before; empty: the cluster has its own."""
    redis_url: str = ""
    """A Redis that was there before; empty: the cluster has its own."""
    database: str = "reussite_cluster"
    kept: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def own_postgres(self) -> bool:
        return not self.maintenance_url

    @property
    def own_redis(self) -> bool:
        return not self.redis_url

    @property
    def names(self) -> list[str]:
        """The parts that the cluster runs itself, in the order in which they start."""
        own = (("postgres", self.own_postgres), ("redis", self.own_redis))
        return [*(name for name, is_own in own if is_own), *self.web_names, "nginx"]

    @property
    def web_names(self) -> list[str]:
        return [f"web{number}" for number in range(1, self.webs + 1)]

    def web_port(self, name: str) -> int:
        return self.port + int(name.removeprefix("web"))

    @property
    def postgres_port(self) -> int:
        return self.port + POSTGRES_STEP

    @property
    def redis_port(self) -> int:
        return self.port + REDIS_STEP

    def postgres_url(self, database: str = "") -> str:
        """The address of a database, ``postgres`` by default, on the PostgreSQL in use."""
        url = self.maintenance_url or f"postgres://reussite@127.0.0.1:{self.postgres_port}/postgres"
        return f"{url.rpartition('/')[0]}/{database}" if database else url

    def environment(self) -> dict[str, str]:
        """The environment of the site's processes and commands."""
        return {**os.environ, **self.settings()}

    def settings(self) -> dict[str, str]:
        """What of it is the cluster's own."""
        ours = {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DEBUG": "0",
            "HTTPS": "0",
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
            "TRUSTED_PROXIES": "1",
            "SITE_URL": self.address,
            "DATABASE_URL": self.postgres_url(self.database),
            "REDIS_URL": self.redis_url or f"redis://127.0.0.1:{self.redis_port}/0",
            "WEB_CONCURRENCY": "1",
            "STATIC_ROOT": str(self.folder / "public" / "static"),
            "EMAIL_URL": f"filemail:///{self.folder / 'mail'}",
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
        }
        return {**ours, **self._secrets(), **self.kept}

    def _secrets(self) -> dict[str, str]:
        """Made once, with the folder: the games in the database hang on the key of their deals."""
        path = self.folder / "secrets.json"
        if not path.exists():
            made = {name: secrets.token_urlsafe(50) for name in ("SECRET_KEY", "DEAL_KEY", "METRICS_TOKEN")}
            path.touch(mode=0o600)
            path.write_text(json.dumps(made))
        return dict(json.loads(path.read_text()))

    def save(self) -> None:
        state = {**asdict(self), "folder": str(self.folder)}
        (self.folder / "state.json").write_text(json.dumps(state, indent=2))


def folder() -> Path:
    """The folder of the cluster that this command is about."""
    return Path(os.environ.get("CLUSTER_DIR", ROOT / "var" / "cluster")).resolve()


def stored() -> Cluster | None:
    """The cluster that was started in the folder, if one was."""
    path = folder() / "state.json"
    if not path.exists():
        return None
    state = json.loads(path.read_text())
    return Cluster(**{**state, "folder": Path(state["folder"])})


def wished() -> Cluster:
    """A cluster as the environment of ``start`` wishes it."""
    where = folder()
    where.mkdir(parents=True, exist_ok=True)
    server = os.environ.get("CLUSTER_SERVER", "uvicorn")
    if server not in ("uvicorn", "daphne"):
        raise ClusterError(f"CLUSTER_SERVER is {server!r}; it may be uvicorn or daphne.")
    return Cluster(
        folder=where,
        port=_number("CLUSTER_PORT", 8400, 1024, 65000),
        webs=_number("CLUSTER_WEBS", 2, 1, 16),
        server=server,
        maintenance_url=os.environ.get("CLUSTER_POSTGRES", ""),
        redis_url=os.environ.get("CLUSTER_REDIS", ""),
        database=os.environ.get("CLUSTER_DATABASE", "reussite_cluster"),
        kept={name: os.environ[name] for name in KEPT if os.environ.get(name)},
    )


def _number(name: str, default: int, least: int, most: int) -> int:
    text = os.environ.get(name, str(default))
    if not text.isdecimal() or not least <= int(text) <= most:
        raise ClusterError(f"{name} is {text!r}; it must be a number from {least} to {most}.")
    return int(text)
