"""The number of stored tables: counted at most once a minute, in time slices."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.storage.store import Store
from companion.time_slices import Slices

_INTERVAL = 60.0  # seconds for which a number is shown again
_ROWS = 5000  # of one query


class StoredTables:
    """Counts the stored tables at most once a minute, with a time slice after every few thousand rows."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = store, clock
        self._lock = threading.Lock()
        self._number, self._due = 0, float("-inf")

    def count(self) -> int:
        """The number of stored tables, up to a minute old. Raises `StoreError`."""
        with self._lock:
            if self._clock() >= self._due:
                self._number = self._counted()
                self._due = self._clock() + _INTERVAL
            return self._number

    def _counted(self) -> int:
        latest: int = self._store.rows("SELECT coalesce(max(rowid), 0) AS latest FROM sessions")[0]["latest"]
        sql = "SELECT count(*) AS number FROM sessions WHERE rowid > ? AND rowid <= ? AND deleted IS NULL"
        number, slices = 0, Slices()
        for start in range(0, latest, _ROWS):
            number += self._store.rows(sql, [start, start + _ROWS])[0]["number"]
            slices()
        return number
