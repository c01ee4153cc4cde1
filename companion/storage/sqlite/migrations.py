"""The migrations of SQLite files made by earlier versions, forward only.

Their names are stored, and any earlier file has to open, so they stay as they are: their statements are written out,
and they import nothing that may change. A new file has the tables of `creation` instead.
"""

from __future__ import annotations

import json
from contextlib import closing
from datetime import UTC, datetime

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.storage.earlier_rows import (
    POSITION,
    name_key,
    named_seats,
    places_by_side,
    session_title,
    storable,
    stored_places,
)

MIGRATIONS = Migrations("companion")


@MIGRATIONS()
def sessions_and_their_log(db: Database) -> None:
    """Create phones, sessions, links, members and the append-only log."""
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
        # REPLACE deletes the old row without firing the trigger below.
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
    """Add `sessions.used`, a counter for the order of last use."""
    # A counter, not a time: the clock may be set back.
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
    """Add the seats as rows, `sessions.ended` and `members.at`."""
    for statement in (
        "CREATE TABLE seats (session TEXT NOT NULL REFERENCES sessions (id), seat INTEGER NOT NULL, name TEXT NOT NULL,"
        " key TEXT, place INTEGER, total INTEGER, figures TEXT, PRIMARY KEY (session, seat)) WITHOUT ROWID",
        "CREATE INDEX seats_key ON seats (key)",
        "ALTER TABLE sessions ADD COLUMN ended TEXT",
        "UPDATE sessions SET ended = coalesce((SELECT at FROM events WHERE session = sessions.id AND kind NOT IN"
        " ('rematch', 'seat') ORDER BY number DESC LIMIT 1), made) WHERE result IS NOT NULL",
        # The time it ended or was opened, copied to each member: an index then gives a phone's history in order.
        "ALTER TABLE members ADD COLUMN at TEXT NOT NULL DEFAULT ''",
        "UPDATE members SET at = (SELECT coalesce(ended, made) FROM sessions WHERE id = members.session)",
        "CREATE INDEX members_at ON members (phone, at, session)",
        "DROP INDEX members_phone",
    ):
        db.execute(statement)
    for row in list(db.query("SELECT id, setup, result FROM sessions WHERE deleted IS NULL")):
        for seat, name, key in named_seats(json.loads(row["setup"])):
            sql = "INSERT INTO seats (session, seat, name, key) VALUES (?, ?, ?, ?)"
            db.execute(sql, [row["id"], seat, name, key])
        result = json.loads(row["result"] or "{}")
        if result.get("ranking"):
            places = zip(stored_places(result, result.get("sides") or ()), result["totals"], strict=True)
            for seat, (place, total) in enumerate(places):
                sql = "UPDATE seats SET place = ?, total = ? WHERE session = ? AND seat = ?"
                db.execute(sql, [place, total, row["id"], seat])


@MIGRATIONS()
def the_form_that_opened_a_session(db: Database) -> None:
    """Add `sessions.opened`, the key of the form that opened a session, so that it opens only one."""
    for statement in (
        "ALTER TABLE sessions ADD COLUMN opened BLOB",
        "CREATE UNIQUE INDEX sessions_opened ON sessions (opened)",
    ):
        db.execute(statement)


