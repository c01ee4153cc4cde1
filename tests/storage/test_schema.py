"""A database has the same tables whether it is new or brought forward from an earlier version, on both engines."""

import re
import sqlite3
from contextlib import closing

import psycopg
import pytest

from companion.features import extensions
from companion.storage.migrations import MIGRATIONS
from companion.storage.postgres.database import PostgresDatabase
from companion.storage.schema import TABLES
from companion.storage.sqlite_database import SqliteDatabase
from tests.support import postgres

needs_postgresql = pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed")


def sqlite_schema(path):
    """The columns, keys, indexes, references and triggers of a file, without how their statements are written."""
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'").fetchall()
        found = {f"{kind} {name}": _plain(sql) for kind, name, sql in rows if kind == "index"}
        found |= {_plain(re.sub(r"TRIGGER \w+", "TRIGGER", sql)): True for kind, _, sql in rows if kind == "trigger"}
        for name, sql in [(name, sql) for kind, name, sql in rows if kind == "table"]:
            unique = db.execute(f"PRAGMA index_list({name})").fetchall()
            found[f"table {name}"] = (
                db.execute(f"PRAGMA table_info({name})").fetchall(),
                sorted((row[1:], db.execute(f"PRAGMA index_info({row[1]})").fetchall()) for row in unique),
                sorted(db.execute(f"PRAGMA foreign_key_list({name})").fetchall()),
                "WITHOUT ROWID" in _plain(sql),
            )
        return found


def _plain(sql):
    return re.sub(r"\s+", " ", sql)


@needs_postgresql
def test_a_postgresql_database_from_before_0_1_is_taken_over():
    address = postgres.fresh_database()
    with psycopg.connect(address) as connection:
        connection.execute("DROP TABLE devices")
        connection.execute("ALTER TABLE phones DROP COLUMN signed")
        connection.execute("INSERT INTO phones (token, made) VALUES ('1', '2026-11-01T12:00:00+00:00')")
        connection.execute("DELETE FROM _migrations")
        connection.execute("INSERT INTO _migrations VALUES ('first_schema', now()), ('session_words', now())")
    for _ in range(2):
        PostgresDatabase(address, extensions()).close()
    with psycopg.connect(address) as connection:
        assert [name for (name,) in connection.execute("SELECT name FROM _migrations")] == list(MIGRATIONS)
        assert connection.execute("SELECT signed FROM phones").fetchall() == [(1,)]
        assert connection.execute("SELECT count(*) FROM devices").fetchall() == [(0,)]


@needs_postgresql
def test_both_engines_have_the_tables_and_columns_that_are_stated(tmp_path):
    SqliteDatabase(tmp_path / "new.sqlite", extensions()).close()
    tables = [*TABLES, *(table for extension in extensions() for table in extension.tables)]
    stated = {table.name: [column.name for column in table.columns] for table in tables}
    new = sqlite_schema(tmp_path / "new.sqlite")
    on_sqlite = {key.removeprefix("table "): value for key, value in new.items() if key.startswith("table ")}
    del on_sqlite["_sqlite_migrations"]
    assert {name: [column[1] for column in columns] for name, (columns, *_) in on_sqlite.items()} == stated
    sql = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    on_postgresql = {}
    with psycopg.connect(postgres.fresh_database()) as connection:
        for table, column in connection.execute(f"{sql} ORDER BY ordinal_position"):
            on_postgresql.setdefault(table, []).extend([column] if column != "rowid" else [])
    del on_postgresql["_migrations"]
    assert on_postgresql == stated
