"""The open streams of all sessions, their listeners and the events sent to them."""

import logging
import random
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from companion.engine import Message, MessageError
from companion.engine.pause import pausing
from companion.live.audiences import Group, PageUpdates, Render, SessionStreams
from companion.live.listener import Audience, Listener, ServerEvent
from companion.live.presence import Presence
from companion.storage.database import batches
from companion.storage.error_messages import StoreError

HEARTBEAT = 8.0
_RECONNECT = (500, 3000)
_MOST_OF_PHONE = 8  # streams of a phone at one session, with closed ones that were not noticed yet
_MOST_OF_ONLOOKERS = 100  # streams of all who are no phone here, such as big screens
_MOST_OF_SESSION = 300
_MOST_RENDERED = 60  # audiences of a session to render for; others fetch what changed


_TOO_MANY = Message(
    "So many phones have this table open that not all can be told at once what is new. This page asks every few seconds"
    " instead."
)


class TooManyStreams(MessageError):
    """A session has as many streams as allowed; the phone has to poll instead."""


class Live:
    """The open streams of all sessions.

    Callers that have read a session's table pass it on; otherwise `render` reads it, in a `context` where no request
    asks for it.
    """

    def __init__(
        self,
        render: Render,
        clock: Callable[[], float] = time.monotonic,
        context: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._updates, self._context = PageUpdates(render), context
        self._changed: set[str] = set()  # sessions with a thread that is about to redraw them
        self._streams: dict[str, SessionStreams] = {}
        self.presence = Presence(self._streams, clock)
        self.phones, self.publish = self.presence.phones, self.presence.publish
        self._on_leave = self.leave  # one object for all listeners

    def listen(
        self, session: str, phone: int, audience: Audience, table: Any = None, *, is_compressed: bool = False
    ) -> Listener:
        """Open a stream for a phone; raise `TooManyStreams` if the session has the most that are allowed."""
        self._make_room(session, phone)
        streams = self._streams.setdefault(session, SessionStreams())
        is_new = audience not in streams.groups and len(streams.groups) < _MOST_RENDERED
        listener = Listener(session, phone, audience, self._on_leave, is_compressed=is_compressed)
        group = streams.add(listener)
        if is_new:
            try:
                self._updates.draw_first(session, audience, group, table)
            except BaseException:  # also where the connection is ended meanwhile
                self.leave(listener)
                raise
        self.presence.changed(session, streams, came=listener)
        return listener

    def _make_room(self, session: str, phone: int) -> None:
        """End the phone's oldest stream if it has too many, or if the session has; onlookers count as one phone."""
        streams = self._streams.get(session, SessionStreams())
        open_here = streams.phones.get(phone, [])
        most = _MOST_OF_PHONE if phone > 0 else _MOST_OF_ONLOOKERS
        if len(open_here) < most and streams.count < _MOST_OF_SESSION:
            return
        if not open_here:
            raise TooManyStreams(_TOO_MANY)
        open_here[0].end("busy")

    def leave(self, listener: Listener) -> None:
        """Unregister a listener; does nothing where it is unknown."""
        streams = self._streams.get(listener.session)
        if streams is None or not streams.remove(listener):
            return
        if streams.count:
            self.presence.changed(listener.session, streams)
        else:
            del self._streams[listener.session]
            self.presence.forget(listener.session)

    def send_typing(self, session: str, phone: int, seat: int) -> None:
        """Tell the other phones that a phone is filling in the part of a seat; not stored."""
        self.publish({"kind": "typing", "session": session, "phone": phone, "seat": seat})
        self.show_typing(session, phone, seat)

    def show_typing(self, session: str, phone: int, seat: int) -> None:
        """Send `typing` to the phones that listen at this process."""
        event = ServerEvent("typing", {"seat": seat})
        for listener in self._listeners(session):
            if listener.phone != phone:
                listener.send(event)

    def counts(self) -> dict[str, int]:
        """How many streams are listened to, by how many phones and audiences of how many sessions."""
        streams = self._streams.values()
        return {
            "listeners": sum(each.count for each in streams),
            "phones": len({phone for each in streams for phone in each.phones}),
            "audiences": sum(len(each.groups) for each in streams),
            "sessions_heard": len(streams),
        }

    def _groups(self, session: str) -> dict[Audience, Group]:
        streams = self._streams.get(session)
        return {} if streams is None else streams.groups

    def _listeners(self, session: str) -> list[Listener]:
        streams = self._streams.get(session)
        return [] if streams is None else streams.listeners()

    def wake(self, session: str, table: Any = None) -> None:
        """Send all phones of a session, here and at other processes, what changed."""
        self.publish({"kind": "change", "session": session})
        self.redraw(session, table)

    def parts_at(self, session: str, audience: Audience, version: int) -> dict[str, str] | None:
        """All parts of a page as its audience has them at this version; None where it has another, or is empty."""
        group = self._groups(session).get(audience)
        return None if group is None or group.version != version else group.whole_parts()

    def heard_sessions(self) -> list[str]:
        """The sessions that have streams here."""
        return list(self._streams)

    def listening(self, session: str) -> frozenset[int]:
        """The phones that have streams of a session here."""
        streams = self._streams.get(session)
        return frozenset() if streams is None else frozenset(streams.phones)

    def is_heard(self, session: str) -> bool:
        """Whether a session has streams here."""
        return session in self._streams

    def redraw(self, session: str, table: Any = None) -> None:
        """Send every listener here the new version and what changed on its page, rendered once for each audience.

        Other requests run between two audiences, as each takes a page to render.
        """
        groups = list(self._groups(session).items())
        first, others = groups[:_MOST_RENDERED], [group for _, group in groups[_MOST_RENDERED:]]
        for number, (audience, group) in enumerate(first):
            if number:
                time.sleep(0)  # under gevent this lets other greenlets run
            self._updates.send(session, audience, group, table)
        if others:  # are told the new version without what changed
            event = self._version_event(session, max(group.version for _, group in first))
            for listener in [listener for group in others for listener in group.listeners]:
                listener.send(event)

    def redraw_soon(self, session: str, lock: AbstractContextManager[object]) -> None:
        """Redraw what is listened to here in a thread, with the session's lock; several changes at once.

        The log is read and rendered in several queries, and other requests run in between.
        """

        def run() -> None:
            with lock, self._context(), pausing():
                self._changed.discard(session)
                self.redraw(session)

        if session not in self._changed and self.is_heard(session):
            self._changed.add(session)
            threading.Thread(target=run, daemon=True).start()

    def close(self, session: str) -> None:
        """Tell all phones that the session was deleted, and end their streams."""
        self.publish({"kind": "gone", "session": session})
        self.end(session)

    def end(self, session: str) -> None:
        """End the streams of a deleted session at this process."""
        for listener in self._listeners(session):
            listener.end()

    def disconnect(self, session: str, phones: Collection[int]) -> None:
        """End the streams of these phones."""
        self.publish({"kind": "sent away", "session": session, "phones": list(phones)})
        self.end_phones(session, phones)

    def end_phones(self, session: str, phones: Collection[int]) -> None:
        """End the streams that these phones have here."""
        for listener in self._listeners(session):
            if listener.phone in phones:
                listener.end()

    def opening(self, listener: Listener, version: int) -> ServerEvent:
        """Return the first event of a stream: the current version, and when to reconnect if the stream ends."""
        if (streams := self._streams.get(listener.session)) is not None:
            streams.told = max(streams.told, version)
            if self.phones(listener.session) != streams.announced:
                streams.announced = None  # not all were sent the same number
        return self._version_event(listener.session, version, retry=random.randint(*_RECONNECT))

    def stream(self, listener: Listener, version: Callable[[], int], beat: float = HEARTBEAT) -> Iterator[ServerEvent]:
        """Yield the events for one phone whose connection keeps a thread, until it leaves."""
        try:
            yield self.opening(listener, version())
            while not listener.ended_with:
                event = listener.next(beat)
                if not listener.ended_with:
                    yield event or self._version_event(listener.session, version())
            yield ServerEvent(listener.ended_with, {})
        finally:
            self.leave(listener)

    def beat(self, session: str, version: int) -> None:
        """Send the phones of a session its version."""
        if (streams := self._streams.get(session)) is None:
            return
        event = self._version_event(session, streams.version_to_tell(version))
        for listener in self._listeners(session):
            if listener.connection is not None:
                listener.send(event)

    def tell_away(self, session: str) -> None:
        """Send the phones of a session that the database is unreachable; any later event means it is back."""
        event = ServerEvent("away", {})
        for listener in self._listeners(session):
            listener.send(event)

    def _version_event(self, session: str, version: int, retry: int | None = None) -> ServerEvent:
        return ServerEvent("version", {"version": version, "phones": self.phones(session)}, retry)


_log = logging.getLogger(__name__)

_VERSIONS_AT_ONCE = 50  # sessions whose versions are read by one query
_LEAST_PAUSE = 0.03  # seconds: to wake up more often costs an idle process more than the heartbeats themselves


def send_heartbeats(
    live: Live, versions: Callable[[Sequence[str]], Mapping[str, int]], pause: Callable[[float], None]
) -> None:
    """Send each session one heartbeat per HEARTBEAT seconds.

    `versions` reads the versions of some sessions. `pause` waits so many seconds after one or a few of them, at least
    once.
    """
    sessions, due = live.heard_sessions(), 0.0
    for several in batches(sessions, _VERSIONS_AT_ONCE):
        try:
            current = versions(several)
        except StoreError:  # the database logs once that it is away
            current = {}
            for session in several:
                live.tell_away(session)
        except Exception:
            _log.exception("no heartbeat for some sessions")
            current = {}
        for session in several:
            if session in current:
                live.beat(session, current[session])
            due += HEARTBEAT / len(sessions)
            if due >= _LEAST_PAUSE:
                pause(due)
                due = 0.0
    if due or not sessions:
        pause(due or HEARTBEAT / 8)
