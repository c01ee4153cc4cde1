"""The plain scorers of the benchmark agree with the engines, so that both count the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.scoring.scoresheet import result
from tests.games.azul.strategies import sheets as azul_sheets
from tests.games.g5211.strategies import sheets as g5211_sheets
from tests.games.ingenious.strategies import sheets as ingenious_sheets
from tests.games.luz.strategies import sheets as luz_sheets
from tests.games.salamanca.strategies import sheets as salamanca_sheets
from tests.support.each_row import each_row
from tests.support.tries import TRIES
from tools.bench.scorers.beside import SCORERS, examples
from tools.bench.sheets import random_sheets

SHEETS = {
    "luz": luz_sheets(),
    "5211": g5211_sheets(),
    "azul": azul_sheets(),
    "ingenious": ingenious_sheets(),
    "salamanca": salamanca_sheets(),
}


@each_row("game", SCORERS)
def test_examples_have_the_same_totals(game: str) -> None:
    sheets = [*examples(game), *random_sheets(game, 2)]
    assert [SCORERS[game](sheet) for sheet in sheets] == [result(sheet)["totals"] for sheet in sheets]


@pytest.mark.parametrize("game", SCORERS)
@settings(max_examples=TRIES)
@given(data=st.data())
def test_drawn_sheets_have_the_same_totals(game: str, data: st.DataObject) -> None:
    sheet: dict[str, Any] = data.draw(SHEETS[game])
    assert SCORERS[game](sheet) == result(sheet)["totals"]
