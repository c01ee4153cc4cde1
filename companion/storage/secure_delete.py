"""Nothing of what was deleted is left in the files: the log is emptied, and the slack of the pages zeroed."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion.storage.page_slack import zero_slack

_log = logging.getLogger(__name__)

_SLICE = 0.01  # seconds of looking through pages before others may write
_PAUSE = 0.002
_PATIENCE = 5.0  # seconds without getting on, as somebody reads or writes all the time


class Scrubber:
    """Goes through the file in slices, each a job of the thread that writes, so that others write in between.

    In a slice the log beside the file is empty and the lock to write is held: nobody else can write to the file then,
    neither rows nor, from the log, pages. The connection's own copies of pages are dropped after it, since their slack
    is as it was.
    """

    def __init__(self, path: Path, writer: sqlite3.Connection, run: Callable[[Callable[[], Any]], Any]) -> None:
        self._path, self._log_path = path, path.with_name(f"{path.name}-wal")
        self._writer, self._run = writer, run
        self._file: int | None = None
        self._turn = threading.Lock()
        self._asked = self._scrubbed = 0

    @property
    def is_clean(self) -> bool:
        """Whether everything that was asked for is done."""
        return self._scrubbed >= self._asked

    def scrub(self) -> None:
        """Go through the whole file once; who asks while others wait for their turn shares one with them."""
        self._asked += 1
        mine = self._asked
        with self._turn:
            if self._scrubbed >= mine:
                return
            asked = self._asked
            try:
                self._go_through() if hasattr(os, "pwrite") else self._run(self._write_anew)
                self._scrubbed = asked
            except (sqlite3.Error, OSError) as error:
                _log.warning("what was deleted may not be out of the file yet: %s", error)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _go_through(self) -> None:
        page: int | None = 0
        until = time.monotonic() + _PATIENCE
        while page is not None:
            following: int | None = self._run(partial(self._slice, page))
            if following != page:
                until = time.monotonic() + _PATIENCE
            elif time.monotonic() > until:
                raise TimeoutError("others read or write all the time")
            page = following
            time.sleep(_PAUSE)

    def _slice(self, page: int) -> int | None:
        """Look through some pages; returns where to go on, which is `page` where somebody else was in the way."""
        self._writer.execute("PRAGMA busy_timeout = 0")
        try:
            if not self._empties_log():
                return page
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                # Another process may have written just before.
                return page if self._log_path.stat().st_size else self._zero(page)
            finally:
                self._writer.execute("ROLLBACK")
                self._writer.execute("PRAGMA shrink_memory")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            return page
        finally:
            self._writer.execute("PRAGMA busy_timeout = 5000")

    def _empties_log(self) -> bool:
        is_busy, _, _ = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not is_busy

    def _zero(self, page: int) -> int | None:
        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR)
        following = zero_slack(self._file, page, _SLICE)
        if following is None:
            os.fsync(self._file)
        return following

    def _write_anew(self) -> None:
        """What there is where a file cannot be written at a place."""
        self._writer.execute("VACUUM")
        self._empties_log()
