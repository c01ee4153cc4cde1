"""The board as a drawing and the value of an estate in its parts, for pages of tables and of the referee."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.game import Message, Seat, joined, record
from companion.game.pages.viewer import EVERYTHING, View
from companion.games.salamanca.board import BUILDING_VALUES, HAZARD_NAMES, HUES, TILE_NAMES, Board, Space, Tile
from companion.games.salamanca.estates import Estate, Land, PatchCache, noble_allowed, worth
from companion.games.salamanca.state import Occupation, at

_PITCH = 46
"""The distance between two spaces, in SVG units."""
_FREE = Message("free")


@record
class Cell:
    """A drawn space; `worth` is the value of an occupied estate, `value` that of a fertile land."""

    tap: str
    label: Message
    tile: str | None = None
    hue: str = ""
    is_building: bool = False
    value: int | None = None
    hazard: str | None = None
    owner: int | None = None
    noble: int | None = None
    worth: int | None = None
    is_new: bool = False
    is_open: bool = False
    is_leaving: bool = False


@dataclass(frozen=True)
class Drawing:
    """The cells row by row as drawn, `across` cells per row; `outline` is the SVG path around an estate.

    `top` and `side` are the numbers of rows and columns at the edges. On a board that is turned by a quarter, the
    numbers of its rows are at the top.
    """

    across: int
    turn: int
    cells: tuple[Cell, ...]
    box: str
    outline: str
    top: tuple[Message, ...]
    side: tuple[Message, ...]


Shows = Callable[[int], bool]
"""Whether the value of a seat's estates may be shown."""


def draw(
    board: Board,
    occupations: tuple[Occupation, ...] = (),
    *,
    turn: int | None = None,
    new: Collection[int] = (),
    marked: Collection[int] = (),
    estate: Estate | None = None,
    shows: Shows = EVERYTHING.sees,
) -> Drawing:
    """Draw a board turned clockwise by `turn` quarters; `new` and `marked` are places to highlight.

    By default its shorter side is horizontal, as phones are narrow.
    """
    turn = int(board.grid.columns > board.grid.rows) if turn is None else turn % 4
    cache: PatchCache = {}
    rows = _turned(board, turn)
    leaves = {board.place(space) for space in estate.leaves} if estate else set()
    cells = [
        _cell(board, occupations, place, cache, _Marks(place in new, place in marked, place in leaves), shows)
        for row in rows
        for place in row
    ]
    across, down = len(rows[0]), len(rows)
    box = f"0 0 {across * _PITCH - 1} {down * _PITCH - 1}"
    top, side = _edges(board, rows, turn)
    return Drawing(across, turn, tuple(cells), box, _outline(rows, _estate_places(board, estate)), top, side)


