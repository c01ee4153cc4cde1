"""Limits: the size of one table, and the number of tables in memory."""

from __future__ import annotations

import threading

from companion.game import Message, RuleError
from companion.scoring.scoresheet import END
from companion.sessions.actions import Intent
from companion.sessions.table.session_log import REPLAYING
from companion.sessions.table.table import Table

MAX_EVENTS = 5000  # of one session; an evening has a few hundred
MAX_ENTRIES = 600  # of one game; the longest games have about a hundred
MAX_CORRECTIONS = 500
MAX_TABLES = 1500
MAX_MEMORY = 160_000_000  # bytes


def check_capacity(table: Table, intent: Intent) -> None:
    """Raise `RuleError` where a table is full; actions that end the game are always accepted."""
    is_last = intent.kind == "rematch" or intent.body == END or (intent.kind == "seat" and not intent.body["taken"])
    if is_last:
        return
    if table.version >= MAX_EVENTS:
        raise RuleError(
            Message(
                "This table has its {most} acts and takes no more. The host can end the game; a rematch starts anew.",
                most=MAX_EVENTS,
            )
        )
    if intent.kind in REPLAYING and table.log.corrections >= MAX_CORRECTIONS:
        raise RuleError(
            Message(
                "This table has its {most} corrections and takes no more. Undo still takes the latest acts back; the"
                " host can end the game, and a rematch starts anew.",
                most=MAX_CORRECTIONS,
            )
        )
    if intent.kind in ("entry", "insert") and len(table.entries) >= MAX_ENTRIES:
        raise RuleError(
            Message(
                "This game has its {most} entries and takes no more. The host can end it; a rematch starts anew.",
                most=MAX_ENTRIES,
            )
        )


class TableCache:
    """Tables in memory by session; evicts the least recently used beyond MAX_TABLES or MAX_MEMORY."""

    def __init__(self) -> None:
        self._tables: dict[str, tuple[Table, int]] = {}  # with their weights; the latest used last
        self._lock = threading.Lock()
        self.weight = 0
        """About how many bytes all of them take."""

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, session: str) -> Table | None:
        """The table of a session, now the most recently used; its size is measured again."""
        with self._lock:
            table = self._drop(session)
            if table is not None:
                self._put(session, table)
            return table

    def put(self, session: str, table: Table) -> None:
        """Add a table of any size."""
        with self._lock:
            self._drop(session)
            self._put(session, table)

    def pop(self, session: str, default: None = None) -> Table | None:
        """Remove a table; None where it is not cached."""
        with self._lock:
            return self._drop(session) or default

    def clear(self) -> None:
        """Remove all tables."""
        with self._lock:
            self._tables.clear()
            self.weight = 0

    def _drop(self, session: str) -> Table | None:
        table, weight = self._tables.pop(session, (None, 0))
        self.weight -= weight
        return table

    def _put(self, session: str, table: Table) -> None:
        weight = table.weight
        self._tables[session] = table, weight
        self.weight += weight
        while len(self._tables) > 1 and (len(self._tables) > MAX_TABLES or self.weight > MAX_MEMORY):
            self._drop(next(iter(self._tables)))
