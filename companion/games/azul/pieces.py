"""The pieces of a round of Azul: each row and the floor line of each wall, and who has the start marker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Json, Message, Seat, joined
from companion.game.pages.pieces import EntryPieces, Pieces, PieceWords
from companion.games.azul.walls import COLOUR_NAMES, PLACES

_FIRST = "first"


def _wall_pieces(seat: int, wall: Mapping[str, Any]) -> Json:
    tiles = {tile["row"]: {key: tile[key] for key in tile if key != "row"} for tile in wall["tiles"]}
    rows = {f"{seat}.{row}": tiles.get(row) for row in PLACES}
    return {**rows, f"{seat}.floor": wall["floor"]}


def _wall(seat: int, pieces: Pieces) -> Json:
    tiled = [(row, tile) for row in PLACES if (tile := pieces.get(f"{seat}.{row}"))]
    return {"tiles": [{"row": row, **tile} for row, tile in tiled], "floor": pieces[f"{seat}.floor"]}


def _row_words(row: int, tile: Mapping[str, Any] | None) -> Message:
    if tile is None:
        return Message("row {row}: nothing", row=row)
    colour = COLOUR_NAMES[tile["colour"]]
    if "column" not in tile:
        return Message("row {row}: {colour}", row=row, colour=colour)
    if tile["column"] is None:
        return Message("row {row}: {colour}, onto the floor", row=row, colour=colour)
    return Message("row {row}: {colour} in column {column}", row=row, colour=colour, column=tile["column"])


class AzulPieces(EntryPieces):
    """The pieces of a round: "0.3" is the tile of row 3 on the wall of seat 0."""

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return rows and floor of each wall, and the seat with the start marker."""
        walls = [_wall_pieces(seat, wall) for seat, wall in enumerate(entry["tiling"])]
        return {name: value for wall in walls for name, value in wall.items()} | {_FIRST: entry.get("first")}

    def entry_from_pieces(self, state: Any, pieces: Pieces) -> Any:
        """Return the round of these pieces."""
        entry = {"tiling": [_wall(seat, pieces) for seat in range(state.setup.seats)]}
        return entry if pieces.get(_FIRST) is None else {**entry, _FIRST: pieces[_FIRST]}

    def pieces_of_part(self, state: Any, slot: str, value: Any) -> Pieces:
        """Return rows, floor and marker of one wall."""
        seat = int(slot.removeprefix("wall-"))
        return {**_wall_pieces(seat, value), f"{seat}.marker": value["marker"] or None}

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a row, a floor line or the start marker."""
        if name == _FIRST:
            text = Message("nobody has the start marker") if value is None else Message("start marker")
            return PieceWords(() if value is None else (value,), (text,))
        seat, _, what = name.partition(".")
        if what == "floor":
            words = Message("floor line: {floor}", floor=value or 0)
        elif what == "marker":
            words = Message("start marker") if value else Message("no start marker")
        else:
            words = _row_words(int(what), value)
        return PieceWords((int(seat),), (words,))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Name the tiles and the floor of a wall."""
        seat = int(slot.removeprefix("wall-"))
        pieces = {name: piece for name, piece in self.pieces_of_part(None, slot, value).items() if piece is not None}
        told = [self.describe_piece(None, name, piece) for name, piece in pieces.items()]
        return Message("{seat}: {what}", seat=Seat(seat), what=joined([words.phrases[0] for words in told]))
