"""How many phones listen to a session, here and at other processes; sends the number when it changes."""

import math
import time
from collections.abc import Callable, Collection

from companion.live.audiences import SessionStreams
from companion.live.listener import Listener, ServerEvent
from companion.storage.database import Channel, Notice

ALIVE = 8.0  # seconds between two notices that a process is there
_GONE = 3 * ALIVE  # seconds without any, after which its phones count no more


class PhonesElsewhere:
    """The phones that listen to each session at other processes, as these said last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._phones: dict[str, dict[str, frozenset[int]]] = {}
        self._heard: dict[str, float] = {}

    def note(self, node: str, session: str, phones: Collection[int]) -> None:
        """Store the phones that listen to a session at another process."""
        self.note_alive(node)
        if phones:
            self._phones.setdefault(session, {})[node] = frozenset(phones)
        else:
            self._forget(node, session)

    def note_alive(self, node: str) -> None:
        """Note that a process is there."""
        self._heard[node] = self._clock()

    def of(self, session: str) -> Collection[int]:
        """The phones of a session at other processes."""
        nodes = self._phones.get(session)
        if not nodes:
            return ()
        since = self._clock() - _GONE
        return frozenset().union(*(phones for node, phones in nodes.items() if self._heard[node] > since))

    def forget_gone(self) -> list[str]:
        """Drop the processes that have not been heard of; returns the sessions that had phones there."""
        since = self._clock() - _GONE
        silent = {node for node, heard in self._heard.items() if heard <= since}
        changed = [session for session, nodes in self._phones.items() if silent & nodes.keys()]
        for session in changed:
            for node in silent:
                self._forget(node, session)
        for node in silent:
            del self._heard[node]
        return changed

    def _forget(self, node: str, session: str) -> None:
        nodes = self._phones.get(session, {})
        nodes.pop(node, None)
        if not nodes:
            self._phones.pop(session, None)


_INTERVAL = 1.0  # least seconds between two presence events of a session


class Presence:
    """Counts the phones of the open `streams` of each session, and sends the number when it changes."""

    def __init__(self, streams: dict[str, SessionStreams], clock: Callable[[], float]) -> None:
        self._streams, self._clock = streams, clock
        self.channel: Channel | None = None  # to the other processes of the instance, if there can be any
        self.elsewhere = PhonesElsewhere(clock)
        self._pending: dict[str, float] = {}  # sessions with a pending event, and when it is due

    def publish(self, notice: Notice) -> None:
        """Send the other processes a notice soon."""
        if self.channel is not None:
            self.channel.publish(notice)

    def phones(self, session: str) -> int:
        """How many different phones listen to a session."""
        streams, others = self._streams.get(session), self.elsewhere.of(session)
        phones_here: Collection[int] = () if streams is None else streams.joined()
        return len({*phones_here, *others}) if others else len(phones_here)

    def changed(self, session: str, streams: SessionStreams, came: Listener | None = None) -> None:
        """Announce an arrival at once, a departure a second later: most of those return with another page."""
        if streams.count == 1 and came is not None:
            streams.announced = self.phones(session)  # the first phone learns it from the opening event
            self._publish(session, streams)
            self.publish({"kind": "ask", "session": session})
            return
        now = self._clock()
        due = max(streams.announced_at, now if came is None else -math.inf) + _INTERVAL
        if due > now:
            self._pending.setdefault(session, due)
        elif self.phones(session) != streams.announced:
            self._send(session, streams, but=came)

    def send_pending(self) -> None:
        """Send each session whose number of phones changed that number, at most once in `_INTERVAL` seconds."""
        now = self._clock()
        for session in [session for session, due in self._pending.items() if due <= now]:
            streams = self._streams[session]
            if now < streams.announced_at + _INTERVAL:
                continue
            del self._pending[session]
            if self.phones(session) != streams.announced:
                self._send(session, streams)

    def _send(self, session: str, streams: SessionStreams, but: Listener | None = None) -> None:
        streams.announced, streams.announced_at = self.phones(session), self._clock()
        self._publish(session, streams)
        event = ServerEvent("phones", {"phones": streams.announced})
        for listener in streams.listeners():
            if listener is not but:
                listener.send(event)

    def _publish(self, session: str, streams: SessionStreams) -> None:
        self.publish({"kind": "phones", "session": session, "phones": list(streams.joined())})

    def forget(self, session: str) -> None:
        """Nobody listens to a session here any more."""
        self._pending.pop(session, None)
        self._publish(session, SessionStreams())

    def answer(self, session: str) -> None:
        """Tell the other processes which phones listen here."""
        if (streams := self._streams.get(session)) is not None:
            self._publish(session, streams)

    def changed_elsewhere(self, session: str) -> None:
        """Send the number of phones within a second, if another process changed it."""
        streams = self._streams.get(session)
        if streams is not None and self.phones(session) != streams.announced:
            self._pending.setdefault(session, max(streams.announced_at + _INTERVAL, self._clock()))
