"""The tables of club evenings, with their queries and writes."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from companion.engine.names import normalize_name
from companion.engine.pause import in_slices
from companion.features.groups.rows import OWNER, insert_group_session, room_in, touch_group
from companion.storage.records import Rows, StaleVersion, Transaction, Update, batches, marks
from companion.storage.rows.instance_key import mark_deleted
from companion.storage.schema import DatabaseTable, Index, count, delete, insert, select, update, value

# `version` grows with each change that a page shows, `link` with each withdrawal of the link.
EVENINGS = DatabaseTable(
    "evenings",
    "id, grp -> player_groups, name prose, setup prose, made, opened bytes null unique, link integer = 0, "
    "version integer = 0, deleted null",
    key=("id",),
    indexes=(Index("evenings_group", ("grp", "made")),),
    rows="clustered",
)
# The log has only the players' numbers, so that names can be changed and deleted.
EVENING_PLAYERS = DatabaseTable(
    "evening_players",
    "evening -> evenings, number integer, key, name prose",
    key=("evening", "number"),
    indexes=(Index("evening_players_key", ("key",)),),
    rows="clustered",
)
EVENING_PHONES = DatabaseTable(
    "evening_phones",
    "evening -> evenings, phone integer -> phones, player integer",
    key=("evening", "phone"),
    unique=(("evening", "player"),),
    indexes=(Index("evening_phones_phone", ("phone",)),),
    rows="clustered",
)
EVENING_LOG = DatabaseTable(
    "evening_log",
    "evening -> evenings, number integer, act, kind, body prose, phone integer, at",
    key=("evening", "number"),
    unique=(("evening", "act"),),
    is_log=True,
)
# Derived from the logs: the evening of a session.
EVENING_SESSIONS = DatabaseTable(
    "evening_sessions",
    "session -> sessions, evening -> evenings",
    key=("session",),
    indexes=(Index("evening_sessions_evening", ("evening",)),),
    rows="clustered",
)

MOST_EVENINGS = 50
"""How many evenings a group may have."""
_AT_ONCE = 50  # sessions per query
_PARTS = (EVENING_PHONES, EVENING_PLAYERS, EVENING_SESSIONS, EVENING_LOG)
_COLUMNS = "id grp name setup made link version"
TABLES_OF_GROUPS = "SELECT s.session, e.grp FROM evening_sessions s JOIN evenings e ON e.id = s.evening"
"""A query for sessions of evenings and their groups."""


@dataclass(frozen=True)
class EveningRow:
    """A stored evening; `link` is the number of its valid link."""

    id: str
    group: str
    name: str
    setup: Mapping[str, Any]
    made: str
    link: int
    version: int


@dataclass(frozen=True)
class Act:
    """An act in the log of an evening; `key` is the unique one of the form that sent it."""

    key: str
    kind: str
    body: Mapping[str, Any]
    phone: int
    at: str


def find_evening(rows: Rows, evening: str) -> EveningRow | None:
    """An evening by its id; None if there is none or it was deleted."""
    return next(map(_evening, select(rows, EVENINGS, _COLUMNS, id=evening, deleted=None)), None)


def evenings_of(rows: Rows, group: str) -> list[EveningRow]:
    """The evenings of a group, the latest first."""
    return [*map(_evening, select(rows, EVENINGS, _COLUMNS, order="made DESC, id", grp=group, deleted=None))]


def has_room(db: Transaction, group: str) -> bool:
    """Whether a group may have one more evening."""
    return count(db.rows, EVENINGS, grp=group, deleted=None) < MOST_EVENINGS


def evenings_of_phone(rows: Rows, phone: int, most: int) -> list[EveningRow]:
    """At most `most` evenings of a phone's groups, or with a player whose phone it is; the latest first."""
    sql = (
        "SELECT * FROM evenings WHERE deleted IS NULL AND (id IN (SELECT evening FROM evening_phones"
        " WHERE phone = ?) OR grp IN (SELECT grp FROM group_phones WHERE phone = ?)) ORDER BY made DESC, id LIMIT ?"
    )
    return [_evening(row) for row in rows(sql, [phone, phone, most])]


def _evening(row: Mapping[str, Any]) -> EveningRow:
    setup = json.loads(row["setup"])
    return EveningRow(row["id"], row["grp"], row["name"], setup, row["made"], row["link"], row["version"])


