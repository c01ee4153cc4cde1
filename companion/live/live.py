"""The open streams of all sessions, and what is sent over them: changes of pages, heartbeats, the number of phones."""

import logging
import random
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from companion.engine import Message, MessageError
from companion.engine.pause import pausing
from companion.live.audiences import GZIP_HEAD, Audience, Fragments, Group, Listener, ServerEvent, SessionStreams
from companion.storage.error_messages import StoreError
from companion.storage.records import Notice, batches

_log = logging.getLogger(__name__)

HEARTBEAT = 8.0
ALIVE = 8.0  # seconds between two notices that a process is there
_GONE = 3 * ALIVE  # seconds without any, after which a process is forgotten with its phones
_INTERVAL = 1.0  # least seconds between two events with the number of a session's phones
_RECONNECT = (500, 3000)
_MOST_OF_PHONE = 8  # streams of a phone at one session, with closed ones that were not noticed yet
_MOST_OF_ONLOOKERS = 100  # streams of all who are no phone here, such as big screens
_MOST_OF_SESSION = 300
_MOST_RENDERED = 60  # audiences of a session to render for; others fetch what changed

_TOO_MANY = Message(
    "So many phones have this table open that not all can be told at once what is new. This page asks every few seconds"
    " instead."
)

Rendered = tuple[int, Mapping[str, str]]
"""The version of a session's page, and its parts by element id, with slots for the fragments that are kept."""
Render = Callable[[str, Audience, Fragments, Any], Rendered]
"""Renders the page of a session for an audience; reads the table where None is given."""
_VERSIONS_AT_ONCE = 50  # sessions whose versions are read by one query
_LEAST_PAUSE = 0.03  # seconds: to wake up more often costs an idle process more than the heartbeats themselves


class TooManyStreams(MessageError):
    """A session has as many streams as allowed; the phone has to poll instead."""


