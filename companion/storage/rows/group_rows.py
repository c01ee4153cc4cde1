"""The rows of groups of players. Each function runs within one transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.game.names import normalize_name
from companion.storage.database import Transaction, rows_of
from companion.storage.rows.evening_rows import delete_evening, evenings_of
from companion.storage.rows.instance_key import mark_deleted
from companion.storage.rows.seat_rows import storable

MOST_SESSIONS = 5000
"""How many sessions a group may have."""
OWNER, MEMBER = "owner", "member"
"""The role of the phone that made a group, and of one that joined it."""
WATCH, JOIN = "watch", "join"
"""The roles of a group's links: to look at it only, and to join it."""
_OF_GROUP = ("group_phones", "group_players", "group_sessions", "group_seasons", "group_links")
_HOSTED = "SELECT session FROM members WHERE phone = ? AND role = 'host'"


@dataclass(frozen=True)
class Season:
    """A season of a group: the days `since` and `until` (ISO) belong to it; `until` is empty while it is open."""

    number: int
    name: str
    since: str
    until: str


def insert_group(db: Transaction, group: str, name: str, moment: str, opened: bytes | None = None) -> None:
    """Insert a group without phones and players; `opened` is the hash of its form's key, which makes only one.

    NUL, which imported names may have, is stored as PostgreSQL has to.
    """
    sql = "INSERT INTO player_groups (id, name, made, changed, opened) VALUES (?, ?, ?, ?, ?)"
    db.execute(sql, [group, storable(name), moment, moment, opened])


def delete_group(db: Transaction, group: str, moment: str) -> None:
    """Delete all of a group except its id, and its evenings."""
    for evening in evenings_of(rows_of(db), group):
        delete_evening(db, evening.id, moment)
    for table in _OF_GROUP:
        db.execute(f"DELETE FROM {table} WHERE grp = ?", [group])
    db.execute("UPDATE player_groups SET name = '', opened = NULL, deleted = ? WHERE id = ?", [moment, group])
    mark_deleted(db)


def touch_group(db: Transaction, group: str, moment: str) -> None:
    """Note that a group was changed, so that it does not count as unused."""
    db.execute("UPDATE player_groups SET changed = ? WHERE id = ?", [moment, group])


def change_group(db: Transaction, group: str, name: str, players: Sequence[str], moment: str) -> None:
    """Give a group another name and other players."""
    db.execute("UPDATE player_groups SET name = ?, changed = ? WHERE id = ?", [name, moment, group])
    set_players(db, group, players)


def is_group(db: Transaction, group: str) -> bool:
    """Whether there is a group with this id."""
    return db.execute("SELECT 1 FROM player_groups WHERE id = ? AND deleted IS NULL", [group]).fetchone() is not None


def add_group_phone(db: Transaction, group: str, phone: int, role: str, moment: str) -> None:
    """Let a phone into a group; one that is in keeps its role."""
    sql = "INSERT INTO group_phones (grp, phone, role, joined) VALUES (?, ?, ?, ?) ON CONFLICT (grp, phone) DO NOTHING"
    db.execute(sql, [group, phone, role, moment])


def remove_group_phone(db: Transaction, group: str, phone: int) -> None:
    """Remove a phone from a group, with the tables that it hosts."""
    db.execute(f"DELETE FROM group_sessions WHERE grp = ? AND session IN ({_HOSTED})", [group, phone])
    db.execute("DELETE FROM group_phones WHERE grp = ? AND phone = ?", [group, phone])


def set_players(db: Transaction, group: str, names: Sequence[str]) -> None:
    """Replace the players of a group; no two of the names may be the same player."""
    db.execute("DELETE FROM group_players WHERE grp = ?", [group])
    for name in names:
        add_player(db, group, name)


def add_player(db: Transaction, group: str, name: str) -> None:
    """Add a player to a group; one who is in it already is called by this name."""
    sql = (
        "INSERT INTO group_players (grp, key, name) VALUES (?, ?, ?)"
        " ON CONFLICT (grp, key) DO UPDATE SET name = excluded.name"
    )
    db.execute(sql, [group, normalize_name(name), storable(name)])


