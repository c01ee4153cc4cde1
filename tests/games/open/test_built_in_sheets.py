"""The sheets that come along are as docs/templates.md says, and games of every number of players are played on them."""

import json
import re
from pathlib import Path
from typing import NamedTuple

from companion.games.open.rules import due, play, start
from companion.games.open.sheet import LINES, ROUND_OR_LINES, WON, tie_breaks
from companion.scoring.scoresheet import read, result
from tests.support.each_row import each_row

ROOT = Path(__file__).parents[3]
FOLDER, TABLE = ROOT / "companion/games/open/setups", ROOT / "docs/templates.md"
ROW = re.compile(r"\| ([a-z0-9-]+) \| (\d+)-(\d+) \| (.+?) \| (.+) \|")


class Told(NamedTuple):
    """What the table says of a sheet: the numbers of players, what breaks its ties, and where that was found."""

    players: range
    tie: str
    source: str


TOLD = {
    row[1]: Told(range(int(row[2]), int(row[3]) + 1), row[4], row[5])
    for row in map(ROW.fullmatch, TABLE.read_text("utf-8").splitlines())
    if row
}


def options(key, locale=""):
    return json.loads((FOLDER / f"{key}{locale}.json").read_text("utf-8"))["options"]


@each_row("key", TOLD)
def test_what_breaks_a_tie_is_what_was_found(key):
    own = options(key)
    ties = [
        f"{'fewest' if tie.get('fewest') else 'most'} {tie.get('number') or own['lines'][tie['line']]['name']}"
        for tie in tie_breaks(own.get("tie", "shared"))
    ]
    assert (", ".join(ties) or "shared") == TOLD[key].tie


def table(key, seats, entries):
    names = [f"Player {seat}" for seat in range(seats)]
    return {"format": 1, "game": "open", "players": names, "options": options(key), "entries": entries}


def next_entry(state):
    """An entry in which nobody is ahead; where a round has a sum, one player after the other has it."""
    sheet, kind = state.sheet, due(state)
    sides = len(sheet.sides)
    if kind == WON:
        return {"won": True}
    if kind in (LINES, ROUND_OR_LINES):
        lines = {"lines": [[1] * len(sheet.typed_lines)] * sides} if sheet.lines else {}
        return {**lines, **({"tie": [1] * sides} if sheet.asked_tie else {})}
    if state.rounds == 3 and not sheet.rounds and sheet.limit is None:
        return {"end": True}
    if not sheet.sums:
        return {"round": [[2, 2] if sheet.bids else 30] * sides}
    return {"round": [sheet.sums[0] if side == state.rounds % sides else 0 for side in range(sides)]}


@each_row(("key", "seats"), [(key, seats) for key, told in TOLD.items() for seats in told.players])
def test_a_game_of_every_number_of_players_comes_to_its_end(key, seats):
    state = start(read(table(key, seats, [])).setup)
    entries = []
    while due(state):
        entries.append(next_entry(state))
        if "end" in entries[-1]:
            break
        state, _ = play(state, entries[-1])
    scored = result(table(key, seats, entries))
    assert scored["finished"] and len(scored["totals"]) == seats
    if not state.sheet.sums or min(scored["totals"]) == max(scored["totals"]):
        assert scored["ranking"] == [list(range(seats))], "nobody is ahead in anything, so all share the place"


THREE = [{"round": [20, 20]}] * 3
PATCHWORK, RACKS = {"lines": [[20, 5, 0], [10, 0, 0]]}, [{"round": [60, 55]}]


