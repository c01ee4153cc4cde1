"""What of a round of Azul no box can have brought about: more tiles than there are, no start marker, nothing tiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from companion.game import Message
from companion.games.azul.rules import State, read_round
from companion.games.azul.tiling import Tiling
from companion.games.azul.walls import COLOUR_NAMES, COLOURS, Wall

ON_DISPLAY, OF_A_COLOUR = 4, 20
_DISPLAYS = {2: 5, 3: 7, 4: 9}


def doubts(state: State, entry: Any) -> list[Message]:
    """Why a round that the rules allow is likely a slip; nothing where it can be right (Azul, Setup, A, B).

    Tiles that wait on pattern lines are not entered: as many as may wait there are taken to do so. So too few tiles can
    never be told: the lines of all hold more than the factories.
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
    """More tiles than the factories have held: in this round, where others may have waited on lines, or in all."""
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
    """More tiles of a colour than the box has: those on the walls, and the lines that were completed."""
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
    """The tiles that the factories hold in a round."""
    return ON_DISPLAY * _DISPLAYS[state.setup.seats]


def _on_floors(tilings: Sequence[Tiling], first: int | None) -> int:
    """The tiles that lie on floors, without the start marker."""
    return sum(tiling.floor for tiling in tilings) - (first is not None)


def _on_wall(wall: Wall) -> int:
    """The tiles that it took to fill what is full of a wall."""
    return sum(number * sum(map(bool, row)) for number, row in enumerate(wall, 1))
