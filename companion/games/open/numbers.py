"""Numbers in entries, what a sheet refuses, and the steps of its lines."""

from collections.abc import Sequence
from typing import Any

from companion.engine import Json, Message, Refusal, RuleError, Step, integer, items, joined, joined_seats
from companion.engine.strict import refusals_in
from companion.games.open.formulas import BEST, FEWEST, MOST, STEPS, SUM, TIMES, WORST, Counted, Formula, SheetLine
from companion.games.open.sheet import Sheet

NEGATIVE, HALVES, ORDER = "open/negative", "open/halves", "open/order"
STEP_POINTS, TIMES_POINTS, SUM_OF_ROUND = "open/steps", "open/times", "open/sum"

BELOW_ZERO = Refusal(
    "{what} cannot be {value}: this sheet has no numbers below 0",
    rule=NEGATIVE,
    title="a number below 0 on a sheet without them",
    allowed_by="negative",
)
HALF_POINTS = Refusal(
    "{what} cannot be {value}: this sheet has no half points",
    rule=HALVES,
    title="half points on a sheet without them",
    allowed_by="halves",
)
DIVIDED = Refusal(
    "{what} cannot be below 0, as it is divided by {per}",
    rule=NEGATIVE,
    title="a number below 0 on a line that is divided",
    allowed_by="lines",
)
WITHOUT_STEP = Refusal(
    "{what} cannot be below 0, as it is counted by steps",
    rule=STEP_POINTS,
    title="a number below 0 on a line with steps",
)
TOO_MANY = Refusal(
    "{what} comes to more than {most} points; check the numbers",
    rule=TIMES_POINTS,
    title="lines that multiply to more points than a sheet holds",
)
OFF_SUM = Refusal(
    "the numbers of the round add up to {total}, not {sum}; check what each one has",
    rule=SUM_OF_ROUND,
    title="a round whose numbers do not add up",
    allowed_by="rounds",
)
BELOW_LEFT = Refusal(
    "the others have {total} of {sum} already, so nothing is left for {side}",
    rule=SUM_OF_ROUND,
    title="a round of which nothing is left for the last one",
    allowed_by="rounds",
)
LEFT_OUT = Refusal(
    "one number of a round can be left out, not {left}: it is what is left of the sum",
    rule=SUM_OF_ROUND,
    title="a round in which two numbers are left out",
)
ROUNDS_OVER = Refusal("the rounds are over", rule=ORDER, title="a round after the last one")
NO_ROUNDS = Refusal("this sheet has no rounds", rule=ORDER, title="a round on a sheet without rounds")
NO_LINES = Refusal("this sheet has nothing to enter at the end", rule=ORDER)
LINES_BEFORE_ROUNDS = Refusal(
    "{rounds} rounds are played before the lines, not {played}", rule=ORDER, title="the lines before the last round"
)
LINES_TWICE = Refusal("the lines are in", rule=ORDER, title="the lines a second time")
NOT_TOGETHER = Refusal(
    "this game is not won or lost together", rule=ORDER, title="won or lost, where not all play together"
)

REFUSALS = refusals_in(globals())
"""All refusals, in the order of the guide."""


LARGEST = 99999
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
        raise RuleError(BELOW_ZERO.of(what=what, value=sheet.points(total_of(value))))
    return list(value) if type(value) is list else int(value)


def _check_size(value: Any, what: Message, sheet: Sheet) -> None:
    """Raise `RuleError` unless a value is a whole number of a size that the sheet holds; it is told in points."""
    most = LARGEST * sheet.unit
    if type(value) is int and abs(value) > most:
        low, high, number = map(sheet.points, (-most, most, value))
        raise RuleError("{what} must be {low} to {high}, not {value}", what=what, low=low, high=high, value=number)
    integer(value, what, -most, most)


