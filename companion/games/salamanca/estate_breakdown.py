"""The breakdown of an estate's value, for pages of tables and of the referee."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game import Message, Seat
from companion.games.salamanca.board import Board, Space
from companion.games.salamanca.estates import Estate, Land, noble_allowed
from companion.games.salamanca.state import Occupation
from companion.games.salamanca.tiles import BUILDING_VALUES, HAZARD_NAMES, HUES, TILE_NAMES


@dataclass(frozen=True)
class LandRow:
    """A land of an estate: the values of its tiles, the hazards on it, and its value after them."""

    kind: str
    hue: str
    tiles: tuple[int, ...]
    sum: int
    has_rats: bool
    struck: tuple[Message, ...]
    value: int


@dataclass(frozen=True)
class EstateBreakdown:
    """The parts of an estate's value; `leaves` names the fertile tiles that a sale removes from the board."""

    building: str
    hue: str
    printed: int
    building_value: int
    lands: tuple[LandRow, ...]
    land_value: int
    value: int
    taxed: bool
    takes_noble: bool
    noble_note: Message | None
    leaves: tuple[Message, ...]


_ANYONE = Occupation(0, 0, None)


def break_down(
    estate: Estate, board: Board | None = None, noble_limit: str = "over-7", occupation: Occupation | None = _ANYONE
) -> EstateBreakdown:
    """Return the breakdown of an estate; hazards on tiles are named if the board is given.

    `occupation` is that of the building, None if nobody occupies it. By default the note about nobles considers only
    the value.
    """
    takes_noble = noble_allowed(estate.value, noble_limit)
    return EstateBreakdown(
        building=estate.building,
        hue=HUES[estate.building],
        printed=BUILDING_VALUES[estate.building],
        building_value=estate.building_value,
        lands=tuple([_land_row(land, HUES[estate.building], board) for land in estate.lands]),
        land_value=estate.land_value,
        value=estate.value,
        taxed=estate.taxed,
        takes_noble=takes_noble,
        noble_note=_noble_note(takes_noble, occupation),
        leaves=tuple([_leaving_tile(board, space) for space in estate.leaves]) if board else (),
    )


def _noble_note(takes_noble: bool, occupation: Occupation | None) -> Message | None:
    """Return the note whether a noble may come, or which noble is there; None for an unoccupied building."""
    if occupation is None:
        return None
    if occupation.noble is not None:
        return Message("The noble of {seat} stands there.", seat=Seat(occupation.noble))
    return Message("A noble may come.") if takes_noble else Message("Too much for a noble to come.")


def _land_row(land: Land, hue: str, board: Board | None) -> LandRow:
    values = tuple([tile.value for tile in land.tiles])
    hazards = [(board.hazard(space), board.where(board.place(space))) for space in land.struck] if board else []
    hazard_notes = [
        Message("{hazard} on {space}", hazard=HAZARD_NAMES[hazard], space=space) for hazard, space in hazards if hazard
    ]
    return LandRow(land.kind, hue, values, sum(values), land.has_rats, tuple(hazard_notes), land.value)


def _leaving_tile(board: Board, space: Space) -> Message:
    tile = board.tile(space)
    assert tile is not None
    return Message(
        "{land} {value} on {space}", land=TILE_NAMES[tile.kind], value=tile.value, space=board.where(board.place(space))
    )
