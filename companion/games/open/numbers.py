"""Numbers in entries, what a sheet refuses, and the steps of its lines."""

from collections.abc import Sequence
from typing import Any

from companion.engine import Json, Message, RuleError, Step, integer, items, joined, joined_seats
from companion.games.open import formulas, rulebook
from companion.games.open.formulas import Counted, Formula, SheetLine
from companion.games.open.sheet import Sheet

LARGEST = 99999
MOST_TRICKS = 99
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


def terms_value(number: Number, sheet: Sheet) -> Json:
    """Return the value `terms` of the step of a sum, none for a single number."""
    return {"terms": [sheet.points(term) for term in number]} if isinstance(number, list) else {}


def read_number(value: Any, what: Message, sheet: Sheet) -> Number:
    """Read a number or a sum of 2 to `MOST_TERMS` terms; raise `RuleError`. `what` names the value in the message."""
    if type(value) is list:
        if not 2 <= len(value) <= MOST_TERMS:
            raise RuleError("{what}: a sum has 2 to {most} numbers, not {count}", what=what, most=MOST_TERMS,
                        count=len(value))  # fmt: skip
        for term in value:
            _check_size(term, what, sheet)
    _check_size(total_of(value) if type(value) is list else value, what, sheet)
    if not sheet.has_negative and total_of(value) < 0:
        raise RuleError(rulebook.BELOW_ZERO.of(what=what, value=sheet.points(total_of(value))))
    return list(value) if type(value) is list else int(value)


def _check_size(value: Any, what: Message, sheet: Sheet) -> None:
    """Raise `RuleError` unless a value is a whole number of a size that the sheet holds; it is told in points."""
    most = LARGEST * sheet.unit
    if type(value) is int and abs(value) > most:
        low, high, number = map(sheet.points, (-most, most, value))
        raise RuleError("{what} must be {low} to {high}, not {value}", what=what, low=low, high=high, value=number)
    integer(value, what, -most, most)


def read_round(value: Any, sheet: Sheet) -> list[Number]:
    """Read the numbers of a round, one per side, and fill one that follows from the others; raise `RuleError`.

    On a sheet with bids a number is the bid and the tricks, or 0 of a side that did not play.
    """
    listed = items(value, Message("the round"), len(sheet.sides))
    if sheet.bids:
        return [read_bid(number, side) for number, side in zip(listed, sheet.sides, strict=True)]
    omitted = [side for side, number in enumerate(listed) if number is None and sheet.fills]
    numbers = [
        0 if side in omitted else read_number(number, points_of(sheet.sides[side]), sheet)
        for side, number in enumerate(listed)
    ]
    if sheet.sums:
        _check_sum(numbers, omitted, sheet)
    return numbers


def read_bid(value: Any, seats: Sequence[int]) -> Number:
    """Read a bid and its tricks, or 0 of a side that did not play; raise `RuleError`."""
    if type(value) is int and value == 0:
        return 0
    bid, tricks = items(value, points_of(seats), 2)
    side = joined_seats(seats)
    return [
        integer(bid, Message("the bid of {side}", side=side), 0, MOST_TRICKS),
        integer(tricks, Message("the tricks of {side}", side=side), 0, MOST_TRICKS),
    ]


def round_points(number: Number, sheet: Sheet) -> int:
    """Return what a number of a round brings: itself, or the points of a bid."""
    return sheet.bids.points(*number) if sheet.bids and isinstance(number, list) else total_of(number)


def round_step(number: Number, seat: int, played: int, sheet: Sheet) -> Step:
    """Return the step of a number in a round."""
    points = sheet.points(round_points(number, sheet))
    if sheet.bids and isinstance(number, list):
        bid, tricks = number
        values = {"round": played, "bid": bid, "tricks": tricks, **sheet.bids._asdict()}
        return Step(rulebook.BID_POINTS, seat, points, values)
    return Step(rulebook.ROUND_POINTS, seat, points, {"round": played, **terms_value(number, sheet)})


def _check_sum(numbers: list[Number], omitted: Sequence[int], sheet: Sheet) -> None:
    """Fill an omitted number; raise `RuleError` if the numbers of a round do not add up."""
    total = sum(map(total_of, numbers))
    if not omitted:
        if total not in [allowed_sum * sheet.unit for allowed_sum in sheet.sums]:
            raise RuleError(rulebook.OFF_SUM.of(total=sheet.points(total), sum=either(sheet.sums)))
        return
    if len(omitted) > 1:
        raise RuleError(rulebook.LEFT_OUT.of(left=len(omitted)))
    remainder, side = sheet.sums[0] * sheet.unit - total, sheet.sides[omitted[0]]
    if remainder < 0 and not sheet.has_negative:
        raise RuleError(
            rulebook.BELOW_LEFT.of(total=sheet.points(total), sum=either(sheet.sums), side=joined_seats(side))
        )
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
    numbers = items(value, Message("the lines of {side}", side=joined_seats(seats)), len(sheet.typed_lines))
    return [_read_line(number, line, seats, sheet) for number, line in zip(numbers, sheet.typed_lines, strict=True)]


