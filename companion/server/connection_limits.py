"""How long a connection may take, and how many there may be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Time limits in seconds, and the number of connections.

    `ending` is how long running responses may delay the shutdown. `connections` is lowered to what the system allows;
    `share` is the number of connections that one client network may always have.
    """

    request_line: float = 15  # also how long an idle connection is kept
    headers: float = 15
    body: float = 120
    silence: float = 60  # without progress, within a body or a response
    ending: float = 0.5
    connections: int = 9_500
    share: int = 100
