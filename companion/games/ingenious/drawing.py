"""The board as a drawing: the position and symbol of each hexagon, and the lines that score."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise
from math import dist

from companion.game import record
from companion.games.ingenious.board import Board, Half
from companion.games.ingenious.hexes import RADIUS, SYMBOL_SPACES, Space, area, distance

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
    cells = tuple([_cell(board, space, placed, space in placed or space in marked, radius) for space in spaces])
    width, height = WIDE * (2 * radius + 1) + 2 * _MARGIN, HIGH * 2 * radius + 54 + 2 * _MARGIN
    box = f"{-width / 2:g} {-height / 2:g} {width:g} {height:g}"
    return Drawing(radius, box, cells, tuple([ray for at, half in halves for ray in _rays(at, half)]))


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


def _cell(board: Board, space: Space, placed: dict[Space, str | None], is_new: bool, radius: int) -> Cell:
    q, r = space
    colour = board.colour(space)
    x, y = centre(space)
    return Cell(
        tap=f"{q}.{r}",
        x=x,
        y=y,
        zone=max(0, distance(space) - RADIUS["white"]),
        colour=colour or placed.get(space),
        is_new=is_new,
        is_free=colour is None,
        is_printed=space in SYMBOL_SPACES,
        row=r + radius + 1,
        place=q + radius + min(0, r) + 1,
    )


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
