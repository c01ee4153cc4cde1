"""Integrity checks of the database and its write-ahead log, before the server uses them."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.game import Message
from companion.storage.error_messages import StoreError, check_failed, is_damaged

_SMALL = 64 * 1024 * 1024  # bytes; checked in less than a second, on a slow SD card in a few
_WAL_HEADER = struct.Struct(">8I")  # magic, version, page size, checkpoint, two salts, two checksums
_FRAME_HEADER = struct.Struct(">6I")  # page, size of the database after a commit, two salts, two checksums
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}


def check_if_small(path: Path, connection: sqlite3.Connection) -> bool:
    """Check a small database; False if it is too large for that. Raises `StoreError` if it is damaged."""
    if path.stat().st_size > _SMALL:
        return False
    if fault := _fault(path, connection):
        raise fault
    return True


def find_fault(path: Path) -> StoreError | None:
    """Check a database of any size with a connection of its own; the error if it is damaged, else None."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=5)) as connection:
        return _fault(path, connection)


def _fault(path: Path, connection: sqlite3.Connection) -> StoreError | None:
    try:
        finding = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if not is_damaged(error):  # the disk is full or fails
            raise
        finding = str(error)
    return (
        None
        if finding == "ok"
        else check_failed(path, " ".join(finding.removeprefix("*** in database main ***").split()))
    )


def check_log(path: Path) -> None:
    """Refuse a write-ahead log that has lost committed data. Raises `StoreError`.

    SQLite reads a log up to its first invalid frame and silently ignores the rest. That is right after an interrupted
    write; but if commits follow the invalid frame, it was on disk before and is damaged.
    """
    log = path.with_name(f"{path.name}-wal")
    try:
        content = log.read_bytes()
    except FileNotFoundError:
        return
    if _is_damaged(content) or (content and path.stat().st_size == 0):
        raise StoreError(
            Message(
                "The log {path} of the database is damaged: what was entered last is in it and cannot be read. Keep a"
                " copy of both, then restore a backup as docs/hosting.md says, or delete the log to go on without it.",
                path=str(log),
            )
        )


def _is_damaged(content: bytes) -> bool:
    if len(content) < _WAL_HEADER.size + _FRAME_HEADER.size:
        return False
    magic, _, size, _, *salts, first, second = _WAL_HEADER.unpack_from(content)
    order = _MAGIC.get(magic)
    if order is None or _checksum(order, content[:24], (0, 0)) != (first, second):
        # The header is on disk before any frame is written.
        return len(content) >= _WAL_HEADER.size + _FRAME_HEADER.size + 512
    return _commits_after_fault(content, order, size, salts, (first, second)) > 1


def _commits_after_fault(content: bytes, order: str, size: int, salts: list[int], sums: tuple[int, int]) -> int:
    """The number of commits after the first invalid frame of a log; the last write may be incomplete."""
    is_right, commits = True, 0
    for start in _frames(content, size):
        _, after, *stored, first, second = _FRAME_HEADER.unpack_from(content, start)
        if is_right:
            page = content[start + _FRAME_HEADER.size : start + _FRAME_HEADER.size + size]
            sums = _checksum(order, content[start : start + 8] + page, sums)
            is_right = stored == salts and sums == (first, second)
        if not is_right and stored == salts and after:
            commits += 1
    return commits


def _frames(content: bytes, size: int) -> Iterator[int]:
    step = _FRAME_HEADER.size + size
    return iter(range(_WAL_HEADER.size, len(content) - step + 1, step))


def _checksum(order: str, data: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    """SQLite's checksum of its log: https://sqlite.org/fileformat2.html#checksum_algorithm."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
