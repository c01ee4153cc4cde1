"""The detailed result: rows with names that say the same as the result of the contract."""

import json
from itertools import groupby
from typing import get_type_hints

from companion.engine.results import DetailedPlace, DetailedPoints, DetailedStep
from companion.scoring.detailed_result import detailed_result
from companion.scoring.scoresheet import result
from tests.scoring.test_examples import EXAMPLES, load
from tests.support.each_row import each_row

SHEETS = [path for path in EXAMPLES if path.parent.name != "questions"]
HALVES = [path for path in SHEETS if path.parent.name == "open" and load(path)["sheet"]["options"].get("halves")]


def rows_by_entry(rows):
    return {entry: list(found) for entry, found in groupby(rows, lambda row: row["entry"])}


@each_row("path", SHEETS)
def test_detailed_rows_agree_with_the_result(path):
    sheet = load(path)["sheet"]
    given, told = result(sheet), detailed_result(sheet, table="Friday")
    unit = 0.5 if sheet["options"].get("halves") else 1
    assert (told["game"], told["players"], told["finished"]) == (given["game"], sheet["players"], given["finished"])
    assert told["details"] == given["details"]
    side = 2 if sheet["options"].get("mode") == "team" else 1  # a team has one place, as on every page
    ahead = {
        seat: sum(map(len, given["ranking"][:at])) // side
        for at, seats in enumerate(given["ranking"])
        for seat in seats
    }
    first = 2 if given["details"].get("won") is False else 1  # as all lost together
    assert {row["seat"]: row["place"] - first for row in told["places"]} == ahead
    assert all(row["total"] == unit * given["totals"][row["seat"]] for row in told["places"])
    assert [[row["points"] for row in rows] for rows in rows_by_entry(told["points"]).values()] == [
        [unit * points for points in entry["points"]] for entry in given["entries"]
    ]
    steps = rows_by_entry(told["steps"])
    for number, entry in enumerate(given["entries"], 1):
        assert [(row["step"], row["rule"], row["seat"]) for row in steps.get(number, ())] == [
            (at, step["rule"], step.get("seat")) for at, step in enumerate(entry["steps"], 1)
        ]


@each_row("path", SHEETS[:: len(SHEETS) // 12])
def test_every_row_has_every_key_and_the_names(path):
    sheet = load(path)["sheet"]
    told = detailed_result(sheet, table="Friday")
    assert json.loads(json.dumps(told)) == told, "it is plain JSON"
    kinds = ((told["places"], DetailedPlace), (told["points"], DetailedPoints), (told["steps"], DetailedStep))
    for rows, kind in kinds:
        for row in rows:
            assert row.keys() == get_type_hints(kind).keys() and row["table"] == "Friday"
            assert row["player"] == (None if row["seat"] is None else sheet["players"][row["seat"]])
    assert all(step["sentence"] and step["players"] == sheet["players"] for step in told["steps"])


def test_halves_are_numbers_as_people_read_them():
    told = [detailed_result(load(path)["sheet"]) for path in HALVES]
    assert any(row["total"] % 1 == 0.5 for one in told for row in one["places"])


def test_a_table_without_a_name_is_called_by_its_game():
    sheet = {"format": 1, "game": "azul", "players": ["Ann", "Ben"], "options": {}, "entries": []}
    assert detailed_result(sheet)["table"] == "Azul"
    sheet = {**sheet, "game": "open", "options": {"name": "Wingspan", "rounds": 3}}
    assert {row["table"] for row in detailed_result(sheet)["places"]} == {"Wingspan"}
