"""The formulas of lines: steps, places, a product, a combination of several lines, and a condition."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from typing import Any

STEPS, MOST, FEWEST, TIMES, BEST, WORST, SUM = "steps", "most", "fewest", "times", "best", "worst", "sum"
PLACES = (MOST, FEWEST)
"""The formulas that compare the sides."""
SEVERAL = (BEST, WORST, SUM)
"""The formulas whose number is computed from several other lines."""
KINDS = (STEPS, MOST, FEWEST, TIMES, BEST, WORST, SUM)

SPLIT, POOL, ALL, LOWER, NONE = "split", "pool", "all", "lower", "none"
TIES = (SPLIT, POOL, ALL, LOWER, NONE)
"""What each of tied sides gets: a share of the place's points, a share of all places that they take, all points, the
points of the place below, or nothing."""


@dataclass(frozen=True)
class Formula:
    """A formula of a line. `numbers` are the points of its steps or places; `lines` are the lines that it uses.

    `beyond` is added for each number above the last step. `ties` and `gives_next` say what happens if sides share a
    place, `counts_equal` whether there are places if all numbers are equal; fewer than `sides` sides take none. `of` is
    the line whose points are used as the number, None if a number is typed.
    """

    kind: str
    numbers: tuple[int, ...] = ()
    beyond: int = 0
    ties: str = SPLIT
    gives_next: bool = False
    counts_equal: bool = True
    sides: int = 1
    lines: tuple[int, ...] = ()
    of: int | None = None

    @property
    def is_typed(self) -> bool:
        """Whether a number is typed for the line."""
        return self.of is None and self.kind not in SEVERAL


@dataclass(frozen=True)
class Condition:
    """A condition: the line counts only if the points of another line are above a number."""

    line: int
    above: int


@dataclass(frozen=True)
class SheetLine:
    """A line that is counted at the end: its number, divided by `per` and rounded down, times `factor`.

    A `formula` is applied before the factor. A line that `is_apart` gives no points itself; other lines use it. A line
    that `is_secret` is shown only to its own side until the game is over.
    """

    name: str
    factor: int
    per: int
    formula: Formula | None = None
    when: Condition | None = None
    is_apart: bool = False
    is_secret: bool = False

    @property
    def is_typed(self) -> bool:
        """Whether a number is typed for the line."""
        return self.formula is None or self.formula.is_typed

    @property
    def is_plain(self) -> bool:
        """Whether its points are its number times its factor, without formula or condition."""
        return self.formula is None and self.when is None and not self.is_apart

    @property
    def needs(self) -> tuple[int, ...]:
        """The lines that are counted before this one."""
        lines = () if self.formula is None else (*self.formula.lines, self.formula.of)
        return tuple(line for line in (*lines, None if self.when is None else self.when.line) if line is not None)


def line_of(line: Mapping[str, Any]) -> SheetLine:
    """Return the line that validated options describe."""
    when = line.get("when")
    return SheetLine(
        line["name"],
        line["factor"],
        line["per"],
        formula_of(line["formula"]) if "formula" in line else None,
        None if when is None else Condition(when["line"], when["above"]),
        line.get("apart", False),
        line.get("secret", False),
    )


def formula_of(value: Mapping[str, Any]) -> Formula:
    """Return the formula that validated options describe."""
    kind = next(key for key in KINDS if key in value)
    of = value.get("of")
    if kind == STEPS:
        return Formula(kind, tuple(value[kind]), value["beyond"], of=of)
    if kind in PLACES:
        return Formula(
            kind, tuple(value[kind]), ties=value["ties"], gives_next=value["next"], of=of,
            counts_equal=value.get("equal", True), sides=value.get("sides", 1),
        )  # fmt: skip
    return Formula(kind, lines=(value[kind],) if kind == TIMES else tuple(value[kind]), of=of)


def in_order(needs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return all lines in an order in which each comes after those that it needs; raise `CycleError` for a circle.

    >>> in_order([(1,), (), (0, 1)])
    (1, 0, 2)
    """
    return tuple(TopologicalSorter(dict(enumerate(needs))).static_order())


def find_circle(needs: Sequence[Sequence[int]]) -> list[int]:
    """Return lines that need each other in a circle, the lowest first; empty if there is none.

    >>> find_circle([(), (2,), (3,), (1,)]), find_circle([(1,), ()])
    ([1, 2, 3], [])
    """
    try:
        in_order(needs)
    except CycleError as error:
        circle: list[int] = error.args[1][:0:-1]
        first = circle.index(min(circle))
        return circle[first:] + circle[:first]
    return []


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


MOST_POINTS = 99_999_999
"""The most points of a line; formulas that multiply could otherwise give any number."""


class Counting:
    """Evaluates lines, each after the lines that it needs. With half points `unit` is 2, else 1.

    A line with more than `MOST_POINTS` has unknown points, before another line multiplies them.
    """

    def __init__(self, lines: Sequence[SheetLine], unit: int) -> None:
        self.lines, self.order, self.unit = lines, in_order([line.needs for line in lines]), unit
        self._typed = [place for place, line in enumerate(lines) if line.is_typed]

    def count_side(self, typed: Sequence[int | None]) -> list[Counted]:
        """Return the lines of one side, as far as they follow from its typed numbers alone."""
        return self.count([typed], is_whole=False)[0]

    def count(self, typed: Sequence[Sequence[int | None]], *, is_whole: bool = True) -> list[list[Counted]]:
        """Return the lines of all sides; `typed` holds the typed numbers of each side."""
        results: list[dict[int, Counted]] = [{} for _ in typed]
        for place in self.order:
            line = self.lines[place]
            numbers = [self._number(place, typed_side, side) for typed_side, side in zip(typed, results, strict=True)]
            if line.formula is None or line.formula.kind not in PLACES:
                counted = [self._worth(line, number, side) for number, side in zip(numbers, results, strict=True)]
            elif is_whole:
                counted = self._placed(line, numbers)
            else:
                counted = [Counted(number, None) for number in numbers]
            for side, line_result in zip(results, counted, strict=True):
                side[place] = self._bounded(self._if_met(line, line_result, side))
        return [[side[place] for place in range(len(self.lines))] for side in results]

    def _number(self, place: int, typed: Sequence[int | None], side: Mapping[int, Counted]) -> int | None:
        """Return the number of a line: the typed one, the points of another line, or a combination of several."""
        formula = self.lines[place].formula
        if formula is None or formula.is_typed:
            return typed[self._typed.index(place)]
        if formula.of is not None:
            return side[formula.of].points
        points = [side[line].points for line in formula.lines]
        known_points = [value for value in points if value is not None]
        return _CHOSEN.get(formula.kind, min)(known_points) if len(known_points) == len(points) else None

    def _worth(self, line: SheetLine, number: int | None, side: Mapping[int, Counted]) -> Counted:
        if number is None:
            return Counted(None, None)
        formula, whole = line.formula, self._divided(line, number)
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
        places = places_of(line.formula, [self._divided(line, number or 0) for number in numbers])
        return [
            Counted(number, points * line.factor * self.unit, {"place": place, "tied": tied})
            for number, (place, tied, points) in zip(numbers, places, strict=True)
        ]

    def _divided(self, line: SheetLine, number: int) -> int:
        """Return a number divided by the line's `per` and rounded down; unchanged if `per` is 1."""
        return number if line.per == 1 else number // (line.per * self.unit) * self.unit

    def _bounded(self, result: Counted) -> Counted:
        is_over = abs(result.points or 0) > MOST_POINTS * self.unit
        return replace(result, points=None) if is_over else result

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
