"""The input of a wall form, read from posted fields or from a part of the draft.

Fields: `r1` to `r5` hold the column tapped in a row, or the colour of a line without an open column. `c1` to `c5` hold
the colours on the grey wall. `floor` is the number of taken floor spaces, including that of the start marker. `marker`
is set if the seat has the start marker, and `marked` is 1 if it had it when the page was rendered, 0 if not: if the
two differ, the number of taken spaces changes by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.game import Json
from companion.game.pages.form import Posted
from companion.games.azul.scoring import FLOOR_SPACES
from companion.games.azul.tiling import PatternLine
from companion.games.azul.walls import COLOURED, COLOURS, GREY, PLACES, SIZE, column_of


class Pick(NamedTuple):
    """A tapped row. `column` is None if the line falls to the floor; `colour` is None until it is chosen."""

    row: int
    column: int | None
    colour: str | None


@dataclass(frozen=True)
class WallInput:
    """The input for one seat."""

    picks: tuple[Pick, ...] = ()
    floor: int = 0
    has_marker: bool = False

    @property
    def taken(self) -> int:
        """The number of taken floor spaces; the start marker takes one even if none was tapped."""
        return max(self.floor, int(self.has_marker))

    @property
    def lines(self) -> list[PatternLine]:
        """The lines whose colour is known, from the top down."""
        return [PatternLine(row, colour, column) for row, column, colour in sorted(self.picks, key=_row) if colour]

    @property
    def without_colour(self) -> list[int]:
        """The rows whose colour is not chosen yet."""
        return sorted(pick.row for pick in self.picks if pick.colour is None)

    def as_part(self, kind: str) -> Json:
        """Return the seat's part for the draft: tiles, floor, and whether it has the start marker."""
        tiles: list[Json] = [{"row": line.row, "colour": line.colour} for line in self.lines]
        if kind == GREY:
            for tile, line in zip(tiles, self.lines, strict=True):
                tile["column"] = line.column
        return {"tiles": tiles, "floor": self.taken, "marker": self.has_marker}


def _row(pick: Pick) -> int:
    return pick.row


def input_from_form(posted: Posted, kind: str) -> WallInput:
    """Read the posted fields for a wall of this kind; invalid values are ignored."""
    picks = [pick for row in PLACES for text in posted.getlist(f"r{row}") if (pick := _pick(row, text, posted, kind))]
    floor = [int(text) for text in posted.getlist("floor") if text in _FLOORS]
    has_marker = posted.get("marker") is not None
    return WallInput(tuple(picks), _floor_spaces(max(floor, default=0), has_marker, posted.get("marked")), has_marker)


def _floor_spaces(count: int, has_marker: bool, marked: str | None) -> int:
    """Return the taken floor spaces, one more or less if the start marker changed since the page was rendered.

    >>> _floor_spaces(4, True, "0"), _floor_spaces(5, True, "1"), _floor_spaces(5, False, "1")
    (5, 5, 4)
    """
    if marked not in ("0", "1"):
        return count
    return min(FLOOR_SPACES, max(0, count + has_marker - int(marked)))


_COLUMNS = {str(column): column for column in PLACES}
_FLOORS = {str(taken) for taken in range(FLOOR_SPACES + 1)}


def _pick(row: int, text: str, posted: Posted, kind: str) -> Pick | None:
    column = _COLUMNS.get(text)
    if column is None:
        return Pick(row, None, text) if kind == GREY and text in COLOURS else None
    if kind == COLOURED:
        return Pick(row, column, COLOURS[(column - row) % SIZE])
    colour = posted.get(f"c{row}")
    return Pick(row, column, colour if colour in COLOURS else None)


def input_from_part(part: Mapping[str, Any] | None) -> WallInput:
    """Return the input of a part of the draft, an empty one for None."""
    if part is None:
        return WallInput()
    picks = [
        Pick(tile["row"], tile.get("column", column_of(tile["row"], tile["colour"])), tile["colour"])
        for tile in part["tiles"]
    ]
    return WallInput(tuple(picks), part["floor"], part["marker"])
