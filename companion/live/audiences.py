"""Phones with a stream: the page that each shows, the fragments that it has of it, and the events that it is sent.

A fragment is rendered again only when its values change, and sent only to phones that lack it.
"""

from __future__ import annotations

import json
import math
import re
import zlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

if TYPE_CHECKING:
    from companion.server.stream_socket import StreamSocket

_MOST_WAITING = 8  # events for a connection to come; those beyond are dropped, and the next heartbeat reveals the gap

STRANGER = -1
"""The number under which those listen who have not joined, by the link to an overlay: no phones of the table."""
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
Write = Callable[..., str]
_SLOT = re.compile("\x02(.*?)\x03")
_TAG = re.compile(r"\s*<(\w+)")


@dataclass(frozen=True)
class Audience:
    """Phones that see the very same page: which page with which fields, in which language and role.

    `phone` is a phone that sees what no other does, at a table that hides totals; None where all see the same.
    `root` is the path below which they reach the site.
    """

    page: str
    fields: tuple[tuple[str, str], ...]
    role: str
    locale: str
    phone: int | None = None
    root: str = ""


@dataclass(eq=False, slots=True)
class Listener:
    """One phone's stream; `waiting` are the events for its connection until that is there."""

    session: str
    phone: int
    audience: Audience
    on_leave: Callable[[Listener], None]
    is_compressed: bool = False
    has_ended: bool = False
    connection: StreamSocket | None = None
    waiting: list[ServerEvent] = field(default_factory=list)

    def take(self, connection: StreamSocket | None) -> None:
        """Send everything over a connection from now on, waiting events first; None where there will be none."""
        if connection is None:
            self.leave()
            return
        self.connection, connection.on_close = connection, self.leave
        for event in self.waiting:
            self.send(event)
        self.waiting.clear()
        if self.has_ended:
            connection.end()

    def send(self, event: ServerEvent) -> None:
        """Send an event at once, or once there is a connection."""
        if self.connection is not None:
            self.connection.send(event.compressed if self.is_compressed else event.plain)
        elif len(self.waiting) < _MOST_WAITING:
            self.waiting.append(event)

    def leave(self) -> None:
        """Unregister this listener."""
        self.on_leave(self)

    def end(self, last: str = "gone") -> None:
        """End the stream with an event of that name."""
        self.has_ended = True
        self.waiting.clear()
        self.leave()
        self.send(ServerEvent(last, {}))
        if self.connection is not None:
            self.connection.end()


class ServerEvent:
    """One server-sent event, encoded once for an audience; `retry` is after how many milliseconds phones reconnect."""

    def __init__(self, name: str, data: Mapping[str, object], retry: int | None = None) -> None:
        content = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        before = "" if retry is None else f"retry: {retry}\n"
        self.name, self.plain = name, f"{before}event: {name}\ndata: {content}\n\n".encode()

    @cached_property
    def compressed(self) -> bytes:
        """The event as gzip blocks that do not refer to earlier ones, so that they fit into any stream that began."""
        compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return compressor.compress(self.plain) + compressor.flush(zlib.Z_SYNC_FLUSH)


class _Fragment(NamedTuple):
    """A rendered fragment: the values it shows, its text, the nested fragments, its empty placeholder, and its slot."""

    values: tuple[Any, ...]
    text: str
    nested: tuple[str, ...]
    placeholder: str | None
    slot: Markup


