"""Static files of production: named by their content, imports included, and compressed."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from pytest_django.fixtures import Settings


@pytest.fixture
def collected(tmp_path: Path, settings: Settings) -> Path:
    settings.STATIC_ROOT = str(tmp_path)
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.static_storage.StaticFilesStorage"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


@pytest.mark.slow
def test_our_files_are_hashed_compressed_and_import_each_other_by_their_hashed_names(collected: Path) -> None:
    hashed = re.compile(r"\.[0-9a-f]{12}\.(js|css)$")
    ours = [path for folder in ("js", "css") for path in (collected / folder).rglob("*.[jc]s*")]
    named = [path for path in ours if hashed.search(path.name)]
    assert len(named) == sum(
        1 for folder in ("js", "css") for path in (settings.BASE_DIR / "static" / folder).rglob("*.*")
    )
    for path in named:
        for imported in re.findall(r"""\b(?:from|import)\s+["'](\.[^"']+)["']""", path.read_text()):
            assert hashed.search(imported), f"{path.name} imports {imported}"
            assert (path.parent / imported).exists()
    assert any(path.suffix == ".br" for path in (collected / "css").iterdir())
