"""The tables, as migrations that only ever go forward."""

from __future__ import annotations

import json

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.seats import TABLE, score_seats, seat_players

MIGRATIONS = Migrations("companion")


@MIGRATIONS()
def sessions_and_their_log(db: Database) -> None:
    for statement in (
        "CREATE TABLE phones (id INTEGER PRIMARY KEY, token BLOB NOT NULL UNIQUE, made TEXT NOT NULL)",
        "CREATE TABLE sessions (id TEXT PRIMARY KEY, game TEXT NOT NULL, setup TEXT NOT NULL, made TEXT NOT NULL,"
        " generation INTEGER NOT NULL, result TEXT, deleted TEXT)",
        "CREATE TABLE links (session TEXT NOT NULL REFERENCES sessions (id), role TEXT NOT NULL,"
        " code TEXT NOT NULL UNIQUE, token BLOB NOT NULL UNIQUE, PRIMARY KEY (session, role))",
        "CREATE TABLE members (session TEXT NOT NULL REFERENCES sessions (id), phone INTEGER NOT NULL REFERENCES"
        " phones (id), role TEXT NOT NULL, joined TEXT NOT NULL, UNIQUE (session, phone))",
        "CREATE INDEX members_phone ON members (phone)",
        "CREATE TABLE events (session TEXT NOT NULL REFERENCES sessions (id), number INTEGER NOT NULL,"
        " act TEXT NOT NULL, sent BLOB NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,"
        " phone INTEGER NOT NULL, at TEXT NOT NULL, PRIMARY KEY (session, number), UNIQUE (session, act))",
        "CREATE TRIGGER events_stay_as_they_are BEFORE UPDATE ON events"
        " BEGIN SELECT raise(ABORT, 'the log is append-only'); END",
        # REPLACE takes the old row out without asking the trigger below.
        "CREATE TRIGGER events_are_not_put_over_others BEFORE INSERT ON events"
        " WHEN EXISTS (SELECT 1 FROM events WHERE session = NEW.session AND (number = NEW.number OR act = NEW.act))"
        " BEGIN SELECT raise(ABORT, 'the log is append-only'); END",
        "CREATE TRIGGER events_are_not_taken_out BEFORE DELETE ON events"
        " WHEN EXISTS (SELECT 1 FROM sessions WHERE id = OLD.session AND deleted IS NULL)"
        " BEGIN SELECT raise(ABORT, 'the log is append-only'); END",
    ):
        db.execute(statement)


@MIGRATIONS()
def the_order_in_which_sessions_were_used(db: Database) -> None:
    # Counted and not told by the clock, which may be set back.
    for statement in (
        "ALTER TABLE sessions ADD COLUMN used INTEGER NOT NULL DEFAULT 0",
        "WITH latest AS (SELECT id, row_number() OVER (ORDER BY coalesce((SELECT max(at) FROM events"
        " WHERE session = sessions.id), made), rowid) AS place FROM sessions)"
        " UPDATE sessions SET used = (SELECT place FROM latest WHERE latest.id = sessions.id)",
        "CREATE INDEX sessions_used ON sessions (used)",
    ):
        db.execute(statement)


@MIGRATIONS()
def the_seats_and_when_a_game_ended(db: Database) -> None:
    for statement in (
        TABLE,
        "CREATE INDEX seats_key ON seats (key)",
        "ALTER TABLE sessions ADD COLUMN ended TEXT",
        "UPDATE sessions SET ended = coalesce((SELECT at FROM events WHERE session = sessions.id AND kind NOT IN"
        " ('rematch', 'seat') ORDER BY number DESC LIMIT 1), made) WHERE result IS NOT NULL",
        # When it ended or was opened stands with each member too: a phone's own history is then read in order.
        "ALTER TABLE members ADD COLUMN at TEXT NOT NULL DEFAULT ''",
        "UPDATE members SET at = (SELECT coalesce(ended, made) FROM sessions WHERE id = members.session)",
        "CREATE INDEX members_at ON members (phone, at, session)",
        "DROP INDEX members_phone",
    ):
        db.execute(statement)
    for row in list(db.query("SELECT id, setup, result FROM sessions WHERE deleted IS NULL")):
        seat_players(db, row["id"], json.loads(row["setup"]))
        score_seats(db, row["id"], None if row["result"] is None else json.loads(row["result"]))


@MIGRATIONS()
def the_form_that_opened_a_session(db: Database) -> None:
    for statement in (
        "ALTER TABLE sessions ADD COLUMN opened BLOB",
        "CREATE UNIQUE INDEX sessions_opened ON sessions (opened)",
    ):
        db.execute(statement)


def unknown_migrations(db: Database) -> set[str]:
    """Migrations that this database has and this version does not know: it was made by a newer one."""
    known = {migration.name for migration in MIGRATIONS.pending(Database(memory=True))}
    return {migration.name for migration in MIGRATIONS.applied(db)} - known
