"""Delete sessions: one by its host, those that nobody uses, those of a player."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from companion.engine.pause import pause
from companion.features import hooks
from companion.live.live import Live
from companion.storage.schema import SESSIONS, exists
from companion.storage.store import Store
from companion.table.table_loader import TableLoader

_MOST_DELETED = 1000


class Deletion:
    """Deletes sessions on disk and in memory."""

    def __init__(self, store: Store, tables: TableLoader, live: Live) -> None:
        self.store, self.loader, self.live = store, tables, live

    def is_deleted(self, session: str) -> bool:
        """Whether there was a session with this id, which was deleted."""
        return exists(self.store.rows, SESSIONS, id=session) and self.store.session(session) is None

    def delete(self, session: str) -> None:
        """Delete a session permanently."""
        with self.loader.locked(session):
            self.store.delete_session(session)
            self.forget([session])

    def forget(self, deleted: Iterable[str]) -> None:
        """Tell those who listen to deleted sessions, and free their memory."""
        for session in deleted:
            with self.loader.locked(session):
                self.loader.cache.pop(session)
                self.live.close(session)

    def delete_unused(self, days: int, now: datetime) -> None:
        """Delete sessions unused for `days`, with a pause after each; then what else is unused.

        `now` is the time that was checked to be right; the clock may have jumped since.
        """
        before = (now - timedelta(days=days)).isoformat(timespec="seconds")
        self.delete_each(self.store.maintenance.old_sessions(before, _MOST_DELETED, unused=True))
        self._expire(before, unused=True)

    def delete_opened_before(self, moment: datetime, kept: Collection[str]) -> None:
        """Delete what was made before a time, in use or not, with a pause after each session; those of `kept` stay."""
        before = moment.isoformat(timespec="seconds")
        opened = self.store.maintenance.old_sessions(before, _MOST_DELETED, unused=False)
        self.delete_each([session for session in opened if session not in kept])
        self._expire(before, unused=False)

    def _expire(self, before: str, *, unused: bool) -> None:
        """Delete the setups not used since an ISO time, what features have, and phones that have nothing left."""
        for expire in hooks("expire"):
            expire(self.store, before, unused=unused)
        self.store.maintenance.forget_phones(before)

    def delete_each(self, sessions: Sequence[str]) -> None:
        """Delete sessions with a pause after each."""
        for session in sessions:
            self.delete(session)
            pause()
