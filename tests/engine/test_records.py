"""Records: reading, writing, replaying, and the command."""

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codes import parse_code
from games.engine.records import replay_text, write_record

CODE = "KL1-D1N-AAAAAAB"
WORDS = st.text(
    st.characters(codec="utf-8", exclude_characters="#", exclude_categories=("Z", "C")), min_size=1
)


def moves(text: str) -> int:
    """The moves of a record that plays to its end."""
    result = replay_text(text, key="")
    assert "error" not in result, result
    moves = result["moves"]
    assert isinstance(moves, int)
    return moves


def error(text: str) -> tuple[int, str, str]:
    """Index, token and reason of a record that does not."""
    found = replay_text(text, key="")["error"]
    return found["index"], found["token"], found["reason"]


@pytest.mark.parametrize(
    "text",
    [
        f"{CODE} s-w s-w",
        f"\n\n  {CODE}\n s-w\ts-w\n\n",
        f"# played on Monday\n{CODE} # the deal\r\ns-w # t1-t9\r\ns-w\r\n",
        f"#{CODE}\r{CODE}\rs-w\rs-w",
        f"\ufeff{CODE}\r\ns-w\r\ns-w",
        f"\ufeff# a comment\n{CODE.lower()} s-w s-w",
        "KL1–D1N—AAAAAAB s-w s-w#undo",
        f"{CODE}\u00a0s-w\u2003s-w",
    ],
)
def test_a_record_is_read_whatever_its_layout(text: str) -> None:
    assert moves(text) == 2


@pytest.mark.parametrize("text", ["", "\n", "# nothing", "\ufeff", " \t\r\n"])
def test_an_empty_record_has_no_code(text: str) -> None:
    assert error(text) == (0, "", "unreadable")


def test_a_code_in_a_record_has_no_white_space() -> None:
    assert error("KL1 - D1N - AAAAAAB s-w") == (0, "KL1", "unreadable")


def test_the_first_bad_token_stops_the_record() -> None:
    assert error(f"{CODE} s-w t9-f nonsense") == (2, "t9-f", "no_such_pile")
    assert error(f"{CODE} s-w nonsense t9-f") == (2, "nonsense", "unreadable")


def test_odd_characters_are_unreadable_not_a_crash() -> None:
    for token in ("\x00", "💥", "\u200bs-w", "ｓ-w", "s-w\u0301", "undo\u200d", "\ud800"):
        assert error(f"{CODE} {token}") == (1, token, "unreadable")


def test_the_code_of_the_result_is_the_canonical_one() -> None:
    assert replay_text("kl1–d1n–aaaaaab", key="")["code"] == CODE


def test_under_another_key_a_code_deals_other_cards() -> None:
    assert replay_text(CODE, key="")["stock"] != replay_text(CODE, key="secret")["stock"]
    assert replay_text(CODE, key="é") == replay_text(CODE, key="é".encode())


@given(st.lists(WORDS, max_size=60))
def test_a_written_record_holds_the_code_and_every_token_in_order(tokens: list[str]) -> None:
    assert write_record(parse_code(CODE), tokens).split() == [CODE, *tokens]


def test_a_written_record_has_short_lines() -> None:
    text = write_record(parse_code(CODE), ["t1:10-t2"] * 200)
    assert max(map(len, text.splitlines())) <= 100


def run(capsys: pytest.CaptureFixture[str], *files: str) -> tuple[list[dict[str, object]], int]:
    """What the command printed, line by line, and its exit status."""
    status = 0
    try:
        call_command("replay", *files)
    except SystemExit as stop:
        assert isinstance(stop.code, int)
        status = stop.code
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()], status


def test_the_command_prints_one_line_for_each_file_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: object
) -> None:
    settings.DEAL_KEY = ""  # type: ignore[attr-defined]
    codes = ["KL1-D1N-AAAAAAB", "RU1-C-AAAAABB"]
    files = [tmp_path / name for name in ("one", "two")]
    for file, code in zip(files, codes, strict=True):
        file.write_text(code)
    lines, status = run(capsys, *map(str, files))
    assert [line["code"] for line in lines] == codes
    assert status == 0


def test_the_command_reports_what_failed_runs_the_others_and_exits_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad").write_bytes(b"\xff\xfe\x00 what")
    (tmp_path / "good").write_text(f"{CODE} s-w")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"\ufeff{CODE}\r\nt9-f".encode())))
    lines, status = run(capsys, str(tmp_path / "bad"), str(tmp_path / "missing"), "-", str(tmp_path / "good"))
    assert [line.get("error", {}).get("index") for line in lines] == [0, 0, 1, None]  # type: ignore[attr-defined]
    assert status == 1
