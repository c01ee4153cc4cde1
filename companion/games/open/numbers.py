"""Numbers as they stand in entries: one number, or the list of those that it is the sum of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Message, RuleError, integer, items, joined, joined_seats
from companion.games.open.formulas.formula import SheetLine
from companion.games.open.refusals import BELOW_LEFT, BELOW_ZERO, DIVIDED, LEFT_OUT, OFF_SUM, WITHOUT_STEP
from companion.games.open.sheet import Sheet

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
    """Read the numbers of a round, one a side, with the one that follows from the others; raise `RuleError`."""
    numbers = items(value, Message("the round"), len(sheet.sides))
    left = [side for side, number in enumerate(numbers) if number is None and sheet.fills]
    read = [
        0 if side in left else read_number(number, points_of(sheet.sides[side]), sheet)
        for side, number in enumerate(numbers)
    ]
    if sheet.sums:
        _check_sum(read, left, sheet)
    return read


def _check_sum(numbers: list[Number], left: Sequence[int], sheet: Sheet) -> None:
    """Fill the number that was left out; raise `RuleError` where the numbers of a round do not add up."""
    total = sum(map(total_of, numbers))
    if not left:
        if total not in [one * sheet.unit for one in sheet.sums]:
            raise RuleError(OFF_SUM.of(total=sheet.points(total), sum=either(sheet.sums)))
        return
    if len(left) > 1:
        raise RuleError(LEFT_OUT.of(left=len(left)))
    rest, side = sheet.sums[0] * sheet.unit - total, sheet.sides[left[0]]
    if rest < 0 and not sheet.has_negative:
        raise RuleError(BELOW_LEFT.of(total=sheet.points(total), sum=either(sheet.sums), side=side_name(side)))
    integer(rest, points_of(side), -MOST * sheet.unit, MOST * sheet.unit)
    numbers[left[0]] = rest


def either(sums: Sequence[int]) -> Message | joined:
    """Return the sums that are right, for a message."""
    return joined(sums) if len(sums) == 1 else Message("one of {sums}", sums=joined(sums))


def read_lines(value: Any, sheet: Sheet) -> list[list[Number]]:
    """Read the numbers of the lines, a list a side; raise `RuleError`."""
    sides = items(value, Message("the lines"), len(sheet.sides))
    return [read_side(numbers, seats, sheet) for numbers, seats in zip(sides, sheet.sides, strict=True)]


def read_side(value: Any, seats: Sequence[int], sheet: Sheet) -> list[Number]:
    """Read one side's number for each line that is typed; raise `RuleError`."""
    what = Message("the lines of {side}", side=side_name(seats))
    numbers = items(value, what, len(sheet.typed_lines))
    return [read_line(number, line, seats, sheet) for number, line in zip(numbers, sheet.typed_lines, strict=True)]


def read_line(value: Any, line: SheetLine, seats: Sequence[int], sheet: Sheet) -> Number:
    """Read one side's number for a line; raise `RuleError`."""
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
    name = sheet.tie.name if sheet.tie else ""
    return read_number(value, Message("{line} of {side}", line=name, side=side_name(seats)), sheet)


def points_of(seats: Sequence[int]) -> Message:
    """Say whose points they are, for a message."""
    return Message("the points of {side}", side=side_name(seats))