def evening_versions(rows: Rows, evenings: Sequence[str]) -> dict[str, int]:
    """The version of each evening that is there."""
    sql = f"SELECT id, version FROM evenings WHERE id IN ({marks(evenings)}) AND deleted IS NULL"
    return {row["id"]: row["version"] for row in rows(sql, evenings)}


def names_of(rows: Rows, evening: str) -> dict[int, str]:
    """The names of an evening's players by number."""
    found = select(rows, EVENING_PLAYERS, "number name", order="number", evening=evening)
    return {row["number"]: row["name"] for row in found}


def sessions_of(rows: Rows, evening: str) -> list[str]:
    """The tables of an evening."""
    return [row["session"] for row in select(rows, EVENING_SESSIONS, "session", evening=evening)]


def is_at_a_table(rows: Rows, evening: str, phone: int) -> bool:
    """Whether a phone is a member of one of an evening's tables."""
    sql = (
        "SELECT 1 FROM members m JOIN evening_sessions e ON e.session = m.session"
        " WHERE e.evening = ? AND m.phone = ? LIMIT 1"
    )
    return bool(rows(sql, [evening, phone]))


def phones_of(rows: Rows, evening: str) -> dict[int, int]:
    """The phone of each player who has one."""
    return {row["player"]: row["phone"] for row in select(rows, EVENING_PHONES, "player phone", evening=evening)}


def acts_of(rows: Rows, evening: str) -> list[Act]:
    """The log of an evening."""
    found = select(rows, EVENING_LOG, "act kind body phone at", order="number", evening=evening)
    return [Act(row["act"], row["kind"], json.loads(row["body"]), row["phone"], row["at"]) for row in in_slices(found)]


def places_of(rows: Rows, sessions: Sequence[str]) -> tuple[dict[str, list[int | None]], set[str]]:
    """The places by seat in finished sessions, as `store_results` stores them; and which sessions exist."""
    places: dict[str, list[int | None]] = {}
    present = set()
    for several in batches(sessions, _AT_ONCE):
        sql = (
            "SELECT s.id, s.result IS NOT NULL AS is_over, t.place FROM sessions s JOIN seats t ON t.session = s.id"
            f" WHERE s.id IN ({marks(several)}) AND s.deleted IS NULL ORDER BY s.id, t.seat"
        )
        for row in rows(sql, several):
            present.add(row["id"])
            if row["is_over"]:
                places.setdefault(row["id"], []).append(row["place"])
    return places, present


def is_entered(rows: Rows, session: str) -> bool:
    """Whether a session has an entry, or a part of one."""
    sql = "SELECT 1 FROM events WHERE session = ? AND kind IN ('part', 'parts', 'entry') LIMIT 1"
    return bool(rows(sql, [session]))


def insert_evening(db: Transaction, row: EveningRow, opened: bytes | None = None) -> None:
    """Insert an evening without players; `opened` is the hash of its form's key, so that a form makes only one."""
    values = {"id": row.id, "grp": row.group, "name": row.name, "setup": json.dumps(row.setup), "made": row.made}
    insert(db, EVENINGS, {**values, "opened": opened, "link": row.link, "version": row.version})


def insert_players(db: Transaction, evening: str, names: Mapping[int, str]) -> None:
    """Insert players, whose names are by number."""
    rows = [{"number": number, "key": normalize_name(name), "name": name} for number, name in names.items()]
    insert(db, EVENING_PLAYERS, *({"evening": evening, **row} for row in rows))


def append_act(db: Transaction, evening: str, act: Act, number: int) -> bool:
    """Append an act; False if the log has its key. Raises `StaleVersion` if `number` is not next, or it was deleted."""
    sql = (
        "SELECT (SELECT coalesce(max(number), 0) + 1 FROM evening_log WHERE evening = e.id),"
        " EXISTS (SELECT 1 FROM evening_log WHERE evening = e.id AND act = ?)"
        " FROM evenings e WHERE e.id = ? AND e.deleted IS NULL"
    )
    due, is_done = db.execute(sql, [act.key, evening]).fetchone() or (None, False)
    if is_done:
        return False
    if due != number:
        raise StaleVersion
    row = {"evening": evening, "number": number, "act": act.key, "kind": act.kind, "body": json.dumps(act.body)}
    insert(db, EVENING_LOG, {**row, "phone": act.phone, "at": act.at})
    touch_evening(db, evening)
    return True


