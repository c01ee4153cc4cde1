"""The scripts of the site by Node.js, without a browser; and what they work out by themselves as the companion does."""

import json
import subprocess
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from companion.forms.form import plain_number
from companion.games.ingenious import board as ingenious
from companion.games.ingenious.form_state import count_missing, read_chosen
from companion.games.open.draft import pressed, read_sum
from companion.games.open.formulas import Counting, line_of
from companion.games.salamanca import board as salamanca
from companion.games.salamanca.available_actions import read_selection
from tools.web_sources import node

HERE = Path(__file__).parent
SAME = json.loads((HERE / "same.json").read_text("utf-8"))


def test_what_the_scripts_decide():
    """The cases are in the files beside this one; `node --test tests/scripts/*.test.mjs` runs them alone."""
    files = sorted(HERE.glob("*.test.mjs"))
    command = [*node(), "--test", "--test-reporter=dot", *files]  # which tells only what failed
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    if not files or done.returncode:
        pytest.fail(done.stdout.partition("Failed tests:")[2] or done.stdout + done.stderr, pytrace=False)


def plain(text):
    return [plain_number(text)]


def terms(text):
    read = read_sum(text, has_halves=True)
    return [read if read is None else [term / 2 for term in (read if isinstance(read, list) else [read])]]


def after_key(text, key, is_fresh):
    return pressed([text], 0, key, is_fresh=is_fresh)[0]


def points(lines, unit, typed):
    read = [line_of({"name": "", "factor": 1, "per": 1, **line}) for line in lines]
    counting = Counting(read, unit)
    return [[line.points for line in counting.count_side(typed)]]


def tile(taps):
    board = ingenious.empty_board("white")
    chosen = read_chosen(board, {}, taps)
    spaces = ["" if space is None else "{}.{}".format(*space) for space in chosen.spaces]
    return [[mark or "" for mark in chosen.marks], spaces, count_missing(board, chosen)]


def space(taps):
    fields = read_selection(MultiDict([("tap", tap) for tap in taps]), salamanca.empty_board(6, 6)).fields()
    return [fields["at"], fields["v"]]


KINDS = {
    "plain numbers": plain,
    "sums": terms,
    "keys of a number": after_key,
    "lines": points,
    "taps of a tile": tile,
    "taps of a space": space,
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_companion_works_out_the_same_as_a_script(kind):
    read = KINDS[kind]
    for case in SAME[kind]:
        given = case[: read.__code__.co_argcount]
        assert read(*given) == case[len(given) :], given
