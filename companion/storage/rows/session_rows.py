"""The rows of a session: insert it with its links, members and log, store its result, delete it."""

import json
import secrets
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from companion.engine.names import normalize_name
from companion.games import title_at_table
from companion.storage import schema
from companion.storage.records import (
    TOTALS_ONLY,
    Event,
    NewSession,
    Transaction,
    Update,
    batches,
    marks,
    now,
    referring,
)
from companion.storage.rows.instance_key import mark_deleted
from companion.storage.rows.memberships import add_member
from companion.storage.rows.seat_rows import seats_of, store_results
from companion.storage.schema import delete, insert, insert_events, select, update

_AT_ONCE = 50  # events, or sessions, of one statement
RESULT = ("totals", "ranking", "won", "sides", "options", "seconds")
"""The stored columns of a result; `options` are those that were changed while the game ran, `seconds` how long it took
by the table's clock, if that ran."""


def open_session(db: Transaction, *opened: NewSession, ended: str | None = None) -> None:
    """Insert sessions with their seats, links, members, logs and results, and the setups that their members keep."""
    moment = now()
    for new in opened:
        row = new.row
        db.execute(
            "INSERT INTO sessions (id, game, setup, made, generation, opened, used)"
            f" VALUES (?, ?, ?, ?, ?, ?, {db.next_use})",
            [row.id, row.game, json.dumps(row.setup), row.made, row.generation, new.key],
        )
        title = title_at_table(row.game, row.setup.get("options", {}))
        if title is not None:
            insert(db, schema.SESSION_TITLES, {"session": row.id, "key": normalize_name(title), "title": title})
    insert(db, schema.SEATS, *(seat for new in opened for seat in seats_of(new.row.id, new.row.setup)))
    links = [
        {"session": new.row.id, "role": role, "code": code, "token": token, "made": moment}
        for new in opened
        for role, (code, token) in new.links.items()
    ]
    insert(db, schema.LINKS, *links)
    for new in opened:
        _insert_members(db, new, moment)
        insert_events(db, new.row.id, *new.events)
    if running := [new.row.id for new in opened if new.row.result is None]:
        db.derive(Update("opened", running))
    for row in (new.row for new in opened if new.row.result is not None):
        store_result(db, row.id, row.result, ended or row.made)


def _insert_members(db: Transaction, new: NewSession, moment: str) -> None:
    row = new.row
    for phone, role in new.members.items():
        add_member(db, row.id, phone, role, moment)
        if new.for_member is not None:
            new.for_member(db, phone)
        if row.is_totals_only and role == "host":
            mark = bytes.fromhex(row.setup[TOTALS_ONLY])
            insert(db, schema.PAST_MARKS, {"phone": phone, "mark": mark, "session": row.id}, keep=True)


def with_host(new: NewSession, host: int) -> NewSession:
    """A session with its host, who becomes the author of its log."""
    return replace(new, members={host: "host"}, events=[replace(event, phone=host) for event in new.events])


def insert_rematch(db: Transaction, session: str, new: NewSession) -> None:
    """Insert a rematch with the current members on their seats, without those removed meanwhile."""
    rows = select(db.rows, schema.MEMBERS, "phone role", order="rowid", session=session)
    members = {row["phone"]: row["role"] for row in rows}
    claims = {seat: phone for seat, phone in new.row.setup.get("claims", {}).items() if phone in members}
    open_session(db, replace(new, members=members, row=replace(new.row, setup={**new.row.setup, "claims": claims})))


def append_unasked(db: Transaction, session: str, kind: str, body: Any, phone: int) -> None:
    """Append an event that no phone asked for by itself, such as seats that become free."""
    sql = "SELECT coalesce(max(number), 0) + 1 FROM events WHERE session = ?"
    number = int(db.execute(sql, [session]).fetchone()[0])
    insert_events(db, session, Event(number, secrets.token_urlsafe(12), b"", kind, body, phone, now()))


def store_result(db: Transaction, session: str, result: Mapping[str, Any] | None, at: str) -> None:
    """Store or clear a result; a corrected one keeps the time at which the game ended."""
    (ended,) = db.execute("SELECT ended FROM sessions WHERE id = ?", [session]).fetchone()
    if result is None:
        update(db, schema.SESSIONS, {"result": None, "ended": None}, id=session)
    else:
        sql = "UPDATE sessions SET result = ?, ended = coalesce(ended, ?) WHERE id = ?"
        stored = json.dumps({key: result[key] for key in RESULT if result.get(key) is not None})
        db.execute(sql, [stored, at, session])
    store_results(db, session, result)
    has_ended = result is not None and bool(result["ranking"]) and ended is None
    db.derive(Update("result", [session], at, has_ended))


