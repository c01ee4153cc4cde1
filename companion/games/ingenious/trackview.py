"""The tracks as a table: a row a player, a team, or a side of the duel, with what a tile would add."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.ingenious.colours import COLOURS
from companion.games.ingenious.drawing import GLYPHS
from companion.games.ingenious.modes import TOPS, Track, lowest_colours
from companion.games.ingenious.state import State


@dataclass(frozen=True)
class Marker:
    """A marker: where it stands, how far that fills its cell, and what the tile adds to both."""

    colour: str
    value: int
    gain: int
    filled: int
    added: int
    is_low: bool
    has_token: bool


@dataclass(frozen=True)
class Row:
    seats: tuple[int, ...]
    is_current: bool
    markers: tuple[Marker, ...]
    total: int


def rows(state: State, after: State | None = None) -> list[Row]:
    """The tracks as they stand, and as they would `after` a tile."""
    return [_row(state, after, seats) for seats in sides(state)]


def sides(state: State) -> list[tuple[int, ...]]:
    """The seats that share a track."""
    return [(0, 2), (1, 3)] if state.mode == "team" else [(seat,) for seat in range(state.setup.seats)]


def top(state: State) -> int:
    """How far a track goes."""
    return TOPS[state.mode][-1]


def lowest(mode: str, track: Track) -> tuple[str, ...]:
    """The colours that hold a player back; in the duel only the markers on one's own side count.

    >>> lowest("duel", (3, -2, 0, 1, 9, 1))
    ('orange', 'purple')
    """
    if mode != "duel":
        return lowest_colours(track)
    own = [value for value in track if value > 0]
    return tuple([colour for colour, value in zip(COLOURS, track, strict=True) if own and value == min(own)])


def _row(state: State, after: State | None, seats: tuple[int, ...]) -> Row:
    seat = seats[0]
    track, is_current = state.track(seat), state.turn in seats and not state.finished
    to = after.track(seat) if after is not None and state.turn in seats else track
    low = lowest(state.mode, track)
    markers = [
        Marker(
            colour=colour,
            value=value,
            gain=end - value,
            filled=max(value, 0),
            added=max(end, 0) - max(value, 0),
            is_low=colour in low,
            has_token=token == seat,
        )
        for colour, value, end, token in zip(COLOURS, track, to, state.tokens, strict=True)
    ]
    return Row(seats, is_current, tuple(markers), state.totals[seat])


def is_double(state: State) -> bool:
    """Whether the track has a left and a right half."""
    return len(TOPS[state.mode]) > 1


def pieces() -> list[tuple[str, str]]:
    """Each colour with its glyph, in the order of the tracks."""
    return [(colour, GLYPHS[colour]) for colour in COLOURS]
