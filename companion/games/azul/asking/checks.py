"""The questions that a round of Azul raises: each tile as the wall stood when it was laid, and the bonuses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.asking import Check
from companion.game import Message, Seat
from companion.games.azul.asking.tapped import TILE, WALL, Tapped
from companion.games.azul.drawing import lay
from companion.games.azul.rules import State, play, read_round
from companion.games.azul.tiling import Line
from companion.games.azul.walls import COLOURS, Wall


def checks(state: State, entry: Any) -> Sequence[Check]:
    """Each line of each seat from the top down, on the wall after the lines above it; at the end each wall."""
    kind = state.setup.options["wall"]
    tilings, _ = read_round(entry, state.setup)
    found: list[Check] = []
    for seat, (wall, tiling) in enumerate(zip(state.walls, tilings, strict=True)):
        found += _lines(seat, wall, sorted(tiling.lines, key=_row), kind)
    after, _ = play(state, entry)
    if after.finished:
        found += [_bonuses(seat, wall, kind) for seat, wall in enumerate(after.walls)]
    return found


def _row(line: Line) -> int:
    return line.row


def _lines(seat: int, wall: Wall, lines: Sequence[Line], kind: str) -> Iterator[Check]:
    for line in lines:
        fields = Tapped(kind, wall, TILE, line.colour, line).fields
        if line.column is None:
            title = Message("the line of {seat} in row {row}", seat=Seat(seat), row=line.row)
            yield Check("azul/columns", title, fields[1:])
        else:
            title = Message("the tile of {seat} in row {row}", seat=Seat(seat), row=line.row)
            yield Check("azul/tile", title, fields)
        wall = lay(wall, [line])


def _bonuses(seat: int, wall: Wall, kind: str) -> Check:
    fields = Tapped(kind, wall, WALL, COLOURS[0], None).fields
    title = Message("the bonuses of {seat}", seat=Seat(seat))
    return Check("azul/bonuses", title, tuple((name, value) for name, value in fields if name != "put"))
