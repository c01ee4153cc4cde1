"""How often an address may do what could be abused: try a join code, open a table."""

from __future__ import annotations

import time
from collections import OrderedDict

from companion.server.addresses import household

_NAMES = 10_000  # that are remembered; the oldest make room, so that a flood fills no memory
_ALL = ""


class Tries:
    """How often each name did something within the last `seconds`, and whether that is as often as it may."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self._moments: OrderedDict[str, list[float]] = OrderedDict()

    def is_spent(self, name: str = _ALL) -> bool:
        return len(self._recent(name)) >= self.most

    def count(self, name: str = _ALL) -> None:
        self._moments[name] = [*self._recent(name), time.monotonic()][-self.most :]
        self._moments.move_to_end(name)
        while len(self._moments) > _NAMES:
            self._moments.popitem(last=False)

    def _recent(self, name: str) -> list[float]:
        since = time.monotonic() - self.seconds
        return [moment for moment in self._moments.get(name, ()) if moment > since]


class Guesses:
    """Wrong join codes. There are 191 million codes, and each table has two.

    An address has ten wrong ones in five minutes. Many addresses together have a hundred; after that only those are
    heard where a phone of a table was seen within six hours, as the router of a table is, and from these together no
    more than 400 wrong ones are taken. So nobody guesses faster than 500 in five minutes however many addresses he
    has, and a flood keeps no table from joining by code at home, and none anywhere from joining by link or QR code.
    """

    def __init__(self) -> None:
        self._own = Tries(10, 300)
        self._strangers = Tries(100, 300)
        self._neighbours = Tries(400, 300)
        self._seen = Tries(1, 6 * 3600)

    def has_guessed(self, address: str) -> bool:
        """Whether so many wrong ones came from this address that no more are taken."""
        return self._own.is_spent(household(address))

    def may_try(self, address: str) -> bool:
        return not self.has_guessed(address) and not self._together(household(address)).is_spent()

    def wrong(self, address: str) -> None:
        place = household(address)
        self._own.count(place)
        self._together(place).count()

    def phone_seen(self, address: str) -> None:
        """A phone that belongs to some table asks from here."""
        self._seen.count(household(address))

    def _together(self, place: str) -> Tries:
        return self._neighbours if self._seen.is_spent(place) else self._strangers


class Openings:
    """Tables opened: `most` an hour from one address, and twenty times as many from all; 0 sets no limit."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._own = Tries(most, 3600)
        self._together = Tries(20 * most, 3600)

    def take(self, address: str) -> bool:
        """Count one more table; False where that would be too many."""
        place = household(address)
        if self.most and (self._own.is_spent(place) or self._together.is_spent()):
            return False
        if self.most:
            self._own.count(place)
            self._together.count()
        return True
