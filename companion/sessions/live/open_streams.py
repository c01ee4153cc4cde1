"""The open streams of a session, indexed by audience and by phone for constant-time changes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.sessions.live.fragments import Fragments
from companion.sessions.live.listener import Audience, Listener


@dataclass
class Group:
    """The phones of an audience, and the version of the page that they hold or are about to fetch."""

    listeners: set[Listener] = field(default_factory=set)
    shown: Mapping[str, str] = field(default_factory=dict)
    version: int = -1
    fragments: Fragments = field(default_factory=Fragments)

    def hold(self, version: int, parts: Mapping[str, str]) -> None:
        """Record that these phones have this version, rendered with `fragments`."""
        self.version, self.shown = version, parts
        self.fragments.mark_sent()


@dataclass
class SessionStreams:
    """The open streams of a session, by audience and by phone, the oldest first.

    `announced` is the number of phones that all of them were sent last, None if they were sent different ones.
    """

    groups: dict[Audience, Group] = field(default_factory=dict)
    phones: dict[int, list[Listener]] = field(default_factory=dict)
    count: int = 0
    announced: int | None = None
    announced_at: float = -math.inf

    def add(self, listener: Listener) -> Group:
        """Register a listener; returns the group of its audience."""
        group = self.groups.setdefault(listener.audience, Group())
        group.listeners.add(listener)
        self.phones.setdefault(listener.phone, []).append(listener)
        self.count += 1
        return group

    def remove(self, listener: Listener) -> bool:
        """Unregister a listener; False where it is unknown."""
        group = self.groups.get(listener.audience)
        if group is None or listener not in group.listeners:
            return False
        group.listeners.remove(listener)
        open_here = self.phones[listener.phone]
        open_here.remove(listener)
        self.count -= 1
        if not open_here:
            del self.phones[listener.phone]
        if not group.listeners:
            del self.groups[listener.audience]
        return True

    def listeners(self) -> list[Listener]:
        """All open streams."""
        return [listener for group in self.groups.values() for listener in group.listeners]