def _read_line(value: Any, line: SheetLine, seats: Sequence[int], sheet: Sheet) -> Number:
    what = _line_of(line.name, seats)
    number = read_number(value, what, sheet)
    if total_of(number) < 0 and line.per > 1:
        raise RuleError(rulebook.DIVIDED.of(what=what, per=line.per))
    if total_of(number) < 0 and line.formula is not None and line.formula.kind == formulas.STEPS:
        raise RuleError(rulebook.WITHOUT_STEP.of(what=what))
    return number


def read_ties(value: Any, sheet: Sheet) -> list[Number]:
    """Read the number of each side that only breaks ties; raise `RuleError`."""
    numbers = items(value, Message("tie"), len(sheet.sides))
    return [read_tie(number, seats, sheet) for number, seats in zip(numbers, sheet.sides, strict=True)]


def read_tie(value: Any, seats: Sequence[int], sheet: Sheet) -> Number:
    """Read one side's number that only breaks ties; raise `RuleError`."""
    return read_number(value, _line_of(sheet.asked_tie.name if sheet.asked_tie else "", seats), sheet)


def _line_of(name: str, seats: Sequence[int]) -> Message:
    return Message("{what} of {seat}", what=name, seat=joined_seats(seats))


def points_of(seats: Sequence[int]) -> Message:
    """Return "the points of Ann", as a name for values in messages."""
    return Message("the points of {side}", side=joined_seats(seats))


RULE_OF = {
    formulas.STEPS: rulebook.STEP_POINTS,
    formulas.TIMES: rulebook.TIMES_POINTS,
    **dict.fromkeys((formulas.MOST, formulas.FEWEST), rulebook.PLACE_POINTS),
    **dict.fromkeys((formulas.BEST, formulas.WORST, formulas.SUM), rulebook.SEVERAL_POINTS),
}
LINE_RULES = frozenset((rulebook.LINE_POINTS, rulebook.CONDITION, rulebook.APART, *RULE_OF.values()))
"""The rules whose steps give the points of a line."""


def score_lines(lines: Sequence[Sequence[Number]], sheet: Sheet) -> tuple[tuple[Step, ...], list[list[int]]]:
    """Return the steps of all lines, and the number of each line for each side.

    Raises `RuleError` if a line has more than `MOST_POINTS` points.
    """
    results_by_side = sheet.counting.count([[total_of(number) for number in side] for side in lines])
    for place in sheet.counting.order:
        for seats, side in zip(sheet.sides, results_by_side, strict=True):
            if side[place].points is None:
                what = _line_of(sheet.lines[place].name, seats)
                raise RuleError(rulebook.TOO_MANY.of(what=what, most=formulas.MOST_POINTS))
    steps = []
    for seat, (numbers, results) in enumerate(sheet.by_seat(list(zip(lines, results_by_side, strict=True)))):
        typed = iter(numbers)
        for place, (line, result) in enumerate(zip(sheet.lines, results, strict=True)):
            steps.append(_step(seat, place, line, result, next(typed) if line.is_typed else None, sheet))
    return tuple(steps), [[result.number or 0 for result in side] for side in results_by_side]


def _step(seat: int, place: int, line: SheetLine, result: Counted, entered: Number | None, sheet: Sheet) -> Step:
    number, points = sheet.points(result.number or 0), sheet.points(result.points or 0)
    values: Json = {"line": place, "name": line.name, "number": number, "factor": line.factor, "per": line.per}
    values |= {} if entered is None else terms_value(entered, sheet)
    if not result.is_met and line.when is not None:
        other = {"other": sheet.lines[line.when.line].name, "value": sheet.points(result.details["value"])}
        return Step(rulebook.CONDITION, seat, sheet.points(0), {**values, **other, "above": line.when.above})
    if line.is_apart:
        return Step(rulebook.APART, seat, sheet.points(0), {**values, "value": points})
    if line.formula is None:
        return Step(rulebook.LINE_POINTS, seat, points, values)
    return Step(RULE_OF[line.formula.kind], seat, points, {**values, **_formula_values(line.formula, result, sheet)})


def _formula_values(formula: Formula, result: Counted, sheet: Sheet) -> Json:
    values: Json = {"formula": formula.kind}
    if formula.of is not None:
        values["of"] = sheet.lines[formula.of].name
    if formula.kind == formulas.TIMES:
        values |= {"other": sheet.lines[formula.lines[0]].name, "value": sheet.points(result.details["value"])}
    elif formula.lines:
        values["others"] = [sheet.lines[other].name for other in formula.lines]
    return values | {key: result.details[key] for key in ("step", "place", "tied") if key in result.details}
