"""The files of a database: a lock that lets one server use it, checks of it and of its log, and a copy."""

import logging
import os
import sqlite3
import stat
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from companion.storage.error_messages import StoreError, check_failed, is_damaged

_SMALL = 64 * 1024 * 1024  # bytes; checked in less than a second, on a slow SD card in a few
_WAL_HEADER = struct.Struct(">8I")  # magic, version, page size, checkpoint, two salts, two checksums
_FRAME_HEADER = struct.Struct(">6I")  # page, size of the database after a commit, two salts, two checksums
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
_OUR_BYTE = 1 << 60  # far behind the bytes around 1 GiB that SQLite locks
_log = logging.getLogger(__name__)


def check_if_small(path: Path) -> bool:
    """Check a small database; False if it is too large for that. Raises `StoreError` if it is damaged."""
    if path.stat().st_size > _SMALL:
        return False
    if fault := find_fault(path):
        raise fault
    return True


def find_fault(path: Path) -> StoreError | None:
    """Check a database of any size with a connection of its own; the error if it is damaged, else None."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=5)) as connection:
            finding = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if not is_damaged(error):  # the disk is full or fails
            raise
        finding = str(error)
    said = " ".join(finding.removeprefix("*** in database main ***").split())
    return None if finding == "ok" else check_failed(path, said)


def check_only_name(database: Path) -> None:
    """Refuse a file with two names: SQLite keeps its log beside one, and does not find it at the other."""
    if os.path.exists(database) and database.stat().st_nlink > 1:
        raise StoreError(
            "The file {path} has a second name (a hard link), and what was entered last may lie beside that one. Remove"
            " the name that is not used; “find / -samefile {path}” shows both.",
            path=str(database),
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
            "The log {path} of the database is damaged: what was entered last is in it and cannot be read. Keep a"
            " copy of both, then restore a backup as docs/hosting.md says, or delete the log to go on without it.",
            path=str(log),
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
    step = _FRAME_HEADER.size + size
    for start in range(_WAL_HEADER.size, len(content) - step + 1, step):
        _, after, *stored, first, second = _FRAME_HEADER.unpack_from(content, start)
        if is_right:
            page = content[start + _FRAME_HEADER.size : start + _FRAME_HEADER.size + size]
            sums = _checksum(order, content[start : start + 8] + page, sums)
            is_right = stored == salts and sums == (first, second)
        if not is_right and stored == salts and after:
            commits += 1
    return commits


def _checksum(order: str, data: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    """SQLite's checksum of its log: https://sqlite.org/fileformat2.html#checksum_algorithm."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second


def read_tables(path: Path) -> None:
    """Read a row of a file; an error if it is not a database of the companion, or has two names."""
    check_only_name(path)
    with closing(_opened(path)) as database:
        database.execute("SELECT 1 FROM sessions, events, phones LIMIT 1")


def copy_database(database: Path, path: Path) -> str:
    """Copy a database to an empty file; returns "ok" or what is wrong with the copy."""
    with closing(_opened(database)) as source, closing(sqlite3.connect(path, isolation_level=None)) as copy:
        source.backup(copy)
        # A single file, without a log that could be left behind.
        copy.execute("PRAGMA journal_mode = DELETE")
        return str(copy.execute("PRAGMA integrity_check").fetchone()[0])


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=5)


def keep_private(database: Path) -> None:
    """Create the database file if it is missing, and remove all permissions of group and others."""
    with suppress(OSError):  # SQLite then reports why it cannot be created
        os.close(os.open(database, os.O_CREAT | os.O_RDWR, 0o600))
    for end in ("", "-wal", "-shm"):
        path = database.with_name(database.name + end)
        with suppress(OSError):  # missing, owned by somebody else, or on a file system without owners
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & 0o077:
                path.chmod(mode & ~0o077)


try:
    import fcntl
except ImportError:  # Windows: a second server is not prevented there
    fcntl = None  # type: ignore[assignment]


@contextmanager
def instance_lock(database: Path) -> Iterator[None]:
    """Hold the lock within a context; raises `StoreError` if another server holds it.

    Each server caches the members of a table: with two on one file, one would admit phones that the other removed.
    `companion backup`, `export` and `import` take no lock. Locked are the path, where a restored file would lie beside
    the log of the one before, and the file, which a mount or a move may give another path.
    """
    beside = database.with_name(f"{database.name}-lock")
    with ExitStack() as stack:
        if _take_lock(stack, beside, _lock_file, database):
            stack.callback(_remove, beside)  # before its release, so that nobody takes a lock and then loses the file
        _take_lock(stack, database, _lock_our_byte, database)
        yield


def _take_lock(stack: ExitStack, path: Path, lock: Callable[[int], object], database: Path) -> bool:
    """Open and lock a file until the stack ends; False where there can be no such file, which SQLite reports better."""
    if fcntl is None:
        return False
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return False
    stack.callback(os.close, file)
    try:
        lock(file)
    except BlockingIOError:
        raise StoreError(
            "The database {path} is in use by another companion that is running. Stop that one first, or name"
            " another file with --database.",
            path=str(database),
        ) from None
    except OSError as error:  # a file system without locks
        _log.warning("nothing keeps a second server from %s: %s", database, error)
    return True


def _lock_file(file: int) -> None:
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_our_byte(file: int) -> None:
    """Lock a byte that SQLite never locks, on Linux.

    The lock is of this descriptor alone, so SQLite's own locks neither end nor meet it. To close any descriptor of a
    file ends SQLite's locks: this one is open before SQLite opens the file, and after.
    """
    if hasattr(fcntl, "F_OFD_SETLK"):
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _OUR_BYTE, 1, 0))


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