# A named seat for each phone of its table, so that a phone's players are found without scanning other tables.
_SAT = (
    "CREATE TABLE sat (id INTEGER PRIMARY KEY, phone INTEGER NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL,"
    " session TEXT NOT NULL, seat INTEGER NOT NULL, place INTEGER, hosts INTEGER NOT NULL)"
)
# Per phone and player: the counts of these rows, and the latest of them.
_MET = (
    "CREATE TABLE met (phone INTEGER NOT NULL, key TEXT NOT NULL, sessions INTEGER NOT NULL, games INTEGER NOT NULL,"
    " won INTEGER NOT NULL, latest INTEGER NOT NULL, PRIMARY KEY (phone, key)) WITHOUT ROWID"
)
# Cached running totals of a player's statistics, up to and including one game.
_SUMS = (
    "CREATE TABLE sums (phone INTEGER NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL, session TEXT NOT NULL,"
    " shape TEXT NOT NULL, told TEXT NOT NULL, PRIMARY KEY (phone, key)) WITHOUT ROWID"
)
_SIT = (
    "INSERT INTO sat (phone, key, at, session, seat, place, hosts) SELECT m.phone, t.key, m.at, m.session, t.seat,"
    " t.place, m.role = 'host' FROM members m JOIN seats t ON t.session = m.session WHERE t.key IS NOT NULL"
)
_MEMBER_SITS = f"{_SIT} AND m.rowid = NEW.rowid"
_SEAT_IS_TAKEN = f"{_SIT} AND t.session = NEW.session AND t.seat = NEW.seat"
_OF_MEMBER = (
    "WHERE phone = OLD.phone AND key IN (SELECT key FROM seats WHERE session = OLD.session) AND at = OLD.at"
    " AND session = OLD.session"
)
_OF_SEAT = (
    "WHERE phone IN (SELECT phone FROM members WHERE session = OLD.session) AND key = OLD.key"
    " AND at IN (SELECT at FROM members WHERE session = OLD.session) AND session = OLD.session AND seat = OLD.seat"
)
_COUNT = (
    "INSERT INTO met VALUES (NEW.phone, NEW.key, 1, NEW.place IS NOT NULL, NEW.place IS 1, NEW.id)"
    " ON CONFLICT DO UPDATE SET sessions = sessions + 1, games = games + excluded.games, won = won + excluded.won,"
    " latest = excluded.latest"
)
_COUNT_AGAIN = (
    "UPDATE met SET games = games + (NEW.place IS NOT NULL) - (OLD.place IS NOT NULL),"
    " won = won + (NEW.place IS 1) - (OLD.place IS 1) WHERE phone = NEW.phone AND key = NEW.key"
)
_COUNT_DOWN = (
    "UPDATE met SET sessions = sessions - 1, games = games - (OLD.place IS NOT NULL), won = won - (OLD.place IS 1),"
    " latest = iif(latest = OLD.id, coalesce((SELECT max(id) FROM sat WHERE phone = OLD.phone AND key = OLD.key), 0),"
    " latest)"
    " WHERE phone = OLD.phone AND key = OLD.key"
)
_NOBODY = "DELETE FROM met WHERE phone = OLD.phone AND key = OLD.key AND sessions = 0"
# A change in one of its games invalidates a cached total; a later game does not.
_DROP_OLD = "DELETE FROM sums WHERE phone = OLD.phone AND (at, session) >= (OLD.at, OLD.session)"
_DROP_NEW = "DELETE FROM sums WHERE phone = NEW.phone AND (at, session) >= (NEW.at, NEW.session)"
_DROP_OF_SEAT = (
    "DELETE FROM sums WHERE phone IN (SELECT phone FROM members WHERE session = NEW.session) AND (at, session) >="
    " ((SELECT min(at) FROM members WHERE session = NEW.session), NEW.session)"
)
_FOLLOWING = (
    ("INSERT ON members", _MEMBER_SITS, _DROP_NEW),
    ("DELETE ON members", f"DELETE FROM sat {_OF_MEMBER}", _DROP_OLD),
    ("UPDATE OF phone ON members", f"DELETE FROM sat {_OF_MEMBER}", _MEMBER_SITS, _DROP_OLD, _DROP_NEW),
    (
        "UPDATE OF role, at ON members",
        f"UPDATE sat SET at = NEW.at, hosts = NEW.role = 'host' {_OF_MEMBER}",
        _DROP_OLD,
        _DROP_NEW,
    ),
    ("INSERT ON seats", _SEAT_IS_TAKEN, _DROP_OF_SEAT),
    ("DELETE ON seats", f"DELETE FROM sat {_OF_SEAT}", _DROP_OF_SEAT.replace("NEW", "OLD")),
    ("UPDATE OF key ON seats WHEN NEW.key IS NOT OLD.key", f"DELETE FROM sat {_OF_SEAT}", _SEAT_IS_TAKEN),
    ("UPDATE OF place ON seats", f"UPDATE sat SET place = NEW.place {_OF_SEAT}"),
    ("UPDATE ON seats", _DROP_OF_SEAT),
    ("INSERT ON sat", _COUNT),
    ("UPDATE OF place ON sat", _COUNT_AGAIN),
    ("DELETE ON sat", _COUNT_DOWN, _NOBODY),
)


