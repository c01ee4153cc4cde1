"""Rounds of Azul that are probably mistakes: more tiles than the box holds, no start marker, nothing tiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from companion.game import Message
from companion.games.azul.rules import read_round
from companion.games.azul.state import State
from companion.games.azul.tiling import Tiling
from companion.games.azul.walls import COLOUR_NAMES, COLOURS, Wall

ON_DISPLAY, OF_A_COLOUR = 4, 20
_DISPLAYS = {2: 5, 3: 7, 4: 9}


def entry_warnings(state: State, entry: Any) -> list[Message]:
    """Return why an allowed round is probably a mistake; empty if it is possible (Azul, Setup, A, B).

    Tiles on unfinished pattern lines are not entered; any number that fits there is possible. So too few tiles cannot
    be detected: the pattern lines of all seats hold more tiles than the factories.
    """
    tilings, first = read_round(entry, state.setup)
    return [
        *_unused(tilings, first),
        *_too_many(state, tilings, first),
        *_colours(state, tilings),
    ]


def _unused(tilings: Sequence[Tiling], first: int | None) -> Iterator[Message]:
    if first is None:
        yield Message("Nobody has the start marker; whoever first takes tiles from the middle gets it.")
    if not any(tiling.lines for tiling in tilings):
        yield Message("Nobody completed a line.")


def _too_many(state: State, tilings: Sequence[Tiling], first: int | None) -> Iterator[Message]:
    """Report more tiles than the factories held, in this round or in all rounds together."""
    count, supply = _on_floors(tilings, first), _supply(state)
    lines = [line for tiling in tilings for line in tiling.lines]
    fresh = count + (sum(line.row for line in lines) if state.rounds == 0 else len(lines))
    if fresh > supply:
        yield Message(
            "This round takes at least {tiles} tiles; the factories hold {supply}.", tiles=fresh, supply=supply
        )
        return
    tiles = count + sum(line.row for line in lines) + sum(_on_wall(wall) for wall in state.walls)
    rounds = state.rounds + 1
    if tiles > supply * rounds:
        yield Message(
            "All rounds together take at least {tiles} tiles; in {rounds} rounds the factories hold {supply}.",
            tiles=tiles, rounds=rounds, supply=supply * rounds,
        )  # fmt: skip


def _colours(state: State, tilings: Sequence[Tiling]) -> Iterator[Message]:
    """Report a colour with more tiles than the box holds, on the walls and in completed lines."""
    counts = Counter(colour for wall in state.walls for row in wall for colour in row if colour)
    for tiling in tilings:
        for line in tiling.lines:
            counts[line.colour] += line.row
    for colour in COLOURS:
        if counts[colour] > OF_A_COLOUR:
            yield Message(
                "{colour}: {tiles} tiles; the box has {most}.",
                colour=COLOUR_NAMES[colour], tiles=counts[colour], most=OF_A_COLOUR,
            )  # fmt: skip


def _supply(state: State) -> int:
    """Return the number of tiles on the factories in a round."""
    return ON_DISPLAY * _DISPLAYS[state.setup.seats]


def _on_floors(tilings: Sequence[Tiling], first: int | None) -> int:
    """Return the number of tiles on the floor lines, without the start marker."""
    return sum(tiling.floor for tiling in tilings) - (first is not None)


def _on_wall(wall: Wall) -> int:
    """Return the number of tiles in the completed lines behind a wall: `row` tiles for each tile of a row."""
    return sum(number * sum(map(bool, row)) for number, row in enumerate(wall, 1))