def delete_rows(db: Transaction, session: str) -> None:
    """Delete all data of a session except its id."""
    # The log's triggers allow deleting only the events of a deleted session.
    gone = {"deleted": now(), "result": None, "ended": None, "opened": None, "setup": "{}"}
    update(db, schema.SESSIONS, gone, id=session)
    found, own = referring(db, "sessions"), {table.name for table in schema.TABLES}
    for table, column in [one for one in found if one[0] in own]:
        db.execute(f"DELETE FROM {table} WHERE {column} = ?", [session])
    db.derive(Update("deleted", [session]))
    for table, column in [one for one in found if one[0] not in own]:
        db.execute(f"DELETE FROM {table} WHERE {column} = ?", [session])
    mark_deleted(db)


def insert_session(db: Transaction, new: NewSession, ended: str | None, joined: Mapping[int, str], used: int) -> None:
    """Insert a session of another database unchanged: when it ended, when each phone joined, its place in use."""
    open_session(db, new, ended=ended)
    for phone, moment in joined.items():
        update(db, schema.MEMBERS, {"joined": moment}, session=new.row.id, phone=phone)
    update(db, schema.SESSIONS, {"used": used}, id=new.row.id)


def renew_links(
    db: Transaction, session: str, generation: int, links: Mapping[str, tuple[str, bytes]], alone: int | None
) -> set[int] | None:
    """Replace the links of a generation by new ones (role to code and token hash).

    With `alone`, the host's phone, all members but hosts are removed and their seats freed. Returns the removed phones,
    or None if the links of this generation have been renewed already.
    """
    sql = "UPDATE sessions SET generation = ? WHERE id = ? AND generation = ? AND deleted IS NULL"
    if not db.execute(sql, [generation + 1, session, generation]).rowcount:
        return None
    for role, (code, token) in links.items():
        update(db, schema.LINKS, {"code": code, "token": token, "made": now()}, session=session, role=role)
    if alone is None:
        return set()
    sql = "DELETE FROM members WHERE session = ? AND phone <> ? AND role <> 'host' RETURNING phone"
    removed = {row["phone"] for row in db.rows(sql, [session, alone])}
    db.derive(Update("people", [session]))
    _free_seats(db, session, removed, alone)
    return removed


def leave_tables(db: Transaction, sessions: Collection[str], phones: Collection[int]) -> dict[str, set[int]]:
    """Take seats, and roles but the host's, at these tables from these phones; returns who left, by session."""
    leaving = []
    for several in batches(sorted(sessions), _AT_ONCE):
        sql = f"SELECT session, phone, role FROM members WHERE session IN ({marks(several)})"
        leaving += [row for row in db.rows(sql, several) if row["phone"] in phones]
    removed: dict[str, set[int]] = {row["session"]: set() for row in leaving}
    for row in leaving:
        if row["role"] != "host":
            delete(db, schema.MEMBERS, session=row["session"], phone=row["phone"])
            removed[row["session"]].add(row["phone"])
    for session in removed:
        db.derive(Update("people", [session]))
        _free_seats(db, session, phones)
    return removed


def withdraw_link(db: Transaction, session: str, page: str, withdrawals: int) -> None:
    """Count one more withdrawal of the link to a shared page, if it was withdrawn so often before."""
    for row in select(db.rows, schema.SESSIONS, "setup", id=session, deleted=None):
        setup = json.loads(row["setup"])
        withdrawn = setup.get("withdrawn", {})
        if withdrawn.get(page, 0) == withdrawals:
            setup["withdrawn"] = {**withdrawn, page: withdrawals + 1}
            update(db, schema.SESSIONS, {"setup": json.dumps(setup)}, id=session)


def _free_seats(db: Transaction, session: str, phones: Collection[int], host: int | None = None) -> None:
    """Free the seats of these phones, each by an event of the host; without one, of the phone that had the seat."""
    (setup,) = db.execute("SELECT setup FROM sessions WHERE id = ?", [session]).fetchone()
    claims = {int(seat): phone for seat, phone in json.loads(setup).get("claims", {}).items()}
    sql = "SELECT body, phone FROM events WHERE session = ? AND kind = 'seat' ORDER BY number"
    for row in db.rows(sql, [session]):
        body = json.loads(row["body"])
        claims[body["seat"]] = row["phone"] if body["taken"] else 0
    for seat, phone in sorted(claims.items()):
        if phone in phones:
            append_unasked(db, session, "seat", {"seat": seat, "taken": False}, host or phone)
