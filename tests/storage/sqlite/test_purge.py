"""What was deleted is nowhere in the files after the daily purge, also where SQLite left copies of it."""

import sqlite3
from contextlib import closing
from random import Random

import pytest

from companion.storage.rows.instance_key import DELETED, mark_deleted
from companion.storage.sqlite_database import SqliteDatabase

SECRET = "Xantippe"
TABLES = (
    "CREATE TABLE one (id TEXT PRIMARY KEY, name TEXT, body TEXT)",
    "CREATE INDEX one_name ON one (name)",
    "CREATE TABLE two (name TEXT, number INT, body TEXT, PRIMARY KEY (name, number)) WITHOUT ROWID",
)


@pytest.fixture
def disk(tmp_path):
    disk = SqliteDatabase(tmp_path / "c.sqlite")
    disk.write(lambda db: [db.execute(statement) for statement in TABLES])
    yield disk
    disk.close()


def fill(db, random, steps):
    """Rows of all lengths, some over several pages, put in, changed and taken out, so that pages are balanced anew."""
    ids = [row[0] for row in db.execute("SELECT id FROM one")]
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


def forget(db):
    db.execute("DELETE FROM one WHERE name LIKE ? OR body LIKE ?", [f"%{SECRET}%"] * 2)
    db.execute("DELETE FROM two WHERE name = ?", [SECRET])


def left(folder):
    content = b"".join(path.read_bytes() for path in sorted(folder.glob("c.sqlite*")))
    return sum(content.count(part.encode()) for part in (SECRET[:5], SECRET[3:]))


def used(disk, seeds):
    for seed in seeds:
        disk.write(lambda db, seed=seed: fill(db, Random(seed), 400))
    disk.write(forget)
    disk._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_what_sqlite_left_of_deleted_rows_is_gone(disk, tmp_path):
    found = 0
    for first in range(0, 40, 4):
        used(disk, range(first, first + 4))
        found += left(tmp_path)
        before = disk.rows("SELECT rowid, id FROM one")
        assert disk.purge() and left(tmp_path) == 0
        assert disk.rows("SELECT rowid, id FROM one") == before, "sessions stand in this order"
    assert found, "secure_delete alone leaves some, or there is nothing to test here"
    with closing(sqlite3.connect(tmp_path / "c.sqlite")) as other:
        assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_while_somebody_reads_it_is_done_the_next_time(app, host, tmp_path):
    maintenance = app.extensions["companion"].store.maintenance
    maintenance.purge()
    session = host.open("luz", [SECRET, "Ben", "Cleo"])
    with closing(sqlite3.connect(tmp_path / "companion.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM sessions").fetchall()
        host.post(f"/t/{session}/delete", {"sure": "yes"})
        app.extensions["companion"].store.database._writer.execute("PRAGMA busy_timeout = 100")  # not to wait for 5 s
        maintenance.purge()
    files = list(tmp_path.glob("companion.sqlite*"))
    assert any(SECRET.encode() in file.read_bytes() for file in files)
    maintenance.purge()
    assert not any(SECRET.encode() in file.read_bytes() for file in files)
    unchanged = [file.stat().st_mtime_ns for file in files]
    maintenance.purge()
    assert [file.stat().st_mtime_ns for file in files] == unchanged, "nothing was deleted since"


def test_what_is_deleted_while_it_runs_is_left_for_the_next_time(store, monkeypatch):
    store.write(mark_deleted)
    with monkeypatch.context() as patch:
        patch.setattr(store.database, "purge", lambda: store.write(mark_deleted) is None)
        store.maintenance.purge()
    assert store.maintenance.instance_value(DELETED)
    store.maintenance.purge()
    assert store.maintenance.instance_value(DELETED) is None
