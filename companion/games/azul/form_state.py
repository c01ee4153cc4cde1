"""What is tapped on the form of a wall: its fields in an address or a post, and the same of a part that is in.

`r1` to `r5` say which column was tapped in a row, or name the colour of a line that finds no column there; `c1` to
`c5` are the colours on the grey wall. `floor` counts the taken spaces, `marker` is the start marker, which lies on one;
`marked` says whether it lay there when the page was made, so that it comes and goes with its space.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.game.form import Posted
from companion.games.azul.scoring import FLOOR_SPACES
from companion.games.azul.tiling import Line
from companion.games.azul.walls import COLOURED, COLOURS, GREY, PLACES, SIZE, column_of


class Pick(NamedTuple):
    """A tapped row: the column, None where the line falls; the colour, None while it is still to be said."""

    row: int
    column: int | None
    colour: str | None


@dataclass(frozen=True)
class Typed:
    """All that is tapped for one seat."""

    picks: tuple[Pick, ...] = ()
    floor: int = 0
    has_marker: bool = False

    @property
    def taken(self) -> int:
        """The taken floor spaces: the start marker lies on one, whether it was tapped or not."""
        return max(self.floor, int(self.has_marker))

    @property
    def lines(self) -> list[Line]:
        """The lines whose colour is known, from the top down."""
        return [Line(row, colour, column) for row, column, colour in sorted(self.picks, key=_row) if colour]

    @property
    def without_colour(self) -> list[int]:
        """The rows where the colour is still to be said."""
        return sorted(pick.row for pick in self.picks if pick.colour is None)

    def as_part(self, kind: str) -> dict[str, Any]:
        """The seat's part of the entry as it is kept in the draft: tiles, floor, and whether it took the marker."""
        tiles: list[dict[str, Any]] = [{"row": line.row, "colour": line.colour} for line in self.lines]
        if kind == GREY:
            for tile, line in zip(tiles, self.lines, strict=True):
                tile["column"] = line.column
        return {"tiles": tiles, "floor": self.taken, "marker": self.has_marker}


def _row(pick: Pick) -> int:
    return pick.row


def typed_on(posted: Posted, kind: str) -> Typed:
    """What a form says; whatever is no row, column, colour or number is passed over."""
    picks = [pick for row in PLACES for text in posted.getlist(f"r{row}") if (pick := _pick(row, text, posted, kind))]
    floor = [int(text) for text in posted.getlist("floor") if text in _FLOORS]
    has_marker = posted.get("marker") is not None
    return Typed(tuple(picks), _spaces(max(floor, default=0), has_marker, posted.get("marked")), has_marker)


def _spaces(tapped: int, has_marker: bool, marked: str | None) -> int:
    """The taken spaces with that of a start marker that came since the page was made, or without that of one that left.

    >>> _spaces(4, True, "0"), _spaces(5, True, "1"), _spaces(5, False, "1")
    (5, 5, 4)
    """
    if marked not in ("0", "1"):
        return tapped
    return min(FLOOR_SPACES, max(0, tapped + has_marker - int(marked)))


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


def typed_in(part: Mapping[str, Any] | None) -> Typed:
    """What a part of the draft says; nothing where it is not in."""
    if part is None:
        return Typed()
    picks = [
        Pick(tile["row"], tile.get("column", column_of(tile["row"], tile["colour"])), tile["colour"])
        for tile in part["tiles"]
    ]
    return Typed(tuple(picks), part["floor"], part["marker"])
