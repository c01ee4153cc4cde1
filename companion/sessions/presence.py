"""How many phones listen to a session, here and at other processes; sends the number when it changes."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection

from companion.sessions.listener import Listener
from companion.sessions.open_streams import SessionStreams
from companion.sessions.phones_elsewhere import PhonesElsewhere
from companion.sessions.server_event import ServerEvent
from companion.storage.notices import Channel, NoChannel

_INTERVAL = 1.0  # least seconds between two presence events of a session


class Presence:
    """Counts the phones of the open `streams` of each session, and sends the number when it changes."""

    def __init__(self, streams: dict[str, SessionStreams], clock: Callable[[], float]) -> None:
        self._streams, self._clock = streams, clock
        self.channel: Channel = NoChannel()
        self.elsewhere = PhonesElsewhere(clock)
        self._pending: dict[str, float] = {}  # sessions with a pending event, and when it is due

    def phones(self, session: str) -> int:
        """How many different phones listen to a session."""
        streams, others = self._streams.get(session), self.elsewhere.of(session)
        own: Collection[int] = () if streams is None else streams.phones
        return len({*own, *others}) if others else len(own)

    def changed(self, session: str, streams: SessionStreams, came: Listener | None = None) -> None:
        """Announce an arrival at once, a departure a second later: most of those return with another page."""
        if streams.count == 1 and came is not None:
            streams.announced = self.phones(session)  # the first phone learns it from the opening event
            self._publish(session, streams)
            self.channel.publish({"kind": "ask", "session": session})
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
        self.channel.publish({"kind": "phones", "session": session, "phones": list(streams.phones)})

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
