"""The board of Ingenious as a drawing, and the tracks as a table with what a tile would add."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise
from math import dist
from typing import NamedTuple

from companion.engine import record
from companion.forms.viewer import View, Viewer
from companion.games.ingenious.board import COLOURS, RADIUS, SYMBOL_SPACES, Board, Half, Space, area, distance
from companion.games.ingenious.rulebook import COLOUR_NAMES
from companion.games.ingenious.rules import State
from companion.games.ingenious.tracks import TEAMS, TOPS, lowest_colours, total_of

GLYPHS = {"red": "heart", "green": "leaf", "blue": "drop", "orange": "slice", "yellow": "sun", "purple": "moon"}
WIDE, HIGH = 46.0, 39.84
_MARGIN, _PHONE = 4, 340


@record
class Cell:
    """A hexagon: its centre in SVG units, its symbol, and its row and place in the row, both from 1."""

    tap: str
    x: float
    y: float
    zone: int
    colour: str | None
    is_new: bool
    is_free: bool
    is_printed: bool
    row: int
    place: int

    @property
    def hue(self) -> str:
        """The CSS class of the colour, or of an empty space in its ring."""
        return self.colour or f"zone-{self.zone}"


@dataclass(frozen=True)
class Ray:
    """A scoring line: an SVG path with a dash between neighbouring hexagons, and its length, shown at `x` and `y`."""

    stitches: str
    x: float
    y: float
    count: int


@dataclass(frozen=True)
class Drawing:
    """A board as SVG: its radius in hexagons, the viewBox, the hexagons in drawing order, and the scoring lines."""

    radius: int
    box: str
    cells: tuple[Cell, ...]
    rays: tuple[Ray, ...]

    @property
    def rows(self) -> list[tuple[str, tuple[Cell, ...]]]:
        """The hexagons by row, each row with a name; new hexagons form a separate row at the end."""
        named = groupby(self.cells, lambda cell: "new" if cell.is_new else str(cell.row))
        return [(name, tuple(cells)) for name, cells in named]


@lru_cache(maxsize=256)  # more than a board has
def centre(space: Space) -> tuple[float, float]:
    """Return the centre of a pointy-top hexagon, 46 units wide.

    >>> centre((0, -5)), centre((5, 0))
    ((-115.0, -199.2), (230.0, 0.0))
    """
    q, r = space
    return round(WIDE * (q + r / 2), 1), round(HIGH * r, 1)


def draw(
    board: Board,
    tile: Sequence[tuple[Space | None, str | None]] = (),
    halves: Collection[tuple[Space, Half]] = (),
    marked: Collection[Space] = (),
) -> Drawing:
    """Draw a board with the halves of a `tile` not yet on it, the lines of scored `halves`, and `marked` spaces."""
    placed = {space: colour for space, colour in tile if space is not None}
    radius = RADIUS[board.area]
    # Row by row, new hexagons last, so that nothing covers their frames.
    spaces = sorted(area(board.area).spaces, key=lambda space: (space in placed or space in marked, space[1], space[0]))
    cells = [
        Cell(
            tap=f"{q}.{r}",
            x=centre((q, r))[0],
            y=centre((q, r))[1],
            zone=max(0, distance((q, r)) - RADIUS["white"]),
            colour=board.colour((q, r)) or placed.get((q, r)),
            is_new=(q, r) in placed or (q, r) in marked,
            is_free=board.colour((q, r)) is None,
            is_printed=(q, r) in SYMBOL_SPACES,
            row=r + radius + 1,
            place=q + radius + min(0, r) + 1,
        )
        for q, r in spaces
    ]
    width, height = WIDE * (2 * radius + 1) + 2 * _MARGIN, HIGH * 2 * radius + 54 + 2 * _MARGIN
    box = f"{-width / 2:g} {-height / 2:g} {width:g} {height:g}"
    return Drawing(radius, box, tuple(cells), tuple([ray for at, half in halves for ray in _rays(at, half)]))


def around(drawing: Drawing, spaces: Collection[Space], steps: int) -> Drawing:
    """Return the part of a drawing within a number of steps around some spaces."""
    centres = [centre(space) for space in spaces]
    reach = WIDE * (steps + 0.1)
    cells = tuple([cell for cell in drawing.cells if min(dist((cell.x, cell.y), point) for point in centres) <= reach])
    left, right = min(cell.x for cell in cells), max(cell.x for cell in cells)
    top, bottom = min(cell.y for cell in cells), max(cell.y for cell in cells)
    # A minimum width, so that hexagons do not become larger than on a whole board.
    width, height = max(_PHONE, right - left + WIDE + 2 * _MARGIN), bottom - top + 54 + 2 * _MARGIN
    box = f"{(left + right - width) / 2:g} {top - 27 - _MARGIN:g} {width:g} {height:g}"
    return replace(drawing, box=box, cells=cells)


def _rays(at: Space, half: Half) -> list[Ray]:
    rays = []
    for line in half.lines or ():
        spaces = [at, *line.spaces]
        stitches = "".join(_stitch(start, end) for start, end in pairwise(spaces))
        x, y = centre(line.spaces[-1])
        rays.append(Ray(stitches, round(x + 13, 1), round(y - 13, 1), len(line.spaces)))
    return rays


def _stitch(start: Space, end: Space) -> str:
    """Return the SVG path of a short line across the edge between two hexagons."""
    (x, y), (to_x, to_y) = centre(start), centre(end)
    ends = [(x + (to_x - x) * part, y + (to_y - y) * part) for part in (0.36, 0.64)]
    return "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*ends[0], *ends[1])


class Marker(NamedTuple):
    """A marker: its space, how far it fills its cell, and what the tile adds to both.

    `value` is None if it is hidden or not entered yet; `is_next` is set for the marker to enter next.
    """

    colour: str
    value: int | None
    gain: int
    filled: int
    added: int
    is_low: bool
    has_token: bool
    is_next: bool = False


class Row(NamedTuple):
    """A row of the tracks table: the seats that share the track, its markers, and the total if known."""

    seats: tuple[int, ...]
    is_current: bool
    markers: tuple[Marker, ...]
    total: int | None


PartialTrack = tuple[int | None, ...]
"""The markers entered so far, in the order of `COLOURS`; None for the others."""


def rows(state: State, viewer: Viewer, after: State | None = None) -> list[Row]:
    """Return the current tracks, with the changes in the state `after` a tile; empty for hidden seats."""
    drawn = []
    for seats in sides(state):
        is_turn = state.turn in seats
        to = after if after is not None and is_turn else state
        drawn.append(_row(viewer, seats, is_turn and not state.finished, (state, to), state))
    return drawn


def rows_after(before: State, after: State, seat: int, viewer: Viewer) -> list[Row]:
    """Return the tracks `after` an entry of a seat, with the changes since `before`; empty for hidden seats."""
    return [_row(viewer, seats, seat in seats, (before, after), after) for seats in sides(after)]


_HIDDEN = tuple([Marker(colour, None, 0, 0, 0, False, False) for colour in COLOURS])


def _row(viewer: Viewer, seats: tuple[int, ...], is_current: bool, change: tuple[State, State], shown: State) -> Row:
    """Return the markers of the state `shown`, the earlier or the later one of a change."""
    if not any(map(viewer.sees, seats)):
        return Row(seats, is_current, _HIDDEN, None)
    mode, seat, markers = shown.mode, seats[0], []
    track, (start, to) = shown.track(seat), [state.track(seat) for state in change]
    low = lowest_colours(track, mode == "duel")
    for colour, value, first, last, token in zip(COLOURS, track, start, to, shown.tokens, strict=True):
        filled = max(0, min(first, last))  # none fills its cell on the other side of a duel
        markers.append(Marker(colour, value, last - first, filled, max(0, last) - filled, colour in low, token == seat))
    return Row(seats, is_current, tuple(markers), total_of(mode, track))


def partial_row(mode: str, seat: int, values: PartialTrack, next_place: int | None) -> Row:
    """Return the row of a track that is being entered; `next_place` is the colour index of the next marker."""
    track = tuple([value for value in values if value is not None])
    is_whole = len(track) == len(COLOURS)
    low = lowest_colours(track, mode == "duel") if is_whole else ()
    markers = [
        Marker(colour, value, 0, max(value or 0, 0), 0, colour in low, False, place == next_place)
        for place, (colour, value) in enumerate(zip(COLOURS, values, strict=True))
    ]
    return Row((seat,), next_place is not None, tuple(markers), total_of(mode, track) if is_whole else None)


def tracks_table(mode: str, rows: Sequence[Row] = ()) -> View:
    """Return the tracks of a mode as a table, and the names and pictures of the colours."""
    return View(
        mode=mode,
        rows=rows,
        top=TOPS[mode][-1],
        is_double=len(TOPS[mode]) > 1,
        is_duel=mode == "duel",
        glyphs=GLYPHS,
        colour_names=COLOUR_NAMES,
    )


def sides(state: State) -> list[tuple[int, ...]]:
    """Return the seats that share each track."""
    return list(TEAMS) if state.mode == "team" else [(seat,) for seat in range(state.setup.seats)]
