"""What lines come to: the number of each, what its formula makes of it, and its points. All in whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.open.formulas.formula import (
    BEST,
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
    """A line of one side: its number and its points, None as long as they are not known.

    `made` is what the formula found, for the sentence: the step, the place, the points of other lines. `is_met` says
    whether the condition of the line holds.
    """

    number: int | None
    points: int | None
    made: Mapping[str, Any] = field(default_factory=dict)
    is_met: bool = True


class Counting:
    """Counts lines in the order in which they need each other. With halves all numbers are halves: `unit` is 2."""

    def __init__(self, lines: Sequence[SheetLine], order: Sequence[int], unit: int) -> None:
        self.lines, self.order, self.unit = lines, order, unit
        self._places = {place: at for at, place in enumerate(at for at, line in enumerate(lines) if line.is_typed)}

    def all(self, typed: Sequence[Sequence[int]]) -> list[list[Counted]]:
        """Return the lines of all sides, whose typed numbers are known."""
        return self._count(typed, is_whole=True)

    def one(self, typed: Sequence[int | None]) -> list[Counted]:
        """Return the lines of one side alone, as far as they can be known while it types."""
        return self._count([typed], is_whole=False)[0]

    def _count(self, typed: Sequence[Sequence[int | None]], *, is_whole: bool) -> list[list[Counted]]:
        made: list[dict[int, Counted]] = [{} for _ in typed]
        for place in self.order:
            line = self.lines[place]
            bases = [self._number(place, numbers, side) for numbers, side in zip(typed, made, strict=True)]
            if line.formula is not None and line.formula.kind in PLACES:
                counted = self._placed(line, bases) if is_whole else [Counted(base, None) for base in bases]
            else:
                counted = [self._worth(line, base, side) for base, side in zip(bases, made, strict=True)]
            for side, one in zip(made, counted, strict=True):
                side[place] = self._if_met(line, one, side)
        return [[side[place] for place in range(len(self.lines))] for side in made]

    def _number(self, place: int, typed: Sequence[int | None], side: Mapping[int, Counted]) -> int | None:
        """Return the number of a line: as typed, the points of another line, or made of several."""
        formula = self.lines[place].formula
        if formula is None or formula.is_typed:
            return typed[self._places[place]]
        if formula.of is not None:
            return side[formula.of].points
        points = [side[line].points for line in formula.lines]
        known = [one for one in points if one is not None]
        return _CHOSEN.get(formula.kind, min)(known) if len(known) == len(points) else None

    def _whole(self, line: SheetLine, number: int) -> int:
        """Return a number divided and rounded down to a whole one; as it is where it is not divided."""
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
        given = places_of(line.formula, wholes)
        return [
            Counted(number, points * line.factor * self.unit, {"place": place, "tied": tied})
            for number, (place, tied, points) in zip(numbers, given, strict=True)
        ]

    def _if_met(self, line: SheetLine, one: Counted, side: Mapping[int, Counted]) -> Counted:
        """Return the line without points where its condition does not hold."""
        if line.when is None:
            return one
        other = side[line.when.line].points
        if other is None:
            return replace(one, points=None)
        if other > line.when.above * self.unit:
            return one
        return replace(one, points=0, made={"value": other}, is_met=False)


def step_of(formula: Formula, count: int) -> int:
    """Return the step of a count; each number beyond the last one adds as much as the formula says.

    >>> steps = Formula(STEPS, (0, 1, 3, 6), beyond=2)
    >>> step_of(steps, 2), step_of(steps, 3), step_of(steps, 5), step_of(steps, -1)
    (3, 6, 10, 0)
    """
    last = len(formula.numbers) - 1
    beyond = max(0, count - last)
    return formula.numbers[min(max(count, 0), last)] + beyond * formula.beyond


def places_of(formula: Formula, numbers: Sequence[int]) -> list[tuple[int | None, int, int]]:
    """Return the place of each number, how many share it, and the points; no place for a most that is not above 0.

    >>> places_of(Formula(MOST, (6, 3)), [4, 4, 2]), places_of(Formula(MOST, (6, 3), ties=POOL), [4, 4, 0])
    ([(1, 2, 3), (1, 2, 3), (3, 1, 0)], [(1, 2, 4), (1, 2, 4), (None, 0, 0)])
    """
    sign = 1 if formula.kind == MOST else -1
    taking = [sign * number for number in numbers if sign < 0 or number > 0]
    found: list[tuple[int | None, int, int]] = []
    for number in numbers:
        if sign > 0 and number <= 0:
            found.append((None, 0, 0))
            continue
        better = [other for other in taking if other > sign * number]
        place = len(set(better)) if formula.gives_next else len(better)
        tied = taking.count(sign * number)
        found.append((place + 1, tied, _points(formula, place, tied)))
    return found


def _points(formula: Formula, place: int, tied: int) -> int:
    """Return the points of each of `tied` sides on a place, from 0."""
    points = formula.numbers[place : place + 1] or (0,)
    if tied == 1 or formula.ties not in (SPLIT, POOL, NONE):
        return points[0]
    if formula.ties == NONE:
        return 0
    if formula.ties == POOL and not formula.gives_next:
        points = formula.numbers[place : place + tied]
    shared = sum(points)
    return abs(shared) // tied * (1 if shared > 0 else -1)
