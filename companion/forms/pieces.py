"""Slots of a draft with one part per seat, and pieces, by which two versions of a part are compared and merged."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.message import Message, joined

Pieces = Mapping[str, Any]
"""The value of each piece by its name; None if the entry does not have the piece."""

WHOLE = "entry"
"""The name of the only piece of an undivided entry."""


@dataclass(frozen=True)
class PieceWords:
    """A piece in words: the seats it is about, empty if the phrases name them, and one or more phrases."""

    seats: tuple[int, ...]
    phrases: Sequence[Message | joined]


@dataclass(frozen=True)
class SeatSlots:
    """The slots of the seats' own parts: `part_name`, a hyphen and the seat.

    >>> walls = SeatSlots("wall")
    >>> walls.of(1), walls.seat_of("wall-1"), walls.seat_of("trick-1")
    ('wall-1', 1, None)
    >>> walls.parts({"wall-0": {"floor": 2}, "wall-2": {"floor": 0}}, 3, excluding=2)
    {0: {'floor': 2}}
    """

    part_name: str

    def of(self, seat: int) -> str:
        """Return the slot of a seat's part."""
        return f"{self.part_name}-{seat}"

    def seat_of(self, slot: str) -> int | None:
        """Return the seat whose part a slot holds; None for any other slot."""
        part_name, _, seat = slot.partition("-")
        return int(seat) if part_name == self.part_name and seat.isdecimal() else None

    def owner(self, slot: str) -> int:
        """Return the seat of a slot that is known to be one of these."""
        return int(slot.removeprefix(f"{self.part_name}-"))

    def all(self, seats: int) -> list[str]:
        """Return the slots of this many seats, in seat order."""
        return [self.of(seat) for seat in range(seats)]

    def entered(self, draft: Collection[str], seats: int) -> list[int]:
        """Return the seats whose part is in a draft, without reading it."""
        return [seat for seat, slot in enumerate(self.all(seats)) if slot in draft]

    def parts(self, draft: Mapping[str, Any], seats: int, excluding: int | None = None) -> dict[int, Any]:
        """Return the parts in a draft by seat, without that of the seat `excluding`."""
        return {seat: draft[slot] for seat, slot in enumerate(self.all(seats)) if slot in draft and seat != excluding}
