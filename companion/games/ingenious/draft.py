"""Drafts and pieces of an entry of Ingenious: the whole entry is one piece, since both halves are placed together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message, Seat, Step, Values, joined
from companion.game.pages.form import Draft, EntryForm, Filled
from companion.game.pages.pieces import PieceWords
from companion.games.ingenious.colours import COLOUR_NAMES
from companion.games.ingenious.form_state import Chosen
from companion.games.ingenious.hexes import RADIUS
from companion.games.ingenious.markers import HALF
from companion.games.ingenious.rules import DOUBLE_LOWEST, LOWEST, OWN_SIDE
from companion.games.ingenious.turns import State


def space_name(at: Sequence[int], radius: int) -> Message:
    """Return the name of a space: its row from the top, and its place in the row from the left."""
    q, r = at
    return Message("row {row}, space {place}", row=r + radius + 1, place=q + radius + min(0, r) + 1)


def _halves(entry: Mapping[str, Any]) -> list[Any]:
    """Return the halves of a tile in an order that does not depend on the order of the taps."""
    halves = zip(entry["tile"], entry["at"], strict=True) if "tile" in entry else entry["points"]
    return sorted([list(half) for half in halves])


class TileDraft(EntryForm):
    """An entry is one piece: a tile with what it scored or where it lies, or a swap. There are no drafts."""

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return an empty draft, and the query parameters with the tile's spaces or points, or who swapped."""
        if "swap" in entry:
            return {}, {"swapped": str(entry["seat"])}
        if "tile" in entry:
            first, second = (colour[0] for colour in entry["tile"])
            (q, r), (other_q, other_r) = entry["at"]
            return {}, Chosen((first, second), ((q, r), (other_q, other_r))).fields()
        scored = [f"{colour[0]}{points}" for colour, points in entry.get("points", [])]
        marks = (*scored, None, None)
        return {}, Chosen((marks[0], marks[1])).fields()

    def is_same_piece(self, name: str, first: Any, second: Any) -> bool:
        """Whether two entries are the same tile of the same seat."""
        if first is None or second is None or "swap" in first or "swap" in second:
            return bool(first == second)
        same_kind = ("tile" in first) == ("tile" in second) and first["seat"] == second["seat"]
        return same_kind and _halves(first) == _halves(second)

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Name the colours with their points or spaces."""
        if value is None or "seat" not in value:
            return PieceWords((), (Message("the end of the game") if value else Message("nothing"),))
        if "swap" in value:
            return PieceWords((value["seat"],), (Message("swaps all tiles"),))
        return PieceWords((value["seat"],), [_half(state, value, half) for half in _halves(value)])

    def entry_summary(self, before: State, entry: Any, steps: Sequence[Step]) -> Message:
        """Return what an entry did, such as "Ben: +2 red, +3 green; lowest unchanged"."""
        seat = Seat(entry["seat"])
        if "swap" in entry:
            return Message("{seat} swaps", seat=seat)
        moved = _moved(entry, steps)
        if not any(moved.values()):
            return Message("{seat}: {what}", seat=seat, what=_without_points(entry))
        gains = joined([_gain(points, colour) for colour, points in moved.items()])
        return Message("{seat}: {gains}; {total}", seat=seat, gains=gains, total=_total(before, entry["seat"], steps))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a part; in this game the only part is a tile."""
        return Message("a tile")


def _half(state: Any, entry: Mapping[str, Any], half: Sequence[Any]) -> Message:
    colour, points_or_space = half
    if "tile" not in entry:
        return Message("{colour} {points}", colour=COLOUR_NAMES[colour], points=points_or_space)
    space = space_name(points_or_space, RADIUS[state.board.area])
    return Message("{colour} on {space}", colour=COLOUR_NAMES[colour], space=space)


def _moved(entry: Mapping[str, Any], steps: Sequence[Step]) -> dict[str, int]:
    """Return how far the marker of each colour on the tile moved."""
    moved = dict.fromkeys(entry["tile"] if "tile" in entry else [colour for colour, _ in entry["points"]], 0)
    for step in steps:
        if step.rule == HALF:
            moved[step.values["colour"]] += step.values["to"] - step.values["from"]
    return moved


def _gain(points: int, colour: str) -> Message:
    return Message("{points} {colour}", points=f"+{points}" if points else "0", colour=COLOUR_NAMES[colour])


def _without_points(entry: Mapping[str, Any]) -> Message | joined:
    nothing = Message("no points")
    if "tile" not in entry:
        return nothing
    first, second = [COLOUR_NAMES[colour] for colour in entry["tile"]]
    return joined([Message("{first}-{second}", first=first, second=second), nothing])


def _total(state: State, seat: int, steps: Sequence[Step]) -> Message:
    """Describe the seat's total after the entry: its lowest marker, in the duel the markers on its side."""
    total_step = next((s for s in steps if s.seat == seat and s.rule in (LOWEST, DOUBLE_LOWEST, OWN_SIDE)), None)
    if state.mode == "duel":
        return (
            Message("own side unchanged")
            if total_step is None
            else Message("own side now {total}", **_value(total_step))
        )
    return Message("lowest unchanged") if total_step is None else Message("lowest now {total}", **_value(total_step))


def _value(step: Step) -> Values:
    return {"total": step.values["total"]}
