"""What the forms that ask about a wall have in common: the variables of their templates, and the wall as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.azul.drawing import GLYPHS, draw
from companion.games.azul.help.form_state import WallQuestion
from companion.games.azul.tiling import Line
from companion.games.azul.walls import COLOUR_NAMES, PLACES, Wall, fault


def wall_json(wall: Wall) -> list[list[str | None]]:
    """Return a wall as in the JSON of a question."""
    return [list(line) for line in wall]


def wall_view(question: WallQuestion, lines: Sequence[Line]) -> dict[str, Any]:
    """Return the variables of the templates: the wall with the tile in question, and the space where it is barred."""
    barred = [(row, column) for row, colour, column in lines if column and fault(question.wall, row, column, colour)]
    return {
        "kind": question.kind,
        "fields": dict(question.fields),
        "puts": question.puts,
        "brush": question.brush,
        "tile": question.tile,
        "rows": draw(question.wall, lines, question.kind).rows,
        "barred": barred,
        "open": [],
        "glyphs": GLYPHS,
        "colour_names": COLOUR_NAMES,
        "places": PLACES,
    }
