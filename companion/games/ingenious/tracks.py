"""The four modes of Ingenious: who shares a track, its length, the area in use, and the total of a track."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from companion.games.ingenious.colours import COLOURS

MODES = ("base", "solo", "team", "duel")
PLAYERS = MappingProxyType({"base": range(2, 5), "solo": range(1, 2), "team": range(4, 5), "duel": range(2, 3)})
TOP = 18
DOUBLE_TOP = 36
DUEL_TOP = 9
TOPS = MappingProxyType({"base": (TOP,), "solo": (TOP, DOUBLE_TOP), "team": (TOP, DOUBLE_TOP), "duel": (DUEL_TOP,)})
"""The spaces where a marker stops whatever it scores; on a double track also the left 18."""

Track = tuple[int, ...]
"""The spaces of the six markers, in the order of `COLOURS`; on a double track the right half continues from 18."""

NEW_TRACK: Track = (0,) * len(COLOURS)


def area_of(mode: str, players: int) -> str:
    """Return the area of a game: white for one or two players, with grey for three, all for four (Ingenious 1).

    >>> [area_of("base", players) for players in (2, 3, 4)], area_of("team", 4), area_of("solo", 1)
    (['white', 'grey', 'all'], 'all', 'white')
    """
    if mode == "team" or players == 4:
        return "all"
    return "grey" if players == 3 else "white"


def first_tracks(mode: str, players: int) -> tuple[Track, ...]:
    """Return the tracks before the first tile: one per player or per team, or the one of a duel."""
    count = {"base": players, "solo": 1, "team": 2, "duel": 1}[mode]
    return (NEW_TRACK,) * count


def seat_track(mode: str, tracks: Sequence[Track], seat: int) -> Track:
    """Return the track as a seat sees it: its own, its team's, or the duel's with its own side positive.

    >>> seat_track("duel", [(3, -2, 0, 0, 0, 9)], 1)
    (-3, 2, 0, 0, 0, -9)
    """
    if mode == "duel":
        return tracks[0] if seat == 0 else tuple([-value for value in tracks[0]])
    return tracks[seat % 2 if mode == "team" else seat]


def with_track(mode: str, tracks: Sequence[Track], seat: int, track: Track) -> tuple[Track, ...]:
    """Return the tracks with a new track of a seat, given as that seat sees it."""
    if mode == "duel":
        return (seat_track(mode, [track], seat),)
    index = seat % 2 if mode == "team" else seat
    return (*tracks[:index], track, *tracks[index + 1 :])


def total_of(mode: str, track: Track) -> int:
    """Return the total of a track, as its seat sees it: the lowest marker, in the duel the markers on its side.

    >>> total_of("base", (10, 12, 9, 14, 11, 18)), total_of("duel", (3, -2, 0, 0, 0, 9))
    (9, 2)
    """
    if mode == "duel":
        return sum([value > 0 for value in track])
    return min(track)


def totals_of(mode: str, tracks: Sequence[Track], players: int) -> tuple[int, ...]:
    """Return the totals, one per seat (Ingenious, End of the game, Duel)."""
    return tuple([total_of(mode, seat_track(mode, tracks, seat)) for seat in range(players)])


def is_at_top(mode: str, track: Track) -> bool:
    """Whether all six markers are at the end of the track, which ends the game at once (Ingenious, Instant win).

    >>> is_at_top("base", (18,) * 6), is_at_top("team", (18,) * 6), is_at_top("duel", (9,) * 6)
    (True, False, True)
    """
    return min(track) == TOPS[mode][-1]


def lowest_colours(track: Track) -> tuple[str, ...]:
    """Return the colours whose markers are lowest.

    >>> lowest_colours((4, 5, 9, 4, 6, 8))
    ('red', 'orange')
    """
    lowest = min(track)
    return tuple([colour for colour, value in zip(COLOURS, track, strict=True) if value == lowest])


def own_colours(track: Track, least: int = 1) -> tuple[str, ...]:
    """Return the colours whose markers are on `least` or further; in a duel, by default, those on the seat's side.

    >>> own_colours((3, -2, 0, 0, 0, 9)), own_colours((3, -2, 0, 0, 0, 9), least=9)
    (('red', 'purple'), ('purple',))
    """
    return tuple([colour for colour, value in zip(COLOURS, track, strict=True) if value >= least])
