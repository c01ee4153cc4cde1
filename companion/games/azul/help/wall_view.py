"""What the forms that ask about a wall have in common: what their templates show, and the wall as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.game import Message
from companion.game.pages.help import AskView
from companion.games.azul.drawing import GLYPHS, Space, draw
from companion.games.azul.help.form_state import WallQuestion
from companion.games.azul.tiling import Line
from companion.games.azul.walls import COLOUR_NAMES, PLACES, Wall, fault


def wall_json(wall: Wall) -> list[list[str | None]]:
    """Return a wall as in the JSON of a question."""
    return [list(line) for line in wall]


@dataclass(frozen=True, kw_only=True)
class WallAsk(AskView):
    """A wall to tap, with the tile in question; `barred` is the space where it may not lie, `open` where it may."""

    kind: str
    fields: Mapping[str, str]
    puts: str
    brush: str
    tile: Line | None
    rows: Sequence[Sequence[Space]]
    barred: Sequence[tuple[int, int]]
    open: Sequence[tuple[int, int]] = ()
    full: Sequence[str] = ()
    glyphs: Mapping[str, str] = field(default_factory=lambda: GLYPHS)
    colour_names: Mapping[str, Message] = field(default_factory=lambda: COLOUR_NAMES)
    places: Sequence[int] = PLACES


def wall_view(question: WallQuestion, lines: Sequence[Line]) -> WallAsk:
    """Return the wall with the tile in question, and the space where it is barred."""
    barred = [(row, column) for row, colour, column in lines if column and fault(question.wall, row, column, colour)]
    return WallAsk(
        kind=question.kind,
        fields=dict(question.fields),
        puts=question.puts,
        brush=question.brush,
        tile=question.tile,
        rows=draw(question.wall, lines, question.kind).rows,
        barred=barred,
    )