@MIGRATIONS()
def what_a_phone_has_met(db: Database) -> None:
    """Add per-phone tables of players and cached totals, maintained by triggers."""
    for statement in (
        "ALTER TABLE members ADD COLUMN game TEXT NOT NULL DEFAULT ''",
        "UPDATE members SET game = (SELECT game FROM sessions WHERE id = members.session)",
        "DROP INDEX members_at",
        "CREATE INDEX members_at ON members (phone, at, session, game)",
        "DROP INDEX seats_key",
        "CREATE INDEX seats_uncounted ON seats (key) WHERE place IS NOT NULL AND figures IS NULL",
        "CREATE INDEX sessions_used_by_id ON sessions (id, used)",
        _SAT,
        _MET,
        _SUMS,
        *(
            f"CREATE TRIGGER following_{number} AFTER {change} BEGIN {'; '.join(statements)}; END"
            for number, (change, *statements) in enumerate(_FOLLOWING, 1)
        ),
        f"{_SIT} ORDER BY m.rowid, t.seat",
        "CREATE INDEX sat_key ON sat (phone, key, at, session, seat, place, hosts)",
    ):
        db.execute(statement)


@MIGRATIONS()
def when_a_code_was_made(db: Database) -> None:
    """Add `links.made`, from which unused codes expire."""
    for statement in (
        "ALTER TABLE links ADD COLUMN made TEXT NOT NULL DEFAULT ''",
        # Existing codes expire counting from now.
        "UPDATE links SET made = strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now')",
    ):
        db.execute(statement)


@MIGRATIONS()
def what_the_instance_keeps(db: Database) -> None:
    """Add the values of the instance: its key, the last clock reading, and a row that health checks write."""
    db.execute("CREATE TABLE instance (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID")


@MIGRATIONS()
def games_that_stopped_before_anything_was_scored(db: Database) -> None:
    """Remove the ranking of games that ended without any score, so that they have no winner."""
    # A total in Ingenious, the lowest colour, may be 0 though points were scored.
    sql = "SELECT id, game, result FROM sessions WHERE deleted IS NULL AND result IS NOT NULL"
    for row in list(db.query(sql)):
        result = json.loads(row["result"])
        entries = "SELECT body FROM events WHERE session = ? AND kind IN ('entry', 'insert', 'correct')"
        bodies = [json.loads(event["body"]) for event in db.query(entries, [row["id"]])]
        stops = [body for body in bodies if body == {"end": True}]
        if any(result["totals"]) or not stops or (row["game"] == "ingenious" and len(bodies) > len(stops)):
            continue
        stored = json.dumps({**result, "ranking": []})
        db.execute("UPDATE sessions SET result = ? WHERE id = ?", [stored, row["id"]])
        db.execute("UPDATE seats SET place = NULL, total = NULL, figures = NULL WHERE session = ?", [row["id"]])


