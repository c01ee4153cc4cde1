"""Checkpoints of SQLite's write-ahead log beside the writes, so that no commit has to wait for one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

_ROWS = 300  # changed since the last checkpoint; an entry changes two, in about six pages
_MOST_PAGES = 10_000  # of the log, after which a commit makes the checkpoint itself


class Checkpoints:
    """Moves committed pages from the log into the database file.

    SQLite does that in the commit that makes the log too long, which then takes tens of milliseconds. Here a connection
    of its own moves most pages while others commit. Then `run`, the thread that writes, moves those added meanwhile, so
    that the next write starts the log anew.
    """

    def __init__(
        self, writer: sqlite3.Connection, own: sqlite3.Connection, run: Callable[[Callable[[], Any]], Any]
    ) -> None:
        self._writer, self._own, self._run = writer, own, run
        self._moved = writer.total_changes
        writer.execute(f"PRAGMA wal_autocheckpoint = {_MOST_PAGES}")

    def run_due(self, in_thread: Callable[[Callable[[], Any]], Any]) -> None:
        """Make a checkpoint if enough was written; `in_thread` runs a job beside the thread that writes.

        A failure loses nothing: the log stays as it is, and the next write reports a fault of the disk.
        """
        if self._writer.total_changes - self._moved < _ROWS:
            return
        self._moved = self._writer.total_changes
        with suppress(sqlite3.Error):
            in_thread(partial(_checkpoint, self._own))
            self._run(partial(_checkpoint, self._writer))


def _checkpoint(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
