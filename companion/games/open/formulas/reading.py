"""Validation of the formulas of lines: each fault has its own sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Json, Message, RuleError, entry_keys, flag, integer, items, joined, one_of
from companion.games.open.formulas.formula import (
    KINDS,
    PLACES,
    SEVERAL,
    SPLIT,
    STEPS,
    TIES,
    find_circle,
    in_order,
    line_of,
)

MOST_STEPS = 40
MOST_PLACES = 6
MOST_STEP = 9999
FEWEST_SIDES, MOST_SIDES = 2, 12
"""From how many sides a line for the most or the fewest can begin to count."""
EXTRA = ("formula", "when", "apart", "secret")
"""The optional keys of a line besides its factor and its divisor."""


def read_extra(value: Mapping[str, Any], what: Message, count: int) -> Json:
    """Read the optional keys of a line on a sheet with `count` lines, without empty ones; raise `RuleError`."""
    options: Json = {}
    if value.get("formula") is not None:
        options["formula"] = _formula(value["formula"], Message("the formula of {what}", what=what), count)
    if value.get("when") is not None:
        condition = Message("the condition of {what}", what=what)
        entry_keys(value["when"], condition, ("line",), ("above",))
        above = integer(value["when"].get("above", 0), condition, -MOST_STEP, MOST_STEP)
        options["when"] = {"line": _line(value["when"]["line"], condition, count), "above": above}
    for key in ("apart", "secret"):
        if flag(value.get(key, False), Message("{key} of {what}", key=key, what=what)):
            options[key] = True
    return options


def _line(value: Any, what: Message, count: int) -> int:
    return integer(value, Message("a line in {what}", what=what), 0, count - 1)


def _formula(value: Any, what: Message, count: int) -> Json:
    kinds = [kind for kind in KINDS if type(value) is dict and kind in value]
    if len(kinds) != 1:
        raise RuleError(Message("{what} has one of these keys: {kinds}", what=what, kinds=", ".join(KINDS)))
    kind = kinds[0]
    optional_keys = {STEPS: ("beyond", "of")}.get(
        kind, ("ties", "next", "equal", "sides", "of") if kind in PLACES else ("of",)
    )
    entry_keys(value, what, (kind,), () if kind in SEVERAL else optional_keys)
    formula: Json = {kind: _counted_with(kind, value[kind], what, count)}
    if kind == STEPS:
        formula["beyond"] = integer(value.get("beyond", 0), what, -MOST_STEP, MOST_STEP)
    if kind in PLACES:
        formula["ties"] = one_of(value.get("ties", SPLIT), Message("the ties of {what}", what=what), TIES)
        formula["next"] = flag(value.get("next", False), Message("the next place of {what}", what=what))
        if not flag(value.get("equal", True), Message("equal numbers in {what}", what=what)):
            formula["equal"] = False
        if value.get("sides") is not None:
            formula["sides"] = integer(
                value["sides"], Message("the sides of {what}", what=what), FEWEST_SIDES, MOST_SIDES
            )
    if value.get("of") is not None:
        formula["of"] = _line(value["of"], what, count)
    return formula


def _counted_with(kind: str, value: Any, what: Message, count: int) -> Any:
    """Read the steps, the points of the places, or the lines."""
    if kind == STEPS or kind in PLACES:
        most = MOST_STEPS if kind == STEPS else MOST_PLACES
        numbers = [integer(number, what, -MOST_STEP, MOST_STEP) for number in items(value, what)]
        if not 1 <= len(numbers) <= most:
            raise RuleError(
                Message("{what} has 1 to {most} numbers, not {count}", what=what, most=most, count=len(numbers))
            )
        return numbers
    if kind not in SEVERAL:
        return _line(value, what, count)
    lines = sorted(_line(line, what, count) for line in items(value, what))
    if not lines or len(set(lines)) < len(lines):
        raise RuleError(Message("{what} names one line or more, each once", what=what))
    return lines


def check_circles(lines: Sequence[Mapping[str, Any]]) -> None:
    """Raise `RuleError` if a line depends on itself, directly or through other lines."""
    needs = [line_of(line).needs for line in lines]
    if in_order(needs) is not None:
        return
    circle = [lines[place]["name"] for place in find_circle(needs)]
    if len(circle) == 1:
        raise RuleError(Message("the line {name} cannot count with itself", name=circle[0]))
    raise RuleError(Message("these lines count with each other in a circle: {names}", names=joined(circle)))
