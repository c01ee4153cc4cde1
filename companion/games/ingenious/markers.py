"""The movement of markers: where they stop, and extra placements for reaching the top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.game import Step, Values, record
from companion.games.ingenious.board import Half
from companion.games.ingenious.colours import PLACE_OF
from companion.games.ingenious.tracks import DOUBLE_TOP, TOPS, Track

HALF, NOTHING = "ingenious/half", "ingenious/nothing"
PAST_TOP, PAST_LEFT, PAST_NINE = "ingenious/past-top", "ingenious/past-left-top", "ingenious/past-nine"
EXTRA, TEAM_EXTRA, TO_RIGHT = "ingenious/extra", "ingenious/team-extra", "ingenious/to-right-track"
TOKEN, TOKEN_HELD = "ingenious/token", "ingenious/token-held"

Tokens = tuple[int | None, ...]
"""The seat that holds each duel token, in the order of `COLOURS`; None if it is beside the track."""


@record
class Move:
    """Where a marker moves `to`, how many points are lost at a top, and whether it has just reached that top."""

    to: int
    lost: int
    reached: bool


@record
class Scored:
    """The result of a tile: the seat's track and the tokens after it, earned extra placements, and the steps."""

    track: Track
    tokens: Tokens
    extra: int
    steps: tuple[Step, ...]


def advance(mode: str, value: int, points: int) -> Move:
    """Move a marker from `value`, as its player sees it (Ingenious 2, Extra placements; Solo; Duel).

    >>> advance("base", 16, 5)
    Move(to=18, lost=3, reached=True)
    >>> advance("team", 17, 4), advance("team", 18, 4)
    (Move(to=18, lost=3, reached=True), Move(to=22, lost=0, reached=False))
    >>> advance("duel", -2, 12)
    Move(to=9, lost=1, reached=True)
    """
    stops = TOPS[mode]
    top = stops[0] if value < stops[0] else stops[-1]
    to = min(value + points, top)
    return Move(to, value + points - to, value < to == top)


def score_halves(mode: str, seat: int, track: Track, tokens: Tokens, halves: Sequence[Half]) -> Scored:
    """Score the halves of a tile one after the other; `track` is the track as the seat sees it (Ingenious 2).

    >>> scored = score_halves("team", 0, (0, 16, 0, 0, 17, 0), (None,) * 6, [Half("green", 2, None),
    ...     Half("yellow", 4, None)])
    >>> scored.track, scored.extra
    ((0, 18, 0, 0, 18, 0), 2)
    """
    markers, holders, extra = list(track), list(tokens), 0
    steps: list[Step] = []
    for half in halves:
        if not half.points:
            continue
        place = PLACE_OF[half.colour]
        start = markers[place]
        move = advance(mode, start, half.points)
        markers[place] = move.to
        steps.append(half_step(half, seat, {"from": start, "to": move.to}))
        if move.lost:
            steps.append(_lost(mode, seat, half.colour, move))
        if move.reached:
            reached = _reached(mode, seat, half.colour, move.to, holders[place])
            steps.append(reached)
            extra += reached.rule in (EXTRA, TEAM_EXTRA, TOKEN)
            holders[place] = seat if mode == "duel" else None
    return Scored(tuple(markers), tuple(holders), extra, tuple(steps) or (Step(NOTHING, seat),))


def half_step(half: Half, seat: int | None = None, moved: Mapping[str, int] | None = None) -> Step:
    """Return the step of a half (Ingenious 2, Scoring); `moved` holds "from" and "to" of its marker.

    Without `moved` the points of the half are the points of the step.
    """
    values: Values = {"colour": half.colour, "scored": half.points, **(moved or {})}
    if half.lines is not None:
        values["lines"] = [line.as_json() for line in half.lines]
    return Step(HALF, seat, half.points if moved is None else None, values)


def _lost(mode: str, seat: int, colour: str, move: Move) -> Step:
    values = {"colour": colour, "lost": move.lost, "top": move.to}
    if mode == "duel":
        return Step(PAST_NINE, seat, values=values)
    is_left = mode in ("solo", "team") and move.to != DOUBLE_TOP
    return Step(PAST_LEFT if is_left else PAST_TOP, seat, values=values)


def _reached(mode: str, seat: int, colour: str, to: int, holder: int | None) -> Step:
    """Return the step for reaching a top; `holder` is the seat that has the colour's duel token."""
    values: Values = {"colour": colour, "top": to}
    if mode == "duel":
        if holder == seat:
            return Step(TOKEN_HELD, seat, values=values)
        return Step(TOKEN, seat, values={**values, "taken_from": holder})
    if mode == "solo":
        return Step(TO_RIGHT, seat, values=values)
    return Step(TEAM_EXTRA if mode == "team" else EXTRA, seat, values=values)
