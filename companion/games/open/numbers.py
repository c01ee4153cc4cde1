"""Numbers as they stand in entries: one number, or the list of those that it is the sum of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Message, RuleError, integer, items, joined, joined_seats
from companion.games.open.refusals import BELOW_ZERO, DIVIDED
from companion.games.open.sheet import Sheet, SheetLine

MOST = 99999
MOST_TERMS = 12

Number = int | list[int]


def terms_of(number: Number) -> list[int]:
    """Return the numbers that a number is the sum of.

    >>> terms_of(7), terms_of([12, 5, -3])
    ([7], [12, 5, -3])
    """
    return number if isinstance(number, list) else [number]


def total_of(number: Number) -> int:
    """Return the number that stands for a number or a sum."""
    return sum(terms_of(number))


def side_name(seats: Sequence[int]) -> joined:
    """Return the players of a side."""
    return joined_seats(seats)


def read_number(value: Any, what: Message, sheet: Sheet) -> Number:
    """Read a number or a sum of 2 to 12; raise `RuleError`."""
    most = MOST * (2 if sheet.has_halves else 1)
    if type(value) is list:
        if not 2 <= len(value) <= MOST_TERMS:
            raise RuleError(
                Message("{what}: a sum has 2 to {most} numbers, not {count}", what=what, most=MOST_TERMS,
                        count=len(value))
            )  # fmt: skip
        for term in value:
            integer(term, what, -most, most)
    integer(total_of(value) if type(value) is list else value, what, -most, most)
    if not sheet.has_negative and total_of(value) < 0:
        raise RuleError(BELOW_ZERO.of(what=what, value=sheet.points(total_of(value))))
    return list(value) if type(value) is list else int(value)


def read_round(value: Any, sheet: Sheet) -> list[Number]:
    """Read the numbers of a round, one a side; raise `RuleError`."""
    numbers = items(value, Message("the round"), len(sheet.sides))
    return [read_number(number, points_of(seats), sheet) for number, seats in zip(numbers, sheet.sides, strict=True)]


def read_lines(value: Any, sheet: Sheet) -> list[list[Number]]:
    """Read the numbers of the lines, a list a side; raise `RuleError`."""
    sides = items(value, Message("the lines"), len(sheet.sides))
    return [read_side(numbers, seats, sheet) for numbers, seats in zip(sides, sheet.sides, strict=True)]


def read_side(value: Any, seats: Sequence[int], sheet: Sheet) -> list[Number]:
    """Read one side's number for each line; raise `RuleError`."""
    what = Message("the lines of {side}", side=side_name(seats))
    numbers = items(value, what, len(sheet.lines))
    return [read_line(number, line, seats, sheet) for number, line in zip(numbers, sheet.lines, strict=True)]


def read_line(value: Any, line: SheetLine, seats: Sequence[int], sheet: Sheet) -> Number:
    """Read one side's number for a line; raise `RuleError`."""
    what = Message("{line} of {side}", line=line.name, side=side_name(seats))
    number = read_number(value, what, sheet)
    if line.per > 1 and total_of(number) < 0:
        raise RuleError(DIVIDED.of(what=what, per=line.per))
    return number


def read_ties(value: Any, sheet: Sheet) -> list[Number]:
    """Read the number of each side that only breaks ties; raise `RuleError`."""
    numbers = items(value, Message("tie"), len(sheet.sides))
    return [read_tie(number, seats, sheet) for number, seats in zip(numbers, sheet.sides, strict=True)]


def read_tie(value: Any, seats: Sequence[int], sheet: Sheet) -> Number:
    """Read one side's number that only breaks ties; raise `RuleError`."""
    name = sheet.tie.name if sheet.tie else ""
    return read_number(value, Message("{line} of {side}", line=name, side=side_name(seats)), sheet)


def points_of(seats: Sequence[int]) -> Message:
    """Say whose points they are, for a message."""
    return Message("the points of {side}", side=side_name(seats))
