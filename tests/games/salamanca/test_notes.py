"""What is told beside the board: notes only where they apply, what a round still brings, and a row of the score pad."""

from functools import partial
from typing import Any

import pytest

from companion.games.salamanca.board import read_board
from companion.games.salamanca.drawing import break_down, draw
from companion.games.salamanca.estates import estate_at
from companion.games.salamanca.form import Form
from companion.games.salamanca.help import needs
from companion.games.salamanca.turns import State
from companion.scoring.scoresheet import read, replay
from tests.games.salamanca.playing import whole_game
from tests.games.salamanca.test_form import said, state_after
from tests.support.asking import needs_by_seat
from tests.support.each_row import each_row

form, told = Form(), partial(needs_by_seat, "salamanca")

# notes


def one(tile: str, row: int, column: int, value: int = 1, hazard: str | None = None) -> dict[str, Any]:
    raw: dict[str, Any] = {"tile": tile, "at": [row, column]}
    return raw | ({"value": value} if value > 1 else {}) | ({"hazard": hazard} if hazard else {})


def struck(tiles: list[dict[str, Any]], at: tuple[int, int]) -> list[tuple[str, int, int]]:
    """The lands of an estate: kind, value, and how many notes of a hazard stand beside it."""
    board = read_board(tiles)
    return sorted(
        (land.kind, land.value, len(land.struck)) for land in break_down(estate_at(board, board.place(at)), board).lands
    )


def test_poison_is_told_only_beside_the_land_that_it_touches() -> None:
    monastery = one("monastery", 4, 4)
    apart = [one("vineyard", 3, 4), one("vineyard", 5, 4), one("vineyard", 4, 5, hazard="poison")]
    assert struck([monastery, *apart], (4, 4)) == [("vineyard", 0, 1), ("vineyard", 1, 0), ("vineyard", 1, 0)]
    beside_one = [*apart, one("vineyard", 3, 5)]
    assert struck([monastery, *beside_one], (4, 4)) == [("vineyard", 1, 0), ("vineyard", 2, 1)]
    far = [one("vineyard", 3, 4), one("vineyard", 2, 4, hazard="poison"), one("vineyard", 4, 5)]
    assert struck([monastery, *far], (4, 4)) == [("vineyard", 1, 0), ("vineyard", 1, 1)]


# the edges


@each_row("rows", [8, 9])
@each_row("turn", range(4))
def test_the_numbers_at_the_edges_are_those_of_the_spaces(rows: int, turn: int) -> None:
    board = state_after(3, rows=rows, columns=17 - rows).board
    assert board is not None
    drawn = draw(board, turn=turn)
    assert len(drawn.top) == drawn.across and len(drawn.side) * drawn.across == len(drawn.cells)
    for number, cell in enumerate(drawn.cells):
        row, column = cell.tap.split(".")
        edges = {said(drawn.top[number % drawn.across]), said(drawn.side[number // drawn.across])}
        assert edges == {f"R{row}", f"C{column}"}
        assert said(cell.label) == f"free, row {row}, column {column}"


# what do I need?


@pytest.mark.parametrize("board", [True, False])
def test_it_speaks_in_every_round_until_the_end(board: bool) -> None:
    sheet = read(whole_game(12, 3, board=board))
    states: list[State] = [sheet.game.engine.start(sheet.setup), *[played.state for played in replay(sheet)]]
    rules = sheet.game.rules
    for state in states[:-1]:
        found = list(needs(state, {}))
        assert found and all(need.rule in rules for need in found)
        if board and state.phase != "setup":
            assert {need.seat for need in found} == {None, 0, 1, 2}
    assert any("last round" in text for text in told(states[-2])[None])
    assert needs(states[-1], {}) == []
