"""Changes of a player in all the sessions that a phone hosts, and the figures of finished games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from companion.history import results
from companion.scoring.game_stats import seat_figures
from companion.sessions.deletion import Deletion
from companion.sessions.edits import player_changes
from companion.sessions.live.live import Live
from companion.sessions.table.clock_actions import with_length
from companion.sessions.table.table_loader import IncompatibleSession, TableLoader
from companion.storage.database import Transaction, rows_of
from companion.storage.error_messages import StoreError
from companion.storage.rows import history_queries
from companion.storage.store import Store

MOST_ADDED = 40
"""Up to this many games are summed for each page; with more, the sums are stored."""
STEP = 50
"""Games added to stored sums in one transaction, during which nothing else is written."""


class PlayerEdits:
    """Renames and deletes players; their sessions are loaded again, and phones shown the current names."""

    def __init__(self, store: Store, tables: TableLoader, live: Live, deletion: Deletion) -> None:
        self.store, self.tables, self.live, self.deletion = store, tables, live, deletion

    def rename(self, phone: int, key: str, name: str) -> None:
        """Rename a player at all tables whose host this phone is; `MergeConflict` if two would become one."""
        self._wake(player_changes.rename(self.store, phone, key, name))

    def forget(self, phone: int, key: str, call: Callable[[int], str]) -> None:
        """Delete a player's name at all tables whose host this phone is; `call` says what a seat is called instead."""
        self._wake(player_changes.anonymize(self.store, phone, key, call))

    def delete_games(self, phone: int, key: str) -> None:
        """Delete the sessions with a player in which this phone is the host."""
        self.deletion.forget(player_changes.delete_sessions(self.store, phone, key))

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
                length = table.clock.length if table.clock else None
                version, figures = table.version, with_length(seat_figures(table.record), length)
        self.store.store_figures(session, version, figures)

    def store_sums(self, phone: int, key: str) -> None:
        """Store the sums of a player's statistics, if there are many games that the stored ones do not include."""
        with suppress(StoreError):  # if they cannot be stored, they are computed each time
            while results.has_new(self.store, phone, key, MOST_ADDED):
                self.store.write(lambda db: _store_sums(db, phone, key))


def _store_sums(db: Transaction, phone: int, key: str) -> None:
    # Read and write in one transaction: a later change of one of these games finds the sums and deletes them.
    sums = results.next_sums(rows_of(db), phone, key, STEP)
    history_queries.store_sums(db, phone, key, results.sums_shape(), sums)
