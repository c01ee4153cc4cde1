"""The migrations of SQLite files, forward only; a new file has the tables of `creation` instead."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.storage.before_0_1 import BETS_IN_ONE_PART, SPLIT_BETS, split_bets
from companion.storage.sqlite.creation import LOG_STAYS, STAYS

MIGRATIONS = Migrations("companion")
_LAST_BEFORE = "words_of_tables"
"""The last of the migrations that led to schema 1; they are not here any more."""


@MIGRATIONS()
def schema_1(db: Database) -> None:
    """Nothing: the first schema."""


def take_over(db: Database) -> None:
    """Make a file from before 0.1.0, which has all tables of schema 1, one of that schema. Goes with 0.2.0."""
    if _LAST_BEFORE in _applied(db):
        rows = db.execute(BETS_IN_ONE_PART).fetchall()
        db.execute(f"DROP TRIGGER {STAYS}")  # the log is append-only from then on again
        for values in split_bets(rows):
            db.execute(SPLIT_BETS.format(body=":body", session=":session", number=":number"), values)
        db.execute(LOG_STAYS)
        db.execute("DROP INDEX sessions_used_by_id")  # no statement needs it
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
