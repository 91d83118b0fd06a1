"""The files that people copy say what the site really takes: commands, options, variables, ports."""

import json
import re
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from tools.cluster import nginx, web
from tools.cluster.layout import Cluster

ROOT = Path(settings.BASE_DIR)
DEPLOY = ROOT / "docs" / "deploy"
READERS = r"\b(?:text|flag|number|one_of|words|address|rate|required|read)\(\s*\"([A-Z_]+)\""


def variables() -> set[str]:
    """The environment variables that the settings read."""
    sources = "".join(path.read_text() for path in (ROOT / "config").glob("*.py"))
    return set(re.findall(READERS, sources)) | {"PROMETHEUS_MULTIPROC_DIR"}


def options(words: list[str]) -> set[str]:
    """The options of a command line, each with its value; not those that say where to listen."""
    pairs = re.findall(r"--[a-z-]+(?: (?!--)\S+)?", " ".join(words))
    return {pair for pair in pairs if not pair.startswith(("--host", "--port", "--forwarded-allow-ips"))}


def test_every_variable_that_is_read_is_documented() -> None:
    text = (ROOT / "docs" / "settings.md").read_text()
    assert {name for name in variables() if f"`{name}`" not in text} == set()


def test_the_example_of_an_environment_names_known_variables_only() -> None:
    lines = (DEPLOY / "env.example").read_text().splitlines()
    named = {line.partition("=")[0] for line in lines if line and not line.startswith("#")}
    assert named <= variables()
    assert {"DEBUG", "SECRET_KEY", "DEAL_KEY", "ALLOWED_HOSTS"} <= named


def test_units_and_containers_start_the_processes_as_the_cluster_does() -> None:
    ours = options(web.command(Cluster(folder=Path("/nowhere")), "web1"))
    unit = (DEPLOY / "systemd" / "reussite-web@.service").read_text()
    (line,) = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    assert options(line.split()) == ours
    (command,) = re.findall(r"^CMD (\[.*\])$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert options(yaml.safe_load(command)) == ours
    assert f"--timeout-graceful-shutdown {web.GRACE}" in ours
    assert f"TimeoutStopSec={web.PATIENCE['uvicorn']}" in unit


@pytest.mark.parametrize("timer", sorted(path.name for path in (DEPLOY / "systemd").glob("*.timer")))
def test_timers_start_commands_that_exist_and_the_readme_names(timer: str) -> None:
    (command,) = re.findall(
        r"^Unit=reussite-job@(\w+)\.service$", (DEPLOY / "systemd" / timer).read_text(), re.M
    )
    assert command in get_commands()
    assert f"manage.py {command}" in (ROOT / "README.md").read_text()


def test_compose_mounts_files_that_are_there_and_runs_commands_that_exist() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    for volume in compose["services"]["nginx"]["volumes"]:
        source = volume.partition(":")[0]
        assert not source.startswith(".") or (DEPLOY / source).is_file(), source
    run = " ".join(compose["services"]["prepare"]["command"])
    assert set(re.findall(r"manage\.py (\w+)", run)) <= {*get_commands()}
    assert compose["services"]["web2"]["depends_on"]["prepare"]


def test_nginx_is_written_with_every_process_and_the_shared_files() -> None:
    written = nginx.configuration(Cluster(folder=Path("/var/x"), port=9000, webs=3), "/etc/nginx/mime.types")
    assert re.findall(r"server 127\.0\.0\.1:(\d+) max_fails", written) == ["9001", "9002", "9003"]
    assert "listen 127.0.0.1:9000" in written
    for shared in ("reussite.http", "reussite.inc"):
        assert (DEPLOY / "nginx" / shared).is_file()
        assert f"include {DEPLOY}/nginx/{shared};" in written


def test_nginx_repeats_no_post_and_shows_no_figures() -> None:
    shared = (DEPLOY / "nginx" / "reussite.inc").read_text()
    directives = [line.strip() for line in shared.splitlines() if not line.strip().startswith("#")]
    assert "proxy_next_upstream error timeout;" in directives
    assert "location = /metrics { return 404; }" in directives
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in directives


def test_what_nginx_itself_refuses_under_api_is_problem_json() -> None:
    shared = (DEPLOY / "nginx" / "reussite.inc").read_text()
    api = re.search(r"location /api/ \{(.*?)\n\}", shared, re.DOTALL)
    assert api is not None
    for statuses, place in (("502 504 =503", "@api_unavailable"), ("413", "@api_too_large")):
        assert f"error_page {statuses} {place};" in api[1]
        answer = re.search(rf"location {place} \{{(.*?)\n\}}", shared, re.DOTALL)
        assert answer is not None and "default_type application/problem+json;" in answer[1]
        said = re.search(r"return (\d+) '(.*)\\n';", answer[1])
        assert said is not None and json.loads(said[2])["status"] == int(said[1])


def test_a_process_that_is_not_there_is_found_dead(tmp_path: Path) -> None:
    from tools.cluster.processes import pid_of

    (tmp_path / "web1.pid").write_text("1\n")  # runs, but is none of ours
    assert pid_of(tmp_path, "web1") is None
    assert pid_of(tmp_path, "web2") is None
