"""The phones that listen at other processes of the same instance."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

ALIVE = 8.0  # seconds between two notices that a process is there
_GONE = 3 * ALIVE  # seconds without any, after which its phones count no more


class PhonesElsewhere:
    """The phones that listen to each session at other processes, as these said last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._phones: dict[str, dict[str, frozenset[int]]] = {}
        self._heard: dict[str, float] = {}

    def note(self, node: str, session: str, phones: Collection[int]) -> None:
        """Replace what is known of a session at a process."""
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
