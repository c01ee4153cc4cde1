"""The command line speaks the terminal's language; what it writes for programs stays as the contract has it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import paths
from companion.commands import output as language
from tests.support.each_row import each_row

SHEET = {"format": 1, "game": "luz", "players": ["Ann", "Ben", "Cleo"], "options": {}, "entries": [{"bets": 1}]}
pytestmark = pytest.mark.skipif(
    not Path(paths.TRANSLATIONS / "zh_Hant" / "LC_MESSAGES" / "messages.mo").exists(), reason="not compiled yet"
)


@each_row(
    ("environment", "expected"),
    [
        ({}, "a question"),
        ({"LANG": "en_GB.UTF-8"}, "a question"),
        ({"LANG": "zh_TW.UTF-8"}, "一個問題"),
        ({"LANG": "zh_HK"}, "一個問題"),
        ({"LANG": "zh_Hant_TW.UTF-8"}, "一個問題"),
        ({"LANG": "zh-Hant"}, "一個問題"),
        ({"LANG": "zh_CN.UTF-8"}, "一个问题"),
        ({"LANG": "zh_SG"}, "一个问题"),
        ({"LANG": "zh_Hans_HK.UTF-8"}, "一个问题"),
        ({"LANG": "zha_CN"}, "a question"),
        ({"LANG": "de_AT.UTF-8"}, "eine Frage"),
        ({"LANG": "de_DE@euro"}, "eine Frage"),
        ({"LANG": "en", "LC_MESSAGES": "zh_TW"}, "一個問題"),
        ({"LANG": "zh_TW", "LC_ALL": "C"}, "a question"),
        ({"LANG": "zh_TW", "LC_ALL": ""}, "一個問題"),
    ],
)
def test_the_first_that_is_set_counts(monkeypatch, environment, expected):
    _terminal(monkeypatch, environment)
    assert language.catalogue().gettext("a question") == expected
    _terminal(monkeypatch, environment, "ascii")
    assert language.catalogue().gettext("a question") == "a question", "English without its letters"


def test_a_fault_is_chinese_on_the_terminal_and_english_for_programs():
    done = _companion("score", "-", text=json.dumps(SHEET))
    assert done.returncode == 2 and not done.stdout
    assert not done.stderr.isascii() and done.stderr.count("\n") == 1
    data = json.loads(_companion("score", "--lines", "-", text=json.dumps(SHEET) + "\n").stdout)
    assert (data["entry"], data["error"].isascii()) == (1, True)


def _terminal(monkeypatch, environment, encoding="utf-8"):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for stream in ("stdout", "stderr"):
        monkeypatch.setattr(sys, stream, io.TextIOWrapper(io.BytesIO(), encoding=encoding))


def _companion(*arguments, text):
    environment = {**os.environ, "LC_ALL": "zh_TW.UTF-8", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "companion.commands.cli", *arguments]
    return subprocess.run(
        command, input=text, capture_output=True, encoding="utf-8", env=environment, cwd=Path(paths.__file__).parents[1]
    )
