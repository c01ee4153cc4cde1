"""Pieces of entries: the smallest units of an entry or a part, used to compare and merge two versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game.message import Message, joined

Pieces = Mapping[str, Any]
"""The value of each piece by its name; None if the entry does not have the piece."""

WHOLE = "entry"
"""The name of the only piece of an undivided entry."""


@dataclass(frozen=True)
class PieceWords:
    """A piece in words: the seats it is about, empty if the phrases name them, and one or more phrases."""

    seats: tuple[int, ...]
    phrases: Sequence[Message | joined]


class EntryPieces:
    """How an entry form divides entries into pieces. By default an entry is one piece.

    A piece is the smallest unit that can change independently: changes of two phones to different pieces are merged;
    of two versions of the same piece, somebody has to choose one.
    """

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return the pieces of an entry; `state` is any state of its game."""
        return {WHOLE: entry}

    def entry_from_pieces(self, state: Any, pieces: Pieces) -> Any:
        """Return the entry that consists of these pieces; it is not yet checked against the rules."""
        return pieces[WHOLE]

    def pieces_of_part(self, state: Any, slot: str, value: Any) -> Pieces:
        """Return the pieces of a part; a piece with the same meaning has the same name as in `pieces`."""
        return {slot: value}

    def is_same_piece(self, name: str, first: Any, second: Any) -> bool:
        """Whether two values of a piece mean the same, such as the cards of a hand in another order."""
        return bool(first == second)

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a piece; `value` is None if one of two versions does not have it.

        The preview of a correction shows both versions in these words. Without `pieces` the only piece is the whole
        entry, which is described as just that.
        """
        if name == WHOLE:
            return PieceWords((), (Message("the whole entry"),))
        return PieceWords((), (Message("nothing") if value is None else self.describe_part(name, value),))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a part in a few words: "trick 7 to Ann"."""
        return Message("part {slot}", slot=slot)
