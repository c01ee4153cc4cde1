"""Open connections by client network; when the server is full, the network that holds most of them loses one."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass


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
        self._all: dict[Connection, None] = {}  # in the order of their last change

    def __len__(self) -> int:
        return len(self._all)

    def add(self, connection: Connection) -> bool:
        """Accept a connection, evicting another one if the server is full; False if none can be evicted."""
        if len(self._all) >= self.limit and not self._evict():
            return False
        self._all[connection] = None
        return True

    def mark(self, connection: Connection, *, is_active: bool) -> None:
        """Note that a response to a connection has begun, or has ended, so that it waits for its next request."""
        if connection in self._all:
            self.remove(connection)
            connection.is_active = is_active
            self._all[connection] = None

    def remove(self, connection: Connection) -> None:
        """Forget a connection that has ended; an evicted one is removed already."""
        self._all.pop(connection, None)

    def _evict(self) -> bool:
        network = self._largest_over_share()
        of_network = [connection for connection in self._all if network in (None, connection.network)]
        evicted = next((connection for connection in of_network if not connection.is_active), None)
        if evicted is None and network is not None:
            evicted = of_network[0]
        if evicted is None:
            return False
        self.remove(evicted)
        evicted.close()
        return True

    def _largest_over_share(self) -> str | None:
        counts = Counter(connection.network for connection in self._all)
        over = [name for name, count in counts.items() if count > self.share and not self.is_shared(name)]
        return max(over, key=counts.__getitem__, default=None)