@MIGRATIONS()
def names_as_they_are_looked_up(db: Database) -> None:
    """Store names with NUL, and their keys, as they are looked up since PostgreSQL is served on."""
    for row in list(db.query("SELECT session, seat, name, key FROM seats WHERE key IS NOT NULL")):
        name, key = storable(row["name"]), name_key(row["name"]) or None
        if (name, key) != (row["name"], row["key"]):
            sql = "UPDATE seats SET name = ?, key = ? WHERE session = ? AND seat = ?"
            db.execute(sql, [name, key, row["session"], row["seat"]])


@MIGRATIONS()
def groups_of_players(db: Database) -> None:
    """Add groups of players with their phones, tables, seasons and links."""
    for statement in (
        "CREATE TABLE player_groups (id TEXT PRIMARY KEY, name TEXT NOT NULL, made TEXT NOT NULL, changed TEXT NOT"
        " NULL, opened BLOB UNIQUE, deleted TEXT)",
        "CREATE TABLE group_phones (grp TEXT NOT NULL REFERENCES player_groups (id), phone INTEGER NOT NULL REFERENCES"
        " phones (id), role TEXT NOT NULL, joined TEXT NOT NULL, UNIQUE (grp, phone))",
        "CREATE INDEX group_phones_phone ON group_phones (phone, grp)",
        "CREATE TABLE group_players (grp TEXT NOT NULL REFERENCES player_groups (id), key TEXT NOT NULL, name TEXT NOT"
        " NULL, PRIMARY KEY (grp, key)) WITHOUT ROWID",
        "CREATE INDEX group_players_key ON group_players (key)",
        "CREATE TABLE group_sessions (grp TEXT NOT NULL REFERENCES player_groups (id), session TEXT NOT NULL REFERENCES"
        " sessions (id), replay INTEGER NOT NULL, added TEXT NOT NULL, PRIMARY KEY (grp, session)) WITHOUT ROWID",
        "CREATE INDEX group_sessions_session ON group_sessions (session)",
        "CREATE TABLE group_seasons (grp TEXT NOT NULL REFERENCES player_groups (id), number INTEGER NOT NULL, name"
        " TEXT NOT NULL, since TEXT NOT NULL, until TEXT NOT NULL, PRIMARY KEY (grp, number)) WITHOUT ROWID",
        "CREATE TABLE group_links (grp TEXT NOT NULL REFERENCES player_groups (id), role TEXT NOT NULL, number INTEGER"
        " NOT NULL, is_open INTEGER NOT NULL, PRIMARY KEY (grp, role)) WITHOUT ROWID",
    ):
        db.execute(statement)


@MIGRATIONS()
def the_setups_that_phones_keep(db: Database) -> None:
    """Add the setups that phones keep; their ids are in the order of last use."""
    db.execute(
        "CREATE TABLE kept_setups (id INTEGER PRIMARY KEY, phone INTEGER NOT NULL REFERENCES phones (id),"
        " game TEXT NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, options TEXT NOT NULL, at TEXT NOT NULL,"
        " UNIQUE (phone, game, key))"
    )


@MIGRATIONS()
def the_titles_that_sessions_give_their_games(db: Database) -> None:
    """Add the titles of sessions whose game has a name of its own there."""
    db.execute(
        "CREATE TABLE session_titles (session TEXT PRIMARY KEY REFERENCES sessions (id), key TEXT NOT NULL,"
        " title TEXT NOT NULL) WITHOUT ROWID"
    )
    for row in list(db.query("SELECT id, game, setup FROM sessions WHERE deleted IS NULL")):
        title = session_title(row["game"], json.loads(row["setup"]))
        if title is not None:
            db.execute("INSERT INTO session_titles (session, key, title) VALUES (?, ?, ?)", [row["id"], *title])


@MIGRATIONS()
def places_of_sides_and_the_order_of_games(db: Database) -> None:
    """Store the places of teams, 0 where nobody had an opponent, and the order of games that ended at once."""
    sql = "SELECT id, setup, result FROM sessions WHERE deleted IS NULL AND result IS NOT NULL"
    for session, seat, place in places_by_side(list(db.query(sql))):
        db.execute("UPDATE seats SET place = ? WHERE session = ? AND seat = ?", [place, session, seat])
    db.execute(f"UPDATE members SET at = (SELECT {POSITION} FROM sessions WHERE id = members.session)")


