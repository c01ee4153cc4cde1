"""The board as a drawing, the value of an estate in its parts and the steps of a turn in words, for all pages."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engine import Json, Message, Refusal, Seat, joined, record
from companion.forms.viewer import EVERYTHING, View
from companion.games.salamanca.board import Board, Space
from companion.games.salamanca.estates import Estate, Land, Occupation, at, estate_at, noble_allowed
from companion.games.salamanca.rulebook import UNPAID, space_name
from companion.games.salamanca.tiles import (
    BUILDING_VALUES,
    BUILDINGS,
    HAZARD_NAMES,
    HAZARDS,
    HUES,
    LANDS,
    LETTER_OF,
    LETTERS,
    TILE_NAMES,
    Tile,
)

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
    numbers of its rows are at the top. One that nobody turned stands as it is numbered where there is room.
    """

    across: int
    turn: int
    is_turned: bool
    cells: tuple[Cell, ...]
    box: str
    outline: str
    top: tuple[Message, ...]
    side: tuple[Message, ...]


def tiles_view(**shown: Any) -> View:
    """Return what a template shows, with the tiles and hazards to choose from, their colours and their names."""
    return View(lands=LANDS, buildings=BUILDINGS, hazards=HAZARDS, hues=HUES, tile_names=TILE_NAMES,
                hazard_names=HAZARD_NAMES, **shown)  # fmt: skip


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
    is_turned = turn is not None
    turn = int(board.grid.columns > board.grid.rows) if turn is None else turn % 4
    rows = _turned(board, turn)
    leaves = {board.place(space) for space in estate.leaves} if estate else set()
    cells = [
        _cell(board, occupations, place, shows,
              is_new=place in new, is_open=place in marked, is_leaving=place in leaves)
        for row in rows
        for place in row
    ]  # fmt: skip
    across, down = len(rows[0]), len(rows)
    box = f"0 0 {across * _PITCH - 1} {down * _PITCH - 1}"
    is_quarter = turn % 2 == 1
    top = _edge(board, rows[0], has_rows=is_quarter, has_words=is_quarter)
    side = _edge(board, [row[0] for row in rows], has_rows=not is_quarter, has_words=is_quarter)
    return Drawing(across, turn, is_turned, tuple(cells), box, _outline(rows, _estate_places(board, estate)), top, side)


def _edge(board: Board, places: list[int], *, has_rows: bool, has_words: bool) -> tuple[Message, ...]:
    """Return the labels along an edge: the numbers of its rows or columns, in words where one expects the other."""
    spaces = [board.grid.spaces[place] for place in places]
    if has_rows:
        return tuple([Message("Row {row}", row=row) if has_words else Message("R{row}", row=row) for row, _ in spaces])
    return tuple(
        [
            Message("Col. {column}", column=column) if has_words else Message("C{column}", column=column)
            for _, column in spaces
        ]
    )


def _turned(board: Board, turn: int) -> list[list[int]]:
    """Return the places of a turned board, row by row as drawn."""
    columns = board.grid.columns
    rows = [list(range(first, first + columns)) for first in range(0, len(board.cells), columns)]
    for _ in range(turn):
        rows = [list(row) for row in zip(*reversed(rows), strict=True)]
    return rows


def _cell(board: Board, occupations: tuple[Occupation, ...], place: int, shows: Shows, **marks: bool) -> Cell:
    row, column = board.grid.spaces[place]
    tile, occupation, hazard = board.cells[place], at(occupations, place), board.hazard_at(place)
    estate_value = estate_at(board, place).value if occupation and shows(occupation.owner) else None
    return Cell(
        tap=f"{row}.{column}",
        label=joined_label(board, place, _describe(tile, hazard, occupation, estate_value)),
        tile=tile.kind if tile else None,
        hue=HUES[tile.kind] if tile else "",
        is_building=tile is not None and tile.is_building,
        value=tile.value if tile and tile.is_fertile else None,
        hazard=hazard,
        owner=occupation and occupation.owner,
        noble=occupation and occupation.noble,
        worth=estate_value,
        **marks,
    )


def joined_label(board: Board, place: int, parts: Iterable[Any]) -> Message:
    """Return the contents and the position of a space on one line."""
    return Message("{first}, {second}", first=joined(tuple(parts)), second=board.where(place))


def _describe(tile: Tile | None, hazard: str | None, occupation: Occupation | None, value: int | None) -> list[Message]:
    """Return the contents of a space in words, for screen readers."""
    if tile is None:
        return [_FREE]
    name = TILE_NAMES[tile.kind]
    if occupation and value is None:
        return [Message("{what} of {seat}", what=name, seat=Seat(occupation.owner))]
    if occupation:
        owner = Seat(occupation.owner)
        parts = [Message("{building} of {seat}, worth {value}", building=name, seat=owner, value=value)]
    elif tile.is_building:
        parts = [Message("{building}, nobody's", building=name)]
    else:
        parts = [Message("{land}, fertile, worth {value}", land=name, value=tile.value) if tile.is_fertile else name]
    if occupation and occupation.noble is not None:
        parts.append(Message("with the noble of {seat}", seat=Seat(occupation.noble)))
    return [*parts, HAZARD_NAMES[hazard]] if hazard else parts


