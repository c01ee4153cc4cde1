"""The write-ahead log of a server: no commit moves it into the file, and it does not grow for ever."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from companion.storage.database import Transaction
from companion.storage.sqlite.database import SqliteDatabase

PAGE = 4096
BLOB = PAGE  # bytes of a row, so that each takes a page or two


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SqliteDatabase]:
    """A server's database whose writing thread is that of the test, with a table of large rows."""
    disk = SqliteDatabase(tmp_path / "c.sqlite", lambda job: job(), is_server=True)
    disk.write(lambda db: db.execute("CREATE TABLE large (value BLOB)"))
    disk.tidy_log(lambda job: job())
    yield disk
    disk.close()


def add(disk: SqliteDatabase, rows: int) -> None:
    """Add rows by one short write each twenty."""

    def several(db: Transaction) -> None:
        for _ in range(20):
            db.execute("INSERT INTO large VALUES (zeroblob(?))", [BLOB])

    for _ in range(rows // 20):
        disk.write(several, is_short=True)


def file_size(disk: SqliteDatabase) -> int:
    return disk.path.stat().st_size


def log_size(disk: SqliteDatabase) -> int:
    return disk.path.with_name(f"{disk.path.name}-wal").stat().st_size


def test_a_commit_never_waits_for_a_checkpoint(disk: SqliteDatabase) -> None:
    before = file_size(disk)
    add(disk, 1_100)  # a log of over 1,000 pages, after which SQLite's commits make a checkpoint
    assert file_size(disk) == before
    disk.tidy_log(lambda job: job())
    assert file_size(disk) > before + 1_000 * PAGE


def test_the_log_starts_anew_though_others_write_during_the_checkpoint(disk: SqliteDatabase) -> None:
    def write_meanwhile(job: Callable[[], None]) -> None:
        with closing(sqlite3.connect(disk.path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM large").fetchone()  # pages added from here on cannot be moved yet
            add(disk, 20)
            job()

    sizes = []
    for _ in range(4):
        add(disk, 400)
        disk.tidy_log(write_meanwhile)
        sizes.append(log_size(disk))
    assert sizes[-1] < sizes[0] * 1.5, sizes


def test_a_few_writes_need_no_checkpoint(disk: SqliteDatabase) -> None:
    before = file_size(disk)
    add(disk, 20)
    disk.tidy_log(lambda job: pytest.fail("no checkpoint is due"))
    assert file_size(disk) == before


def test_a_checkpoint_that_fails_loses_nothing(disk: SqliteDatabase) -> None:
    def refused(job: partial[None]) -> None:
        job.args[0].set_authorizer(lambda *_: sqlite3.SQLITE_DENY)
        job()  # a job that raises would be printed

    add(disk, 400)
    disk.tidy_log(refused)
    assert disk.rows("SELECT count(*) AS rows FROM large") == [{"rows": 400}]
