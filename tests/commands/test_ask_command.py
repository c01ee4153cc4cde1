"""companion ask on the command line: one verdict, or one line that says what is wrong; never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.scoring.referee import ask
from tests.commands.test_score_command import called, written
from tests.support.each_row import each_row

BET: dict[str, Any] = {"ask": "luz/bet", "deal": 1, "beads": 3, "safety": True, "tricks": 4}


def test_a_question_comes_out_as_its_verdict(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    status, out, err = called(capfdbinary, "ask", written(tmp_path, json.dumps(BET, indent=2)))
    assert (status, err) == (0, "")
    assert json.loads(out) == ask(BET)
    assert json.loads(out)["verdict"] == {"made": True, "points": 5}
    assert out.count(b"\n") == 1 and out.endswith(b"\n")


@each_row(
    ("text", "sentence"),
    [
        ("", "there is nothing here; a question is expected"),
        ('{"ask": "luz/bet", "deal": NaN}', "this is not JSON: NaN is not a number"),
        ("[" * 200_000, "this is nested too deep to be a question"),
        ("null", "the question must be an object, not null"),
        (json.dumps(BET | {"deal": 5}), "deal must be 1 to 4, not 5"),
        (json.dumps(BET | {"ask": "chess\n"}), None),
    ],
)
def test_a_bad_question_is_one_line(
    text: str | bytes, sentence: str | None, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    status, out, err = called(capfdbinary, "ask", written(tmp_path, text))
    assert (status, out) == (2, b"")
    assert len(err.splitlines()) == 1 and err.endswith("\n") and err.rstrip("\n").isprintable()
    assert sentence is None or err == sentence + "\n"


@each_row(
    ("command", "option"),
    [(name, "--database") for name in ("serve", "backup", "export", "import")]
    + [(name, "--lines") for name in ("ask", "score")],
)
def test_an_option_is_not_guessed_from_its_first_letters(
    command: str, option: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = [] if command == "serve" else ["nowhere"]
    status, out, err = called(capfdbinary, command, *path, option[:-1])
    assert (status, out) == (2, b"")
    assert err == f"companion: unrecognized arguments: {option[:-1]} (see companion --help)\n"


def test_lines_go_on_after_a_bad_one(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    lines = [json.dumps(BET), "", json.dumps(BET | {"tricks": 11}), "{", json.dumps(BET | {"claim": 6})]
    status, out, err = called(capfdbinary, "ask", "--lines", written(tmp_path, "\n".join(lines)))
    assert (status, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == [
        ask(BET),
        {"error": "there is nothing here; a question is expected", "entry": None},
        {"error": "tricks must be 0 to 10, not 11", "entry": None},
        {
            "error": "this is not JSON: Expecting property name enclosed in double quotes at line 1, column 2",
            "entry": None,
        },
        ask(BET | {"claim": 6}),
    ]
