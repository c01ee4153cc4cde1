"""The database file: how it is opened, what it refuses, and that a write that returned is on the disk."""

import sqlite3
import threading
from functools import partial

import pytest

from companion.storage.error_messages import StoreError
from companion.storage.sqlite_database import SqliteBuilder, SqliteDatabase
from tests.support.members import add_phone
from tests.support.stores import open_store


def pragma(disk, which, name):
    connection = getattr(disk, which)
    return next(iter(connection.query(f"PRAGMA {name}"))).popitem()[1]


@pytest.mark.parametrize("which", ["_writer", "_reader"])
def test_what_is_written_is_on_the_disk_before_it_is_answered(tmp_path, which):
    disk = SqliteDatabase(tmp_path / "c.sqlite")
    assert pragma(disk, which, "journal_mode") == "wal"
    assert pragma(disk, which, "synchronous") == 2, "FULL"
    assert pragma(disk, which, "foreign_keys") == 1
    disk.close()


def test_nobody_else_writes_from_the_first_look_to_the_last_migration(tmp_path, monkeypatch):
    path, looks = tmp_path / "c.sqlite", []

    def is_locked(db):
        other = sqlite3.connect(path, timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()
        looks.append(db)

    monkeypatch.setattr(SqliteBuilder, "_names", lambda self, _: is_locked(self.db) or set())
    monkeypatch.setattr("companion.storage.migrations._migrate_extensions", lambda db, *_: is_locked(db))
    SqliteDatabase(path).close()
    assert len(looks) > 2


def test_a_database_of_a_newer_version_is_left_alone(tmp_path):
    path = tmp_path / "c.sqlite"
    SqliteDatabase(path).close()
    with sqlite3.connect(path) as db:
        db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('companion', 'to_come', 'now')"
        )
    db.close()
    with pytest.raises(StoreError, match=r"made by a newer version of the companion: update the companion first\."):
        SqliteDatabase(path)


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("shopping list " * 100)
    with pytest.raises(StoreError, match=r"notes\.txt is not a database of the companion: .+\.$"):
        SqliteDatabase(path)
    assert path.read_text() == "shopping list " * 100


def test_where_no_file_can_be_it_says_so(tmp_path):
    with pytest.raises(StoreError, match=r"missing/c\.sqlite cannot be written: .+\.$"):
        SqliteDatabase(tmp_path / "missing" / "c.sqlite")


def test_a_writer_waits_for_another_one(tmp_path):
    store = open_store(tmp_path / "c.sqlite")
    other = sqlite3.connect(tmp_path / "c.sqlite", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.2, other.execute, ["COMMIT"])
    timer.start()
    assert add_phone(store, b"patient") == 1
    timer.join()
    other.close()
    store.close()


def test_a_full_disk_is_said_in_a_sentence(tmp_path):
    store = open_store(tmp_path / "c.sqlite")
    pages = next(iter(store.database._writer.query("PRAGMA page_count")))["page_count"]
    store.database._writer.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match=r"The disk is full\. Nothing was saved; make room and try again\."):
        for number in range(1000):
            add_phone(store, b"%d" % number * 100)
    before = len(store.rows("SELECT 1 FROM phones"))
    assert store.phone_and_role(b"%d" % before * 100, "")[0] is None, "what was refused is not there"
    store.close()


def test_a_table_that_cannot_be_written_is_said_in_a_sentence(tmp_path):
    store = open_store(tmp_path / "c.sqlite")
    store.database._writer.execute("PRAGMA query_only = 1")
    with pytest.raises(StoreError, match=r"could not be written \(.*readonly.*\)\. Nothing was saved; try again\."):
        add_phone(store, b"x")
    store.close()


@pytest.fixture
def disk(tmp_path):
    disk = SqliteDatabase(tmp_path / "c.sqlite")
    yield disk
    disk.close()


def add(name):
    return lambda db: db.execute("INSERT INTO phones (token, made) VALUES (?, '2026')", [name])


def phones(disk):
    return len(disk.rows("SELECT * FROM phones"))


def test_what_fails_is_taken_back(disk):
    def fail(db):
        add("a")(db)
        raise KeyError

    with pytest.raises(KeyError):
        disk.write(fail)
    assert not disk._writer.conn.in_transaction and phones(disk) == 0
    with pytest.raises(StoreError, match="Nothing was saved"):
        disk.write(lambda db: db.execute("INSERT INTO nowhere VALUES (1)"))
    disk.write(add("b"))
    assert phones(disk) == 1


def test_reads_see_what_is_committed_and_nothing_else(disk):
    seen = []

    def reading(name):
        def job(db):
            add(name)(db)
            seen.append(phones(disk))

        return job

    disk.write(reading("a"))
    disk.write(reading("b"))
    assert (seen, phones(disk)) == ([0, 1], 2)


def test_reads_of_a_snapshot_stay_as_they_were(disk):
    with disk.snapshot():
        before = phones(disk)
        disk.write(add("a"))
        assert (before, phones(disk)) == (0, 0)
    assert phones(disk) == 1


PHONE = "INSERT INTO phones (token, made) VALUES (?, '2026-11-28')"


def waiting_beside(disk, write):
    """A thread with a write that waits until the running one takes it along."""
    thread = threading.Thread(target=write)
    thread.start()
    while not disk.waiting():
        thread.join(0.001)
    return thread


@pytest.mark.parametrize(("own_fails", "other_fails"), [(False, False), (False, True), (True, False)])
def test_jobs_that_wait_together_are_written_together_and_fail_alone(disk, monkeypatch, own_fails, other_fails):
    monkeypatch.setattr("companion.storage.sqlite_database._TOGETHER", 60)
    seen, failed, threads = [], [], []

    def stored(rows):
        return [row["token"] for row in rows("SELECT token FROM phones ORDER BY token")]

    def write(job):
        try:
            disk.write(job)
        except ValueError as error:
            failed.append(str(error))

    def own(db):
        db.execute(PHONE, [b"own"])
        threads.append(waiting_beside(disk, partial(write, other)))
        if own_fails:
            raise ValueError("own")

    def other(db):
        db.execute(PHONE, [b"other"])
        seen.append((stored(db.rows), stored(disk.rows)))
        if other_fails:
            raise ValueError("other")

    write(own)
    threads[0].join()
    assert failed == ["own"] * own_fails + ["other"] * other_fails
    assert stored(disk.rows) == [b"other"] * (not other_fails) + [b"own"] * (not own_fails)
    assert seen == [([b"other"] if own_fails else [b"other", b"own"], [])]


def test_where_the_disk_fails_nothing_of_those_together_is_stored(disk, monkeypatch):
    monkeypatch.setattr("companion.storage.sqlite_database._TOGETHER", 60)
    refused, threads = [], []

    def write(job):
        with pytest.raises(StoreError, match="Nothing was saved"):
            disk.write(job)
        refused.append(job)

    def own(db):
        db.execute(PHONE, [b"own"])
        threads.append(waiting_beside(disk, partial(write, ends_the_transaction)))

    def ends_the_transaction(db):
        db.execute("ROLLBACK")  # as SQLite may do where the disk is full
        raise sqlite3.OperationalError("database or disk is full")

    write(own)
    threads[0].join()
    assert len(refused) == 2 and disk.rows("SELECT 1 FROM phones") == []
