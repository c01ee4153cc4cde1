"""The evaluation of lines: the number of each line, the result of its formula, and its points, as integers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.open.formulas.formula import (
    BEST,
    LOWER,
    MOST,
    NONE,
    PLACES,
    POOL,
    SPLIT,
    STEPS,
    SUM,
    TIMES,
    Formula,
    SheetLine,
)

_CHOSEN: Mapping[str, Callable[[Sequence[int]], int]] = {BEST: max, SUM: sum}


@dataclass(frozen=True)
class Counted:
    """A line of one side: its number and its points, None while they are unknown.

    `details` has values of the formula for the sentence: the step, the place, the points of other lines. `is_met` says
    whether the condition of the line holds.
    """

    number: int | None
    points: int | None
    details: Mapping[str, Any] = field(default_factory=dict)
    is_met: bool = True


class Counting:
    """Evaluates lines in `order`, each after the lines that it needs. With half points `unit` is 2, else 1."""

    def __init__(self, lines: Sequence[SheetLine], order: Sequence[int], unit: int) -> None:
        self.lines, self.order, self.unit = lines, order, unit
        self._places = {
            place: index for index, place in enumerate(index for index, line in enumerate(lines) if line.is_typed)
        }

    def count_all(self, typed: Sequence[Sequence[int]]) -> list[list[Counted]]:
        """Return the lines of all sides; `typed` holds the typed numbers of each side."""
        return self._count(typed, is_whole=True)

    def count_side(self, typed: Sequence[int | None]) -> list[Counted]:
        """Return the lines of one side, as far as they follow from its typed numbers alone."""
        return self._count([typed], is_whole=False)[0]

    def _count(self, typed: Sequence[Sequence[int | None]], *, is_whole: bool) -> list[list[Counted]]:
        results: list[dict[int, Counted]] = [{} for _ in typed]
        for place in self.order:
            line = self.lines[place]
            numbers = [self._number(place, typed_side, side) for typed_side, side in zip(typed, results, strict=True)]
            if line.formula is not None and line.formula.kind in PLACES:
                line_results = (
                    self._placed(line, numbers) if is_whole else [Counted(number, None) for number in numbers]
                )
            else:
                line_results = [self._worth(line, number, side) for number, side in zip(numbers, results, strict=True)]
            for side, line_result in zip(results, line_results, strict=True):
                side[place] = self._if_met(line, line_result, side)
        return [[side[place] for place in range(len(self.lines))] for side in results]

    def _number(self, place: int, typed: Sequence[int | None], side: Mapping[int, Counted]) -> int | None:
        """Return the number of a line: the typed one, the points of another line, or a combination of several."""
        formula = self.lines[place].formula
        if formula is None or formula.is_typed:
            return typed[self._places[place]]
        if formula.of is not None:
            return side[formula.of].points
        points = [side[line].points for line in formula.lines]
        known_points = [value for value in points if value is not None]
        return _CHOSEN.get(formula.kind, min)(known_points) if len(known_points) == len(points) else None

    def _whole(self, line: SheetLine, number: int) -> int:
        """Return a number divided by the line's `per` and rounded down; unchanged if `per` is 1."""
        return number if line.per == 1 else number // (line.per * self.unit) * self.unit

    def _worth(self, line: SheetLine, number: int | None, side: Mapping[int, Counted]) -> Counted:
        if number is None:
            return Counted(None, None)
        formula, whole = line.formula, self._whole(line, number)
        if formula is None or formula.kind not in (STEPS, TIMES):
            return Counted(number, whole * line.factor)
        if formula.kind == STEPS:
            step = step_of(formula, whole // self.unit)
            return Counted(number, step * line.factor * self.unit, {"step": step})
        other = side[formula.lines[0]].points
        if other is None:
            return Counted(number, None)
        return Counted(number, whole * other // self.unit * line.factor, {"value": other})

    def _placed(self, line: SheetLine, numbers: Sequence[int | None]) -> list[Counted]:
        assert line.formula is not None
        wholes = [self._whole(line, number or 0) for number in numbers]
        places = places_of(line.formula, wholes)
        return [
            Counted(number, points * line.factor * self.unit, {"place": place, "tied": tied})
            for number, (place, tied, points) in zip(numbers, places, strict=True)
        ]

    def _if_met(self, line: SheetLine, result: Counted, side: Mapping[int, Counted]) -> Counted:
        """Return the result of a line, with 0 points if its condition does not hold."""
        if line.when is None:
            return result
        other = side[line.when.line].points
        if other is None:
            return replace(result, points=None)
        if other > line.when.above * self.unit:
            return result
        return replace(result, points=0, details={"value": other}, is_met=False)


def step_of(formula: Formula, count: int) -> int:
    """Return the points of a step formula for a count; each number beyond the last step adds `beyond`.

    >>> steps = Formula(STEPS, (0, 1, 3, 6), beyond=2)
    >>> step_of(steps, 2), step_of(steps, 3), step_of(steps, 5), step_of(steps, -1)
    (3, 6, 10, 0)
    """
    last = len(formula.numbers) - 1
    beyond = max(0, count - last)
    return formula.numbers[min(max(count, 0), last)] + beyond * formula.beyond


def places_of(formula: Formula, numbers: Sequence[int]) -> list[tuple[int | None, int, int]]:
    """Return the place of each number, how many share it, and its points.

    In MOST, numbers up to 0 have no place. With too few sides, or if equal numbers do not count, nobody has one.

    >>> places_of(Formula(MOST, (6, 3)), [4, 4, 2]), places_of(Formula(MOST, (6, 3), ties=POOL), [4, 4, 0])
    ([(1, 2, 3), (1, 2, 3), (3, 1, 0)], [(1, 2, 4), (1, 2, 4), (None, 0, 0)])
    """
    sign = 1 if formula.kind == MOST else -1
    competing = [sign * number for number in numbers if sign < 0 or number > 0]
    if len(numbers) < formula.sides or (len(set(numbers)) == 1 and not formula.counts_equal):
        competing = []
    places: list[tuple[int | None, int, int]] = []
    for number in numbers:
        if sign * number not in competing:
            places.append((None, 0, 0))
            continue
        better = [other for other in competing if other > sign * number]
        place = len(set(better)) if formula.gives_next else len(better)
        tied = competing.count(sign * number)
        places.append((place + 1, tied, _points(formula, place, tied)))
    return places


def _points(formula: Formula, place: int, tied: int) -> int:
    """Return the points of each of `tied` sides on a place, which counts from 0."""
    if tied > 1 and formula.ties == LOWER:
        place, tied = place + 1, 1
    points = formula.numbers[place : place + 1] or (0,)
    if tied == 1 or formula.ties not in (SPLIT, POOL, NONE):
        return points[0]
    if formula.ties == NONE:
        return 0
    if formula.ties == POOL and not formula.gives_next:
        points = formula.numbers[place : place + tied]
    shared = sum(points)
    return abs(shared) // tied * (1 if shared > 0 else -1)
