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

# What of a PostgreSQL database is the schema; each row is text, and the order of columns counts too.
CATALOGUE = (
    "SELECT c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,"
    " a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid) FROM pg_attribute a"
    " JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
    " WHERE c.relkind = 'r' AND a.attnum > 0 AND c.relnamespace = 'public'::regnamespace ORDER BY 1, 2",
    "SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
    "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
    "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1",
    "SELECT sequencename, data_type FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
)


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


def postgres_schema(address):
    """What the catalogue says of a database."""
    with psycopg.connect(address) as connection:
        return [connection.execute(query).fetchall() for query in CATALOGUE]


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
    on_postgresql = {}
    for table, _, column, *_ in postgres_schema(postgres.fresh_database())[0]:
        on_postgresql.setdefault(table, []).extend([column] if column != "rowid" else [])
    del on_postgresql["_migrations"]
    assert on_postgresql == stated