@MIGRATIONS()
def counts_kept_by_the_program(db: Database) -> None:
    """Drop the triggers that kept what a phone has met, as the program does it; it looks seats up by session."""
    for number in range(1, 13):
        db.execute(f"DROP TRIGGER following_{number}")
    db.execute("CREATE INDEX sat_session ON sat (session, phone)")


@MIGRATIONS()
def imports_of_plays_of_other_programs(db: Database) -> None:
    """Add the plays of other programs that are being imported, and the marks of those that were."""
    for statement in (
        "CREATE TABLE past_imports (id TEXT PRIMARY KEY, phone INTEGER NOT NULL, source TEXT NOT NULL,"
        " file TEXT NOT NULL, state TEXT NOT NULL, made TEXT NOT NULL, grp TEXT NOT NULL DEFAULT '',"
        " games TEXT NOT NULL DEFAULT '', runner TEXT NOT NULL DEFAULT '', beat TEXT NOT NULL DEFAULT '',"
        " place INTEGER NOT NULL DEFAULT 0, plays INTEGER NOT NULL DEFAULT 0, known INTEGER NOT NULL DEFAULT 0,"
        " done INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID",
        "CREATE INDEX past_imports_phone ON past_imports (phone, made)",
        "CREATE TABLE past_plays (job TEXT NOT NULL REFERENCES past_imports (id), number INTEGER NOT NULL,"
        " mark BLOB NOT NULL, body TEXT NOT NULL, reason TEXT, PRIMARY KEY (job, number)) WITHOUT ROWID",
        "CREATE INDEX past_plays_left_out ON past_plays (job, number) WHERE reason IS NOT NULL",
        "CREATE TABLE past_players (job TEXT NOT NULL REFERENCES past_imports (id), number INTEGER NOT NULL,"
        " name TEXT NOT NULL, given TEXT NOT NULL, offers TEXT NOT NULL, plays INTEGER NOT NULL,"
        " PRIMARY KEY (job, number)) WITHOUT ROWID",
        "CREATE TABLE past_marks (phone INTEGER NOT NULL, mark BLOB NOT NULL,"
        " session TEXT NOT NULL REFERENCES sessions (id), PRIMARY KEY (phone, mark)) WITHOUT ROWID",
        "CREATE INDEX past_marks_mark ON past_marks (mark)",
        "CREATE INDEX past_marks_session ON past_marks (session)",
    ):
        db.execute(statement)


@MIGRATIONS()
def webhooks_of_results(db: Database) -> None:
    """Add the addresses to which tables tell their results."""
    for statement in (
        "CREATE TABLE webhooks (session TEXT NOT NULL REFERENCES sessions (id), owner TEXT NOT NULL,"
        " url TEXT NOT NULL DEFAULT '', locale TEXT NOT NULL DEFAULT '', number INTEGER NOT NULL DEFAULT 0,"
        " told INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, due TEXT NOT NULL DEFAULT '',"
        " PRIMARY KEY (session, owner)) WITHOUT ROWID",
        "CREATE INDEX webhooks_due ON webhooks (due) WHERE due <> ''",
    ):
        db.execute(statement)


