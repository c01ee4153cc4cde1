"""Create the tables of a new SQLite file from the schema, with the triggers that keep the log append-only."""

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.storage.rows.memberships import POSITION
from companion.storage.schema import DEVICES, DatabaseTable, create_indexes, create_table

_TYPES = {"text": "TEXT", "prose": "TEXT", "integer": "INTEGER", "small": "INTEGER", "bytes": "BLOB"}
STAYS = "events_stay_as_they_are"
_REFUSED = "BEGIN SELECT raise(ABORT, 'the log is append-only'); END"
LOG_STAYS = f"CREATE TRIGGER {STAYS} BEFORE UPDATE ON events {_REFUSED}"
"""The trigger by which no event changes."""
MIGRATIONS = Migrations("companion")
_LAST_BEFORE = "words_of_tables"
"""The last of the migrations that led to schema 1; they are not here any more."""
ORDER_BY_BEGINNINGS = (
    f"UPDATE members SET at = s.at FROM (SELECT id, {POSITION} AS at FROM sessions) s WHERE members.session = s.id"
)
"""Gives each table its place in the histories of phones; earlier versions took its end for that."""
BETS_IN_ONE_PART = "SELECT session, number, body FROM events WHERE kind = 'part' AND body LIKE '%\"slot\": \"bets\"%'"
"""Finds the events of Luz that have the bets of all seats as one part."""
SPLIT_BETS = "UPDATE events SET kind = 'parts', body = {body} WHERE session = {session} AND number = {number}"


def create_tables(db: Database, tables: Iterable[DatabaseTable]) -> None:
    """Create those of the tables that are missing, with their indexes and triggers."""
    for table in tables:
        if not db[table.name].exists():
            suffix = " WITHOUT ROWID" if table.rows == "clustered" else ""
            db.execute(create_table(table, lambda column: _TYPES[column.type]) + suffix)
            for statement in (*create_indexes(table, "sqlite"), *(_append_only(table) if table.is_log else ())):
                db.execute(statement)


def _append_only(table: DatabaseTable) -> Iterator[str]:
    """The triggers that keep the rows of a log as they are."""
    name, owner = table.name, table.columns[0]
    yield f"CREATE TRIGGER {name}_stay_as_they_are BEFORE UPDATE ON {name} {_REFUSED}"
    # REPLACE deletes the old row without firing the trigger below.
    yield (
        f"CREATE TRIGGER {name}_are_not_put_over_others BEFORE INSERT ON {name} WHEN EXISTS (SELECT 1 FROM {name}"
        f" WHERE {owner.name} = NEW.{owner.name} AND (number = NEW.number OR act = NEW.act)) {_REFUSED}"
    )
    yield (
        f"CREATE TRIGGER {name}_are_not_taken_out BEFORE DELETE ON {name} WHEN EXISTS"
        f" (SELECT 1 FROM {owner.references} WHERE id = OLD.{owner.name} AND deleted IS NULL) {_REFUSED}"
    )


@MIGRATIONS()
def schema_1(db: Database) -> None:
    """Nothing: the first schema."""


@MIGRATIONS()
def schema_2(db: Database) -> None:
    """Drop a table of derived rows that no page reads any more; it has names of players."""
    db.execute("DROP TABLE IF EXISTS sums")


@MIGRATIONS()
def schema_3(db: Database) -> None:
    """Drop what files of earlier forms of schema 1 and 2 still have: an index, and that table."""
    db.execute("DROP INDEX IF EXISTS sessions_used_by_id")
    db.execute("DROP TABLE IF EXISTS sums")


@MIGRATIONS()
def schema_4(db: Database) -> None:
    """Add the devices of phones."""
    db.execute("ALTER TABLE phones ADD COLUMN signed INTEGER NOT NULL DEFAULT 0")
    db.execute("UPDATE phones SET signed = 1")
    create_tables(db, [DEVICES])


@MIGRATIONS()
def schema_5(db: Database) -> None:
    """Order each phone's history by when its games began."""
    db.execute(ORDER_BY_BEGINNINGS)


def take_over(db: Database) -> None:
    """Make a file from before 0.1.0 one to which all migrations can be applied. Goes with 0.2.0."""
    if _LAST_BEFORE in _applied(db):
        rows = db.execute(BETS_IN_ONE_PART).fetchall()
        db.execute(f"DROP TRIGGER {STAYS}")  # the log is append-only from then on again
        for values in split_bets(rows):
            db.execute(SPLIT_BETS.format(body=":body", session=":session", number=":number"), values)
        db.execute(LOG_STAYS)
        db.execute("DELETE FROM _sqlite_migrations WHERE migration_set = ?", [MIGRATIONS.name])


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


def split_bets(rows: Iterable[tuple[str, int, str]]) -> Iterator[dict[str, str | int]]:
    """Yield the values of `SPLIT_BETS` for rows of `BETS_IN_ONE_PART`: each seat's bet as a part of its own."""
    for session, number, body in rows:
        parts = {f"bet-{seat}": bet for seat, bet in enumerate(json.loads(body)["value"])}
        yield {"session": session, "number": number, "body": json.dumps({"parts": parts})}
