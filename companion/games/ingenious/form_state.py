"""The state of the form: the two halves of a tile, each with its colour and its points or space.

The form has hidden fields with the state when the page was rendered, and every tap since. Both together give the new
state, for a page without script (where each tap loads a page), for a preview, and for the entry.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.engine import Json, Message, Refusal, RuleError, Step, fault_of
from companion.forms.form import Posted
from companion.forms.viewer import View
from companion.games.ingenious.board import (
    COLOURS,
    Board,
    Half,
    Placed,
    Space,
    area,
    neighbours,
    score_half,
    score_tile,
)
from companion.games.ingenious.drawing import Drawing, draw
from companion.games.ingenious.rulebook import PLACING
from companion.games.ingenious.rules import State, first_symbol, is_first_turn, play
from companion.games.ingenious.tracks import TOP

LETTERS = {colour[0]: colour for colour in COLOURS}
FIELDS = ("m0", "m1", "s0", "s1", "wide", "tap")
LIKELY = 6

_MARK = re.compile(r"[rgboyp]")
_SCORED = re.compile(r"([rgboyp])([0-9]{1,4})")
_SPACE = re.compile(r"(-?[0-9])\.(-?[0-9])")
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
        return [(LETTERS[mark[0]], points) for mark in self.marks if mark and (points := _points(mark))]

    @property
    def at(self) -> tuple[Space, Space] | None:
        """Both spaces, None until both are chosen."""
        first, second = self.spaces
        return (first, second) if first is not None and second is not None else None

    @property
    def placed(self) -> Placed | None:
        """The tile on the board, None while a colour or a space is missing."""
        first, second = self.colours
        return Placed((first, second), self.at) if first and second and self.at else None

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been chosen yet."""
        return not any(self.marks) and self.spaces == (None, None)

    def has_more(self, letter: str) -> bool:
        """Whether a half of this colour has one of the larger numbers."""
        return any(mark and mark[0] == letter and (_points(mark) or 0) > LIKELY for mark in self.marks)

    def fields(self) -> dict[str, str]:
        """Return the form fields that hold this state."""
        first, second = (f"{space[0]}.{space[1]}" if space else "" for space in self.spaces)
        return {"m0": self.marks[0] or "", "m1": self.marks[1] or "", "s0": first, "s1": second, "wide": self.wide}


def _points(mark: str | None) -> int | None:
    return int(mark[1:]) if mark and mark[1:] else None


def read_chosen(board: Board | None, fields: Posted | Mapping[str, str], taps: Iterable[str]) -> Chosen:
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


def _mark(board: Board | None, text: str | None, most: int = TOP) -> str | None:
    """Return a mark if the text is one: a colour, or without a board a colour with up to `most` points."""
    if board is not None:
        return text if _MARK.fullmatch(text or "") else None
    match = _SCORED.fullmatch(text or "")
    return f"{match[1]}{int(match[2])}" if match and 1 <= int(match[2]) <= most else None


def _space(board: Board | None, text: str | None) -> Space | None:
    match = _SPACE.fullmatch(text or "")
    space = (int(match[1]), int(match[2])) if match else None
    return space if board is not None and space in area(board.area).place else None


def _wide(text: str | None) -> str:
    return text if text in LETTERS else ""


def apply_tap(board: Board | None, before: Chosen, tap: str) -> Chosen:
    """Return the state after one more tap; an unknown tap changes nothing."""
    if tap == "flip":
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


def more_taps(count: int) -> Message:
    """Return the sentence that says how many taps are missing."""
    return Message("{count} more tap", "{count} more taps", count)


def entry_of(state: State, chosen: Chosen) -> Json | None:
    """Return the entry for the chosen halves, None while something is missing."""
    if state.board is None:
        return {"seat": state.turn, "points": [list(half) for half in chosen.points]}
    return {"seat": state.turn, **chosen.placed.as_json()} if chosen.placed else None