class PhonesElsewhere:
    """The phones that listen to each session at other processes, as these said last."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._phones: dict[str, dict[str, Collection[int]]] = {}  # by process and session
        self._heard: dict[str, float] = {}

    def note(self, node: str, session: str, phones: Collection[int]) -> None:
        """Store the phones that listen to a session at another process."""
        self.note_alive(node)
        here = self._phones.setdefault(node, {})
        here[session] = phones
        if not phones:
            del here[session]

    def note_alive(self, node: str) -> None:
        """Note that a process is there."""
        self._heard[node] = self._clock()

    def of(self, session: str) -> Collection[int]:
        """The phones of a session at other processes."""
        return frozenset().union(*[phones.get(session, ()) for phones in self._phones.values()])

    def forget_gone(self) -> set[str]:
        """Drop the processes that have not been heard of; returns the sessions that had phones there."""
        since = self._clock() - _GONE
        silent = [node for node, heard in self._heard.items() if heard <= since]
        for node in silent:
            del self._heard[node]
        return {session for node in silent for session in self._phones.pop(node, ())}


class Live:
    """The open streams of all sessions, here and, by notices over the `channel`, at other processes of the instance.

    Callers that have read a session's table pass it on; otherwise `render` reads it, in a `context` where no request
    asks for it.
    """

    def __init__(
        self,
        render: Render,
        clock: Callable[[], float] = time.monotonic,
        context: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._render, self._clock, self._context = render, clock, context
        self._streams: dict[str, SessionStreams] = {}
        self._changed: set[str] = set()  # sessions with a thread that is about to redraw them
        self._uncounted: dict[str, float] = {}  # sessions whose number of phones changed, and when it is due
        self.channel: Callable[[Notice], None] | None = None  # if there can be other processes
        self.elsewhere = PhonesElsewhere(clock)

    def listen(
        self, session: str, phone: int, audience: Audience, table: Any = None, *, is_compressed: bool = False
    ) -> Listener:
        """Open a stream for a phone; raise `TooManyStreams` if the session has the most that are allowed."""
        self._make_room(session, phone)
        streams = self._streams.setdefault(session, SessionStreams())
        is_first_of_audience = audience not in streams.groups
        listener = Listener(session, phone, audience, self.leave, is_compressed=is_compressed)
        group = streams.add(listener)
        if is_first_of_audience and len(streams.groups) <= _MOST_RENDERED:
            try:
                self._render_first(session, audience, group, table)
            except BaseException:  # also where the connection is ended meanwhile
                self.leave(listener)
                raise
        if streams.count > 1:
            self._uncounted.setdefault(session, self._clock())
        else:  # the first phone learns it from the opening event
            streams.announced = self.phones(session)
            self.tell_phones(session)
            self.publish({"kind": "ask", "session": session})
        return listener

    def _render_first(self, session: str, audience: Audience, group: Group, table: Any) -> None:
        """Render the page that a new audience has; a change that comes meanwhile is rendered for it, too."""
        fragments = Fragments()
        rendered = self._render_for(session, audience, fragments, table)
        if rendered is not None and rendered[0] > group.version:
            group.fragments = fragments
            group.hold(*rendered)

    def _make_room(self, session: str, phone: int) -> None:
        """End the phone's oldest stream if it has too many, or if the session has; onlookers count as one phone."""
        streams = self._of(session)
        open_here = streams.phones.get(phone, [])
        most = _MOST_OF_PHONE if phone > 0 else _MOST_OF_ONLOOKERS
        if len(open_here) < most and streams.count < _MOST_OF_SESSION:
            return
        if not open_here:
            raise TooManyStreams(_TOO_MANY)
        open_here[0].end("busy")

    def leave(self, listener: Listener) -> None:
        """Unregister a listener; does nothing where it is unknown."""
        session, streams = listener.session, self._of(listener.session)
        if not streams.remove(listener):
            return
        if streams.count:  # most return with another page
            self._uncounted.setdefault(session, self._clock() + _INTERVAL)
            return
        del self._streams[session]
        self._uncounted.pop(session, None)
        self.tell_phones(session)

    def _of(self, session: str) -> SessionStreams:
        return self._streams.get(session) or SessionStreams()

    def heard_sessions(self) -> list[str]:
        """The sessions that have streams here."""
        return list(self._streams)

    def is_heard(self, session: str) -> bool:
        """Whether a session has streams here."""
        return session in self._streams

    def listening(self, session: str) -> frozenset[int]:
        """The phones that have streams of a session here."""
        return frozenset(self._of(session).phones)

    def counts(self) -> dict[str, int]:
        """How many streams are listened to, by how many phones and audiences of how many sessions."""
        streams = self._streams.values()
        return {
            "listeners": sum(each.count for each in streams),
            "phones": len({phone for each in streams for phone in each.phones}),
            "audiences": sum(len(each.groups) for each in streams),
            "sessions_heard": len(streams),
        }

    def publish(self, notice: Notice) -> None:
        """Send the other processes a notice soon."""
        if self.channel is not None:
            self.channel(notice)

    def wake(self, session: str, table: Any = None) -> None:
        """Send all phones of a session, here and at other processes, what changed."""
        self.publish({"kind": "change", "session": session})
        self.redraw(session, table)

    def redraw(self, session: str, table: Any = None) -> None:
        """Send every listener here the new version and what changed on its page, rendered once for each audience."""
        groups = list(self._of(session).groups.items())
        for number, (audience, group) in enumerate(groups[:_MOST_RENDERED]):
            if number:
                time.sleep(0)  # under gevent this lets other greenlets run
            rendered = self._render_for(session, audience, group.fragments, table)
            if rendered is not None:
                _send(group.change_to(*rendered), group.listeners)
        if others := groups[_MOST_RENDERED:]:  # are told the new version without what changed
            version = max(group.version for _, group in groups[:_MOST_RENDERED])
            _send(self._version_event(session, version), [each for _, group in others for each in group.listeners])

    def _render_for(self, session: str, audience: Audience, fragments: Fragments, table: Any) -> Rendered | None:
        fragments.begin()
        try:
            return self._render(session, audience, fragments, table)
        # What is on disk must be answered; these phones notice at the next heartbeat that they are behind.
        except StoreError:  # the database logs once that it is away
            return None
        except Exception:
            _log.exception("a page could not be rendered for %s", audience)
            return None

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

    def parts_at(self, session: str, audience: Audience, version: int) -> dict[str, str] | None:
        """All parts of a page as its audience has them at this version; None where it has another, or is empty."""
        group = self._of(session).groups.get(audience)
        return None if group is None or group.version != version else group.parts()

    def send_typing(self, session: str, phone: int, seat: int) -> None:
        """Tell the other phones that a phone is filling in the part of a seat; not stored."""
        self.publish({"kind": "typing", "session": session, "phone": phone, "seat": seat})
        self.show_typing(session, phone, seat)

    def show_typing(self, session: str, phone: int, seat: int) -> None:
        """Send `typing` to the phones that listen at this process."""
        others = [listener for listener in self._of(session).listeners() if listener.phone != phone]
        _send(ServerEvent("typing", {"seat": seat}), others)

    def tell_away(self, session: str) -> None:
        """Send the phones of a session that the database is unreachable; any later event means it is back."""
        _send(ServerEvent("away", {}), self._of(session).listeners())

    def close(self, session: str) -> None:
        """Tell all phones that the session was deleted, and end their streams."""
        self.publish({"kind": "gone", "session": session})
        self.end_phones(session, self.listening(session))

    def disconnect(self, session: str, phones: Collection[int]) -> None:
        """End the streams of these phones."""
        self.publish({"kind": "sent away", "session": session, "phones": list(phones)})
        self.end_phones(session, phones)

    def end_phones(self, session: str, phones: Collection[int]) -> None:
        """End the streams that these phones have here."""
        for listener in self._of(session).listeners():
            if listener.phone in phones:
                listener.end()

    def end_device(self, phone: int) -> None:
        """End the streams of a phone after one of its devices was ended; the others of its pages go on by asking."""
        self.publish({"kind": "device ended", "phone": phone})
        self.end_streams(phone)

    def end_streams(self, phone: int) -> None:
        """End the streams that a phone has here."""
        for streams in list(self._streams.values()):
            for listener in list(streams.phones.get(phone, ())):
                listener.end("busy")

    def opening(self, listener: Listener, version: int) -> bytes:
        """The beginning of a stream: an event with the current version, and when to reconnect if the stream ends."""
        streams = self._of(listener.session)
        streams.told = max(streams.told, version)
        if self.phones(listener.session) != streams.announced:
            streams.announced = None  # not all were sent the same number
        event = self._version_event(listener.session, version, retry=random.randint(*_RECONNECT))
        return GZIP_HEAD + event.compressed if listener.is_compressed else event.plain

    def beat(self, session: str, version: int) -> None:
        """Send the phones of a session its version, unless they were told a newer one since it was read."""
        streams = self._of(session)
        if version >= 0:  # not deleted
            shown = [group.version for group in streams.groups.values()]
            version = streams.told = max(version, streams.told, *shown)
        event = self._version_event(session, version)
        _send(event, [listener for listener in streams.listeners() if listener.connection is not None])

    def _version_event(self, session: str, version: int, retry: int | None = None) -> ServerEvent:
        return ServerEvent("version", {"version": version, "phones": self.phones(session)}, retry)

    def phones(self, session: str) -> int:
        """How many different phones listen to a session."""
        here = self._of(session).joined()
        return len(here if self.channel is None else {*here, *self.elsewhere.of(session)})

    def send_phones(self) -> None:
        """Send each session whose number of phones changed that number, at most once in `_INTERVAL` seconds."""
        now = self._clock()
        for session in [session for session, due in self._uncounted.items() if due <= now]:
            streams, phones = self._streams[session], self.phones(session)
            if now < streams.announced_at + _INTERVAL:
                continue
            del self._uncounted[session]
            if phones != streams.announced:
                streams.announced, streams.announced_at = phones, now
                self.tell_phones(session)
                _send(ServerEvent("phones", {"phones": phones}), streams.listeners())

    def tell_phones(self, session: str) -> None:
        """Tell the other processes which phones listen here."""
        self.publish({"kind": "phones", "session": session, "phones": list(self._of(session).joined())})

    def count_soon(self, session: str) -> None:
        """Send the number of phones within a second, if another process changed it."""
        if self.is_heard(session):
            self._uncounted.setdefault(session, self._clock())


def _send(event: ServerEvent, listeners: Collection[Listener]) -> None:
    for listener in list(listeners):  # one that is gone leaves the set
        listener.send(event)


def send_heartbeats(
    live: Live, versions: Callable[[Sequence[str]], Mapping[str, int]], pause: Callable[[float], None]
) -> None:
    """Send each session one heartbeat per HEARTBEAT seconds, by the `versions` of a few, with a `pause` after each."""
    sessions, due = live.heard_sessions(), 0.0
    for several in batches(sessions, _VERSIONS_AT_ONCE):
        current: Mapping[str, int] = {}
        try:
            current = versions(several)
        except StoreError:  # the database logs once that it is away
            for session in several:
                live.tell_away(session)
        except Exception:
            _log.exception("no heartbeat for some sessions")
        for session in several:
            if session in current:
                live.beat(session, current[session])
            due += HEARTBEAT / len(sessions)
            if due >= _LEAST_PAUSE:
                pause(due)
                due = 0.0
    if due or not sessions:
        pause(due or HEARTBEAT / 8)
