"""Salamanca, whole games: against a slow second count, turned, cut short and read aloud."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.salamanca import GAME
from companion.games.salamanca.refusals import (
    ACTIONS,
    EQUAL_CARDS,
    ESTATE,
    LAND,
    LAND_SETUP,
    OWN_ACTION,
    OWN_BUILDING,
    TILES,
)
from companion.games.salamanca.sales import HAZARDS_COUNT, SEVERAL_SALES, UNSOLD
from companion.games.salamanca.turn_actions import play_turn
from companion.games.salamanca.turn_refusals import end_refusal
from companion.games.salamanca.verdicts import VERDICT_RULES
from companion.scoring.scoresheet import parse, read, replay, result
from tests.games.salamanca.playing import whole_game
from tests.games.salamanca.slow import Table
from tests.games.salamanca.strategies import sheets
from tests.scoring.test_examples import readable, sums
from tests.support.each_row import each_row
from tests.support.tries import tries


def check(sheet: dict[str, Any], made: dict[str, Any]) -> None:
    """Hold a result with a board to the second count, entry by entry."""
    table = Table(len(sheet["players"]), sheet["options"])
    for entry, expected in zip(sheet["entries"], made["entries"], strict=True):
        before = list(table.coins)
        table.enter(entry)
        assert expected["points"] == [now - then for now, then in zip(table.coins, before, strict=True)]
    assert (made["totals"], made["ranking"], made["finished"]) == (table.coins, table.ranking(), table.over)
    assert {key: made["details"][key] for key in table.details()} == table.details()


@given(sheets(board=True))
def test_a_sheet_by_a_slow_second_count(sheet: dict[str, Any]) -> None:
    check(sheet, result(sheet))


@each_row(("players", "ruling"), [(2, "stays"), (3, "leaves"), (4, "stays"), (5, "leaves")])
def test_whole_games_by_a_slow_second_count(players: int, ruling: str) -> None:
    for seed in range(4):
        sheet = whole_game(seed, players, sold_building=ruling, noble_limit="from-7" if seed % 2 else "over-7")
        made = result(sheet)
        assert made["finished"] and made["details"]["turn"] is None
        check(sheet, made)
        assert result(whole_game(seed, players, board=False))["finished"]


def test_games_have_steps_of_all_kinds() -> None:
    rules = set()
    for seed in range(12):
        made = result(whole_game(seed, 2 + seed % 4, sold_building="leaves" if seed % 2 else "stays"))
        rules |= {step["rule"] for entry in made["entries"] for step in entry["steps"]}
    only_forbid = {LAND_SETUP, TILES, EQUAL_CARDS, ACTIONS, OWN_ACTION, OWN_BUILDING, ESTATE}
    on_the_table = {f"salamanca/{name}" for name in ("display", "number-cards", "passing", "rounds")}
    without_steps = only_forbid | on_the_table | {HAZARDS_COUNT, LAND, SEVERAL_SALES, UNSOLD}
    assert rules | {"salamanca/shared"} | set(VERDICT_RULES) | without_steps == set(GAME.rules)


@given(sheets())
def test_every_point_comes_out_of_a_step_and_can_be_read(value: dict[str, Any]) -> None:
    sheet = read(value)
    for played in replay(sheet):
        assert sums(played, sheet.setup.seats) == played.points
        for step in (*played.steps, *sheet.game.engine.standing(played.state).reasons):
            readable(sheet.game.rules, step, sheet.setup.players)


@given(sheets(), st.integers(0, 30))
def test_a_sheet_can_be_cut_anywhere_and_played_again(sheet: dict[str, Any], count: int) -> None:
    before = copy.deepcopy(sheet)
    whole = result(sheet)
    assert whole == result(parse(json.dumps(sheet))) == parse(json.dumps(whole))
    assert sheet == before
    assert result(sheet | {"entries": sheet["entries"][:count]})["entries"] == whole["entries"][:count]


def turned(value: Any, rows: int) -> Any:
    """A quarter turn of everything that is a space."""
    if isinstance(value, list):
        return [turned(one, rows) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: [one[1], rows + 1 - one[0]] if key in ("at", "sell", "noble") and isinstance(one, list) else
        turned(one, rows) for key, one in value.items()
    }  # fmt: skip


@settings(max_examples=tries(40))
@given(sheets(board=True, most=60))
def test_turning_the_board_changes_no_coin(sheet: dict[str, Any]) -> None:
    rows, columns = sheet["options"].get("rows", 8), sheet["options"].get("columns", 9)
    other = sheet | {
        "entries": turned(sheet["entries"], rows),
        "options": sheet["options"] | {"rows": columns, "columns": rows},
    }
    first, second = result(sheet), result(other)
    assert [entry["points"] for entry in first["entries"]] == [entry["points"] for entry in second["entries"]]
    assert first["ranking"] == second["ranking"]


@settings(max_examples=tries(30))
@given(sheets(board=True, most=60))
def test_a_turn_tried_step_by_step_is_the_turn(value: dict[str, Any]) -> None:
    sheet = read(value)
    state = sheet.game.engine.start(sheet.setup)
    for entry, played in zip(sheet.entries, replay(sheet), strict=True):
        if "turn" in entry:
            for count in range(len(entry["turn"]) + 1):
                tried, fault = play_turn(state, entry["seat"], entry["turn"][:count])
                assert fault is None
            assert end_refusal(tried) is None
            assert tried.board == played.state.board and tried.occupations == played.state.occupations
            assert tuple(tried.steps) == played.steps[: len(tried.steps)]
        state = played.state
