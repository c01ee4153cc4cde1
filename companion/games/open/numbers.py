"""Numbers in entries: a single number, or a sum as the list of its terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Message, RuleError, integer, items, joined, joined_seats
from companion.games.open.formulas.formula import SheetLine
from companion.games.open.refusals import BELOW_LEFT, BELOW_ZERO, DIVIDED, LEFT_OUT, OFF_SUM, WITHOUT_STEP
from companion.games.open.sheet import Sheet

MOST = 99999
MOST_TERMS = 40  # two rounds of golf

Number = int | list[int]


def terms_of(number: Number) -> list[int]:
    """Return the terms of a number.

    >>> terms_of(7), terms_of([12, 5, -3])
    ([7], [12, 5, -3])
    """
    return number if isinstance(number, list) else [number]


def total_of(number: Number) -> int:
    """Return the value of a number or a sum."""
    return sum(terms_of(number))


def side_name(seats: Sequence[int]) -> joined:
    """Return the players of a side as one value of a message."""
    return joined_seats(seats)


def read_number(value: Any, what: Message, sheet: Sheet) -> Number:
    """Read a number or a sum of 2 to `MOST_TERMS` terms; raise `RuleError`. `what` names the value in the message."""
    if type(value) is list:
        if not 2 <= len(value) <= MOST_TERMS:
            raise RuleError(
                Message("{what}: a sum has 2 to {most} numbers, not {count}", what=what, most=MOST_TERMS,
                        count=len(value))
            )  # fmt: skip
        for term in value:
            _check_size(term, what, sheet)
    _check_size(total_of(value) if type(value) is list else value, what, sheet)
    if not sheet.has_negative and total_of(value) < 0:
        raise RuleError(BELOW_ZERO.of(what=what, value=sheet.points(total_of(value))))
    return list(value) if type(value) is list else int(value)


def _check_size(value: Any, what: Message, sheet: Sheet) -> None:
    """Raise `RuleError` unless a value is a whole number of a size that the sheet holds; it is told in points."""
    most = MOST * sheet.unit
    if type(value) is int and abs(value) > most:
        low, high, number = map(sheet.points, (-most, most, value))
        raise RuleError(
            Message("{what} must be {low} to {high}, not {value}", what=what, low=low, high=high, value=number)
        )
    integer(value, what, -most, most)


def read_round(value: Any, sheet: Sheet) -> list[Number]:
    """Read the numbers of a round, one per side, and fill one that follows from the others; raise `RuleError`."""
    numbers = items(value, Message("the round"), len(sheet.sides))
    omitted = [side for side, number in enumerate(numbers) if number is None and sheet.fills]
    read_numbers = [
        0 if side in omitted else read_number(number, points_of(sheet.sides[side]), sheet)
        for side, number in enumerate(numbers)
    ]
    if sheet.sums:
        _check_sum(read_numbers, omitted, sheet)
    return read_numbers


def _check_sum(numbers: list[Number], omitted: Sequence[int], sheet: Sheet) -> None:
    """Fill an omitted number; raise `RuleError` if the numbers of a round do not add up."""
    total = sum(map(total_of, numbers))
    if not omitted:
        if total not in [allowed_sum * sheet.unit for allowed_sum in sheet.sums]:
            raise RuleError(OFF_SUM.of(total=sheet.points(total), sum=either(sheet.sums)))
        return
    if len(omitted) > 1:
        raise RuleError(LEFT_OUT.of(left=len(omitted)))
    remainder, side = sheet.sums[0] * sheet.unit - total, sheet.sides[omitted[0]]
    if remainder < 0 and not sheet.has_negative:
        raise RuleError(BELOW_LEFT.of(total=sheet.points(total), sum=either(sheet.sums), side=side_name(side)))
    _check_size(remainder, points_of(side), sheet)
    numbers[omitted[0]] = remainder


def either(sums: Sequence[int]) -> Message | joined:
    """Return the allowed sums as a value of a message."""
    return joined(sums) if len(sums) == 1 else Message("one of {sums}", sums=joined(sums))


def read_lines(value: Any, sheet: Sheet) -> list[list[Number]]:
    """Read the numbers of the lines, one list per side; raise `RuleError` if one is invalid."""
    sides = items(value, Message("the lines"), len(sheet.sides))
    return [read_side(numbers, seats, sheet) for numbers, seats in zip(sides, sheet.sides, strict=True)]


def read_side(value: Any, seats: Sequence[int], sheet: Sheet) -> list[Number]:
    """Read one side's number for each typed line; raise `RuleError` if one is invalid."""
    what = Message("the lines of {side}", side=side_name(seats))
    numbers = items(value, what, len(sheet.typed_lines))
    return [read_line(number, line, seats, sheet) for number, line in zip(numbers, sheet.typed_lines, strict=True)]


def read_line(value: Any, line: SheetLine, seats: Sequence[int], sheet: Sheet) -> Number:
    """Read one side's number for a line; raise `RuleError` if the line does not allow it."""
    what = Message("{line} of {side}", line=line.name, side=side_name(seats))
    number = read_number(value, what, sheet)
    if line.per > 1 and total_of(number) < 0:
        raise RuleError(DIVIDED.of(what=what, per=line.per))
    if line.is_counted_whole and total_of(number) < 0:
        raise RuleError(WITHOUT_STEP.of(what=what))
    return number


def read_ties(value: Any, sheet: Sheet) -> list[Number]:
    """Read the number of each side that only breaks ties; raise `RuleError`."""
    numbers = items(value, Message("tie"), len(sheet.sides))
    return [read_tie(number, seats, sheet) for number, seats in zip(numbers, sheet.sides, strict=True)]


def read_tie(value: Any, seats: Sequence[int], sheet: Sheet) -> Number:
    """Read one side's number that only breaks ties; raise `RuleError`."""
    name = sheet.asked_tie.name if sheet.asked_tie else ""
    return read_number(value, Message("{line} of {side}", line=name, side=side_name(seats)), sheet)


def points_of(seats: Sequence[int]) -> Message:
    """Return "the points of Ann", as a name for values in messages."""
    return Message("the points of {side}", side=side_name(seats))
