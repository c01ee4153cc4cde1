"""A full database of each earlier form opens: every page of each phone, its imports go on, nothing is left over.

The dumps are named after the commits that wrote them; CONTRIBUTING.md says how the next one is added.
"""

import csv
import io
import json
import re
import sqlite3
from collections import Counter
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from companion.features import extensions
from companion.storage import store as storing
from companion.storage.error_messages import StoreError
from companion.storage.migrations import MIGRATED
from companion.storage.records import Extension
from companion.storage.schema import DatabaseTable
from companion.storage.sqlite_database import SqliteDatabase
from companion.time_zone import day_of
from companion.views.http.responses import unguarded
from tests.storage.test_schema import sqlite_schema
from tests.support import postgres
from tests.support.files import upload
from tests.support.long import mostly_long
from tests.support.past_plays import import_plays, many_plays
from tests.support.phones import Phone
from tests.support.stores import open_store
from tests.support.walking import Walk

BEFORE = Path(__file__).with_name("before-0.1.sql")
DUMPS = sorted(Path(__file__).with_name("dumps").glob("*.sql"))


def restored(dump, database, engine="sqlite"):
    with closing(sqlite3.connect(":memory:" if engine == "postgresql" else database)) as db:
        db.executescript(dump.read_text("utf-8"))
        if engine == "postgresql":
            postgres.take_rows(db, postgres.address_for(database))
    return database


def phones(dump, app):
    found = {}
    for who, cookie in re.findall(r"^-- (\w+): (\S+)$", dump.read_text("utf-8"), re.MULTILINE):
        found[who] = Phone(app)
        found[who].client.set_cookie("phone", cookie)
    return found


def first_of(app):
    """What addresses name, besides what pages link to."""
    queries = {
        "session": "SELECT id FROM sessions WHERE deleted IS NULL ORDER BY id LIMIT 1",
        "group": "SELECT id FROM player_groups WHERE deleted IS NULL ORDER BY id LIMIT 1",
        "evening": "SELECT id FROM evenings WHERE deleted IS NULL ORDER BY id LIMIT 1",
        "job": "SELECT id FROM past_imports WHERE state <> 'reading' ORDER BY id LIMIT 1",
    }
    rows = app.extensions["companion"].store.rows
    return {name: rows(sql)[0]["id"] for name, sql in queries.items()}


@pytest.mark.parametrize("dump", [BEFORE, *DUMPS], ids=lambda dump: dump.stem)
@pytest.mark.sqlite
def test_an_old_file_has_the_tables_of_a_new_one(tmp_path, dump):
    for path in (restored(dump, tmp_path / "old.sqlite"), tmp_path / "new.sqlite"):
        SqliteDatabase(path, extensions()).close()
    assert sqlite_schema(tmp_path / "old.sqlite") == sqlite_schema(tmp_path / "new.sqlite")


@pytest.mark.parametrize("dump", mostly_long(DUMPS), ids=lambda dump: dump.stem)
def test_every_page_of_an_old_database_opens(tmp_path, serve, engine, dump):
    app = serve(restored(dump, tmp_path / "old.sqlite", engine))
    for who, phone in phones(dump, app).items():
        walk = Walk(app, phone)
        walk.go(first_of(app))
        assert not walk.faults and len(walk.answers) > 100, who


@pytest.mark.parametrize("dump", mostly_long(DUMPS), ids=lambda dump: dump.stem)
def test_games_of_an_old_database_count_on_the_day_on_which_they_began(tmp_path, serve, engine, dump):
    old = restored(dump, tmp_path / "old.sqlite", engine)
    app = serve(old)
    host, rows = phones(dump, app)["host"], app.extensions["companion"].store.rows
    made = {row["id"]: day_of(row["made"]).isoformat() for row in rows("SELECT id, made FROM sessions")}
    ends = [row for row in rows("SELECT made, ended FROM sessions") if row["ended"]]
    assert any(day_of(row["made"]) != day_of(row["ended"]) for row in ends), "some ended on another day"
    file = csv.DictReader(io.StringIO(host.get("/history.csv").text[1:]))
    games = {unguarded(row["Table"]): row["Date"] for row in file}
    assert games and games == {table: made[table] for table in games}
    assert list(games.values()) == sorted(games.values())
    few = {day for day, times in Counter(games.values()).items() if times < 10}
    for table, day in games.items():
        assert day not in few or f'href="/t/{table}"' in host.page(f"/history?since={day}&until={day}"), day
    assert few


def test_only_what_a_newer_version_migrated_is_refused(tmp_path):
    for migrated, error in (("gone:earlier", nullcontext()), ("past:later", pytest.raises(StoreError, match="newer"))):
        with closing(open_store(tmp_path / "new.sqlite")) as store:
            store.maintenance.set_instance_value(MIGRATED, json.dumps([migrated]))
        with error:
            open_store(tmp_path / "new.sqlite").close()


def test_a_migration_of_a_feature_makes_a_table_that_the_feature_has_by_now(tmp_path):
    first, second = (DatabaseTable(name, "id, what", key=("id",)) for name in ("made_first", "made_second"))

    def move(db):
        db.execute("CREATE TABLE made_second (id TEXT PRIMARY KEY, what TEXT)")
        db.execute("INSERT INTO made_second SELECT id, what FROM made_first")

    with closing(storing.open_store(tmp_path / "c.sqlite", [Extension("made", [first])])) as store:
        store.write(lambda db: db.execute("INSERT INTO made_first VALUES ('a', 'b')"))
    for _ in range(2):
        with closing(
            storing.open_store(tmp_path / "c.sqlite", [Extension("made", [first, second], {"move": move})])
        ) as store:
            assert store.rows("SELECT * FROM made_second") == [{"id": "a", "what": "b"}]


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
def test_imports_of_an_old_database_go_on(tmp_path, serve, engine, dump):
    app = serve(restored(dump, tmp_path / "old.sqlite", engine))
    host, rows = phones(dump, app)["host"], app.extensions["companion"].store.rows
    new = upload(host, many_plays(50), "/import/past").location
    jobs = set(re.findall(r'href="(/import/past/[\w-]+)"', host.page("/import/past")))
    assert new in jobs and len(jobs) == len(rows("SELECT id FROM past_imports")) > 4, "no upload is left over"
    for job in jobs:
        host.page(job)
        import_plays(host, job)
        host.page(job)
    assert rows("SELECT DISTINCT state FROM past_imports") == [{"state": "done"}]
    left = "SELECT count(*) AS plays FROM past_plays WHERE reason IS NULL"
    assert rows(left) == [{"plays": 0}] and rows("SELECT count(*) AS games FROM past_marks")[0]["games"] > 50
