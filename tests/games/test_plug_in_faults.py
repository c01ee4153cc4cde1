"""What is told of a game by others that cannot be used, and of one whose author has to mend something."""

import json

import pytest

from tests.games.test_plug_in import companion
from tests.support.installing import leave_package
from tests.support.long import mostly_long

SHEET = {"format": 1, "game": "lux", "players": ["Ann", "Ben", "Cleo"], "options": {}, "entries": []}
FAULTS = {
    "GAME = replace(luz, key='luz')": "has a game with the key luz, which is taken by Luz",
    "GAME = replace(luz, key='Luz')": "Its key has to be of small letters and digits, with - or _ between them",
    "GAME = replace(luz, key='lux')": "rule luz/",
    "GAME = replace(luz, key='lux', rules={}, engine=None)": "It needs an Engine",
    "GAME = replace(luz, key='lux', rules={}, seats=range(2, 14))": "for up to 13 players, and a table has 12 at most",
    "GAME = replace(luz, key='lux', rules={}, seats=range(0, 4))": "a range of numbers of players from 1 on",
    "GAME = 1": "It is not a Game",
    "1 / 0": "ZeroDivisionError: division by zero",
    "GAME = replace(luz, key='lux', rules={}, engine=replace(luz.engine, start=str))": "a field finished",
}
PAGES_FAULT = "GAME = luz.changed(key='lux', rules={}, help='others:HELP')"


def installed(program, folder):
    """Install a package with a game made by a short program into a folder."""
    head = "from dataclasses import replace\nfrom companion.games.luz import GAME as luz\n"
    leave_package(folder, "others", "[companion.games]\nluz = others:GAME\n", {"others.py": head + program})


@pytest.mark.parametrize("program", mostly_long(FAULTS, 4))
def test_a_game_that_cannot_be_used_is_told_in_a_sentence(program, tmp_path):
    installed(program, tmp_path)
    done = companion("score", "-", folder=tmp_path, text=json.dumps(SHEET))
    assert done.returncode == 2 and done.stdout == "", done
    assert FAULTS[program] in done.stderr and done.stderr.count("\n") == 1, done.stderr


def test_a_fault_in_the_pages_of_a_game_is_told_before_anything_is_served(tmp_path):
    installed(PAGES_FAULT, tmp_path)
    assert companion("score", "-", folder=tmp_path, text=json.dumps(SHEET)).returncode == 0, "it needs no pages"
    done = companion("serve", "--port", "0", folder=tmp_path)
    assert done.returncode == 2 and "others:GAME cannot be used. AttributeError" in done.stderr, done.stderr
