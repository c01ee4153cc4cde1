"""Open connections by client network; when the server is full, the network that holds most of them loses one."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field


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


@dataclass
class _NetworkConnections:
    """All connections from one network, idle and active apart, each in the order of its last change."""

    idle: OrderedDict[Connection, None] = field(default_factory=OrderedDict)
    active: OrderedDict[Connection, None] = field(default_factory=OrderedDict)

    def __len__(self) -> int:
        return len(self.idle) + len(self.active)

    def with_state_of(self, connection: Connection) -> OrderedDict[Connection, None]:
        return self.active if connection.is_active else self.idle


class Connections:
    """At most `limit` connections. A new one is accepted on a full server if an old one can be evicted for it.

    If a network holds more than its `share`, the one that holds most loses a connection, idle ones first. Otherwise
    the connection that has been idle longest is closed, from any network. Networks for which `is_shared` holds, such
    as a proxy's, carry connections of many clients and have no share of their own.
    """

    def __init__(self, limit: int, share: int, is_shared: Callable[[str], bool] = lambda network: False) -> None:
        self.limit, self.share, self.is_shared = limit, share, is_shared
        self._networks: dict[str, _NetworkConnections] = {}
        self._over_share: set[str] = set()
        self._idle: OrderedDict[Connection, None] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, connection: Connection) -> bool:
        """Accept a connection, evicting another one if the server is full; False if none can be evicted."""
        if self._count >= self.limit and not self._evict():
            return False
        self._count += 1
        network = self._networks.setdefault(connection.network, _NetworkConnections())
        network.idle[connection] = self._idle[connection] = None
        self._update_share(connection.network, network)
        return True

    def mark(self, connection: Connection, *, is_active: bool) -> None:
        """Note that a response to a connection has begun, or has ended, so that it waits for its next request."""
        network = self._networks.get(connection.network)
        if network is None or not self._discard(connection, network):
            return
        connection.is_active = is_active
        network.with_state_of(connection)[connection] = None
        if not is_active:
            self._idle[connection] = None

    def remove(self, connection: Connection) -> None:
        """Forget a connection that has ended; an evicted one is removed already."""
        network = self._networks.get(connection.network)
        if network is None or not self._discard(connection, network):
            return
        self._count -= 1
        self._update_share(connection.network, network)
        if not network:
            del self._networks[connection.network]

    def _discard(self, connection: Connection, network: _NetworkConnections) -> bool:
        known = network.with_state_of(connection)
        if connection not in known:
            return False
        known.pop(connection)
        self._idle.pop(connection, None)
        return True

    def _update_share(self, name: str, network: _NetworkConnections) -> None:
        if len(network) > self.share and not self.is_shared(name):
            self._over_share.add(name)
        else:
            self._over_share.discard(name)

    def _evict(self) -> bool:
        if self._over_share:
            network = self._networks[max(self._over_share, key=lambda name: len(self._networks[name]))]
            connection = next(iter(network.idle or network.active))
        elif self._idle:
            connection = next(iter(self._idle))
        else:
            return False
        self.remove(connection)
        connection.close()
        return True
