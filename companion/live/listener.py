"""Phones with a stream: which page each shows, the connection it is sent over, and the events that it is sent."""

from __future__ import annotations

import json
import queue
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

_WAITING = 8  # events queued for a phone; those beyond are dropped, and the next heartbeat reveals the gap

STRANGER = -1
"""The number under which those listen who have not joined, by the link to an overlay: no phones of the table."""


@dataclass(frozen=True)
class Audience:
    """Phones that see the very same page: which page with which fields, in which language and role.

    `phone` is a phone that sees what no other does, at a table that hides totals; None where all see the same.
    """

    page: str
    fields: tuple[tuple[str, str], ...]
    role: str
    locale: str
    phone: int | None = None


class StreamConnection(Protocol):
    """An open response: data is sent at once, and the connection ends where the phone accepts no more.

    `on_close` is called once, whichever side closes it.
    """

    on_close: Callable[[], None] | None

    def send(self, data: bytes) -> None:
        """Send data at once."""

    def end(self) -> None:
        """Close after everything was sent."""

    def close(self) -> None:
        """Close at once."""


class Listener:
    """One phone's open stream: a connection, or a short queue of events. `on_leave` is called with it when it ends.

    `ended_with` is the name of its last event once it has been ended from here.
    """

    __slots__ = ("_on_leave", "audience", "connection", "ended_with", "events", "is_compressed", "phone", "session")

    def __init__(
        self,
        session: str,
        phone: int,
        audience: Audience,
        on_leave: Callable[[Listener], None],
        *,
        is_compressed: bool = False,
    ) -> None:
        self.session, self.phone, self.audience, self.is_compressed = session, phone, audience, is_compressed
        self.ended_with: str | None = None
        self.connection: StreamConnection | None = None
        self.events: queue.Queue[ServerEvent] | None = queue.Queue(_WAITING)
        self._on_leave = on_leave

    def take(self, connection: StreamConnection) -> None:
        """Send everything over a connection from now on, queued events first."""
        waiting, self.events = self.events, None  # a queue takes more memory than all the rest of a stream
        self.connection, connection.on_close = connection, self.leave
        if self.ended_with:
            self._end_connection(connection, self.ended_with)
            return
        while waiting is not None and not waiting.empty():
            self.send(waiting.get_nowait())

    def send(self, event: ServerEvent) -> None:
        """Send an event at once; without a connection, queue it, or drop it where the queue is full."""
        if self.connection is not None:
            self.connection.send(event.compressed if self.is_compressed else event.plain)
        elif self.events is not None and not self.events.full():
            self.events.put_nowait(event)

    def next(self, beat: float) -> ServerEvent | None:
        """Wait for the next event, at most `beat` seconds."""
        try:
            return None if self.events is None else self.events.get(timeout=beat)
        except queue.Empty:
            return None

    def leave(self) -> None:
        """Unregister this listener."""
        self._on_leave(self)

    def end(self, last: str = "gone") -> None:
        """End the stream with an event of that name."""
        self.ended_with = last
        self.leave()
        if self.connection is not None:
            self._end_connection(self.connection, last)
        else:
            self.send(ServerEvent(last, {}))  # wakes the thread that waits in `next`

    def _end_connection(self, connection: StreamConnection, last: str) -> None:
        self.send(ServerEvent(last, {}))
        connection.end()


# Shared: json.dumps would create an encoder on each call.
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


class ServerEvent:
    """One server-sent event, encoded once for all phones of an audience.

    `retry` is after how many milliseconds a phone reconnects when its stream ends.
    """

    def __init__(self, name: str, data: Mapping[str, object], retry: int | None = None) -> None:
        content = _ENCODER.encode(data)
        before = "" if retry is None else f"retry: {retry}\n"
        self.name, self.plain = name, f"{before}event: {name}\ndata: {content}\n\n".encode()

    @cached_property
    def compressed(self) -> bytes:
        """The event as gzip blocks that do not refer to earlier ones, so that they fit into any stream."""
        compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return compressor.compress(self.plain) + compressor.flush(zlib.Z_SYNC_FLUSH)


def change_event(version: int, since: int, parts: Mapping[str, str]) -> ServerEvent:
    """Return the event that updates a page from version `since` to `version`; `parts` is HTML by element id."""
    return ServerEvent("change", {"version": version, "since": since, "parts": dict(parts)})


def encode_stream(events: Iterator[ServerEvent], *, is_compressed: bool) -> Iterator[bytes]:
    """Encode events as text, or as one gzip stream that never ends."""
    if is_compressed:
        yield _GZIP_HEAD
    for event in events:
        yield event.compressed if is_compressed else event.plain
