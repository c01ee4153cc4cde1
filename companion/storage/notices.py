"""Notices between the processes that serve the same instance.

A notice says what happened to a session; each process then reads the database and tells its own phones. A lost notice
does no harm: the next heartbeat carries the version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

Notice = Mapping[str, Any]
"""Plain JSON: its `kind`, mostly the `session`, and what the kind needs; `node`, its process, is added when sent."""


class Channel(Protocol):
    """Carries notices to the other processes, in order, without waiting for them."""

    def publish(self, notice: Notice) -> None:
        """Send a notice soon."""

    def close(self) -> None:
        """Send nothing any more."""


class NoChannel:
    """The channel of an instance that one process serves."""

    def publish(self, notice: Notice) -> None:
        """Do nothing: nobody else is there."""

    def close(self) -> None:
        """Do nothing."""
