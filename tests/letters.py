"""The letters that the server draws next in a test, in a file: the live server is another process."""

from pathlib import Path

from django.conf import settings

from games.play import deals


def _file() -> Path:
    return Path(settings.VAR_DIR) / f"test-{settings.TEST_RUN}.letters"


def fix_letters(*letters: str) -> None:
    """Let the server draw these letters next, in this order; without any, it draws at random again."""
    if letters:
        _file().write_text("\n".join(letters))
    else:
        _file().unlink(missing_ok=True)


def next_letters(variant: str) -> str:
    """Return the letters that a test fixed, else random ones: `settings.DRAW_LETTERS` in tests."""
    fixed = _file().read_text().split() if _file().exists() else []
    if not fixed:
        return deals.random_letters(variant)
    fix_letters(*fixed[1:])
    return fixed[0]