@MIGRATIONS()
def club_evenings(db: Database) -> None:
    """Add club evenings of groups, with a log that is only appended to."""
    refuse = "BEGIN SELECT raise(ABORT, 'the log is append-only'); END"
    for statement in (
        "CREATE TABLE evenings (id TEXT PRIMARY KEY, grp TEXT NOT NULL REFERENCES player_groups (id), name TEXT NOT"
        " NULL, setup TEXT NOT NULL, made TEXT NOT NULL, opened BLOB UNIQUE, link INTEGER NOT NULL DEFAULT 0,"
        " version INTEGER NOT NULL DEFAULT 0, deleted TEXT) WITHOUT ROWID",
        "CREATE INDEX evenings_group ON evenings (grp, made)",
        "CREATE TABLE evening_players (evening TEXT NOT NULL REFERENCES evenings (id), number INTEGER NOT NULL,"
        " key TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (evening, number)) WITHOUT ROWID",
        "CREATE INDEX evening_players_key ON evening_players (key)",
        "CREATE TABLE evening_phones (evening TEXT NOT NULL REFERENCES evenings (id), phone INTEGER NOT NULL REFERENCES"
        " phones (id), player INTEGER NOT NULL, PRIMARY KEY (evening, phone), UNIQUE (evening, player)) WITHOUT ROWID",
        "CREATE INDEX evening_phones_phone ON evening_phones (phone)",
        "CREATE TABLE evening_log (evening TEXT NOT NULL REFERENCES evenings (id), number INTEGER NOT NULL, act TEXT"
        " NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, phone INTEGER NOT NULL, at TEXT NOT NULL,"
        " PRIMARY KEY (evening, number), UNIQUE (evening, act))",
        "CREATE TABLE evening_sessions (session TEXT PRIMARY KEY REFERENCES sessions (id), evening TEXT NOT NULL"
        " REFERENCES evenings (id)) WITHOUT ROWID",
        "CREATE INDEX evening_sessions_evening ON evening_sessions (evening)",
        f"CREATE TRIGGER evening_log_stays_as_it_is BEFORE UPDATE ON evening_log {refuse}",
        "CREATE TRIGGER evening_log_is_not_put_over_others BEFORE INSERT ON evening_log"
        " WHEN EXISTS (SELECT 1 FROM evening_log WHERE evening = NEW.evening"
        f" AND (number = NEW.number OR act = NEW.act)) {refuse}",
        "CREATE TRIGGER evening_log_is_not_taken_out BEFORE DELETE ON evening_log"
        f" WHEN EXISTS (SELECT 1 FROM evenings WHERE id = OLD.evening AND deleted IS NULL) {refuse}",
    ):
        db.execute(statement)


@MIGRATIONS()
def photographs_of_tables(db: Database) -> None:
    """Add the photographs of the end of games."""
    for statement in (
        "CREATE TABLE photos (session TEXT NOT NULL REFERENCES sessions (id), number INTEGER NOT NULL,"
        " caption TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, size INTEGER NOT NULL,"
        " picture BLOB NOT NULL, PRIMARY KEY (session, number))",
        "CREATE INDEX photos_size ON photos (size)",
    ):
        db.execute(statement)


@MIGRATIONS()
def words_of_tables(db: Database) -> None:
    """Add the words that tables name."""
    db.execute(
        "CREATE TABLE session_words (session TEXT NOT NULL REFERENCES sessions (id), kind TEXT NOT NULL,"
        " key TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (session, kind, key)) WITHOUT ROWID"
    )


def is_new(db: Database) -> bool:
    """Whether a file has no table of the companion yet."""
    return not MIGRATIONS.applied(db) and not db["sessions"].exists()


def mark_applied(db: Database) -> None:
    """Note all migrations as applied, for a file that was created with the tables that they lead to."""
    MIGRATIONS.ensure_migrations_table(db)
    sql = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES (?, ?, ?)"
    for migration in MIGRATIONS.pending(db):
        db.execute(sql, [MIGRATIONS.name, migration.name, str(datetime.now(UTC))])


def unknown_migrations(db: Database) -> set[str]:
    """Names of applied migrations that this version does not know: the database was made by a newer one."""
    with closing(Database(memory=True)) as empty:
        known = {migration.name for migration in MIGRATIONS.pending(empty)}
    return {migration.name for migration in MIGRATIONS.applied(db)} - known
