"""Pieces of entries: the single things that an entry or a part says, to compare and to merge two versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game.message import Message, joined

Pieces = Mapping[str, Any]
"""The value of each piece by its name; None where the entry says nothing there."""

WHOLE = "entry"
"""The only piece of an entry that is not divided."""


@dataclass(frozen=True)
class PieceWords:
    """A piece in words: the seats it is about, none where its words tell, and one phrase or several."""

    seats: tuple[int, ...]
    phrases: Sequence[Message | joined]


class EntryPieces:
    """What a game's entry form says of entries piece by piece. Without it an entry is one piece.

    A piece is the least that can be changed by itself: what two phones change in different pieces stands beside each
    other, and of two versions of a piece one has to be chosen.
    """

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return the pieces of an entry; `state` is any state of its game."""
        return {WHOLE: entry}

    def entry_from_pieces(self, state: Any, pieces: Pieces) -> Any:
        """Return the entry that consists of these pieces; the rules have not seen it yet."""
        return pieces[WHOLE]

    def pieces_of_part(self, state: Any, slot: str, value: Any) -> Pieces:
        """Return the pieces of a part, named as those of an entry where they mean the same."""
        return {slot: value}

    def is_same_piece(self, name: str, one: Any, other: Any) -> bool:
        """Whether two values of a piece mean the same, such as the cards of a hand in another order."""
        return bool(one == other)

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a piece; `value` is None where one of two versions says nothing there.

        The preview of a correction shows both versions in these words. In a form without `pieces` the only piece is
        the whole entry, of which the default says no more than that.
        """
        if name == WHOLE:
            return PieceWords((), (Message("the whole entry"),))
        return PieceWords((), (Message("nothing") if value is None else self.describe_part(name, value),))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a part in a few words: "trick 7 to Ann"."""
        return Message("part {slot}", slot=slot)
