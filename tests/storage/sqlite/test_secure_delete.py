"""What was deleted is nowhere in the files, also where SQLite left copies of it; others write in between."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlite_utils import Database

from companion.storage.sqlite import scrub as secure_delete
from companion.storage.sqlite.database import SqliteDatabase

SECRET = "Xantippe"
TABLES = (
    "CREATE TABLE one (id TEXT PRIMARY KEY, name TEXT, body TEXT)",
    "CREATE INDEX one_name ON one (name)",
    "CREATE TABLE two (name TEXT, number INT, body TEXT, PRIMARY KEY (name, number)) WITHOUT ROWID",
)


class Turns:
    """Stands for the thread that writes: one job after the other; may do something before each."""

    def __init__(self) -> None:
        self.jobs, self.lock = 0, threading.Lock()
        self.before: Callable[[], object] = lambda: None

    def __call__(self, job: Callable[[], Any]) -> Any:
        with self.lock:
            self.jobs += 1
            self.before()
            return job()


@pytest.fixture
def turns() -> Turns:
    return Turns()


@pytest.fixture
def disk(tmp_path: Path, turns: Turns) -> Iterator[SqliteDatabase]:
    disk = SqliteDatabase(tmp_path / "c.sqlite", turns)
    disk.write(lambda db: [db.execute(statement) for statement in TABLES])
    yield disk
    disk.close()


def fill(db: Database, random: Random, steps: int) -> None:
    """Rows of all lengths, some over several pages, put in, changed and taken out, so that pages are balanced anew."""
    ids: list[str] = [row[0] for row in db.execute("SELECT id FROM one")]
    for _ in range(steps):
        chance = random.random()
        if chance < 0.6 or not ids:
            name = SECRET if random.random() < 0.1 else f"name {random.randrange(10**6)}"
            body = "b" * random.randrange(300) + name + "z" * (random.randrange(9000) if chance < 0.02 else 0)
            ids.append(f"{random.getrandbits(48):012x}")
            db.execute("INSERT INTO one VALUES (?, ?, ?)", [ids[-1], name + "y" * random.randrange(60), body])
            db.execute("INSERT INTO two VALUES (?, ?, ?)", [name, random.getrandbits(40), "v" * random.randrange(100)])
        elif chance < 0.8:
            db.execute("DELETE FROM one WHERE id = ?", [ids.pop(random.randrange(len(ids)))])
        else:
            row = ["u" + "m" * random.randrange(200), "b" * random.randrange(500), random.choice(ids)]
            db.execute("UPDATE one SET name = ?, body = ? WHERE id = ?", row)


def forget(db: Database) -> None:
    db.execute("DELETE FROM one WHERE name LIKE ? OR body LIKE ?", [f"%{SECRET}%"] * 2)
    db.execute("DELETE FROM two WHERE name = ?", [SECRET])


def left(folder: Path) -> int:
    """How often more than half of the secret is in the files."""
    content = b"".join(path.read_bytes() for path in sorted(folder.glob("c.sqlite*")))
    return sum(content.count(part.encode()) for part in (SECRET[:5], SECRET[3:]))


def used(disk: SqliteDatabase, seeds: range) -> None:
    for seed in seeds:
        disk.write(lambda db, seed=seed: fill(db, Random(seed), 400))
    disk.write(forget)
    disk._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_copies_that_sqlite_left_in_pages_are_gone(disk: SqliteDatabase, tmp_path: Path) -> None:
    found = 0
    for first in range(0, 40, 4):
        used(disk, range(first, first + 4))
        found += left(tmp_path)
        disk.scrub()
        assert left(tmp_path) == 0
        # What is changed from now on is not written from copies of pages that the connection made before.
        for table in ("one", "two"):
            disk.write(
                lambda db, table=table: db.execute(f"UPDATE {table} SET body = body || 'x' WHERE length(body) < 900")
            )
        disk._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert left(tmp_path) == 0
    assert found, "secure_delete alone leaves some, or there is nothing to test here"
    with closing(sqlite3.connect(tmp_path / "c.sqlite")) as other:
        assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_others_write_between_the_slices(
    disk: SqliteDatabase, turns: Turns, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes before each slice, so that there is something in the log each time."""
    monkeypatch.setattr(secure_delete, "_SLICE", 0.0)
    used(disk, range(8))
    monkeypatch.setattr("companion.storage.sqlite.scrub._AT_ONCE", 8)
    with closing(sqlite3.connect(tmp_path / "c.sqlite", isolation_level=None)) as other:
        turns.before, before = (
            lambda: other.execute("UPDATE one SET body = body || 'x' WHERE rowid % 7 = 0"),
            turns.jobs,
        )
        disk.scrub()
        turns.before = lambda: None
        assert turns.jobs - before > 5
        disk.scrub()
        assert left(tmp_path) == 0
        assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_while_somebody_reads_it_is_put_off_and_nobody_waits(
    disk: SqliteDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(secure_delete, "_TIMEOUT", 0.05)
    disk.finish_scrubbing()
    with closing(sqlite3.connect(tmp_path / "c.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM one").fetchall()
        disk.write(lambda db: fill(db, Random(1), 10))
        disk.scrub()
    assert "may not be out of the file yet" in caplog.text
    assert (tmp_path / "c.sqlite-wal").stat().st_size > 0
    disk.finish_scrubbing()
    assert (tmp_path / "c.sqlite-wal").stat().st_size == 0


def test_who_asks_while_others_wait_shares_their_turn(
    disk: SqliteDatabase, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secure_delete, "_SLICE", 60.0)  # a pass is one job, however slow the machine
    begun, go_on = threading.Event(), threading.Event()

    def wait() -> None:
        begun.set()
        go_on.wait(30)

    turns.before = wait
    threads = [threading.Thread(target=disk.scrub) for _ in range(6)]
    threads[0].start()
    assert begun.wait(5)
    before = turns.jobs
    for thread in threads[1:]:
        thread.start()
    while disk._scrubber._requested < 6:
        begun.wait(0.01)
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert disk._scrubber.is_clean and turns.jobs - before == 1, "one pass more for all five"


def test_without_writing_at_a_place_the_file_is_written_anew(
    disk: SqliteDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = iter(range(0, 40, 4))
    while not left(tmp_path):  # until SQLite leaves a copy that only writing the file anew removes
        first = next(seeds)
        used(disk, range(first, first + 4))
    monkeypatch.delattr("os.pwrite")
    disk.scrub()
    assert left(tmp_path) == 0
