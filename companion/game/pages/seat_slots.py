"""SeatSlots: the slots of a draft in which each seat has a part of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SeatSlots:
    """The slots of the part that each seat has of its own, by what the part is.

    >>> walls = SeatSlots("wall")
    >>> walls.of(1), walls.seat_of("wall-1"), walls.seat_of("trick-1")
    ('wall-1', 1, None)
    >>> walls.to_enter({"wall-0": {}}, 2, None), walls.to_enter({"wall-0": {}}, 3, 0)
    ((1, True), (0, False))
    >>> walls.parts({"wall-0": {"floor": 2}, "wall-2": {"floor": 0}}, 3, excluding=2)
    {0: {'floor': 2}}
    """

    what: str

    def of(self, seat: int) -> str:
        """Return the slot of a seat's part."""
        return f"{self.what}-{seat}"

    def seat_of(self, slot: str) -> int | None:
        """Return the seat whose part a slot holds; None for any other slot."""
        what, _, seat = slot.partition("-")
        return int(seat) if what == self.what and seat.isdecimal() else None

    def owner(self, slot: str) -> int:
        """Return the seat whose part this slot holds, which is one of these."""
        return int(slot.removeprefix(f"{self.what}-"))

    def all(self, seats: int) -> list[str]:
        """Return the slots of so many seats, in their order."""
        return [self.of(seat) for seat in range(seats)]

    def to_enter(self, draft: Collection[str], seats: int, wanted: int | None) -> tuple[int, bool]:
        """Return the seat to enter, the first one without a part if none is wanted, and whether no other lacks its."""
        missing = [seat for seat, slot in enumerate(self.all(seats)) if slot not in draft]
        seat = next(iter(missing), 0) if wanted is None else wanted
        return seat, missing in ([seat], [])

    def parts(self, draft: Mapping[str, Any], seats: int, excluding: int | None = None) -> dict[int, Any]:
        """Return the parts in a draft by seat, without that of the seat `excluding`."""
        return {seat: draft[slot] for seat, slot in enumerate(self.all(seats)) if slot in draft and seat != excluding}
