"""The plain scorers of the benchmark agree with the engines, so that both count the same."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from companion.scoring.scoresheet import result
from tests.games.salamanca.strategies import sheets as salamanca_sheets
from tests.support.each_row import each_row
from tools.bench.scorers.beside import SCORERS, examples
from tools.bench.sheets import random_sheets


@each_row("game", SCORERS)
def test_examples_have_the_same_totals(game: str) -> None:
    sheets = [*examples(game), *random_sheets(game, 2)]
    assert [SCORERS[game](sheet) for sheet in sheets] == [result(sheet)["totals"] for sheet in sheets]


@given(salamanca_sheets(board=False))
def test_games_without_a_board_have_the_same_totals(sheet: dict[str, Any]) -> None:
    assert SCORERS["salamanca"](sheet) == result(sheet)["totals"]
