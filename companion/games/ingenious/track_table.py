"""The tracks as a table with a row per player, team or duel side, and what a tile would add."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from companion.game import Message
from companion.game.pages.viewer import Viewer
from companion.games.ingenious.colours import COLOUR_NAMES, COLOURS
from companion.games.ingenious.drawing import GLYPHS
from companion.games.ingenious.markers import Tokens
from companion.games.ingenious.tracks import TOPS, Track, lowest_colours, total_of
from companion.games.ingenious.turns import State


class Marker(NamedTuple):
    """A marker: its space, how far it fills its cell, and what the tile adds to both.

    `value` is None if it is hidden or not entered yet; `is_next` is set for the marker to enter next.
    """

    colour: str
    value: int | None
    gain: int
    filled: int
    added: int
    is_low: bool
    has_token: bool
    is_next: bool = False


class Row(NamedTuple):
    """A row of the tracks table: the seats that share the track, its markers, and the total if known."""

    seats: tuple[int, ...]
    is_current: bool
    markers: tuple[Marker, ...]
    total: int | None


PartialTrack = tuple[int | None, ...]
"""The markers entered so far, in the order of `COLOURS`; None for the others."""


def rows(state: State, viewer: Viewer, after: State | None = None) -> list[Row]:
    """Return the current tracks, with the changes in the state `after` a tile; empty for hidden seats."""
    return [
        _row(state, after, seats) if any(map(viewer.sees, seats)) else _empty_row(seats, _is_current(state, seats))
        for seats in sides(state)
    ]


def rows_after(before: State, after: State, seat: int, viewer: Viewer) -> list[Row]:
    """Return the tracks `after` an entry of a seat, with the changes since `before`; empty for hidden seats."""
    return [
        _changed_row(before, after, seats, seat in seats)
        if any(map(viewer.sees, seats))
        else _empty_row(seats, seat in seats)
        for seats in sides(after)
    ]


def _empty_row(seats: tuple[int, ...], is_current: bool) -> Row:
    markers = tuple([Marker(colour, None, 0, 0, 0, False, False) for colour in COLOURS])
    return Row(seats, is_current, markers, None)


def _is_current(state: State, seats: tuple[int, ...]) -> bool:
    return state.turn in seats and not state.finished


def partial_row(mode: str, seat: int, values: PartialTrack, next_place: int | None) -> Row:
    """Return the row of a track that is being entered; `next_place` is the colour index of the next marker."""
    track = tuple([value for value in values if value is not None])
    is_whole = len(track) == len(COLOURS)
    low = lowest(mode, track) if is_whole else ()
    markers = [
        Marker(colour, value, 0, max(value or 0, 0), 0, colour in low, False, place == next_place)
        for place, (colour, value) in enumerate(zip(COLOURS, values, strict=True))
    ]
    return Row((seat,), next_place is not None, tuple(markers), total_of(mode, track) if is_whole else None)


@dataclass(frozen=True)
class TracksTable:
    """The tracks of a mode as a table, and the names and pictures of the colours."""

    mode: str
    rows: Sequence[Row] = ()
    pieces: Sequence[tuple[str, str]] = tuple([(colour, GLYPHS[colour]) for colour in COLOURS])
    glyphs: Mapping[str, str] = field(default_factory=lambda: GLYPHS)
    colour_names: Mapping[str, Message] = field(default_factory=lambda: COLOUR_NAMES)

    @property
    def top(self) -> int:
        """The highest space of a track."""
        return TOPS[self.mode][-1]

    @property
    def is_double(self) -> bool:
        """Whether a track has a right half."""
        return len(TOPS[self.mode]) > 1

    @property
    def is_duel(self) -> bool:
        """Whether both sides share one track."""
        return self.mode == "duel"


def sides(state: State) -> list[tuple[int, ...]]:
    """Return the seats that share each track."""
    return [(0, 2), (1, 3)] if state.mode == "team" else [(seat,) for seat in range(state.setup.seats)]


def lowest(mode: str, track: Track) -> tuple[str, ...]:
    """Return the lowest colours of a track; in the duel only markers on the player's side count.

    >>> lowest("duel", (3, -2, 0, 1, 9, 1))
    ('orange', 'purple')
    """
    if mode != "duel":
        return lowest_colours(track)
    own_markers = [value for value in track if value > 0]
    return tuple(
        [colour for colour, value in zip(COLOURS, track, strict=True) if own_markers and value == min(own_markers)]
    )


def _changed_row(before: State, after: State, seats: tuple[int, ...], is_current: bool) -> Row:
    seat = seats[0]
    low = lowest(after.mode, after.track(seat))
    markers = [
        Marker(
            colour=colour,
            value=value,
            gain=value - start,
            filled=_length(min(start, value)),
            added=_length(value) - _length(min(start, value)),
            is_low=colour in low,
            has_token=token == seat,
        )
        for colour, start, value, token in zip(
            COLOURS, before.track(seat), after.track(seat), after.tokens, strict=True
        )
    ]
    return Row(seats, is_current, tuple(markers), total_of(after.mode, after.track(seat)))


def _length(value: int) -> int:
    """Return how far a marker fills its cell: not at all on the other side of a duel."""
    return value if value > 0 else 0


def _row(state: State, after: State | None, seats: tuple[int, ...]) -> Row:
    seat = seats[0]
    track = state.track(seat)
    to = after.track(seat) if after is not None and state.turn in seats else track
    markers = _markers(state.mode, seat, track, to, state.tokens)
    return Row(seats, _is_current(state, seats), markers, total_of(state.mode, track))


# Cached: an entry changes one track of a table, but its pages show all tracks.
@lru_cache(maxsize=4096)
def _markers(mode: str, seat: int, track: Track, to: Track, tokens: Tokens) -> tuple[Marker, ...]:
    """Return the markers of a seat, with their moves to the track `to`."""
    low = lowest(mode, track)
    return tuple(
        [
            Marker(
                colour, value, end - value, _length(value), _length(end) - _length(value), colour in low, token == seat
            )
            for colour, value, end, token in zip(COLOURS, track, to, tokens, strict=True)
        ]
    )
