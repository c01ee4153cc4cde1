"""The steps of lines with formulas: the values that each formula computed, and the points."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Json, Message, RuleError, Step
from companion.games.open.formulas.counting import Counted
from companion.games.open.formulas.formula import BEST, FEWEST, MOST, STEPS, SUM, TIMES, WORST, SheetLine
from companion.games.open.numbers import Number, side_name, total_of
from companion.games.open.refusals import STEP_POINTS, TIMES_POINTS, TOO_MANY
from companion.games.open.sheet import Sheet

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


def count_lines(lines: Sequence[Sequence[Number]], sheet: Sheet) -> list[list[Counted]]:
    """Return the result of each line of each side; raise `RuleError` if one has more than `MOST_POINTS` points."""
    results = sheet.counting.count_all([[total_of(number) for number in side] for side in lines])
    for seats, side in zip(sheet.sides, results, strict=True):
        for line, result in zip(sheet.lines, side, strict=True):
            if abs(result.points or 0) > MOST_POINTS * sheet.unit:
                description = Message("{line} of {side}", line=line.name, side=side_name(seats))
                raise RuleError(TOO_MANY.of(what=description, most=MOST_POINTS))
    return results


def line_steps(seat: int, numbers: Sequence[Number], results: Sequence[Counted], sheet: Sheet) -> list[Step]:
    """Return the step of each line of a seat."""
    typed = iter(numbers)
    entered = [next(typed) if line.is_typed else None for line in sheet.lines]
    return [
        _step(seat, place, line, result, entered[place], sheet)
        for place, (line, result) in enumerate(zip(sheet.lines, results, strict=True))
    ]


def _step(seat: int, place: int, line: SheetLine, result: Counted, entered: Number | None, sheet: Sheet) -> Step:
    number, points = sheet.points(result.number or 0), sheet.points(result.points or 0)
    values: Json = {"line": place, "name": line.name, "number": number, "factor": line.factor, "per": line.per}
    if isinstance(entered, list):
        values["terms"] = [sheet.points(term) for term in entered]
    if not result.is_met and line.when is not None:
        other = {"other": sheet.lines[line.when.line].name, "value": sheet.points(result.details["value"])}
        return Step(CONDITION, seat, sheet.points(0), {**values, **other, "above": line.when.above})
    if line.is_apart:
        return Step(APART, seat, sheet.points(0), {**values, "value": points})
    if line.formula is None:
        return Step(LINE_POINTS, seat, points, values)
    return Step(RULE_OF[line.formula.kind], seat, points, {**values, **_formula_values(line, result, sheet)})


def _formula_values(line: SheetLine, result: Counted, sheet: Sheet) -> Json:
    """Return the values of a line's formula for its step."""
    formula = line.formula
    assert formula is not None
    values: Json = {"formula": formula.kind}
    if formula.of is not None:
        values["of"] = sheet.lines[formula.of].name
    if formula.kind == TIMES:
        values |= {"other": sheet.lines[formula.lines[0]].name, "value": sheet.points(result.details["value"])}
    elif formula.kind in RULE_OF and formula.lines:
        values["others"] = [sheet.lines[other].name for other in formula.lines]
    return values | {key: result.details[key] for key in ("step", "place", "tied") if key in result.details}
