"""Changes of a player in all the sessions that a phone hosts, and the figures of finished games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from companion.history import players
from companion.sessions.deletion import Deletion
from companion.sessions.live.live import Live
from companion.sessions.stored_results import seat_figures
from companion.sessions.table.table_loader import IncompatibleSession, TableLoader
from companion.storage.store import Store


class PlayerEdits:
    """Renames and deletes players; their sessions are loaded again, and phones shown the current names."""

    def __init__(self, store: Store, tables: TableLoader, live: Live, deletion: Deletion) -> None:
        self.store, self.tables, self.live, self.deletion = store, tables, live, deletion

    def rename(self, phone: int, key: str, name: str) -> None:
        """Rename a player at all tables whose host this phone is; `players.MergeConflict` if two would become one."""
        self._wake(players.rename(self.store, phone, key, name))

    def forget(self, phone: int, key: str, call: Callable[[int], str]) -> None:
        """Delete a player's name at all tables whose host this phone is; `call` says what a seat is called instead."""
        self._wake(players.anonymize(self.store, phone, key, call))

    def delete_games(self, phone: int, key: str) -> None:
        """Delete the sessions with a player in which this phone is the host."""
        self.deletion.forget(players.delete_sessions(self.store, phone, key))

    def _wake(self, changed: Iterable[str]) -> None:
        """Reload these sessions and send their listeners the current names."""
        for session in changed:
            with self.tables.locked(session):
                self.tables.cache.pop(session)
                self.live.wake(session)

    def store_figures(self, session: str) -> None:
        """Count the figures of a finished session and keep them; none where the rules of today refuse it."""
        version, figures = 0, None
        with suppress(IncompatibleSession):
            table = self.tables.table(session)
            if table is not None and table.state.finished:
                version, figures = table.version, seat_figures(table.record)
        self.store.store_figures(session, version, figures)
