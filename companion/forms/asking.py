"""The page of a question: what was tapped of its inputs, its address, what is missing; the keypad of its columns."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

from companion.engine import Choice, Column, Flag, Game, Input, Message, Number, OneSeat, Question, Seat, Several
from companion.engine.question import Known, seats_in
from companion.forms.form import Posted, number
from companion.forms.help import Fields, Help, QuestionInput, choice, join_values
from companion.forms.viewer import View

Form = Callable[[Posted], QuestionInput]
_YES_NO = {"yes": True, "no": False}
_MOST_KEYS = 25
MOST_DIGITS = 4
_NUMBER = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}", re.ASCII)

Cell = tuple[int, int]
"""A seat and the index of a column."""


def forms_of(game: Game) -> Mapping[str, Form]:
    """Return the function that reads the page of each question, by its key: the help's own, or one for its inputs."""
    known = game.help or Help()
    return {
        question.key: known.forms.get(question.key) or partial(read_form, question, known.shows.get(question.key))
        for question in game.questions
        if question.key in known.forms or all(type(one) is not Input for one in question.inputs)
    }


def read_form(question: Question, shows: Callable[..., Mapping[str, Any]] | None, posted: Posted) -> QuestionInput:
    """Read the inputs of a question. `shows` returns what its template shows besides their values."""
    columns = [one for one in question.inputs if isinstance(one, Column)]
    grid = None
    if columns:
        sizes = columns[0].seats or range(0)
        players = number(posted, "players", sizes[0], sizes[-1]) or columns[0].usual or sizes[0]
        grid = read_grid(posted, columns, players)
    known: dict[str, Any] = {"players": grid.seats, **grid.lists} if grid else {}
    fields: list[tuple[str, str]] = [("players", str(known["players"]))] if grid else []
    asked: Message | None = None
    inputs = []
    for one in question.inputs:
        if isinstance(one, Column):
            continue
        value = known[one.key] = read_input(one, posted, known)
        if value is None and one.asks:
            asked = asked or Message(one.asks)
        if one.applies is None or one.applies(known):
            fields += fields_of(one, value)
            inputs.append(_shown(one, known))
    view = View(**known, inputs=inputs, has_grid=grid is not None)
    if grid:
        fields += grid.fields
        asked = asked or grid.missing
        vars(view).update(vars(view_grid(grid, columns[0].seats or ())))
    values = {one.key: known[one.key] for one in question.inputs}
    vars(view).update(shows(**values) if shows else {})
    given = {key: value for key, value in values.items() if value is not None}
    return QuestionInput(tuple(fields), None if asked else given, asked, view)


def read_input(one: Input, posted: Posted, known: Known) -> Any:
    """Return the posted value of an input, else its usual one; None while it is missing."""
    if one.applies is not None and not one.applies(known):
        return one.otherwise
    value: Any = None
    match one:
        case Number():
            value = number(posted, one.field, one.low, one.most if one.high is None else one.high)
        case OneSeat():
            value = number(posted, one.field, 0, seats_in(known) - 1)
        case Several():
            value = [each for each in one.choices if each in posted.getlist(one.field)] or None
        case Choice():
            value = choice(posted, one.field, one.offers(known) if one.offers else one.choices)
        case Flag() if one.asks:
            value = _YES_NO.get(posted.get(one.field) or "")
        case Flag():
            value = posted.get(one.field) is not None
    return one.usual if value is None else value


def fields_of(one: Input, value: Any) -> Fields:
    """Return the fields of an address for the value of an input; none while it is missing."""
    match one:
        case Several():
            texts: Iterable[str] = value or ()
        case Flag() if one.asks:
            texts = [] if value is None else ["yes" if value else "no"]
        case Flag():
            texts = ["on"] if value else []
        case _:
            texts = [] if value is None else [str(value)]
    return tuple([(one.field, text) for text in texts])


def _shown(one: Input, known: Known) -> View:
    """Return an input as shared/inputs.html shows it; `keys` are (value, label, is chosen), none of a typed number."""
    value, labels = known[one.key], dict[str, Message]()
    match one:
        case Number(high=int(high)) if high - one.low < _MOST_KEYS:
            labels = {str(each): Message(str(each)) for each in range(one.low, high + 1)}
        case OneSeat():
            labels = {str(seat): Message(str(seat)) for seat in range(seats_in(known))}
        case Choice():
            labels = one.labels
        case Flag() if one.asks:
            labels = {word: Message(label) for word, label in zip(_YES_NO, one.labels, strict=True)}
        case Flag():
            labels = {"on": one.label}
    chosen = [text for _, text in fields_of(one, value)]
    keys = [(text, label, text in chosen) for text, label in labels.items()]
    is_ticked = isinstance(one, Several) or (isinstance(one, Flag) and not one.asks)
    kind = type(one).__name__
    return View(kind=kind, field=one.field, label=one.label, value=value, keys=keys, is_ticked=is_ticked)


