"""The paper of Qwixx: four rows of eleven numbers, and the penalties. Pure rules of one seat's paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Message, RuleError, Seat, entry_keys, integer, items
from companion_qwixx.rulebook import EARLY, ERASED, LEFT, LOCKED, ROW_NAMES

ROWS: Mapping[str, Sequence[int]] = {
    "red": range(2, 13),
    "yellow": range(2, 13),
    "green": range(12, 1, -1),
    "blue": range(12, 1, -1),
}
"""The numbers of each row from left to right; the last one locks it."""
BEFORE_LOCK, MOST_PENALTIES, PENALTY = 5, 4, -5

Paper = Mapping[str, Any]
"""The crossed numbers of each row, in the order of the row, and the number of `penalties`."""
EMPTY: Paper = {**{row: [] for row in ROWS}, "penalties": 0}


def is_locked(paper: Paper, row: str) -> bool:
    """Whether the last number of a row is crossed."""
    return ROWS[row][-1] in paper[row]


def crosses_of(paper: Paper, row: str) -> int:
    """Return how many crosses count in a row; the lock counts as one more."""
    return len(paper[row]) + is_locked(paper, row)


def row_points(crosses: int) -> int:
    """Return the points of a row with 0 to 12 crosses: 0, 1, 3, 6, and so on to 78."""
    return crosses * (crosses + 1) // 2


def points_of(paper: Paper) -> int:
    """Return the points of a whole paper."""
    return sum(row_points(crosses_of(paper, row)) for row in ROWS) + PENALTY * int(paper["penalties"])


def read_paper(value: Any, seat: int, before: Paper = EMPTY, locked: Sequence[str] = ()) -> Paper:
    """Return a seat's paper with its numbers in order; raises `RuleError` if it cannot follow the paper `before`."""
    entry_keys(value, Message("the paper of {seat}", seat=Seat(seat)), (*ROWS, "penalties"))
    rows = {row: _read_row(value[row], row, seat, before[row], row in locked) for row in ROWS}
    what = Message("the penalties of {seat}", seat=Seat(seat))
    penalties = integer(value["penalties"], what, 0, MOST_PENALTIES)
    if penalties < before["penalties"]:
        raise RuleError(ERASED.of(seat=Seat(seat)))
    return {**rows, "penalties": penalties}


def _read_row(value: Any, row: str, seat: int, before: Sequence[int], is_closed: bool) -> list[int]:
    numbers = list(ROWS[row])
    what = Message("a cross of {seat} in {row}", seat=Seat(seat), row=ROW_NAMES[row])
    crossed = {integer(item, what, 2, 12) for item in items(value, what)}
    values = {"seat": Seat(seat), "row": ROW_NAMES[row]}
    if not crossed.issuperset(before):
        raise RuleError(ERASED.of(seat=Seat(seat)))
    added = crossed.difference(before)
    if added and is_closed:
        raise RuleError(LOCKED.of(**values))
    if before and any(numbers.index(number) < numbers.index(before[-1]) for number in added):
        raise RuleError(LEFT.of(number=before[-1], **values))
    if numbers[-1] in crossed and len(crossed) <= BEFORE_LOCK:
        raise RuleError(EARLY.of(BEFORE_LOCK, number=numbers[-1], **values))
    return [number for number in numbers if number in crossed]
