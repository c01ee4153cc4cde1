"""The cells of the entry form: the numbers that a side types, and the lines computed from them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game import MINUS, Message
from companion.games.open.draft import KEPT
from companion.games.open.formulas.descriptions import describe_line_briefly
from companion.games.open.formulas.formula import SheetLine
from companion.games.open.numbers import Number, total_of
from companion.games.open.sheet import ROUND, Sheet
from companion.games.open.state import State
from companion.games.open.typed import read_sum
from companion.games.open.view import Cell

POINTS = Message("Points")


def cells_of(sheet: Sheet, kind: str) -> list[str | Message]:
    """Return the names of the numbers that one side types."""
    if kind == ROUND:
        return [POINTS]
    return [*[line.name for line in sheet.typed_lines], *([sheet.asked_tie.name] if sheet.asked_tie else [])]


def view_cells(
    sheet: Sheet, kind: str, texts: Sequence[str], part: Mapping[str, Any] | None, *, is_hidden: bool
) -> list[Cell]:
    """Return the cells of one side: the typed numbers, and in their order the lines computed from them."""
    numbers = [None if is_hidden else read_sum(text, has_halves=sheet.has_halves) for text in texts]
    values = [None if number is None else total_of(number) for number in numbers]
    other_names = cells_of(sheet, kind)[0 if kind == ROUND else len(sheet.typed_lines) :]
    other_cells = [
        _cell(sheet, None, name, place, texts, numbers, values[place])
        for place, name in enumerate(other_names, len(texts) - len(other_names))
    ]
    if kind == ROUND:
        return other_cells
    line_points = _line_points(sheet, texts, values)
    places = iter(range(len(texts)))
    lines = [
        _cell(sheet, line, line.name, next(places) if line.is_typed else None, texts, numbers, points)
        for line, points in zip(sheet.lines, line_points, strict=True)
    ]
    kept_places = () if part is None else part.get(KEPT, ())
    return [replace(cell, is_kept=cell.place in kept_places) for cell in [*lines, *other_cells]]


def _line_points(sheet: Sheet, texts: Sequence[str], values: Sequence[int | None]) -> list[int | None]:
    """Return the points of each line, None if they do not follow from the typed texts; an empty line counts 0."""
    if sheet.is_plain:
        pairs = zip(sheet.lines, values, strict=False)
        return [None if value is None else sheet.worth(line, value) for line, value in pairs]
    typed = [0 if not text.strip() else value for text, value in zip(texts, values, strict=True)]
    line_results = sheet.counting.count_side(typed[: len(sheet.typed_lines)])
    return [None if line_result.points is None else sheet.points(line_result.points) for line_result in line_results]


def _cell(
    sheet: Sheet, line: SheetLine | None, name: str | Message, place: int | None, texts: Sequence[str],
    numbers: Sequence[Number | None], worth: int | None,
) -> Cell:  # fmt: skip
    """Return the cell of a number that is typed at `place`, or of a line computed from others if that is None."""
    text, number = ("", None) if place is None else (texts[place], numbers[place])
    is_other = line is not None and (number is None or worth != total_of(number))
    is_typed = bool(text) or place is None
    return Cell(
        name=name,
        place=place,
        text=text,
        shown=text.replace("-", MINUS),
        worth=None if worth is None else sheet.points(worth),
        shows_worth=worth is not None and is_typed and (isinstance(number, list) or is_other),
        factor=1 if line is None else line.factor,
        per=1 if line is None else line.per,
        explanation=[]
        if line is None
        else describe_line_briefly(line, [sheet_line.name for sheet_line in sheet.lines]),
    )


def lines_of(state: State) -> str:
    """Return the lines as JSON for the form's script, which counts them on the page."""
    keys = ("factor", "per", "formula", "when")
    options = state.setup.options["lines"]
    return json.dumps([{key: line[key] for key in keys if key in line} for line in options], separators=(",", ":"))
