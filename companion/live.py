"""Who is listening to which session; wakes them with the new version and the page parts that changed."""

from __future__ import annotations

import json
import logging
import queue
import random
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from companion.pieces import Pieces

_log = logging.getLogger(__name__)

HEARTBEAT = 8.0
_COME_BACK = (500, 3000)
LINE = "companion.line"
"""Where the server offers, in a request's environment, to keep its answer open as a line for whom it is called with."""
_WAITING = 8
_MOST_RENDERED = 60  # audiences of a session; whoever looks at it in yet another way fetches what changed
_GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


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


Render = Callable[[str, Audience, Pieces], tuple[int, Mapping[str, str]]]


class ServerEvent:
    """One server-sent event as the bytes that go to every phone of an audience, packed once for all of them.

    With `retry` it says after how many milliseconds a phone asks again when its stream breaks off.
    """

    def __init__(self, name: str, data: Mapping[str, object], retry: int | None = None) -> None:
        told = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        before = "" if retry is None else f"retry: {retry}\n"
        self.name, self.plain = name, f"{before}event: {name}\ndata: {told}\n\n".encode()

    @cached_property
    def packed(self) -> bytes:
        """The event as blocks of a gzip stream that refer to nothing before them, so that any stream can take them."""
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return packer.compress(self.plain) + packer.flush(zlib.Z_SYNC_FLUSH)


class Line(Protocol):
    """An answer that stays open: what is sent goes out at once, or the line ends where the phone takes no more."""

    def send(self, data: bytes) -> None: ...

    def is_open(self) -> bool: ...

    def end(self) -> None: ...


@dataclass(eq=False)
class Listener:
    """One phone's open stream: a line, or a short queue of events; a full one is left to the heartbeat to mend."""

    session: str
    phone: int
    audience: Audience
    is_packed: bool = False
    is_over: bool = False
    line: Line | None = None
    events: queue.Queue[ServerEvent] = field(default_factory=lambda: queue.Queue(_WAITING))

    def take(self, line: Line) -> None:
        """Send everything over a line from now on; what came since the stream was opened goes first."""
        self.line = line
        while not self.events.empty():
            self.send(self.events.get_nowait())
        if self.is_over:
            line.end()

    def send(self, event: ServerEvent) -> None:
        if self.line is not None:
            self.line.send(event.packed if self.is_packed else event.plain)
            return
        try:
            self.events.put_nowait(event)
        except queue.Full:
            return

    def next(self, beat: float) -> ServerEvent | None:
        """Wait for the next event, at most `beat` seconds."""
        try:
            return self.events.get(timeout=beat)
        except queue.Empty:
            return None

    def end(self) -> None:
        """Nothing is sent here any more, and the stream ends."""
        self.is_over = True
        self.send(ServerEvent("gone", {}))  # where the queue is full, the stream says it all the same
        if self.line is not None:
            self.line.end()


@dataclass
class _Group:
    """The phones of an audience, and the version of the page that they hold or are about to fetch."""

    listeners: set[Listener] = field(default_factory=set)
    shown: Mapping[str, str] = field(default_factory=dict)
    version: int = -1
    pieces: Pieces = field(default_factory=Pieces)

    def hold(self, version: int, parts: Mapping[str, str]) -> None:
        """From now on these phones have this version, made with `pieces`."""
        self.version, self.shown = version, parts
        self.pieces.settle()


