"""Drafts and pieces of a round of Azul: one part per seat, with rows, floor line and start marker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Json, Message, RuleError, Seat, entry_keys, flag, joined
from companion.game.pages.form import Draft, EntryForm, Filled, known_slots
from companion.game.pages.pieces import Pieces, PieceWords, SeatSlots
from companion.games.azul.drawing import DrawnWall, draw
from companion.games.azul.form_state import input_from_part
from companion.games.azul.refusals import MARKER_OFF_FLOOR, ROW_TWICE, TWO_MARKERS
from companion.games.azul.rules import State
from companion.games.azul.tiling import read_tiling
from companion.games.azul.walls import COLOUR_NAMES, PLACES, Wall

SLOTS = SeatSlots("wall")
_FIRST = "first"


def parts_of(state: State, draft: Draft, excluding: int | None = None) -> dict[int, Mapping[str, Any]]:
    """Return the parts in the draft, by seat, without that of the seat `excluding`."""
    return SLOTS.parts(draft, state.setup.seats, excluding)


def drawn_wall(state: State, draft: Draft, seat: int) -> DrawnWall:
    """Return a seat's wall, drawn with the tiles of its part in the draft, if there is one."""
    return draw(state.walls[seat], input_from_part(draft.get(SLOTS.of(seat))).lines, state.setup.options["wall"])


def wall_of(state: State, draft: Draft, seat: int) -> Wall:
    """Return a seat's wall with the tiles of its part in the draft, if there is one."""
    return drawn_wall(state, draft, seat).wall


def walls_of(state: State, draft: Draft) -> dict[int, Wall]:
    """Return the walls with the new tiles of this round, by seat, for the seats whose part is in the draft."""
    return {seat: wall_of(state, draft, seat) for seat in parts_of(state, draft)}


def _has_marker(part: Any, kind: str, seat: int) -> bool:
    """Validate the part of a seat; return whether it has the start marker."""
    entry_keys(part, Message("the wall of {seat}", seat=Seat(seat)), ("tiles", "floor", "marker"))
    tiling = read_tiling({"tiles": part["tiles"], "floor": part["floor"]}, kind, seat)
    rows = [line.row for line in tiling.lines]
    if twice := next((row for row in rows if rows.count(row) > 1), None):
        raise RuleError(ROW_TWICE.of(seat=Seat(seat), row=twice))
    marker = flag(part["marker"], Message("the start marker of {seat}", seat=Seat(seat)))
    if marker and not tiling.floor:
        raise RuleError(MARKER_OFF_FLOOR.of(seat=Seat(seat)))
    return marker


def marker_holder(state: State, draft: Draft, excluding: int | None = None) -> int | None:
    """Return the seat whose part in the draft has the start marker."""
    return next((seat for seat, part in parts_of(state, draft, excluding).items() if part["marker"]), None)


def tiling_of(part: Mapping[str, Any]) -> Json:
    """Return the tiles and the floor of a part, as an entry holds them."""
    return {"tiles": part["tiles"], "floor": part["floor"]}


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


class WallsDraft(EntryForm):
    """The drafts of a round by the slots of the seats, and its pieces: "0.3" is row 3 of the wall of seat 0."""

    slots = SLOTS

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the draft of an entry: the tiles and the floor of each seat, and whether it has the start marker."""
        first = entry.get("first")
        return {SLOTS.of(seat): {**tiling, "marker": seat == first} for seat, tiling in enumerate(entry["tiling"])}, {}

    def whole(self, state: State, draft: Draft) -> Any | None:
        """Return the round once the draft has every seat's wall."""
        parts = parts_of(state, draft)
        if len(parts) < state.setup.seats:
            return None
        entry: Json = {"tiling": [tiling_of(parts[seat]) for seat in range(state.setup.seats)]}
        first = marker_holder(state, draft)
        return entry if first is None else {**entry, "first": first}

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the draft in seat order; raise `RuleError` if the form could not have produced it."""
        slots = SLOTS.all(state.setup.seats)
        parts = {slot: draft[slot] for slot in known_slots(draft, slots)}
        holders = [slot for slot in parts if _has_marker(parts[slot], state.setup.options["wall"], slots.index(slot))]
        if len(holders) > 1:
            raise RuleError(TWO_MARKERS)
        return parts

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
        seat = SLOTS.owner(slot)
        return {**_wall_pieces(seat, value), f"{seat}.marker": value["marker"] or None}

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a row, a floor line or the start marker."""
        if name == _FIRST:
            text = Message("nobody has the start marker") if value is None else Message("start marker")
            return PieceWords(() if value is None else (value,), (text,))
        seat, _, part_name = name.partition(".")
        if part_name == "floor":
            words = Message("floor line: {floor}", floor=value or 0)
        elif part_name == "marker":
            words = Message("start marker") if value else Message("no start marker")
        else:
            words = _row_words(int(part_name), value)
        return PieceWords((int(seat),), (words,))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Name the tiles and the floor of a wall."""
        seat = SLOTS.owner(slot)
        pieces = {name: piece for name, piece in self.pieces_of_part(None, slot, value).items() if piece is not None}
        piece_words = [self.describe_piece(None, name, piece) for name, piece in pieces.items()]
        return Message("{seat}: {what}", seat=Seat(seat), what=joined([words.phrases[0] for words in piece_words]))
