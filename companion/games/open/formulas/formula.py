"""The formulas of lines: steps, places, a product, a combination of several lines, and a condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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

    @property
    def needs(self) -> tuple[int, ...]:
        """The lines that are counted before this one."""
        return (*self.lines, *(() if self.of is None else (self.of,)))


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
    def is_counted_whole(self) -> bool:
        """Whether its number cannot be below 0: it is divided, or selects a step."""
        return self.per > 1 or (self.formula is not None and self.formula.kind == STEPS)

    @property
    def needs(self) -> tuple[int, ...]:
        """The lines that are counted before this one."""
        formula_needs = () if self.formula is None else self.formula.needs
        return (*formula_needs, *(() if self.when is None else (self.when.line,)))


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


def in_order(needs: Sequence[Sequence[int]]) -> tuple[int, ...] | None:
    """Return all lines in an order in which each comes after those that it needs; None if there is a circle.

    >>> in_order([(1,), (), (0, 1)]), in_order([(1,), (0,)])
    ((1, 0, 2), None)
    """
    ordered: list[int] = []
    while len(ordered) < len(needs):
        ready = [line for line, needed in enumerate(needs) if line not in ordered and set(needed) <= set(ordered)]
        if not ready:
            return None
        ordered += ready
    return tuple(ordered)


def find_circle(needs: Sequence[Sequence[int]]) -> list[int]:
    """Return lines that need each other in a circle, the lowest first.

    >>> find_circle([(), (2,), (3,), (1,)])
    [1, 2, 3]
    """
    ordered = _without_circles(needs)
    path = [min(line for line in range(len(needs)) if line not in ordered)]
    while True:
        following = next(line for line in needs[path[-1]] if line not in ordered)
        if following in path:
            circle = path[path.index(following) :]
            first = circle.index(min(circle))
            return circle[first:] + circle[:first]
        path.append(following)


def _without_circles(needs: Sequence[Sequence[int]]) -> set[int]:
    ordered: set[int] = set()
    while ready := {line for line, needed in enumerate(needs) if line not in ordered and set(needed) <= ordered}:
        ordered |= ready
    return ordered
