"""The code is clean by its own tools: what bin/lint says, and no migration is missing."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

TOOLS = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "--quiet", "."],
        ["lint-imports", "--no-cache", "--no-logo"],
        ["djlint", "--quiet", "--lint", "templates"],
        pytest.param(["mypy"], marks=pytest.mark.slow),
    ],
    ids=lambda command: command[0],
)
def test_the_tools_find_nothing(command: list[str]) -> None:
    done = subprocess.run(
        [TOOLS / command[0], *command[1:]], cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
