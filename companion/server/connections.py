"""Open connections by client network; when the server is full, the network that holds most of them loses one."""

from collections import defaultdict
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
    """An open connection; `close` ends it. `is_active` while a response or a stream is being sent."""

    network: str
    close: Callable[[], None]
    is_active: bool = False


class Connections:
    """At most `limit` connections. A new one is accepted on a full server if an old one can be evicted for it.

    If a network holds more than its `share`, the one that holds most loses a connection, idle ones first. Otherwise
    the connection that has been idle longest is closed, from any network. Networks for which `is_shared` holds, such
    as a proxy's, carry connections of many clients and have no share of their own.
    """

    def __init__(self, limit: int, share: int, is_shared: Callable[[str], bool] = lambda network: False) -> None:
        self.limit, self.share, self.is_shared = limit, share, is_shared
        # By network, None for all, and whether they are active, in the order of their last change: a full server has
        # no time to look at thousands for each new one.
        self._kept: defaultdict[tuple[str | None, bool], dict[Connection, None]] = defaultdict(dict)
        self._over_share: dict[str, None] = {}

    def __len__(self) -> int:
        return self._count(None)

    def add(self, connection: Connection) -> bool:
        """Accept a connection, evicting another one if the server is full; False if none can be evicted."""
        if len(self) >= self.limit and not self._evict():
            return False
        self._put(connection)
        network = connection.network
        if self._count(network) > self.share and not self.is_shared(network):
            self._over_share[network] = None
        return True

    def mark(self, connection: Connection, *, is_active: bool) -> None:
        """Note that a response to a connection has begun, or has ended, so that it waits for its next request."""
        if self._take(connection):
            connection.is_active = is_active
            self._put(connection)

    def remove(self, connection: Connection) -> None:
        """Forget a connection that has ended; an evicted one is removed already."""
        if not self._take(connection):
            return
        network = connection.network
        count = self._count(network)
        if count <= self.share:
            self._over_share.pop(network, None)
        if not count:
            del self._kept[network, False], self._kept[network, True]

    def _put(self, connection: Connection) -> None:
        for network in (None, connection.network):
            self._kept[network, connection.is_active][connection] = None

    def _take(self, connection: Connection) -> bool:
        """Take a connection out; False if it is not there."""
        if connection not in self._kept[None, connection.is_active]:
            return False
        for network in (None, connection.network):
            del self._kept[network, connection.is_active][connection]
        return True

    def _count(self, network: str | None) -> int:
        return len(self._kept[network, False]) + len(self._kept[network, True])

    def _evict(self) -> bool:
        network = max(self._over_share, key=self._count, default=None)
        active = () if network is None else self._kept[network, True]
        evicted = next(chain(self._kept[network, False], active), None)
        if evicted is None:
            return False
        self.remove(evicted)
        evicted.close()
        return True
