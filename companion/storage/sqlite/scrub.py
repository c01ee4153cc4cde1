"""Remove all traces of deleted data from the files: truncate the write-ahead log and zero the pages' slack."""

from __future__ import annotations

import logging
import os
import sqlite3
import struct
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

_log = logging.getLogger(__name__)

_BTREE = {2: 12, 5: 12, 10: 8, 13: 8}  # the first byte of a page that holds a B-tree, and the length of its header
_HEADER = struct.Struct(">BHHH")  # kind, first free block, number of cells, start of the cells' content
_FILE_HEADER = 100
_AT_ONCE = 64  # pages


def page_size(file: int) -> int:
    """The size of the pages of an open database."""
    size: int = struct.unpack(">H", os.pread(file, 2, 16))[0]
    return 65536 if size == 1 else size


def zero_slack(file: int, page: int, seconds: float) -> int | None:
    """Zero the slack of the pages from `page` (0 is the first) on, for about `seconds`.

    Returns the page to continue with, None at the end of the file.
    """
    size, until = page_size(file), time.monotonic() + seconds
    while read := os.pread(file, _AT_ONCE * size, page * size):
        for offset in range(0, len(read) - size + 1, size):
            _zero_page(file, page * size + offset, read[offset : offset + size])
        page += _AT_ONCE
        if time.monotonic() > until:
            return page
    return None


def _zero_page(file: int, place: int, page: bytes) -> None:
    for start, end in slack_of(page, is_first=place == 0):
        if page.count(0, start, end) != end - start:
            os.pwrite(file, bytes(end - start), place + start)


def slack_of(page: bytes, *, is_first: bool = False) -> list[tuple[int, int]]:
    """The ranges of a B-tree page that belong to no row: before its cells, and its free blocks; else empty."""
    header = _FILE_HEADER if is_first else 0
    kind, block, cells, content = _HEADER.unpack_from(page, header)
    if kind not in _BTREE:
        return []
    start, content = header + _BTREE[kind] + 2 * cells, content or 65536
    if not start <= content <= len(page):
        return []
    areas = [(start, content)]
    while content <= block <= len(page) - 4:
        following, length = struct.unpack_from(">HH", page, block)
        if length < 4 or block + length > len(page):
            return []
        areas.append((block + 4, block + length))
        if following <= block:
            break
        block = following
    return areas


_SLICE = 0.01  # seconds of scrubbing before others may write
_PAUSE = 0.002
_TIMEOUT = 5.0  # seconds without progress because of other readers or writers


class Scrubber:
    """Scrubs the file in slices, each a job of the write thread, so that others write in between.

    During a slice the log is empty and the write lock is held, so nothing else can change the file, neither a write
    nor a checkpoint. Afterwards the connection drops its cached pages, which still contain the old slack.
    `run` is `SqliteWriter.run_in_thread`.
    """

    def __init__(self, path: Path, writer: sqlite3.Connection, run: Callable[..., Any]) -> None:
        self._path, self._log_path = path, path.with_name(f"{path.name}-wal")
        self._writer, self._run = writer, run
        self._file: int | None = None
        self._turn = threading.Lock()
        self._requested = self._scrubbed = 0

    @property
    def is_clean(self) -> bool:
        """Whether all requested scrubs are done."""
        return self._scrubbed >= self._requested

    def scrub(self) -> None:
        """Scrub the whole file; callers that wait for a running scrub share the next one."""
        self._requested += 1
        number = self._requested
        with self._turn:
            if self._scrubbed >= number:
                return
            requested = self._requested
            try:
                self._scrub_file() if hasattr(os, "pwrite") else self._run(self._vacuum)
                self._scrubbed = requested
            except (sqlite3.Error, OSError) as error:
                _log.warning("what was deleted may not be out of the file yet: %s", error)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _scrub_file(self) -> None:
        page: int | None = 0
        until = time.monotonic() + _TIMEOUT
        while page is not None:
            following: int | None = self._run(partial(self._slice, page), is_waiting=False)
            if following != page:
                until = time.monotonic() + _TIMEOUT
            elif time.monotonic() > until:
                raise TimeoutError("others read or write all the time")
            page = following
            time.sleep(_PAUSE)

    def _slice(self, page: int) -> int | None:
        """Scrub some pages; returns the page to continue with, `page` itself if another process holds a lock."""
        try:
            if not self._truncate_log():
                return page
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                # Another process may have written just before the lock.
                return page if self._log_path.stat().st_size else self._zero(page)
            finally:
                self._writer.execute("ROLLBACK")
                self._writer.execute("PRAGMA shrink_memory")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            return page

    def _truncate_log(self) -> bool:
        is_busy, _, _ = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not is_busy

    def _zero(self, page: int) -> int | None:
        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR)
        following = zero_slack(self._file, page, _SLICE)
        if following is None:
            os.fsync(self._file)
        return following

    def _vacuum(self) -> None:
        """Rewrite the whole file, on systems without pwrite."""
        self._writer.execute("VACUUM")
        self._truncate_log()
