"""Create the tables of a new SQLite file from the schema, with the triggers that keep the log append-only."""

from __future__ import annotations

from collections.abc import Iterator

from sqlite_utils import Database

from companion.storage.schema import TABLES, Column, Table, create_indexes, create_table

_TYPES = {"text": "TEXT", "prose": "TEXT", "integer": "INTEGER", "small": "INTEGER", "bytes": "BLOB"}
STAYS = "events_stay_as_they_are"
LOG_STAYS = f"CREATE TRIGGER {STAYS} BEFORE UPDATE ON events BEGIN SELECT raise(ABORT, 'the log is append-only'); END"
"""The trigger by which no event changes."""
_APPEND_ONLY = (
    LOG_STAYS,
    # REPLACE deletes the old row without firing the trigger below.
    "CREATE TRIGGER events_are_not_put_over_others BEFORE INSERT ON events"
    " WHEN EXISTS (SELECT 1 FROM events WHERE session = NEW.session AND (number = NEW.number OR act = NEW.act))"
    " BEGIN SELECT raise(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER events_are_not_taken_out BEFORE DELETE ON events"
    " WHEN EXISTS (SELECT 1 FROM sessions WHERE id = OLD.session AND deleted IS NULL)"
    " BEGIN SELECT raise(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER evening_log_stays_as_it_is BEFORE UPDATE ON evening_log"
    " BEGIN SELECT raise(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER evening_log_is_not_put_over_others BEFORE INSERT ON evening_log"
    " WHEN EXISTS (SELECT 1 FROM evening_log WHERE evening = NEW.evening"
    " AND (number = NEW.number OR act = NEW.act)) BEGIN SELECT raise(ABORT, 'the log is append-only'); END",
    "CREATE TRIGGER evening_log_is_not_taken_out BEFORE DELETE ON evening_log"
    " WHEN EXISTS (SELECT 1 FROM evenings WHERE id = OLD.evening AND deleted IS NULL)"
    " BEGIN SELECT raise(ABORT, 'the log is append-only'); END",
)


def create_tables(db: Database) -> None:
    """Create all tables, indexes and triggers."""
    for statement in _statements():
        db.execute(statement)


def _statements() -> Iterator[str]:
    for table in TABLES:
        yield create_table(table, _type) + _suffix(table)
        yield from create_indexes(table, "sqlite")
    yield from _APPEND_ONLY


def _type(column: Column) -> str:
    return _TYPES[column.type]


def _suffix(table: Table) -> str:
    return " WITHOUT ROWID" if table.rows == "clustered" else ""
