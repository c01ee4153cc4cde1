"""What an export reads of an instance, and what an import asks and inserts."""

from __future__ import annotations

from typing import Any

from companion.storage.database import Rows, Transaction

# The import's number if it is free, else a new one.
_INSERT_PHONE = (
    "INSERT INTO phones (id, token, made) SELECT CASE WHEN EXISTS (SELECT 1 FROM phones WHERE id = ?)"
    " THEN (SELECT max(id) + 1 FROM phones) ELSE ? END, ?, ? RETURNING id"
)


def phones(rows: Rows) -> list[dict[str, Any]]:
    """All phones by number."""
    return rows("SELECT id, token, made FROM phones ORDER BY id", [])


def setup_templates(rows: Rows) -> list[dict[str, Any]]:
    """All setups that phones keep, by phone, the one used last at the end."""
    return rows("SELECT phone, game, key, name, options, at FROM kept_setups ORDER BY phone, id", [])


def setup_template_keys(rows: Rows) -> list[dict[str, Any]]:
    """Token of the phone, game and key of all setups that phones keep."""
    return rows("SELECT p.token, k.game, k.key FROM kept_setups k JOIN phones p ON p.id = k.phone", [])


def sessions_in_order(rows: Rows) -> list[dict[str, Any]]:
    """The ids of all sessions as they were opened, with their places in the orders of use and of opening."""
    sql = (
        "SELECT id, row_number() OVER (ORDER BY used, rowid) AS used, row_number() OVER (ORDER BY rowid) AS number"
        " FROM sessions WHERE deleted IS NULL ORDER BY rowid"
    )
    return rows(sql, [])


def session(rows: Rows, id: str) -> dict[str, Any]:
    """The columns of a session that an export has."""
    return rows("SELECT game, setup, made, ended, generation, result FROM sessions WHERE id = ?", [id])[0]


def codes(rows: Rows, id: str) -> list[dict[str, Any]]:
    """Role and code of the links of a session."""
    return rows("SELECT role, code FROM links WHERE session = ? ORDER BY role", [id])


def members(rows: Rows, id: str) -> list[dict[str, Any]]:
    """Phone, role and time of joining of the members of a session, as they joined."""
    return rows("SELECT phone, role, joined FROM members WHERE session = ? ORDER BY rowid", [id])


def groups(rows: Rows) -> list[dict[str, Any]]:
    """All groups as they were made."""
    return rows("SELECT id, name, made, changed FROM player_groups WHERE deleted IS NULL ORDER BY made, id", [])


def group_parts(rows: Rows, id: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of a group's phones, players, seasons, links and tables."""

    def of_group(columns: str, table: str, order: str) -> list[dict[str, Any]]:
        return rows(f"SELECT {columns} FROM {table} WHERE grp = ? ORDER BY {order}", [id])

    return {
        "phones": of_group("phone, role, joined", "group_phones", "phone"),
        "players": of_group("name", "group_players", "key"),
        "seasons": of_group("number, name, since, until", "group_seasons", "number"),
        "links": of_group("role, number, is_open", "group_links", "role"),
        "tables": of_group("session, replay, added", "group_sessions", "session"),
    }


def session_ids(rows: Rows) -> dict[str, bool]:
    """The ids of all sessions, and whether each was deleted."""
    return {row["id"]: bool(row["gone"]) for row in rows("SELECT id, deleted IS NOT NULL AS gone FROM sessions", [])}


def group_ids(rows: Rows) -> set[str]:
    """The ids of all groups, deleted ones too."""
    return {row["id"] for row in rows("SELECT id FROM player_groups", [])}


def phone_tokens(rows: Rows) -> set[bytes]:
    """The token hashes of all phones."""
    return {bytes(row["token"]) for row in rows("SELECT token FROM phones", [])}


def log_lengths(rows: Rows) -> dict[str, int]:
    """How many events each session has."""
    lengths = rows("SELECT session, count(*) AS entries FROM events GROUP BY session", [])
    return {row["session"]: row["entries"] for row in lengths}


def lowest_use(db: Transaction) -> int | None:
    """The place in the order of use of the session that was not used for longest."""
    lowest = db.execute("SELECT min(used) FROM sessions").fetchone()[0]
    return None if lowest is None else int(lowest)


def has_session(db: Transaction, id: str) -> bool:
    """Whether there is a session with this id, or was one."""
    return db.execute("SELECT 1 FROM sessions WHERE id = ?", [id]).fetchone() is not None


def is_session(db: Transaction, id: str) -> bool:
    """Whether there is a session with this id that was not deleted."""
    return db.execute("SELECT 1 FROM sessions WHERE id = ? AND deleted IS NULL", [id]).fetchone() is not None


def has_group(db: Transaction, id: str) -> bool:
    """Whether there is a group with this id, or was one."""
    return db.execute("SELECT 1 FROM player_groups WHERE id = ?", [id]).fetchone() is not None


def has_evening(db: Transaction, id: str) -> bool:
    """Whether there is an evening with this id, or was one."""
    return db.execute("SELECT 1 FROM evenings WHERE id = ?", [id]).fetchone() is not None


def has_code(db: Transaction, code: str) -> bool:
    """Whether any session has this join code."""
    return db.execute("SELECT 1 FROM links WHERE code = ?", [code]).fetchone() is not None


def find_or_insert_phone(db: Transaction, number: int, token: bytes, made: str) -> int:
    """The number of the phone with this token hash; one that is new gets `number` if that is free."""
    row = db.execute("SELECT id FROM phones WHERE token = ?", [token]).fetchone()
    if row is None:
        row = db.execute(_INSERT_PHONE, [number, number, token, made]).fetchone()
    return int(row[0])