@dataclass(frozen=True)
class Grid:
    """The numbers of every seat so far. `at` is the chosen cell; `is_typing` is set after its first digit."""

    columns: Sequence[Column]
    seats: int
    numbers: Mapping[Cell, int]
    at: Cell | None = None
    is_typing: bool = False

    @property
    def _gap(self) -> Cell | None:
        """The first empty cell, seat by seat."""
        cells = product(range(self.seats), range(len(self.columns)))
        return next((cell for cell in cells if cell not in self.numbers), None)

    @property
    def cell(self) -> Cell | None:
        """The cell of the next digit: the chosen one, else the first empty one."""
        return self.at or self._gap

    @property
    def missing(self) -> Message | None:
        """The sentence that asks for the next number; None if no number is missing."""
        if self._gap is None or self.cell is None:
            return None
        seat, place = self.cell
        return Message(self.columns[place].asks, seat=Seat(seat))

    @property
    def lists(self) -> dict[str, list[int | None]]:
        """The numbers of each column, by its field."""
        return {
            column.field: [self.numbers.get((seat, place)) for seat in range(self.seats)]
            for place, column in enumerate(self.columns)
        }

    @property
    def fields(self) -> Fields:
        """The numbers and the chosen cell as fields of an address."""
        fields = [
            (field, join_values(["" if number is None else number for number in numbers]))
            for field, numbers in self.lists.items()
            if any(number is not None for number in numbers)
        ]
        if self.at:
            fields.append(("at", f"{self.at[0]}{self.columns[self.at[1]].field}{'e' if self.is_typing else ''}"))
        return tuple(fields)


def read_grid(posted: Posted, columns: Sequence[Column], seats: int) -> Grid:
    """Read the fields of an address and apply its tap. Anything that is not a number counts as missing."""
    numbers = {}
    for place, column in enumerate(columns):
        for seat, text in enumerate((posted.get(column.field) or "")[:200].split(".")[:seats]):
            if _NUMBER.fullmatch(text) and (column.below_zero or int(text) >= 0):
                numbers[seat, place] = int(text)
    at, is_typing = _read_cell(posted.get("at") or "", columns, seats)
    return apply_tap(Grid(columns, seats, numbers, at, is_typing), posted.get("tap") or "")


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
        return replace(grid, at=None, is_typing=False)
    if tap[:1] == "c":
        at, _ = _read_cell(tap[1:], grid.columns, grid.seats)
        return replace(grid, at=at, is_typing=False) if at else grid
    if grid.cell is None:
        return grid
    column, number = grid.columns[grid.cell[1]], grid.numbers.get(grid.cell)
    if tap[:1] == "d" and tap[1:] in tuple("0123456789"):
        before = (number or 0) if grid.is_typing else 0
        longer = (abs(before) * 10 + int(tap[1:])) * (-1 if before < 0 else 1)
        if len(str(abs(longer))) > MOST_DIGITS:
            return grid
        after = _with_number(grid, grid.cell, longer)
        return replace(after, at=None, is_typing=False) if column.one_digit else after
    if tap == "m" and number and column.below_zero:
        return _with_number(grid, grid.cell, -number)
    if tap == "x":
        shorter = None if number is None or abs(number) < 10 else (abs(number) // 10) * (1 if number > 0 else -1)
        return _with_number(grid, grid.cell, shorter)
    return grid


def _with_number(grid: Grid, cell: Cell, number: int | None) -> Grid:
    """Return the grid with a number in a cell, or with None in no cell."""
    others = {each: value for each, value in grid.numbers.items() if each != cell}
    numbers = others if number is None else {**others, cell: number}
    return replace(grid, numbers=numbers, at=cell, is_typing=number is not None)


def view_grid(grid: Grid, sizes: Sequence[int]) -> View:
    """Return what keypad.html shows of a grid: each seat's cells, the keys for the cell `asked`, and hidden fields."""
    cell = grid.cell
    return View(
        players=grid.seats,
        sizes=sizes,
        kept=grid.fields,
        columns=[column.label for column in grid.columns],
        rows=[
            [
                (f"c{seat}{column.field}", grid.numbers.get((seat, place)), cell == (seat, place), column.label)
                for place, column in enumerate(grid.columns)
            ]
            for seat in range(grid.seats)
        ],
        asked=None if cell is None else (cell[0], grid.columns[cell[1]]),
        number=None if cell is None else grid.numbers.get(cell),
        is_whole=grid.missing is None,
    )
