"""Limits per client network on what can be abused: guessing join codes, opening tables, holding memory and disk."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from companion.server.addresses import client_network

_MAX_NAMES = 10_000  # the oldest are forgotten, so that a flood of addresses does not fill the memory
_ALL = ""

Publish = Callable[[str, str], None]
"""Tells the other processes of the instance what was counted (a kind), and of which network."""
WRONG_CODE, MEMBER, OPENED, JOINED = "wrong code", "member", "opened", "joined"


def _publish_nothing(kind: str, network: str) -> None:
    """The default for an instance that one process serves."""


class AttemptCounter:
    """A sliding window: each name may make `limit` attempts within the last `seconds`."""

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit, self.seconds = limit, seconds
        self._moments: OrderedDict[str, list[float]] = OrderedDict()

    def is_exhausted(self, name: str = _ALL) -> bool:
        """Whether a name has used up its attempts."""
        return len(self._recent(name)) >= self.limit

    def count(self, name: str = _ALL) -> None:
        """Record one attempt."""
        self._moments[name] = [*self._recent(name), time.monotonic()][-self.limit :]
        self._moments.move_to_end(name)
        while len(self._moments) > _MAX_NAMES:
            self._moments.popitem(last=False)

    def _recent(self, name: str) -> list[float]:
        since = time.monotonic() - self.seconds
        return [moment for moment in self._moments.get(name, ()) if moment > since]


class JoinCodeLimits:
    """Limits on wrong join codes. There are 191 million codes, and each table has two.

    Per five minutes, one client network may try ten wrong codes, and all unknown networks together 100. Networks from
    which a member of a table made a request within six hours, such as the router at a table, share another 400. So an
    attacker with any number of addresses has at most 500 guesses in five minutes, and a flood of guesses does not keep
    people at a running table from joining by code. Joining by link or QR code is not limited.
    """

    def __init__(self, publish: Publish = _publish_nothing) -> None:
        self._publish = publish
        self._per_network = AttemptCounter(10, 300)
        self._unknown_networks = AttemptCounter(100, 300)
        self._member_networks = AttemptCounter(400, 300)
        self._members_seen = AttemptCounter(1, 6 * 3600)
        self._members_noted = AttemptCounter(1, 60)

    def is_blocked(self, address: str) -> bool:
        """Whether this client network has used up its own wrong codes."""
        return self._per_network.is_exhausted(client_network(address))

    def is_allowed(self, address: str) -> bool:
        """Whether a code from this address may be looked up."""
        return not self.is_blocked(address) and not self._shared(client_network(address)).is_exhausted()

    def record_failure(self, address: str) -> None:
        """Count a wrong code from this address."""
        network = client_network(address)
        self._publish(WRONG_CODE, network)
        self.count_failure(network)

    def count_failure(self, network: str) -> None:
        """Count a wrong code from this network, here or at another process."""
        self._per_network.count(network)
        self._shared(network).count()

    def record_member_request(self, address: str) -> None:
        """Note that a member of some table made a request from this address; once a minute is enough."""
        network = client_network(address)
        if not self._members_noted.is_exhausted(network):
            self._members_noted.count(network)
            self._publish(MEMBER, network)
            self.count_member(network)

    def count_member(self, network: str) -> None:
        """Note that a member made a request from this network, here or at another process."""
        self._members_seen.count(network)

    def _shared(self, network: str) -> AttemptCounter:
        return self._member_networks if self._members_seen.is_exhausted(network) else self._unknown_networks


class HourlyLimits:
    """Per hour `limit` from one client network, twenty times as many from all together; 0 is no limit.

    `kind` says what is counted: new tables, or new phones that join.
    """

    def __init__(self, limit: int, publish: Publish = _publish_nothing, kind: str = OPENED) -> None:
        self.limit, self.kind, self._publish = limit, kind, publish
        self._per_network = AttemptCounter(limit, 3600)
        self._total = AttemptCounter(20 * limit, 3600)

    def allow(self, address: str) -> bool:
        """Count one more from an address; False, and not counted, if that exceeds a limit."""
        network = client_network(address)
        if self.limit and (self._per_network.is_exhausted(network) or self._total.is_exhausted()):
            return False
        if self.limit:
            self._publish(self.kind, network)
            self.count(network)
        return True

    def count(self, network: str) -> None:
        """Count one from this network, here or at another process."""
        self._per_network.count(network)
        self._total.count()


class BytesHeld:
    """Bytes that requests hold at this moment: up to `per_network` for one client network, `total` for all together.

    Whoever holds nothing yet may hold more than a limit.

    >>> held = BytesHeld(100, 150)
    >>> give_back = held.take("192.0.2.1", 120)
    >>> held.take("192.0.2.1", 1) is None, held.take("192.0.2.2", 31) is None
    (True, True)
    >>> give_back()
    >>> held.take("192.0.2.2", 31) is None
    False
    """

    def __init__(self, per_network: int, total: int) -> None:
        self.per_network, self.total = per_network, total
        self._held: dict[str, int] = {}

    def take(self, address: str, size: int) -> Callable[[], None] | None:
        """Hold `size` bytes for an address; returns what gives them back, to be called once. None over a limit."""
        network = client_network(address)
        own, all_held = self._held.get(network, 0), sum(self._held.values())
        if (own and own + size > self.per_network) or (all_held and all_held + size > self.total):
            return None
        self._held[network] = own + size

        def give_back() -> None:
            self._held[network] -= size
            if not self._held[network]:
                del self._held[network]

        return give_back