class Fragments:
    """The fragments that the phones of an audience have, by the id of their element, with the values each shows.

    A page rendered with `render_cached` has slots in place of its fragments; `as_change` and `as_sent`
    replace them. Fragments can nest.
    """

    def __init__(self) -> None:
        self._sent: dict[str, _Fragment] = {}
        self._rendered: dict[str, _Fragment] = {}
        self._fresh: set[str] = set()

    def begin(self) -> None:
        """Start rendering another version of the page."""
        self._rendered, self._fresh = {}, set()

    def mark_sent(self) -> None:
        """Remember that phones have the rendered version; drop fragments it does not use."""
        self._sent = self._rendered

    def render_cached(self, name: str, render: Write, *values: Any, **always: Any) -> Markup:
        """The slot of element `name`, which `render(name, *values, **always)` writes anew only for other `values`."""
        cached = self._sent.get(name)
        if cached is not None and cached.values == values:
            self._keep(name)
            return cached.slot
        text = render(name, *values, **always)
        tag, slot = _TAG.match(text), Markup(f"\x02{name}\x03")
        empty = None if tag is None else f'<{tag[1]} data-cached="{name}"></{tag[1]}>'
        self._rendered[name] = _Fragment(values, text, tuple(_SLOT.findall(text)), empty, slot)
        self._fresh.add(name)
        return slot

    def _keep(self, name: str) -> None:
        """Take over a fragment that phones have, and those nested in it."""
        fragment = self._rendered[name] = self._sent[name]
        for inner in fragment.nested:
            if inner in self._sent:
                self._keep(inner)

    def has_fresh(self, text: str) -> bool:
        """Whether a text contains a fragment that phones lack."""
        return not self._fresh.isdisjoint(_SLOT.findall(text))

    def as_sent(self, text: str) -> str:
        """A text that phones have, with all its fragments."""

        def filled(slot: re.Match[str]) -> str:
            fragment = self._sent.get(slot[1])
            return slot[0] if fragment is None else self.as_sent(fragment.text)

        return _SLOT.sub(filled, text)

    def as_change(self, text: str) -> str:
        """A rendered text with the fragments that phones lack, and empty elements in the place of those they have."""

        def filled(slot: re.Match[str]) -> str:
            fragment = self._rendered.get(slot[1])
            if fragment is None:
                return slot[0]
            if fragment.placeholder is None or slot[1] in self._fresh:
                return self.as_change(fragment.text)
            return fragment.placeholder

        return _SLOT.sub(filled, text)


def render_uncached(name: str, render: Write, *values: Any, **always: Any) -> str:
    """Replacement for `Fragments.render_cached` on a page that is sent whole."""
    return render(name, *values, **always)


@dataclass
class Group:
    """The phones of an audience, and the version of the page that they hold or are about to fetch, with its parts."""

    listeners: set[Listener] = field(default_factory=set)
    shown: Mapping[str, str] = field(default_factory=dict)
    version: int = -1
    fragments: Fragments = field(default_factory=Fragments)

    def parts(self) -> dict[str, str]:
        """The parts of the page as these phones have them."""
        return {name: self.fragments.as_sent(part) for name, part in self.shown.items()}

    def hold(self, version: int, parts: Mapping[str, str]) -> None:
        """Record that these phones have this version, rendered with `fragments`."""
        self.version, self.shown = version, parts
        self.fragments.mark_sent()

    def change_to(self, version: int, parts: Mapping[str, str]) -> ServerEvent:
        """The event that tells these phones, if they have the version before, what differs; from now they hold it."""
        changed = {
            name: self.fragments.as_change(part)
            for name, part in parts.items()
            if self.shown.get(name) != part or self.fragments.has_fresh(part)
        }
        event = ServerEvent("change", {"version": version, "since": self.version, "parts": changed})
        self.hold(version, parts)
        return event


@dataclass
class SessionStreams:
    """The open streams of a session, by audience and by phone, the oldest first.

    `announced` is the number of phones that all of them were sent last, None if they were sent different ones.
    `told` is the newest version that any phone was told.
    """

    groups: dict[Audience, Group] = field(default_factory=dict)
    phones: dict[int, list[Listener]] = field(default_factory=dict)
    count: int = 0
    announced: int | None = None
    announced_at: float = -math.inf
    told: int = -1

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
        self.phones[listener.phone].remove(listener)
        self.count -= 1
        if not self.phones[listener.phone]:
            del self.phones[listener.phone]
        if not group.listeners:
            del self.groups[listener.audience]
        return True

    def joined(self) -> Collection[int]:
        """The phones of the table that listen: all but strangers."""
        return self.phones.keys() - {STRANGER}

    def listeners(self) -> list[Listener]:
        """All open streams."""
        return [listener for group in self.groups.values() for listener in group.listeners]