def remove_player(db: Transaction, group: str, key: str) -> None:
    """Remove a player from a group; the tables stay in it."""
    db.execute("DELETE FROM group_players WHERE grp = ? AND key = ?", [group, key])
    mark_deleted(db)


def insert_group_session(db: Transaction, group: str, session: str, *, replay: bool, moment: str) -> None:
    """Put a session into a group; one that is in it gets this choice about its replay."""
    sql = (
        "INSERT INTO group_sessions (grp, session, replay, added) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (grp, session) DO UPDATE SET replay = excluded.replay"
    )
    db.execute(sql, [group, session, int(replay), moment])


def put_into_group_of_evening(db: Transaction, session: str, moment: str) -> None:
    """Put a session that has just ended into the group of its evening, if that is set so and there is room."""
    sql = (
        "SELECT e.grp, e.setup FROM evening_sessions s JOIN evenings e ON e.id = s.evening"
        " WHERE s.session = ? AND e.deleted IS NULL"
    )
    group, setup = db.execute(sql, [session]).fetchone() or ("", "{}")
    if not json.loads(setup).get("grouped"):
        return
    (count,) = db.execute("SELECT count(*) FROM group_sessions WHERE grp = ?", [group]).fetchone()
    if count < MOST_SESSIONS:
        insert_group_session(db, group, session, replay=True, moment=moment)
        touch_group(db, group, moment)


def remove_group_session(db: Transaction, group: str, session: str) -> None:
    """Take a session out of a group."""
    db.execute("DELETE FROM group_sessions WHERE grp = ? AND session = ?", [group, session])


def insert_season(db: Transaction, group: str, season: Season) -> None:
    """Insert a season, or replace the one with its number."""
    sql = (
        "INSERT INTO group_seasons (grp, number, name, since, until) VALUES (?, ?, ?, ?, ?) ON CONFLICT (grp, number)"
        " DO UPDATE SET name = excluded.name, since = excluded.since, until = excluded.until"
    )
    db.execute(sql, [group, season.number, storable(season.name), season.since, season.until])


def remove_season(db: Transaction, group: str, number: int) -> None:
    """Remove a season; its games stay in the group."""
    db.execute("DELETE FROM group_seasons WHERE grp = ? AND number = ?", [group, number])
    mark_deleted(db)


def set_group_link(db: Transaction, group: str, role: str, number: int, *, is_open: bool) -> None:
    """Store which link of a role a group has: its number, and whether it is valid."""
    sql = (
        "INSERT INTO group_links (grp, role, number, is_open) VALUES (?, ?, ?, ?) ON CONFLICT (grp, role)"
        " DO UPDATE SET number = excluded.number, is_open = excluded.is_open"
    )
    db.execute(sql, [group, role, number, int(is_open)])


def close_group_link(db: Transaction, group: str, role: str, number: int) -> None:
    """Withdraw the link of a role with this number."""
    db.execute("UPDATE group_links SET is_open = 0 WHERE grp = ? AND role = ? AND number = ?", [group, role, number])


def groups_with_player(db: Transaction, key: str, phone: int, session: str | None = None) -> set[str]:
    """The groups with a player in which a session is or, without one, that a phone owns."""
    if session is None:
        of, values = f"SELECT grp FROM group_phones WHERE phone = ? AND role = '{OWNER}'", [key, phone]
    else:
        of, values = "SELECT grp FROM group_sessions WHERE session = ?", [key, session]
    sql = f"SELECT grp FROM group_players WHERE key = ? AND grp IN ({of})"
    return {row["grp"] for row in db.query(sql, values)}


def groups_where_played(db: Transaction, key: str, groups: Iterable[str]) -> set[str]:
    """Those of the groups that have a session with this player."""
    sql = "SELECT 1 FROM group_sessions g JOIN seats t ON t.session = g.session WHERE g.grp = ? AND t.key = ? LIMIT 1"
    return {group for group in groups if db.execute(sql, [group, key]).fetchone() is not None}


def groups_owned_by(db: Transaction, phone: int) -> list[str]:
    """The groups that a phone owns."""
    sql = "SELECT grp FROM group_phones WHERE phone = ? AND role = ?"
    return [row["grp"] for row in db.query(sql, [phone, OWNER])]
