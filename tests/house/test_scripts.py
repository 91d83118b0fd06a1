"""The two commands: they parse everywhere, install once, and start from nothing."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT: Path = settings.BASE_DIR
SCRIPTS = ["run", "test", "bin/setup.sh", "bin/lint", "bin/lock", "bin/messages"]


def shell(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a piece of shell in ``folder`` with the functions of bin/setup.sh."""
    return subprocess.run(
        ["sh", "-euc", f'. "{ROOT}/bin/setup.sh"; {script}'],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_are_posix_and_may_be_executed(name: str) -> None:
    subprocess.run(["sh", "-n", name], cwd=ROOT, check=True)
    assert name.endswith(".sh") or os.access(ROOT / name, os.X_OK)


def test_a_python_that_does_not_run_is_passed_over(tmp_path: Path) -> None:
    shim = tmp_path / "python3.13"
    shim.write_text("#!/bin/sh\necho not installed >&2; exit 127\n")
    shim.chmod(0o755)
    path = f"{tmp_path}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    found = shell("find_python", tmp_path, PATH=path, PYTHON="")
    assert found.returncode == 0
    assert found.stdout.strip() not in {"", "python3.13"}


def test_without_a_python_the_message_says_which_is_needed(tmp_path: Path) -> None:
    for name in ("python3.13", "python3.12", "python3.11", "python3", "python"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    done = shell("find_python", tmp_path, PATH=f"{tmp_path}:/usr/bin:/bin", PYTHON="")
    assert done.returncode != 0
    assert "Python 3.11, 3.12 or 3.13 is needed" in done.stderr


def test_packages_are_installed_once_per_content_of_the_lock(tmp_path: Path) -> None:
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    for tool in (python, python.with_name("uv")):
        tool.write_text('#!/bin/sh\necho "$0 $*" >> calls\n')
        tool.chmod(0o755)
    lock = tmp_path / "requirements.txt"
    calls = []
    for content in ("one", "one", "two"):
        lock.write_text(content)
        assert shell("install requirements.txt", tmp_path).returncode == 0
        calls.append((tmp_path / "calls").read_text().count("uv pip install"))
    assert calls == [1, 1, 2]
    assert "--require-hashes -r requirements.txt" in (tmp_path / "calls").read_text()


def test_every_package_is_locked_with_a_hash_and_no_host_is_named() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text()
        packages = re.split(r"\n(?=\S)", re.sub(r"^#.*\n", "", text, flags=re.M).strip())
        assert len(packages) > 50
        assert [line for line in packages if "--hash=sha256:" not in line] == []
        assert "://" not in text


@pytest.mark.slow
def test_an_empty_database_becomes_a_site_with_its_first_content_and_again_changes_nothing(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path}/new.sqlite3"
    first = shell("prepare_database", ROOT, DATABASE_URL=url, DJANGO_SETTINGS_MODULE="config.settings")
    assert first.returncode == 0, first.stderr
    again = shell("prepare_database", ROOT, DATABASE_URL=url, DJANGO_SETTINGS_MODULE="config.settings")
    assert again.returncode == 0, again.stderr
    home = subprocess.run(
        [
            sys.executable,
            "manage.py",
            "shell",
            "-v0",
            "-c",
            "from django.test import Client; print(Client().get('/').status_code)",
        ],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert home.stdout.strip() == "200", home.stderr


def test_every_page_of_the_documentation_is_in_its_index() -> None:
    pages = sorted((ROOT / "docs").glob("*.md"))
    index = (ROOT / "docs" / "README.md").read_text()
    assert [page.name for page in pages if f"]({page.name})" not in index] == ["README.md"]
    for page in [ROOT / "README.md", *pages]:
        for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
