"""The figures of each seat in a finished game: its lowest colours, points, extra placements and swaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from companion.game import Best, Count, Figures, Json, Message, Split, Step
from companion.games.ingenious.colours import COLOURS
from companion.games.ingenious.drawing import GLYPHS
from companion.games.ingenious.markers import EXTRA, HALF, TEAM_EXTRA, TOKEN
from companion.games.ingenious.rules import DUEL_SWAP, SWAP
from companion.games.ingenious.state import State
from companion.games.ingenious.tracks import lowest_colours, own_colours

_COLOURS = {
    "red": Message("Red"),
    "green": Message("Green"),
    "blue": Message("Blue"),
    "orange": Message("Orange"),
    "yellow": Message("Yellow"),
    "purple": Message("Purple"),
}
_PIECES = {colour: (colour, glyph) for colour, glyph in GLYPHS.items()}
_KINDS: Mapping[str, Message] = MappingProxyType(
    {"solo": Message("Solo"), "team": Message("Two teams"), "duel": Message("Duel")}
)
_SHOWN = (
    Split("lowest", Message("Which colour stood lowest at the end"), _COLOURS, _PIECES, is_points=False),
    Split("own", Message("Which colour ended on the own side"), _COLOURS, _PIECES, is_points=False),
    Split("scored", Message("Points scored, by colour"), _COLOURS, _PIECES),
    Count("extra", Message("Extra placements")),
    Count("swaps", Message("Swaps")),
    Best("tile", Message("Most points with one placement")),
)


def figures(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    """Return the figures of each seat; `side` is the same for the seats of a team.

    `scored` are the points of the seat's own tiles, by colour. Team mates share the figures of the lowest colours.
    """
    state = states[-1]
    kind = {} if state.mode == "base" else {"kind": state.mode}
    rows = []
    for seat in range(state.setup.seats):
        side = {"side": seat % 2} if state.mode == "team" else {}
        seat_steps = [[step for step in entry_steps if step.seat == seat] for entry_steps in steps]
        rows.append({**kind, **side, **_of_track(state, seat), **_of_tiles(seat_steps)})
    return tuple(rows)


def _of_track(state: State, seat: int) -> Json:
    """Return the lowest colours, none before the first tile; in the duel the colours on the seat's side."""
    track = state.track(seat)
    if state.mode == "duel":
        return {"own": dict.fromkeys(own_colours(track), 1)}
    return {"lowest": dict.fromkeys(lowest_colours(track), 1) if any(track) else {}}


def _of_tiles(steps: Sequence[Sequence[Step]]) -> Json:
    scored = dict.fromkeys(COLOURS, 0)
    tiles = [0]
    for entry_steps in steps:
        halves = [step.values for step in entry_steps if step.rule == HALF]
        for half in halves:
            scored[cast(str, half["colour"])] += half["scored"]
        tiles.append(sum(half["scored"] for half in halves))
    rules = [step.rule for entry_steps in steps for step in entry_steps]
    return {
        "scored": scored,
        "extra": sum(rules.count(rule) for rule in (EXTRA, TEAM_EXTRA, TOKEN)),
        "swaps": rules.count(SWAP) + rules.count(DUEL_SWAP),
        "tile": max(tiles),
    }


FIGURES = Figures(shown=_SHOWN, count=figures, kinds=_KINDS)
