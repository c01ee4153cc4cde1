"""`companion check-game` finds each fault of small broken games, with file and line, and none in right ones."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.making.broken import BROKEN, GOOD, SHORT, UNLOADABLE, filled, install, install_feature
from tests.support.long import long, mostly_long

ROOT = Path(__file__).parents[2]


def run(folder, *command, has_browser=False, stderr=subprocess.PIPE):
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}", "LC_ALL": "C.UTF-8", "TERM": "xterm"}
    if not has_browser:
        environment["PATH"] = ""
    words = [sys.executable, *command]
    return subprocess.run(words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True)


def check_game(folder, *arguments, stderr=subprocess.PIPE):
    return run(folder, "-m", "companion.commands.cli", "check-game", *arguments, stderr=stderr)


def told_of(folder, games, measures=False):
    install(folder, games)
    done = run(folder, str(Path(__file__).with_name("run_checks.py")), str(measures), *games, has_browser=measures)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def told(request, tmp_path_factory):
    """What is found in the games that can be loaded, checked by one process."""
    asked = {item.callspec.id for item in request.session.items if hasattr(item, "callspec")}
    changes = {**GOOD, **{key: broken.changes for key, broken in BROKEN.items() if key in asked}}
    return told_of(tmp_path_factory.mktemp("broken"), changes)


def assert_told(found, key, broken):
    """One of the findings says what is wrong, in the right file and line."""
    for file, line, sentence in found:
        path = Path(file)
        text = path.read_text("utf-8").splitlines()[line - 1]
        if broken.told in sentence and path.name == broken.file and filled(broken.at, key) in text:
            return
    pytest.fail(f"{broken.told!r} in {broken.file} at {broken.at!r} is not in {found}")


@pytest.mark.parametrize("key", [pytest.param(key, marks=() if key in SHORT else long) for key in BROKEN])
def test_a_fault_is_found_with_its_place(told, key):
    assert_told(told[key], key, BROKEN[key])


@pytest.mark.parametrize("key", GOOD)
def test_a_faultless_game_has_no_findings(told, key):
    assert told[key] == []


@pytest.mark.parametrize("key", mostly_long(UNLOADABLE))
def test_a_game_that_cannot_be_loaded_is_a_finding(tmp_path, key):
    install(tmp_path, {key: UNLOADABLE[key].changes})
    done = check_game(tmp_path, key)
    assert done.returncode == 1, done
    place, _, sentence = done.stdout.partition(": ")
    file, _, line = place.rpartition(":")
    assert_told([(file, int(line), sentence)], key, UNLOADABLE[key])


def test_a_fault_of_a_feature_names_it_and_a_terminal_shows_the_progress(tmp_path):
    install(tmp_path, {"plain": {}})
    install_feature(tmp_path)
    terminal, shown_on = pty.openpty()
    done = check_game(tmp_path, "plain", "--sheet", "plain.json", stderr=shown_on)
    os.close(shown_on)
    seen = os.read(terminal, 100_000).decode()
    os.close(terminal)
    assert done.returncode == 1 and done.stdout.endswith("1 fault was found.\n"), (done, seen)
    assert "caddie.html:1: " in done.stdout and "in the feature caddie: 'whistle' is undefined" in done.stdout
    assert "checks  [" in seen and "#" * 36 in seen


@long
def test_the_exit_status_says_whether_a_fault_was_found(tmp_path):
    install(tmp_path, {"plain": {}})
    good = check_game(tmp_path, "plain", "--sheet", "plain.json")
    assert good.returncode == 0 and "No fault was found." in good.stdout, good
    assert "Sizes were not measured" in good.stdout and "samples" in good.stdout
    for arguments in (["gone"], ["luz", "--sheet", "plain.json"]):
        bad = check_game(tmp_path, *arguments)
        assert bad.returncode == 2 and bad.stdout == "" and bad.stderr.count("\n") == 1, bad
