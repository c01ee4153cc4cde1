"""How long a connection may take, and how many there may be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Time limits in seconds, and the number of connections.

    `ending` is how long running responses may delay the shutdown. `connections` is lowered to what the system allows;
    `share` is the number of connections that one client network may always have.

    A connection is kept for the next request longer than a reverse proxy keeps its own idle ones, which is two minutes
    at most by default: if the server closed first, a request of the proxy could meet a connection that is just closing.
    """

    linger: float = 2  # a handler waits so long for the next request, and after that the connection alone
    idle: float = 150
    request_line: float = 15
    headers: float = 15
    body: float = 120
    silence: float = 60  # without progress, within a body or a response
    ending: float = 0.5
    connections: int = 9_500
    share: int = 100