def insert_evening_sessions(db: Transaction, evening: str, sessions: Iterable[str]) -> None:
    """Store that sessions belong to an evening."""
    insert(db, EVENING_SESSIONS, *({"session": session, "evening": evening} for session in sessions), keep=True)


def set_phone(db: Transaction, evening: str, phone: int, player: int) -> bool:
    """Assign a phone to a player, in place of its earlier player; False if the player has another phone."""
    if value(db.rows, EVENING_PHONES, "phone", evening=evening, player=player) not in (None, phone):
        return False
    insert(db, EVENING_PHONES, {"evening": evening, "phone": phone, "player": player}, replace=["player"])
    touch_evening(db, evening)
    return True


@contextmanager
def follow_player(db: Transaction, phone: int, key: str, name: str, _: Sequence[str]) -> Iterator[None]:
    """Rename a player, or delete the name, in the evenings of groups that a phone owns."""
    yield
    sql = (
        "SELECT evening FROM evening_players p JOIN evenings e ON e.id = p.evening JOIN group_phones g ON g.grp = e.grp"
        f" WHERE p.key = ? AND g.phone = ? AND g.role = '{OWNER}'"
    )
    for row in db.rows(sql, [key, phone]):
        update(db, EVENING_PLAYERS, {"key": normalize_name(name), "name": name}, evening=row["evening"], key=key)
        touch_evening(db, row["evening"])


def touch_evening(db: Transaction, evening: str) -> None:
    """Increment the version of an evening."""
    db.execute("UPDATE evenings SET version = version + 1 WHERE id = ?", [evening])


def follow_result(db: Transaction, change: Update) -> None:
    """Increment the versions of evenings whose results change, and put games that just ended into the group."""
    if change.what in ("result", "deleted"):
        for session in change.sessions:
            of_session = "(SELECT evening FROM evening_sessions WHERE session = ?)"
            db.execute(f"UPDATE evenings SET version = version + 1 WHERE id = {of_session}", [session])
            if change.has_ended:
                _put_into_group(db, session, change.at)


def _put_into_group(db: Transaction, session: str, moment: str) -> None:
    """Put a session into the group of its evening, if its setup says so and there is room."""
    sql = (
        "SELECT e.grp, e.setup FROM evening_sessions s JOIN evenings e ON e.id = s.evening"
        " WHERE s.session = ? AND e.deleted IS NULL"
    )
    group, setup = db.execute(sql, [session]).fetchone() or ("", "{}")
    if not json.loads(setup).get("grouped"):
        return
    if room_in(db, group) > 0:
        insert_group_session(db, group, session, replay=True, moment=moment)
        touch_group(db, group, moment)


def withdraw_link(db: Transaction, evening: str, number: int) -> set[int]:
    """Replace the link with this number by the next one; return the players' phones that have to go.

    These are the phones outside the evening's group, and none if the link was withdrawn already.
    """
    if not db.execute("UPDATE evenings SET link = link + 1 WHERE id = ? AND link = ?", [evening, number]).rowcount:
        return set()
    sql = (
        "SELECT phone FROM evening_phones WHERE evening = ? AND phone NOT IN (SELECT g.phone FROM group_phones g"
        " JOIN evenings e ON e.grp = g.grp WHERE e.id = ?)"
    )
    return {row["phone"] for row in db.rows(sql, [evening, evening])}


def delete_evenings_of(db: Transaction, group: str, moment: str) -> None:
    """Delete the evenings of a group."""
    for evening in evenings_of(db.rows, group):
        delete_evening(db, evening.id, moment)


def group_of_deleted(rows: Rows, evening: str) -> str | None:
    """The group that a deleted evening had; None if there was none with this id."""
    found = select(rows, EVENINGS, "grp deleted", id=evening)
    return found[0]["grp"] if found and found[0]["deleted"] is not None else None


def delete_evening(db: Transaction, evening: str, moment: str) -> None:
    """Delete all of an evening except its id; its tables stay."""
    gone = {"name": "", "setup": "{}", "opened": None, "deleted": moment, "version": -1}
    update(db, EVENINGS, gone, id=evening)
    for table in _PARTS:
        delete(db, table, evening=evening)
    mark_deleted(db)
