"""Heartbeats: each session's version every few seconds, so that a phone that missed a change fetches it.

While the database cannot be reached, phones receive that instead.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence

from companion.sessions.live.live import HEARTBEAT, Live
from companion.storage.database import batches
from companion.storage.error_messages import StoreError

_log = logging.getLogger(__name__)

_VERSIONS_AT_ONCE = 50  # sessions whose versions are read by one query
_LEAST_PAUSE = 0.03  # seconds: to wake up more often costs an idle process more than the heartbeats themselves


def send_heartbeats(
    live: Live, versions: Callable[[Sequence[str]], Mapping[str, int]], pause: Callable[[float], None]
) -> None:
    """Send each session one heartbeat per HEARTBEAT seconds; drop closed streams.

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