def _estate_places(board: Board, estate: Estate | None) -> set[int]:
    tiles = [tile.at for land in estate.lands for tile in land.tiles] if estate else []
    return {board.place(space) for space in (estate and estate.at, *tiles) if space}


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
    noble_note = Message("Too much for a noble to come.")
    if noble_allowed(estate.value, noble_limit):
        noble_note = Message("A noble may come")
    if occupation is not None and occupation.noble is not None:
        noble_note = Message("The noble of {seat} stands there.", seat=Seat(occupation.noble))
    return View(
        building=estate.building,
        hue=HUES[estate.building],
        printed=BUILDING_VALUES[estate.building],
        building_value=estate.building_value,
        lands=[_land_row(land, HUES[estate.building], board) for land in estate.lands],
        land_value=estate.land_value,
        value=estate.value,
        taxed=estate.taxed,
        noble_note=noble_note if occupation else None,
        leaves=[_leaving_tile(board, space) for space in estate.leaves] if board else (),
    )


def _land_row(land: Land, hue: str, board: Board | None) -> View:
    values = [tile.value for tile in land.tiles]
    struck = [
        Message("{hazard} on {space}", hazard=HAZARD_NAMES[hazard], space=space_name(space))
        for space in land.struck
        if board and (hazard := board.hazard_at(board.place(space)))
    ]
    return View(kind=land.kind, hue=hue, tiles=values, sum=sum(values), has_rats=land.has_rats, struck=struck,
                value=land.value)  # fmt: skip


def _leaving_tile(board: Board, space: Space) -> Message:
    tile = board.cells[board.place(space)]
    assert tile is not None
    return Message("{land} {value} on {space}", land=TILE_NAMES[tile.kind], value=tile.value, space=space_name(space))


def without_coins(fault: Message) -> Message:
    """Return a fault without a seat's coins, which a table can hide."""
    if "coins" not in fault.values:
        return fault
    return Refusal(
        "{seat} has not enough coins: {fee} to occupy this building ({building}) with a squire just freed",
        rule=UNPAID.rule, seat=fault.values["seat"], fee=fault.values["fee"], building=fault.values["building"]
    )  # fmt: skip


def describe_step(step: Mapping[str, Any]) -> Message:
    """Describe a step in a few words, for the undo button."""
    if "place" in step:
        space = space_name(step["at"])
        if step.get("occupy"):
            return Message("{tile} on {space}, occupied", tile=TILE_NAMES[step["place"]], space=space)
        return Message("{tile} on {space}", tile=TILE_NAMES[step["place"]], space=space)
    if "sell" in step:
        return Message("the sale on {space}", space=space_name(step["sell"]))
    if "noble" in step:
        return Message("the noble to {space}", space=space_name(step["noble"]))
    if "hazard" in step:
        return Message("{hazard} to {space}", hazard=HAZARD_NAMES[step["hazard"]], space=space_name(step["at"]))
    return Message("a card drawn from {seat}", seat=Seat(step["draw"]))


def describe_part(slot: str, value: Any) -> Message:
    """Describe a land at the start or a step of a turn in a few words."""
    return describe_step({"place": value["tile"], "at": value["at"]} if slot.startswith("land-") else value)


_HAZARD_LETTERS = {"p": "poison", "r": "rats", "l": "locusts", "u": "ruin"}
_HAZARD_OF = {name: letter for letter, name in _HAZARD_LETTERS.items()}
_TILE = re.compile(r"([fplovFCM])([1-9])([1-9])([23]?)([prlu]?)", re.ASCII)


class BoardTile(NamedTuple):
    """A tile on a space, with the value of a fertile land and the hazard on it."""

    kind: str
    space: tuple[int, int]
    value: int | None = None
    hazard: str | None = None

    def as_json(self) -> Json:
        """Return the tile as in the question's JSON."""
        tile: Json = {"tile": self.kind, "at": list(self.space)}
        tile |= {} if self.value is None else {"value": self.value}
        return tile if self.hazard is None else tile | {"hazard": self.hazard}

    def __str__(self) -> str:
        row, column = self.space
        hazard = _HAZARD_OF[self.hazard] if self.hazard else ""
        return f"{LETTER_OF[self.kind]}{row}{column}{self.value or ''}{hazard}"


def parse_tile(text: str) -> BoardTile | None:
    """Parse the code of a tile: letter, row, column, value, hazard; None if it is invalid.

    >>> parse_tile("f232r")
    BoardTile(kind='field', space=(2, 3), value=2, hazard='rats')
    """
    match = _TILE.fullmatch(text)
    if match is None:
        return None
    kind, row, column, value, hazard = match.groups()
    return BoardTile(LETTERS[kind], (int(row), int(column)), int(value) if value else None, _HAZARD_LETTERS.get(hazard))