@dataclass(frozen=True)
class TilePreview:
    """A tapped tile of a seat: the fault if it is not allowed, or the state after it and its steps."""

    seat: int
    fault: Message | None
    after: State | None = None
    steps: tuple[Step, ...] = ()


def preview(state: State, chosen: Chosen) -> TilePreview:
    """Return the result of playing the tapped tile."""
    fault, entry = tile_fault(state, chosen), entry_of(state, chosen)
    if fault or entry is None:
        return TilePreview(state.turn, fault)
    try:
        after, steps = play(state, entry)
    except RuleError as error:
        return TilePreview(state.turn, error.message)
    return TilePreview(state.turn, None, after, () if chosen.is_empty else steps)


def spaces_fault(board: Board, chosen: Chosen) -> Message | None:
    """Return why no tile fits the tapped spaces, whatever its colours, in words without coordinates; else None."""
    if any(space is not None and board.colour(space) is not None for space in chosen.spaces):
        return Refusal("There lies a symbol already: tap a free space.", rule=PLACING)
    if chosen.at and chosen.at[1] not in neighbours(chosen.at[0]):
        return Refusal(
            "The two spaces are not side by side: tap one of them again, then a space beside the other.", rule=PLACING
        )
    return None


def tile_fault(state: State, chosen: Chosen) -> Message | None:
    """Return why the tapped tile is not allowed in this turn, in words without coordinates; None without a board."""
    if state.board is None:
        return None
    fault = spaces_fault(state.board, chosen)
    if fault or chosen.at is None or not is_first_turn(state):
        return fault
    return fault_of(first_symbol, state.board, chosen.at, state.setup.options["first_turn"])


def score_chosen(board: Board | None, chosen: Chosen, fault: Message | None) -> list[Half | None]:
    """Return the score of each half whose colour is tapped, if both spaces are tapped and there is no `fault`."""
    if board is None or chosen.at is None or fault:
        return [None, None]
    halves = zip(chosen.colours, chosen.at, chosen.at[::-1], strict=True)
    return [score_half(board, colour, space, other) if colour else None for colour, space, other in halves]


def half_rows(board: Board | None, chosen: Chosen, fault: Message | None) -> list[View]:
    """Return the two halves in the order in which they score, with a note on how they count or what is missing."""
    scored = score_chosen(board, chosen, fault)
    halves = zip(chosen.colours, chosen.marks, chosen.spaces, scored, strict=True)
    return [
        View(
            colour=colour,
            points=half.points if half else _points(mark),
            note=_half_note(colour, space, half) if board else None,
            is_empty=colour is None and space is None,
        )
        for colour, mark, space, half in halves
    ]


def _half_note(colour: str | None, space: Space | None, half: Half | None) -> Message | None:
    if half is not None and half.lines:
        return Message("{counts} in line", counts=" + ".join(str(len(line.spaces)) for line in half.lines))
    if half is not None:
        return Message("nothing in line")
    if colour:
        return None if space else Message("now tap its space")
    return Message("now tap its colour") if space else Message("tap a colour and a space")


def draw_chosen(board: Board, chosen: Chosen, fault: Message | None) -> Drawing:
    """Draw the board with the tile that is being tapped and the lines that it would score."""
    tile = list(zip(chosen.spaces, chosen.colours, strict=True))
    scored = zip(chosen.spaces, score_chosen(board, chosen, fault), strict=True)
    return draw(board, tile, [(space, half) for space, half in scored if space and half])


def draw_board(board: Board) -> Drawing:
    """Draw the current board with the latest tile marked."""
    return draw(board, marked=board.tiles[-1].at if board.tiles else ())


def draw_after(state: State, after: State, entry: Mapping[str, Any]) -> Drawing:
    """Draw the board after a tile, with the lines that it scored."""
    assert state.board is not None and after.board is not None
    (first, second), tile = [tuple(space) for space in entry["at"]], tuple(entry["tile"])
    halves = score_tile(state.board, tile, (first, second))
    return draw(after.board, halves=list(zip((first, second), halves, strict=True)), marked=(first, second))
