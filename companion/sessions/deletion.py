"""Delete sessions: one by its host, those that nobody uses, those of a player."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from companion.sessions.live.live import Live
from companion.sessions.table.table_loader import TableLoader
from companion.storage.store import Store

_MOST_DELETED = 1000


class Deletion:
    """Deletes sessions on disk and in memory."""

    def __init__(self, store: Store, tables: TableLoader, live: Live) -> None:
        self.store, self.tables, self.live = store, tables, live

    def delete(self, session: str) -> None:
        """Delete a session permanently."""
        self._delete(session)
        self.store.scrub()

    def _delete(self, session: str) -> None:
        with self.tables.locked(session):
            self.store.delete_session(session)
            self.forget([session])

    def forget(self, deleted: Iterable[str]) -> None:
        """Tell those who listen to deleted sessions, and free their memory."""
        for session in deleted:
            with self.tables.locked(session):
                self.tables.cache.pop(session)
                self.live.close(session)

    def delete_unused(self, days: int, pause: Callable[[], None], now: datetime) -> None:
        """Delete sessions unused for `days`, with a pause after each; then setups, groups and phones that are unused.

        `now` is the time that was checked to be right; the clock may have jumped since.
        """
        before = (now - timedelta(days=days)).isoformat(timespec="seconds")
        unused = self.store.maintenance.unused_since(before, _MOST_DELETED)
        for session in unused:
            self._delete(session)
            pause()
        if unused:
            self.store.scrub()
        self.store.maintenance.forget_setups(before)
        self.store.maintenance.forget_imports(before)
        self.store.maintenance.delete_unused_groups(before)
        self.store.maintenance.forget_phones(before)
