"""The pieces of an entry of an open score sheet: the number of each side in a round or in a line, or how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import MINUS, Json, Message, Seat, joined
from companion.game.pages.pieces import EntryPieces, Pieces, PieceWords
from companion.games.open.draft import read_part, side_of, texts_of
from companion.games.open.sheet import LINES, ROUND, WON, Sheet
from companion.games.open.typed import as_typed

_TIE, _END = "tie", "end"


def _side_pieces(first: int, numbers: Mapping[str, Any]) -> Json:
    """Return the pieces of the side whose first seat is `first`: "round.0", "lines.0.2", "tie.0"."""
    pieces = {f"{key}.{first}": numbers[key] for key in (ROUND, _TIE) if key in numbers}
    return pieces | {f"{LINES}.{first}.{place}": number for place, number in enumerate(numbers.get(LINES, ()))}


def _numbers_of(sheet: Sheet, pieces: Pieces, first: int) -> Json:
    """Return what the pieces have for a side: its number for the round, or those for the lines and the tie."""
    found = {key: pieces.get(f"{key}.{first}") for key in (ROUND, _TIE)}
    found[LINES] = [pieces.get(f"{LINES}.{first}.{place}") for place in range(len(sheet.lines))]
    return {key: found[key] for key in (ROUND, LINES, _TIE) if found[key] is not None and found[key] != []}


class SidePieces(EntryPieces):
    """The pieces of an entry of a sheet."""

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return the numbers of each side, or how the game ended."""
        ends = {key: entry[key] for key in (WON, _END) if key in entry}
        pieces: Json = {**ends}
        for place, side in enumerate(state.sheet.sides):
            keys = [key for key in (ROUND, LINES, _TIE) if key in entry]
            pieces |= _side_pieces(side[0], {key: entry[key][place] for key in keys})
        return pieces

    def entry_from_pieces(self, state: Any, pieces: Pieces) -> Any:
        """Return the entry of these pieces."""
        ends = {key: pieces[key] for key in (WON, _END) if pieces.get(key) is not None}
        if ends:
            return ends
        read = [_numbers_of(state.sheet, pieces, side[0]) for side in state.sheet.sides]
        kinds = [ROUND] if any(ROUND in one for one in read) else [key for key in (LINES, _TIE) if key in read[0]]
        return {key: [one.get(key) for one in read] for key in kinds}

    def pieces_of_part(self, state: Any, slot: str, value: Any) -> Pieces:
        """Return the numbers of a side, which all of its seats have."""
        side = side_of(state.sheet, int(slot.removeprefix("seat-")))
        return _side_pieces(side[0], read_part(value, side, state.sheet))

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe the number of a side, or how the game ended."""
        if name == WON:
            return PieceWords((), (Message("Won together") if value else Message("Lost together"),))
        if name == _END:
            return PieceWords((), (Message("the end of the game"),))
        kind, first, *place = name.split(".")
        sheet = state.sheet
        number = "–" if value is None else as_typed(value, has_halves=sheet.has_halves).replace("-", MINUS)
        line = sheet.tie.name if kind == _TIE else sheet.lines[int(place[0])].name if place else None
        words = joined((number,)) if line is None else Message("{line}: {number}", line=line, number=number)
        return PieceWords(side_of(sheet, int(first)), (words,))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe the numbers of a seat."""
        numbers = joined([text.replace("-", MINUS) for text in texts_of(value)])
        return Message("{numbers} for {seat}", numbers=numbers, seat=Seat(int(slot.removeprefix("seat-"))))
