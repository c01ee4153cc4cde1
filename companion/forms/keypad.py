"""A keypad for numbers of every seat: which cell is next, what a tap changes, and the fields of the address."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine import Column, Message, Seat
from companion.forms.form import Posted
from companion.forms.help import Fields, join_values
from companion.forms.viewer import View

MOST_DIGITS = 4
_NUMBER = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}", re.ASCII)

Numbers = tuple[int | None, ...]

Cell = tuple[int, int]
"""A seat and the index of a column."""


@dataclass(frozen=True)
class Grid:
    """The numbers so far, one tuple per column. `at` is the chosen cell; `is_typing` is set after its first digit."""

    columns: Sequence[Column]
    numbers: tuple[Numbers, ...]
    at: Cell | None = None
    is_typing: bool = False

    @property
    def cell(self) -> Cell | None:
        """The cell of the next digit: the chosen one, else the first empty one, seat by seat."""
        return self.at or next(iter(self._gaps()), None)

    def _gaps(self) -> list[Cell]:
        seats = range(len(self.numbers[0]))
        return [(seat, place) for seat in seats for place, column in enumerate(self.numbers) if column[seat] is None]

    @property
    def missing(self) -> Message | None:
        """The sentence that asks for the next number; None if no number is missing."""
        if not self._gaps() or self.cell is None:
            return None
        seat, place = self.cell
        return Message(self.columns[place].asks, seat=Seat(seat))

    @property
    def fields(self) -> Fields:
        """The numbers and the chosen cell as fields of an address."""
        fields = [
            (column.field, join_values(["" if number is None else number for number in numbers]))
            for column, numbers in zip(self.columns, self.numbers, strict=True)
            if any(number is not None for number in numbers)
        ]
        if self.at:
            fields.append(("at", f"{self.at[0]}{self.columns[self.at[1]].field}{'e' if self.is_typing else ''}"))
        return tuple(fields)

    def lists(self) -> dict[str, list[int | None]]:
        """Return the numbers of each column, by its field."""
        return {column.field: list(numbers) for column, numbers in zip(self.columns, self.numbers, strict=True)}


def read_grid(posted: Posted, columns: Sequence[Column], seats: int) -> Grid:
    """Read the fields of an address and apply its tap. Anything that is not a number counts as missing."""
    numbers = tuple([_read_numbers(posted.get(column.field) or "", column, seats) for column in columns])
    at, is_typing = _read_cell(posted.get("at") or "", columns, seats)
    return apply_tap(Grid(columns, numbers, at, is_typing), posted.get("tap") or "")


def _read_numbers(text: str, column: Column, seats: int) -> Numbers:
    parts = text[:200].split(".")[:seats]
    numbers = [int(part) if _NUMBER.fullmatch(part) else None for part in parts]
    allowed = [None if number is not None and number < 0 and not column.below_zero else number for number in numbers]
    return (*allowed, *[None] * (seats - len(allowed)))


def _read_cell(text: str, columns: Sequence[Column], seats: int) -> tuple[Cell | None, bool]:
    """Read the field `at`: "2totals", or "2totalse" after the cell's first digit. The cell is None if it is invalid."""
    for place, column in enumerate(columns):
        for end in ("", "e"):
            if text[1:] == column.field + end and text[:1] in tuple(map(str, range(seats))):
                return (int(text[0]), place), bool(end)
    return None, False


def apply_tap(grid: Grid, tap: str) -> Grid:
    """Return the grid after a tap; an unknown tap changes nothing.

    "c2totals" chooses a cell, "d7" adds a digit, "m" changes the sign, "x" deletes a digit, "n" goes to the next cell.
    """
    if tap == "n":
        return Grid(grid.columns, grid.numbers)
    if tap[:1] == "c":
        at, _ = _read_cell(tap[1:], grid.columns, len(grid.numbers[0]))
        return Grid(grid.columns, grid.numbers, at) if at else grid
    if grid.cell is None:
        return grid
    seat, place = grid.cell
    number = grid.numbers[place][seat]
    if tap[:1] == "d" and tap[1:] in tuple("0123456789"):
        return _with_digit(grid, grid.cell, int(tap[1:]), number if grid.is_typing else None)
    if tap == "m" and number and grid.columns[place].below_zero:
        return _with_number(grid, grid.cell, -number)
    if tap == "x":
        shorter = None if number is None or abs(number) < 10 else (abs(number) // 10) * (1 if number > 0 else -1)
        return _with_number(grid, grid.cell, shorter)
    return grid


def _with_digit(grid: Grid, cell: Cell, digit: int, before: int | None) -> Grid:
    """Append a digit to `before`, or start a new number if `before` is None."""
    number = digit if before is None else (abs(before) * 10 + digit) * (-1 if before < 0 else 1)
    if len(str(abs(number))) > MOST_DIGITS:
        return grid
    after = _with_number(grid, cell, number)
    return Grid(grid.columns, after.numbers) if grid.columns[cell[1]].one_digit else after


def _with_number(grid: Grid, cell: Cell, number: int | None) -> Grid:
    seat, place = cell
    column = grid.numbers[place]
    changed = (*column[:seat], number, *column[seat + 1 :])
    return Grid(grid.columns, (*grid.numbers[:place], changed, *grid.numbers[place + 1 :]), cell, number is not None)


def view_grid(grid: Grid, players: int, sizes: Sequence[int]) -> View:
    """Return what keypad.html shows of a grid: each seat's cells, the keys for the cell `asked`, and hidden fields."""
    cell = grid.cell
    return View(
        players=players,
        sizes=sizes,
        kept=grid.fields,
        columns=[column.label for column in grid.columns],
        rows=[
            [
                (f"c{seat}{column.field}", numbers[seat], cell == (seat, place), column.label)
                for place, (column, numbers) in enumerate(zip(grid.columns, grid.numbers, strict=True))
            ]
            for seat in range(players)
        ],
        asked=None if cell is None else (cell[0], grid.columns[cell[1]]),
        number=None if cell is None else grid.numbers[cell[1]][cell[0]],
        is_whole=grid.missing is None,
    )
