"""Ends the streams of phones that another process has sent away, where its notice of that was lost.

A notice is lost with the process that would have sent it, right after it renewed the links.
"""

from __future__ import annotations

from companion.sessions.live import Live
from companion.storage.batches import batches
from companion.storage.store import Store

_AT_ONCE = 50  # sessions that are read by one query


class MembershipChecks:
    """Compares the phones that listen here with the members of their sessions."""

    def __init__(self, live: Live, store: Store) -> None:
        self._live, self._store = live, store
        self._checked: dict[str, int] = {}  # of each session the generation of its links at its last check

    def run(self) -> None:
        """Check the sessions whose links were renewed since, and those that were not heard before.

        Raises `StoreError`.
        """
        listening = {session: self._live.listening(session) for session in self._live.heard_sessions()}
        generations = dict[str, int]()
        for several in batches(list(listening), _AT_ONCE):
            generations |= self._store.generations(several)
        renewed = [session for session, number in generations.items() if self._checked.get(session) != number]
        for several in batches(renewed, _AT_ONCE):
            members = self._store.phones_of(several)
            for session in several:
                # Who listened before the members were read was one, so is one no more.
                self._live.end_phones(session, listening[session] - members[session])
        self._checked = generations