@each_row(
    ("key", "entries", "totals", "ranking"),
    [
        ("sushi-go", [*THREE, {"lines": [[3], [1]]}], [66, 60], [[0], [1]]),
        ("sushi-go", [*THREE, {"lines": [[2], [2]]}], [60, 60], [[0, 1]]),
        ("sushi-go", [{"round": [20] * 3}] * 3 + [{"lines": [[2], [2], [1]]}], [63, 63, 54], [[0, 1], [2]]),
        ("sushi-go", [{"round": [20] * 3}] * 3 + [{"lines": [[2], [2], [2]]}], [60, 60, 60], [[0, 1, 2]]),
        ("sushi-go", [{"round": [20, 20, 26]}, *[{"round": [20] * 3}] * 2, {"lines": [[4], [0], [3]]}],
         [66, 54, 66], [[0], [2], [1]]),
        ("patchwork", [{**PATCHWORK, "tie": [0, 1]}], [10, 10], [[1], [0]]),
        ("scrabble", [*RACKS, {"lines": [[0, 0], [0, 5]]}], [60, 60], [[0], [1]]),
        ("scrabble", [*RACKS, {"lines": [[5, 0], [0, 0]]}], [55, 55], [[0], [1]]),
        ("kingdomino", [{"lines": [[4] * 7 + [6, 9], [4] * 7 + [7, 1]]}], [28, 28], [[1], [0]]),
        ("kingdomino", [{"lines": [[4] * 7 + [7, 9], [4] * 7 + [7, 8]]}], [28, 28], [[0], [1]]),
        ("kingdomino", [{"lines": [[4] * 7 + [7, 9], [4] * 7 + [7, 9]]}], [28, 28], [[0, 1]]),
        ("ticket-to-ride", [{"lines": [[90, 30, 0, 0, 4], [85, 25, 0, 1, 3]]}], [120, 120], [[0], [1]]),
        ("ticket-to-ride", [{"lines": [[90, 30, 0, 0, 4], [85, 25, 0, 1, 4]]}], [120, 120], [[1], [0]]),
        ("everdell", [{"lines": [[20, 0, 0, 0, 6, 2, 1], [23, 0, 0, 0, 3, 2, 3]]}], [26, 26], [[1], [0]]),
        ("castles-of-burgundy", [{"lines": [[90, 0, 0, 1, 0, 5, 1], [90, 0, 0, 0, 0, 5, 2]]}], [90, 90], [[1], [0]]),
        ("sagrada", [{"lines": [[20, 9, 1, 0], [19, 9, 2, 0]]}], [30, 30], [[1], [0]]),
        ("concordia", [{"lines": [[100, *[0] * 10], [100, *[0] * 10]], "tie": [1, 0]}], [10, 10], [[1], [0]]),
        ("calico", [{"lines": [[20, 15, 5, 3], [23, 15, 4, 5]]}], [50, 50], [[0], [1]]),
        ("calico", [{"lines": [[20, 15, 5, 3], [20, 15, 5, 4]]}], [50, 50], [[1], [0]]),
        ("wizard", [{"round": [[0, 0], [2, 2], [1, 3]]}, {"round": [[1, 0], [0, 2], [2, 2]]}, {"end": True}],
         [10, 20, 20], [[1, 2], [0]]),
        ("agricola", [{"lines": [[0] * 14, [2, 1, 1, 1, 1, 1, 1, *[0] * 7]]}], [-7, 7], [[1], [0]]),
    ],
)  # fmt: skip
def test_a_sheet_counts_and_breaks_ties_as_its_publisher_does(key, entries, totals, ranking):
    scored = result(table(key, len(totals), entries))
    assert (scored["totals"], scored["ranking"]) == (totals, ranking)


def test_every_sheet_is_here():
    assert len(TOLD) == 34
    assert {path.stem for path in FOLDER.glob("*.json") if "." not in path.stem} == set(TOLD)


@each_row("path", sorted(FOLDER.glob("*.*.json")))
def test_a_sheet_in_another_language_is_the_same_but_for_its_names(path):
    name, locale, _ = path.name.split(".")
    assert without_names(options(name, f".{locale}")) == without_names(options(name))


def without_names(value):
    if isinstance(value, dict):
        return {key: without_names(item) for key, item in value.items() if key not in ("name", "number")}
    return [without_names(item) for item in value] if isinstance(value, list) else value
