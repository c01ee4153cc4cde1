"""The migrations of SQLite files, forward only; a new file has the tables of `creation` instead."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

MIGRATIONS = Migrations("companion")
_LAST_BEFORE = "words_of_tables"
"""The last of the migrations that led to schema 1; they are not here any more."""


@MIGRATIONS()
def schema_1(db: Database) -> None:
    """Nothing: the first schema, that of `creation`."""


def take_over(db: Database) -> None:
    """Name the schema of a file that was made before 0.1.0 and has all tables of schema 1. Goes with 0.2.0."""
    if _LAST_BEFORE in _applied(db):
        db.execute("DELETE FROM _sqlite_migrations WHERE migration_set = ?", [MIGRATIONS.name])
        mark_applied(db)


def is_new(db: Database) -> bool:
    """Whether a file has no table of the companion yet."""
    return not _applied(db) and not db["sessions"].exists()


def mark_applied(db: Database) -> None:
    """Store that all migrations are applied, for a file that has the tables that they lead to."""
    MIGRATIONS.ensure_migrations_table(db)
    sql = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES (?, ?, ?)"
    for migration in MIGRATIONS.pending(db):
        db.execute(sql, [MIGRATIONS.name, migration.name, str(datetime.now(UTC))])


def unknown_migrations(db: Database) -> set[str]:
    """Names of applied migrations that this version does not know: another version made the file."""
    with closing(Database(memory=True)) as empty:
        return _applied(db) - {migration.name for migration in MIGRATIONS.pending(empty)}


def _applied(db: Database) -> set[str]:
    return {migration.name for migration in MIGRATIONS.applied(db)}
