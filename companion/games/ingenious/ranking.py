"""The ranking of Ingenious: markers are compared from the lowest up; the steps name the marker that decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.game import Step, Values, rank
from companion.games.ingenious.colours import COLOURS
from companion.games.ingenious.tracks import Track, seat_track

COLUMN, SHARED = "ingenious/tie-column", "ingenious/shared"
DUEL_COLUMN, DRAW = "ingenious/duel-tie", "ingenious/duel-draw"

Key = tuple[int, ...]
Places = tuple[tuple[int, ...], ...]


def track_key(mode: str, track: Track) -> Key:
    """Return the sort key of a track: the markers from the lowest up (Ingenious, End of the game).

    In the duel: the number of markers on the player's side, then these markers from the lowest up (Ingenious, Duel).

    >>> track_key("base", (12, 18, 14, 13, 12, 9))
    (9, 12, 12, 13, 14, 18)
    >>> track_key("duel", (2, 4, -2, 0, -3, 0))
    (2, 2, 4)
    """
    if mode == "duel":
        own_markers = sorted([value for value in track if value > 0])
        return (len(own_markers), *own_markers)
    return tuple(sorted(track))


def ranking(mode: str, tracks: Sequence[Track]) -> tuple[Places, tuple[Step, ...]]:
    """Return the places of the seats and the steps of ties; `tracks` has one track in a duel, two in a team game.

    >>> places, steps = ranking("base", [(9, 12, 18, 15, 14, 13), (9, 12, 18, 15, 12, 13), (10, 10, 10, 10, 10, 10)])
    >>> places, [(step.rule, step.values["column"], step.values["value"], step.values["other"]) for step in steps]
    (((2,), (0,), (1,)), [('ingenious/tie-column', 3, 13, 12)])
    """
    sides = [seat_track(mode, tracks, side) for side in range(2)] if mode == "duel" else list(tracks)
    keys = [track_key(mode, side) for side in sides]
    rules = (*[DUEL_COLUMN] * 6, DRAW) if mode == "duel" else (*[COLUMN] * 5, SHARED)
    places, steps = rank(keys, rules)
    explained = [replace(step, values={**step.values, **_deciding(step, keys, sides, mode)}) for step in steps]
    if mode != "team":
        return places, tuple(explained)
    return _both_mates(places), tuple([_of_mates(step) for step in explained])


def _deciding(step: Step, keys: Sequence[Key], sides: Sequence[Track], mode: str) -> Values:
    """Return the number of the deciding marker, counted from the lowest, and the colours on its space."""
    if "over" not in step.values:
        return {}
    upper, lower = step.values["seats"], step.values["over"]
    first = next(index for index in range(1, 7) if keys[upper[0]][index] != keys[lower[0]][index])
    return {
        "column": first if mode == "duel" else first + 1,
        "colours": _standing_on(step.values["value"], [sides[seat] for seat in upper]),
        "other_colours": _standing_on(step.values["other"], [sides[seat] for seat in lower]),
    }


def _standing_on(value: int, sides: Sequence[Track]) -> list[str]:
    return [colour for index, colour in enumerate(COLOURS) if any(side[index] == value for side in sides)]


def _both_mates(teams: Sequence[Sequence[int]]) -> Places:
    """Return places of teams as places of seats: team 0 has seats 0 and 2, team 1 seats 1 and 3."""
    return tuple([tuple(sorted([seat for team in place for seat in (team, team + 2)])) for place in teams])


def _of_mates(step: Step) -> Step:
    values = {key: list(_both_mates([step.values[key]])[0]) for key in ("seats", "over") if key in step.values}
    return replace(step, values={**step.values, **values})
