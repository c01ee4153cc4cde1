"""The state of the form: the two halves of a tile, each with its colour and its points or space.

The form has hidden fields with the state when the page was rendered, and every tap since. Both together give the new
state, for a page without script (where each tap loads a page), for a preview, and for the entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.game import Json
from companion.games.ingenious.board import Board
from companion.games.ingenious.colours import COLOURS
from companion.games.ingenious.hexes import Space, area
from companion.games.ingenious.tracks import TOP
from companion.games.ingenious.turns import State

LETTERS = {colour[0]: colour for colour in COLOURS}
FIELDS = ("m0", "m1", "s0", "s1", "wide", "tap")
LIKELY = 6
MOST_POINTS = TOP
"""The most spaces that a half can move a marker."""

_MARK = re.compile(r"[rgboyp]")
_SCORED = re.compile(r"([rgboyp])([0-9]{1,4})")
_SPACE = re.compile(r"(-?[0-9])\.(-?[0-9])")
_FLIP = "flip"
_MAX_POINTS = 9999

T = TypeVar("T")
Pair = tuple[T | None, T | None]


@dataclass(frozen=True)
class Chosen:
    """The chosen halves, in the order in which they score.

    A mark is the letter of a colour; without a board the points follow it ("r2"), and `spaces` stay empty. `wide` is
    the letter of the colour whose larger numbers are unfolded.
    """

    marks: Pair[str] = (None, None)
    spaces: Pair[Space] = (None, None)
    wide: str = ""

    @property
    def colours(self) -> Pair[str]:
        """The colour of each half, None while it is not chosen."""
        first, second = self.marks
        return LETTERS[first[0]] if first else None, LETTERS[second[0]] if second else None

    @property
    def points(self) -> list[tuple[str, int]]:
        """The colour and points of each half that has points, in order."""
        return [(LETTERS[mark[0]], int(mark[1:])) for mark in self.marks if mark and mark[1:]]

    @property
    def at(self) -> tuple[Space, Space] | None:
        """Both spaces, None until both are chosen."""
        first, second = self.spaces
        return (first, second) if first is not None and second is not None else None

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been chosen yet."""
        return not any(self.marks) and self.spaces == (None, None)

    def has_more(self, letter: str) -> bool:
        """Whether a half of this colour has one of the larger numbers."""
        return any(mark and mark[0] == letter and mark[1:] and int(mark[1:]) > LIKELY for mark in self.marks)

    def fields(self) -> dict[str, str]:
        """Return the form fields that hold this state."""
        first, second = (f"{space[0]}.{space[1]}" if space else "" for space in self.spaces)
        return {"m0": self.marks[0] or "", "m1": self.marks[1] or "", "s0": first, "s1": second, "wide": self.wide}


def read_chosen(board: Board | None, fields: Mapping[str, str | None], taps: Iterable[str]) -> Chosen:
    """Restore the state from form fields and apply the taps; invalid values are ignored.

    Without a board a tap is a colour with its points.
    """
    chosen = Chosen(
        (_mark(board, fields.get("m0"), _MAX_POINTS), _mark(board, fields.get("m1"), _MAX_POINTS)),
        (_space(board, fields.get("s0")), _space(board, fields.get("s1"))),
        _wide(fields.get("wide")),
    )
    for tap in taps:
        chosen = apply_tap(board, chosen, tap)
    return chosen


def _mark(board: Board | None, text: str | None, most: int = MOST_POINTS) -> str | None:
    """Return a mark if the text is one: a colour, or without a board a colour with up to `most` points."""
    if board is not None:
        return text if _MARK.fullmatch(text or "") else None
    match = _SCORED.fullmatch(text or "")
    return f"{match[1]}{int(match[2])}" if match and 1 <= int(match[2]) <= most else None


def _space(board: Board | None, text: str | None) -> Space | None:
    match = _SPACE.fullmatch(text or "")
    if match is None or board is None:
        return None
    space = int(match[1]), int(match[2])
    return space if space in area(board.area).place else None


def _wide(text: str | None) -> str:
    return text if text in LETTERS else ""


def apply_tap(board: Board | None, before: Chosen, tap: str) -> Chosen:
    """Return the state after one more tap; an unknown tap changes nothing."""
    if tap == _FLIP:
        return replace(before, marks=before.marks[::-1], spaces=before.spaces[::-1])
    if tap in ("x0", "x1"):
        half = int(tap[1])
        return replace(before, marks=_without(before.marks, half), spaces=_without(before.spaces, half))
    if tap[1:] == "+":
        letter = _wide(tap[0])
        return replace(before, wide="" if letter == before.wide else letter)
    if mark := _mark(board, tap):
        return replace(before, marks=_toggle(before.marks, mark, is_twice=True))
    if space := _space(board, tap):
        return replace(before, spaces=_toggle(before.spaces, space))
    return before


def _without(pair: Pair[T], place: int) -> Pair[T]:
    return (None, pair[1]) if place == 0 else (pair[0], None)


def _toggle(pair: Pair[T], value: T, is_twice: bool = False) -> Pair[T]:
    """Put a value into the first free place, or remove it if it is there; with `is_twice` it may be there twice.

    >>> _toggle(("r", None), "r", is_twice=True), _toggle(("r", "r"), "r", is_twice=True), _toggle(("r", "b"), "g")
    (('r', 'r'), (None, None), ('r', 'g'))
    """
    first, second = pair
    if value in pair and not (is_twice and None in pair):
        return (None if first == value else first, None if second == value else second)
    return (value, second) if first is None else (first, value)


def count_missing(board: Board | None, chosen: Chosen) -> int:
    """Return how many taps are missing for a tile on the board; 0 without a board, where every input is complete."""
    pairs: tuple[Pair[Any], ...] = (chosen.marks, chosen.spaces)
    return sum(pair.count(None) for pair in pairs) if board is not None else 0


def entry_of(state: State, chosen: Chosen) -> Json | None:
    """Return the entry for the chosen halves, None while something is missing."""
    if state.board is None:
        return {"seat": state.turn, "points": [list(half) for half in chosen.points]}
    if count_missing(state.board, chosen) or chosen.at is None:
        return None
    return {"seat": state.turn, "tile": list(chosen.colours), "at": [list(space) for space in chosen.at]}
