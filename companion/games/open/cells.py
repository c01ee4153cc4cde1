"""The cells of the entry form: the numbers that a side types, and the lines that follow from them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game import MINUS, Message
from companion.games.open.draft import KEPT
from companion.games.open.formulas.formula import SheetLine
from companion.games.open.formulas.telling import tell_briefly
from companion.games.open.numbers import Number, total_of
from companion.games.open.sheet import ROUND, Sheet
from companion.games.open.state import State
from companion.games.open.typed import read_sum
from companion.games.open.view import Cell

POINTS = Message("Points")


def cells_of(sheet: Sheet, kind: str) -> list[str | Message]:
    """Return the names of the numbers that one side enters."""
    if kind == ROUND:
        return [POINTS]
    return [*[line.name for line in sheet.typed_lines], *([sheet.tie.name] if sheet.tie and sheet.asks_tie else [])]


def made_cells(
    sheet: Sheet, kind: str, texts: Sequence[str], part: Mapping[str, Any] | None, *, is_hidden: bool
) -> list[Cell]:
    """Return the numbers that are typed, and among them the lines that follow from them."""
    read = [None if is_hidden else read_sum(text, has_halves=sheet.has_halves) for text in texts]
    values = [None if number is None else total_of(number) for number in read]
    apart = cells_of(sheet, kind)[0 if kind == ROUND else len(sheet.typed_lines) :]
    plain = [
        _cell(sheet, None, name, place, texts, read, values[place])
        for place, name in enumerate(apart, len(texts) - len(apart))
    ]
    if kind == ROUND:
        return plain
    worths = _worths(sheet, texts, values)
    places = iter(range(len(texts)))
    lines = [
        _cell(sheet, line, line.name, next(places) if line.is_typed else None, texts, read, worth)
        for line, worth in zip(sheet.lines, worths, strict=True)
    ]
    kept = () if part is None else part.get(KEPT, ())
    return [replace(cell, is_kept=cell.place in kept) for cell in [*lines, *plain]]


def _worths(sheet: Sheet, texts: Sequence[str], values: Sequence[int | None]) -> list[int | None]:
    """Return the points of each line as far as they follow from what was typed; an empty line counts 0."""
    if sheet.is_plain:
        pairs = zip(sheet.lines, values, strict=False)
        return [None if value is None else sheet.worth(line, value) for line, value in pairs]
    typed = [0 if not text.strip() else value for text, value in zip(texts, values, strict=True)]
    counted = sheet.counting.one(typed[: len(sheet.typed_lines)])
    return [None if one.points is None else sheet.points(one.points) for one in counted]


def _cell(
    sheet: Sheet, line: SheetLine | None, name: str | Message, place: int | None, texts: Sequence[str],
    read: Sequence[Number | None], worth: int | None,
) -> Cell:  # fmt: skip
    """Return a number that is typed at a place, or a line that follows from others."""
    text, number = ("", None) if place is None else (texts[place], read[place])
    is_other = line is not None and (number is None or worth != total_of(number))
    is_typed = bool(text) or place is None
    return Cell(
        name=name,
        place=place,
        text=text,
        shown=text.replace("-", MINUS),
        worth=None if worth is None else sheet.points(worth),
        is_told=worth is not None and is_typed and (isinstance(number, list) or is_other),
        factor=1 if line is None else line.factor,
        per=1 if line is None else line.per,
        told=[]
        if line is None or (line.is_plain and not line.is_secret)
        else tell_briefly(line, [one.name for one in sheet.lines]),
    )


def lines_of(state: State) -> str:
    """Return the lines as the script of the form counts them."""
    keys = ("factor", "per", "formula", "when")
    options = state.setup.options["lines"]
    return json.dumps([{key: line[key] for key in keys if key in line} for line in options], separators=(",", ":"))