def read_round(value: Any, sheet: Sheet) -> list[Number]:
    """Read the numbers of a round, one per side, and fill one that follows from the others; raise `RuleError`."""
    listed = items(value, Message("the round"), len(sheet.sides))
    omitted = [side for side, number in enumerate(listed) if number is None and sheet.fills]
    numbers = [
        0 if side in omitted else read_number(number, points_of(sheet.sides[side]), sheet)
        for side, number in enumerate(listed)
    ]
    if sheet.sums:
        _check_sum(numbers, omitted, sheet)
    return numbers


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
        raise RuleError(BELOW_LEFT.of(total=sheet.points(total), sum=either(sheet.sums), side=joined_seats(side)))
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
    """Read one side's number for a line; raise `RuleError` if the line does not allow it."""
    what = _line_of(line.name, seats)
    number = read_number(value, what, sheet)
    if total_of(number) < 0 and line.per > 1:
        raise RuleError(DIVIDED.of(what=what, per=line.per))
    if total_of(number) < 0 and line.formula is not None and line.formula.kind == STEPS:
        raise RuleError(WITHOUT_STEP.of(what=what))
    return number


def read_ties(value: Any, sheet: Sheet) -> list[Number]:
    """Read the number of each side that only breaks ties; raise `RuleError`."""
    numbers = items(value, Message("tie"), len(sheet.sides))
    return [read_tie(number, seats, sheet) for number, seats in zip(numbers, sheet.sides, strict=True)]


def read_tie(value: Any, seats: Sequence[int], sheet: Sheet) -> Number:
    """Read one side's number that only breaks ties; raise `RuleError`."""
    return read_number(value, _line_of(sheet.asked_tie.name if sheet.asked_tie else "", seats), sheet)


def _line_of(name: str, seats: Sequence[int]) -> Message:
    return Message("{line} of {side}", line=name, side=joined_seats(seats))


def points_of(seats: Sequence[int]) -> Message:
    """Return "the points of Ann", as a name for values in messages."""
    return Message("the points of {side}", side=joined_seats(seats))


LINE_POINTS = "open/line"
PLACE_POINTS, SEVERAL_POINTS = "open/places", "open/several"
CONDITION, APART = "open/condition", "open/apart"
RULE_OF = {
    STEPS: STEP_POINTS, MOST: PLACE_POINTS, FEWEST: PLACE_POINTS, TIMES: TIMES_POINTS, BEST: SEVERAL_POINTS,
    WORST: SEVERAL_POINTS, SUM: SEVERAL_POINTS,
}  # fmt: skip
LINE_RULES = frozenset((LINE_POINTS, CONDITION, APART, *RULE_OF.values()))
"""The rules whose steps give the points of a line."""
MOST_POINTS = 99_999_999
"""The most points of a line; formulas that multiply could otherwise give any number."""


def score_lines(lines: Sequence[Sequence[Number]], sheet: Sheet) -> tuple[tuple[Step, ...], list[list[int]]]:
    """Return the steps of all lines, and the number of each line for each side.

    Raises `RuleError` if a line has more than `MOST_POINTS` points.
    """
    results_by_side = sheet.counting.count([[total_of(number) for number in side] for side in lines])
    for seats, side in zip(sheet.sides, results_by_side, strict=True):
        for line, result in zip(sheet.lines, side, strict=True):
            if abs(result.points or 0) > MOST_POINTS * sheet.unit:
                raise RuleError(TOO_MANY.of(what=_line_of(line.name, seats), most=MOST_POINTS))
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
        return Step(CONDITION, seat, sheet.points(0), {**values, **other, "above": line.when.above})
    if line.is_apart:
        return Step(APART, seat, sheet.points(0), {**values, "value": points})
    if line.formula is None:
        return Step(LINE_POINTS, seat, points, values)
    return Step(RULE_OF[line.formula.kind], seat, points, {**values, **_formula_values(line.formula, result, sheet)})


def _formula_values(formula: Formula, result: Counted, sheet: Sheet) -> Json:
    """Return the values of a line's formula for its step."""
    values: Json = {"formula": formula.kind}
    if formula.of is not None:
        values["of"] = sheet.lines[formula.of].name
    if formula.kind == TIMES:
        values |= {"other": sheet.lines[formula.lines[0]].name, "value": sheet.points(result.details["value"])}
    elif formula.lines:
        values["others"] = [sheet.lines[other].name for other in formula.lines]
    return values | {key: result.details[key] for key in ("step", "place", "tied") if key in result.details}