class Live:
    """The open streams of all sessions.

    `render(session, audience, pieces)` gives the version of a page and its parts by their element id, with slots for
    the pieces that it keeps.
    """

    def __init__(self, render: Render) -> None:
        self._render = render
        self._groups: dict[str, dict[Audience, _Group]] = {}

    def listen(self, session: str, phone: int, audience: Audience, *, is_packed: bool = False) -> Listener:
        listener = Listener(session, phone, audience, is_packed)
        groups = self._groups.setdefault(session, {})
        if audience not in groups:
            groups[audience] = _Group()
            # Rendered now, so that the next change is sent as the little that differs from the page that phones have.
            drawn = self._drawn(session, audience, groups[audience]) if len(groups) <= _MOST_RENDERED else None
            if drawn is not None:
                groups[audience].hold(*drawn)
        groups[audience].listeners.add(listener)
        self._tell_presence(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        groups = self._groups.get(listener.session, {})
        group = groups.get(listener.audience)
        if group is None:
            return
        if listener not in group.listeners:
            return
        group.listeners.discard(listener)
        self._tell_presence(listener)
        if not group.listeners:
            del groups[listener.audience]
        if not groups:
            self._groups.pop(listener.session, None)

    def _tell_presence(self, changed: Listener) -> None:
        """Tell the others at the table how many phones there are now."""
        event = ServerEvent("phones", {"phones": self.phones(changed.session)})
        for listener in self._listeners(changed.session):
            if listener is not changed:
                listener.send(event)

    def tell_typing(self, session: str, phone: int, seat: int) -> None:
        """Tell the others at the table that a phone is filling in the part of a seat; nothing is kept of it."""
        event = ServerEvent("typing", {"seat": seat})
        for listener in self._listeners(session):
            if listener.phone != phone:
                listener.send(event)

    def phones(self, session: str) -> int:
        """How many different phones listen to a session."""
        return len({listener.phone for listener in self._listeners(session)})

    def _listeners(self, session: str) -> list[Listener]:
        groups = self._groups.get(session, {}).values()
        return [listener for group in groups for listener in group.listeners]

    def wake(self, session: str) -> None:
        """Send every listener of a session the new version and what changed on its page, rendered once an audience."""
        groups = list(self._groups.get(session, {}).items())
        first, others = groups[:_MOST_RENDERED], [group for _, group in groups[_MOST_RENDERED:]]
        for audience, group in first:
            self._tell_change(session, audience, group)
        if others:
            self._tell_version(session, max(group.version for _, group in first), others)

    def _tell_change(self, session: str, audience: Audience, group: _Group) -> None:
        """Render the page of a group as it stands now, and tell the group what is new on it."""
        drawn = self._drawn(session, audience, group)
        if drawn is None:
            return
        (version, parts), pieces = drawn, group.pieces
        changed = {
            name: pieces.told(part)
            for name, part in parts.items()
            if group.shown.get(name) != part or pieces.has_fresh(part)
        }
        # Only who holds the parts of the version before can take a difference; others fetch all.
        event = change_event(version, group.version, changed)
        group.hold(version, parts)
        for listener in list(group.listeners):
            listener.send(event)

    def _drawn(self, session: str, audience: Audience, group: _Group) -> tuple[int, Mapping[str, str]] | None:
        group.pieces.begin()
        try:
            return self._render(session, audience, group.pieces)
        except Exception:
            # What is on disk must be answered; these phones notice at the next heartbeat that they are behind.
            _log.exception("a page could not be rendered for %s", audience)
            return None

    def _tell_version(self, session: str, version: int, groups: Collection[_Group]) -> None:
        """Tell that there is a new version without what changed."""
        event = self._version_event(session, version)
        for listener in [listener for group in groups for listener in group.listeners]:
            listener.send(event)

    def close(self, session: str) -> None:
        """Tell every listener that the session is gone."""
        for listener in self._listeners(session):
            listener.end()

    def shut_out(self, session: str, phones: Collection[int]) -> None:
        """End the streams of these phones; nothing of the session is told them any more."""
        for listener in self._listeners(session):
            if listener.phone in phones:
                self.leave(listener)
                listener.end()

    def opening(self, listener: Listener, version: int) -> ServerEvent:
        """The first event of a stream: the version as it stands, and when to come back if the stream breaks off."""
        return self._version_event(listener.session, version, retry=random.randint(*_COME_BACK))

    def stream(self, listener: Listener, version: Callable[[], int], beat: float = HEARTBEAT) -> Iterator[ServerEvent]:
        """The events for one phone where there is no line, starting with the opening; ends when the phone goes."""
        try:
            yield self.opening(listener, version())
            while not listener.is_over:
                event = listener.next(beat)
                yield event or self._version_event(listener.session, version())
            yield ServerEvent("gone", {})
        finally:
            self.leave(listener)

    def keep_beating(self, version: Callable[[str], int], pause: Callable[[float], None]) -> None:
        """Go round the sessions once, a heartbeat long, with a pause of so many seconds after each; one at least.

        Over their lines the phones of a session are told its version, so that who missed something fetches it; who
        has hung up is let go.
        """
        sessions = list(self._groups)
        for session in sessions:
            try:
                self._beat(session, version(session))
            except Exception:
                _log.exception("no heartbeat for a session")
            pause(HEARTBEAT / len(sessions))
        if not sessions:
            pause(HEARTBEAT / 8)

    def _beat(self, session: str, version: int) -> None:
        for listener in self._listeners(session):
            if listener.line is not None and not listener.line.is_open():
                self.leave(listener)
        event = self._version_event(session, version)
        for listener in self._listeners(session):
            if listener.line is not None:
                listener.send(event)

    def _version_event(self, session: str, version: int, retry: int | None = None) -> ServerEvent:
        return ServerEvent("version", {"version": version, "phones": self.phones(session)}, retry)


def written(events: Iterator[ServerEvent], *, is_packed: bool) -> Iterator[bytes]:
    """Events as they go over the wire: as text, or as one gzip stream that never ends."""
    if is_packed:
        yield _GZIP_HEAD
    for event in events:
        yield event.packed if is_packed else event.plain


def change_event(version: int, since: int, parts: Mapping[str, str]) -> ServerEvent:
    return ServerEvent("change", {"version": version, "since": since, "parts": dict(parts)})
