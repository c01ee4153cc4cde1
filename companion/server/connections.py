"""Open connections by client network; when the server is full, the network that holds most of them loses one."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain


@dataclass(frozen=True)
class Limits:
    """Time limits in seconds, and the number of connections.

    `ending` is how long running responses may delay the shutdown. `connections` is lowered to what the system allows;
    `share` is the number of connections that one client network may always have.

    A connection is kept for the next request longer than a reverse proxy keeps its own idle ones, which is two minutes
    at most by default: if the server closed first, a request of the proxy could meet a connection that is just closing.
    """

    idle: float = 150
    request_line: float = 15
    headers: float = 15
    body: float = 120
    silence: float = 60  # without progress, within a body or a response
    ending: float = 0.5
    connections: int = 9_500
    share: int = 100


@dataclass(eq=False)
class Connection:
    """An open connection; `close` ends it."""

    network: str
    close: Callable[[], None]


class Connections:
    """At most `limit` connections. A new one is accepted on a full server if an old one can be evicted for it.

    If a network holds more than its `share`, the one that holds most loses a connection, idle ones first. Otherwise
    the connection that has been idle longest is closed, from any network. Networks for which `is_shared` holds, such
    as a proxy's, carry connections of many clients and have no share of their own.
    """

    def __init__(self, limit: int, share: int, is_shared: Callable[[str], bool] = lambda network: False) -> None:
        self.limit, self.share, self.is_shared = limit, share, is_shared
        # Active is one to which a response or a stream is being sent; both are in the order of their last change.
        self._idle: dict[Connection, None] = {}
        self._active: dict[Connection, None] = {}
        self._counts = Counter[str]()
        self._over_share: dict[str, None] = {}

    def __len__(self) -> int:
        return len(self._idle) + len(self._active)

    def add(self, connection: Connection) -> bool:
        """Accept a connection, evicting another one if the server is full; False if none can be evicted."""
        if len(self) >= self.limit and not self._evict():
            return False
        network = connection.network
        self._idle[connection] = None
        self._counts[network] += 1
        if self._counts[network] > self.share and not self.is_shared(network):
            self._over_share[network] = None
        return True

    def mark(self, connection: Connection, *, is_active: bool) -> None:
        """Note that a response to a connection has begun, or has ended, so that it waits for its next request."""
        if self._take(connection):
            kept = self._active if is_active else self._idle
            kept[connection] = None

    def remove(self, connection: Connection) -> None:
        """Forget a connection that has ended; an evicted one is removed already."""
        if self._take(connection):
            network = connection.network
            self._counts[network] -= 1
            if self._counts[network] <= self.share:
                self._over_share.pop(network, None)
            if not self._counts[network]:
                del self._counts[network]

    def _take(self, connection: Connection) -> bool:
        """Take a connection out; False if it is not there."""
        for kept in (self._idle, self._active):
            if connection in kept:
                del kept[connection]
                return True
        return False

    def _evict(self) -> bool:
        network = max(self._over_share, key=lambda network: self._counts[network], default=None)
        candidates = iter(self._idle)
        if network is not None:
            candidates = (each for each in chain(self._idle, self._active) if each.network == network)
        evicted = next(candidates, None)
        if evicted is None:
            return False
        self.remove(evicted)
        evicted.close()
        return True