def _edges(board: Board, rows: list[list[int]], turn: int) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Return the labels above the board and beside it."""
    top, side = ([board.grid.spaces[place] for place in line] for line in (rows[0], [row[0] for row in rows]))
    if turn % 2:
        return tuple([_row(space) for space in top]), tuple([_column(space) for space in side])
    return tuple([_column(space) for space in top]), tuple([_row(space) for space in side])


def _row(space: Space) -> Message:
    return Message("R{row}", row=space[0])


def _column(space: Space) -> Message:
    return Message("C{column}", column=space[1])


def _turned(board: Board, turn: int) -> list[list[int]]:
    """Return the places of a turned board, row by row as drawn."""
    columns = board.grid.columns
    rows = [list(range(first, first + columns)) for first in range(0, len(board.cells), columns)]
    for _ in range(turn):
        rows = [list(row) for row in zip(*reversed(rows), strict=True)]
    return rows


class _Marks(NamedTuple):
    is_new: bool
    is_open: bool
    is_leaving: bool


def _cell(
    board: Board, occupations: tuple[Occupation, ...], place: int, cache: PatchCache, marks: _Marks, shows: Shows
) -> Cell:
    row, column = board.grid.spaces[place]
    tile, occupation, hazard = board.cells[place], at(occupations, place), board.hazard_at(place)
    estate_value = sum(worth(board, place, cache)) if occupation and shows(occupation.owner) else None
    return Cell(
        tap=f"{row}.{column}",
        label=joined_label(board, place, _describe(tile, hazard, occupation, estate_value)),
        tile=tile.kind if tile else None,
        hue=HUES[tile.colour] if tile else "",
        is_building=tile is not None and tile.is_building,
        value=tile.value if tile and tile.is_fertile else None,
        hazard=hazard,
        owner=occupation and occupation.owner,
        noble=occupation and occupation.noble,
        worth=estate_value,
        is_new=marks.is_new,
        is_open=marks.is_open,
        is_leaving=marks.is_leaving,
    )


def joined_label(board: Board, place: int, parts: Iterable[Any]) -> Message:
    """Return the contents and the position of a space on one line."""
    return Message("{what}, {space}", what=joined(tuple(parts)), space=board.where(place))


def _describe(tile: Tile | None, hazard: str | None, occupation: Occupation | None, value: int | None) -> list[Message]:
    """Return the contents of a space in words, for screen readers."""
    if tile is None:
        return [_FREE]
    name = TILE_NAMES[tile.kind]
    if occupation and value is None:
        return [Message("{building} of {seat}", building=name, seat=Seat(occupation.owner))]
    if occupation:
        parts = [
            Message("{building} of {seat}, worth {value}", building=name, seat=Seat(occupation.owner), value=value)
        ]
    elif tile.is_building:
        parts = [Message("{building}, nobody's", building=name)]
    else:
        parts = [Message("{land}, fertile, worth {value}", land=name, value=tile.value) if tile.is_fertile else name]
    if occupation and occupation.noble is not None:
        parts.append(Message("with the noble of {seat}", seat=Seat(occupation.noble)))
    return [*parts, HAZARD_NAMES[hazard]] if hazard else parts


def _estate_places(board: Board, estate: Estate | None) -> set[int]:
    """Return the places that an estate counts, including the building."""
    if estate is None or estate.at is None:
        return set()
    spaces = [estate.at, *(tile.at for land in estate.lands for tile in land.tiles if tile.at)]
    return {board.place(space) for space in spaces}


def _outline(rows: list[list[int]], places: set[int]) -> str:
    """Return the SVG path around the places: each edge of a place whose other side is not one of them."""

    def inside(y: int, x: int) -> bool:
        return 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] in places

    lines = []
    for y, row in enumerate(rows):
        for x, place in enumerate(row):
            if place in places:
                left, top = x * _PITCH, y * _PITCH
                right, low = left + _PITCH - 1, top + _PITCH - 1
                lines += [] if inside(y - 1, x) else [f"M{left} {top}H{right}"]
                lines += [] if inside(y + 1, x) else [f"M{left} {low}H{right}"]
                lines += [] if inside(y, x - 1) else [f"M{left} {top}V{low}"]
                lines += [] if inside(y, x + 1) else [f"M{right} {top}V{low}"]
    return "".join(lines)


_ANYONE = Occupation(0, 0, None)


def break_down(
    estate: Estate, board: Board | None = None, noble_limit: str = "over-7", occupation: Occupation | None = _ANYONE
) -> View:
    """Return the parts of an estate's value; if the board is given, with its hazards and the tiles that a sale removes.

    `occupation` is that of the building, None if nobody occupies it. By default the note about nobles considers only
    the value.
    """
    takes_noble = noble_allowed(estate.value, noble_limit)
    return View(
        building=estate.building,
        hue=HUES[estate.building],
        printed=BUILDING_VALUES[estate.building],
        building_value=estate.building_value,
        lands=[_land_row(land, HUES[estate.building], board) for land in estate.lands],
        land_value=estate.land_value,
        value=estate.value,
        taxed=estate.taxed,
        takes_noble=takes_noble,
        noble_note=_noble_note(takes_noble, occupation),
        leaves=[_leaving_tile(board, space) for space in estate.leaves] if board else (),
    )


def _noble_note(takes_noble: bool, occupation: Occupation | None) -> Message | None:
    """Return the note whether a noble may come, or which noble is there; None for an unoccupied building."""
    if occupation is None:
        return None
    if occupation.noble is not None:
        return Message("The noble of {seat} stands there.", seat=Seat(occupation.noble))
    return Message("A noble may come.") if takes_noble else Message("Too much for a noble to come.")


def _land_row(land: Land, hue: str, board: Board | None) -> View:
    values = [tile.value for tile in land.tiles]
    hazards = [(board.hazard(space), board.where(board.place(space))) for space in land.struck] if board else []
    hazard_notes = [
        Message("{hazard} on {space}", hazard=HAZARD_NAMES[hazard], space=space) for hazard, space in hazards if hazard
    ]
    return View(
        kind=land.kind,
        hue=hue,
        tiles=values,
        sum=sum(values),
        has_rats=land.has_rats,
        struck=hazard_notes,
        value=land.value,
    )


def _leaving_tile(board: Board, space: Space) -> Message:
    tile = board.tile(space)
    assert tile is not None
    return Message(
        "{land} {value} on {space}", land=TILE_NAMES[tile.kind], value=tile.value, space=board.where(board.place(space))
    )
