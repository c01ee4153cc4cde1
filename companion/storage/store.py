"""The store of one instance: phones, sessions, members and the append-only log of events."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from sqlite_utils import Database

from companion.storage.maintenance import Maintenance
from companion.storage.memberships import (
    Link,
    PhoneRef,
    add_member,
    join_by,
    links_where,
    make_codes,
    phone_number,
    roles_of,
)
from companion.storage.seat_rows import store_figures, store_results, store_seats
from companion.storage.sqlite import StoreError

__all__ = ["Event", "NotJoined", "SessionRow", "StaleVersion", "Store", "StoreError", "now"]


_INSERT = (
    "INSERT INTO events (session, number, act, sent, kind, body, phone, at)"
    " VALUES (:session, :number, :act, :sent, :kind, :body, :phone, :at)"
)
_NEXT_USE = "SELECT coalesce(max(used), 0) + 1 FROM sessions"


# Kinds of events that do not change the score: they leave the stored result and conflict with no other event.
SIDE_EVENTS = ("rematch", "seat", "names")


class StaleVersion(Exception):
    """Another event has this number already, or the session was deleted: reload and retry."""


class NotJoined(Exception):
    """The phone is not, or no longer, a host or scorer of this session."""


@dataclass(frozen=True)
class Event:
    """One event of a session's log; `body` is its plain JSON.

    `kind` is part, parts, entry, correct, remove, insert, undo, redo, rematch, seat or names. A `names` event has only
    the seats whose names were changed; the names themselves are in the setup, so that they can be deleted.

    `act` is the key that the phone generated for it, `sent` a digest of the request with that key.
    """

    number: int
    act: str
    sent: bytes
    kind: str
    body: Any
    phone: int
    at: str


def parts_of(event: Event) -> Mapping[str, Any]:
    """The slots of the running entry that an event fills, with their values; none for an event of another kind."""
    if event.kind == "parts":
        parts: Mapping[str, Any] = event.body["parts"]
        return parts
    return {event.body["slot"]: event.body["value"]} if event.kind == "part" else {}


@dataclass(frozen=True)
class SessionRow:
    """A session as stored: which game, its setup as JSON, when it was opened, and its result once finished."""

    id: str
    game: str
    setup: Mapping[str, Any]
    made: str
    result: Mapping[str, Any] | None
    generation: int

    @property
    def hidden(self) -> bool:
        """Whether the table keeps totals hidden until the end."""
        return bool(self.setup.get("hidden"))

    @property
    def claims(self) -> dict[int, int]:
        """Phone by seat when the session was opened, taken from the previous game of a rematch."""
        return {int(seat): phone for seat, phone in self.setup.get("claims", {}).items()}

    @property
    def anonymous(self) -> tuple[int, ...]:
        """The seats whose player's name was deleted."""
        return tuple(self.setup.get("anonymous", ()))


@dataclass(frozen=True)
class NewSession:
    """A session to insert: its links (role to code and token hash) and its first members (phone to role).

    The phone that opens it is added to these; a rematch takes the members of its session. `events` is the log of an
    imported session. `key` is the hash of the form's key, which opens only one session.
    """

    row: SessionRow
    links: Mapping[str, tuple[str, bytes]]
    members: Mapping[int, str] = field(default_factory=dict)
    events: Sequence[Event] = ()
    key: bytes | None = None


@dataclass(frozen=True)
class StoredSession:
    """A session of another database: when it ended, when each phone joined, and its place in the order of use."""

    new: NewSession
    ended: str | None
    joined: Mapping[int, str]
    used: int


def now() -> str:
    """The current time in UTC, to the second, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Store(Maintenance):
    """The database of one instance. Every writing method is one transaction; when it returns, it is on disk."""

    # phones

    def add_phone(self, token: bytes) -> int:
        """Store a phone by the hash of its token; returns its number."""
        return self.write(lambda db: phone_number(db, token, now()))

    def phone(self, token: bytes) -> int | None:
        """The number of the phone with this token hash; None if it is unknown."""
        rows = self.rows("SELECT id FROM phones WHERE token = ?", [token])
        return rows[0]["id"] if rows else None

    # sessions

    def open_session(self, new: NewSession, host: PhoneRef | None = None) -> str:
        """Insert a session with its links, members and log, unless its id or its key is used already.

        `host` becomes its host and the author of its log. Returns its id, or that of the existing session.
        """

        def job(db: Database) -> str:
            sql = "SELECT id FROM sessions WHERE id = ? OR opened = ?"
            existing = list(db.query(sql, [new.row.id, new.key]))
            if not existing:
                _open(db, new if host is None else _with_host(new, phone_number(db, host, now())))
            return str(existing[0]["id"]) if existing else new.row.id

        opened: str = self.write(job)
        return opened

    def session(self, session: str) -> SessionRow | None:
        """A session by its id; None if there is none or it was deleted."""
        rows = self.rows("SELECT * FROM sessions WHERE id = ? AND deleted IS NULL", [session])
        try:
            return _session_row(rows[0]) if rows else None
        except (ValueError, TypeError) as error:
            raise self.record_damage() from error

    def is_code_used(self, code: str) -> bool:
        """Whether any session has this join code."""
        return bool(self.rows("SELECT 1 FROM links WHERE code = ?", [code]))

    def codes(self, session: str) -> dict[str, str]:
        """The join codes of a session by role."""
        rows = self.rows("SELECT role, code FROM links WHERE session = ?", [session])
        return {row["role"]: row["code"] for row in rows}

    def links(self, session: str) -> dict[str, Link]:
        """The links of a session by role."""
        return {link.role: link for link in links_where(self.rows, "session", session)}

    def link_of_token(self, token: bytes) -> Link | None:
        """The link with this token hash; None if there is none."""
        return next(iter(links_where(self.rows, "token", token)), None)

    def make_codes(self, session: str, codes: Mapping[str, str]) -> None:
        """Replace expired codes by new ones (by role)."""
        self.write(lambda db: make_codes(db, session, codes, now()))

    def delete_session(self, session: str) -> None:
        """Delete a session with its log; `scrub` then removes its traces from the disk."""
        self.write(lambda db: delete_rows(db, session))

    # members

    def join(self, session: str, phone: int, role: str) -> None:
        """Make a phone a member; a member keeps the stronger of its roles."""
        self.write(lambda db: add_member(db, session, phone, role, now()))

    def join_by_token(self, token: bytes, phone: PhoneRef) -> str | None:
        """Make a phone a member by the link with this token hash; returns the session, None if there is no such link.

        Raises `Closed` if the link is no longer valid.
        """
        return self.write(lambda db: join_by(db, "token", token, phone, now()))

    def join_by_code(self, code: str, phone: PhoneRef) -> str | None:
        """Like `join_by_token`, by a join code."""
        return self.write(lambda db: join_by(db, "code", code, phone, now()))

    def role(self, session: str, phone: int) -> str | None:
        """The role of a phone in a session; None if it is not a member."""
        rows = self.rows("SELECT role FROM members WHERE session = ? AND phone = ?", [session, phone])
        return rows[0]["role"] if rows else None

    def phone_and_role(self, token: bytes, session: str) -> tuple[int, str | None] | None:
        """The number of the phone with this token hash and its role in a session; None if the phone is unknown."""
        sql = (
            "SELECT p.id, m.role FROM phones p LEFT JOIN members m ON m.phone = p.id AND m.session = ?"
            " WHERE p.token = ?"
        )
        rows = self.rows(sql, [session, token])
        return (rows[0]["id"], rows[0]["role"]) if rows else None

    def members(self, session: str) -> dict[int, tuple[int, str]]:
        """Phone to its number in this session (in order of joining, from 1) and its role."""
        rows = self.rows("SELECT phone, role FROM members WHERE session = ? ORDER BY rowid", [session])
        return {row["phone"]: (index, row["role"]) for index, row in enumerate(rows, 1)}

    def sessions_of(self, phone: int) -> list[SessionRow]:
        """The latest 20 sessions that a phone has joined, the last used first."""
        rows = self.rows(
            "SELECT * FROM sessions WHERE deleted IS NULL AND id IN (SELECT s.id FROM members m"
            " CROSS JOIN sessions s INDEXED BY sessions_used_by_id ON s.id = m.session WHERE m.phone = ?"
            " ORDER BY s.used DESC LIMIT 20) ORDER BY used DESC",
            [phone],
        )
        return [_session_row(row) for row in rows]

    def recent_names(self, phone: int) -> list[str]:
        """Players' names in the latest hundred sessions that a phone has joined, the latest first, at most twelve."""
        rows = self.rows(
            "SELECT t.name, max(latest.number) FROM (SELECT rowid AS number, session FROM members WHERE phone = ?"
            " ORDER BY at DESC, number DESC LIMIT 100) latest CROSS JOIN seats t ON t.session = latest.session"
            " WHERE t.key IS NOT NULL GROUP BY t.key ORDER BY max(latest.number) DESC, t.seat LIMIT 12",
            [phone],
        )
        return [row["name"] for row in rows]

    # the log

    def append(
        self, session: str, event: Event, result: Mapping[str, Any] | None, opens: NewSession | None = None
    ) -> Event | None:
        """Append an event with the result it leads to and the session it opens; None once all is on disk.

        A result has `totals` by seat, the `ranking`, and `figures` by seat if they are known. If the log has an event
        with this `act` already, nothing is written and that event is returned. Raises `StaleVersion` if the number is
        not the next one or the session was deleted, `NotJoined` if the phone may not score there, `StoreError`.
        """

        def job(db: Database) -> Event | None:
            number, was_over, has_act, may_act = _append_state(db, session, event.act, event.phone)
            if has_act:
                sql = "SELECT * FROM events WHERE session = ? AND act = ?"
                return _event(next(db.query(sql, [session, event.act])))
            if event.number != number:
                raise StaleVersion
            if not may_act:
                raise NotJoined
            _insert(db, session, event)
            db.execute(f"UPDATE sessions SET used = ({_NEXT_USE}) WHERE id = ?", [session])
            if event.kind not in SIDE_EVENTS and (was_over or result is not None):
                _store_result(db, session, result, event.at)
            if opens is not None:
                _open(db, _with_members(db, session, opens))
            return None

        return self.write(job, is_short=True)

    def version(self, session: str) -> int:
        """The number of a session's latest event, 0 before the first; -1 if there is no such session."""
        rows = self.rows(
            "SELECT (SELECT coalesce(max(number), 0) FROM events WHERE session = s.id) AS version FROM sessions s"
            " WHERE s.id = ? AND s.deleted IS NULL",
            [session],
        )
        return rows[0]["version"] if rows else -1

    def store_figures(self, session: str, version: int, figures: Sequence[Mapping[str, Any]] | None) -> None:
        """Store the figures of a finished session by seat, empty ones if `figures` is None.

        Does nothing if the session has a later version than the one that they were computed at.
        """

        def job(db: Database) -> None:
            if figures is None or _append_state(db, session)[0] == version + 1:
                store_figures(db, session, figures)

        self.write(job)

    def events(self, session: str, after: int = 0, most: int = -1) -> list[Event]:
        """The events of a session with numbers above `after`, at most `most` of them; -1 is all."""
        sql = "SELECT * FROM events WHERE session = ? AND number > ? ORDER BY number LIMIT ?"
        rows = self.rows(sql, [session, after, most])
        try:
            return [_event(row) for row in rows]
        except (ValueError, TypeError) as error:  # not the JSON that was stored
            raise self.record_damage() from error


def _append_state(db: Database, session: str, act: str = "", phone: int = 0) -> tuple[int | None, bool, bool, bool]:
    """For an append: the next event's number, whether the game is over, has this act, and allows this phone to act.

    The number is None if the session was deleted.
    """
    sql = (
        "SELECT (SELECT coalesce(max(number), 0) + 1 FROM events WHERE session = s.id), result IS NOT NULL,"
        " EXISTS (SELECT 1 FROM events WHERE session = s.id AND act = ?),"
        " EXISTS (SELECT 1 FROM members WHERE session = s.id AND phone = ? AND role <> 'viewer')"
        " FROM sessions s WHERE s.id = ? AND s.deleted IS NULL"
    )
    number, *told = db.execute(sql, [act, phone, session]).fetchone() or (None, False, False, False)
    is_over, has_act, may_act = map(bool, told)
    return number, is_over, has_act, may_act


def _with_host(new: NewSession, host: int) -> NewSession:
    """A session with its host, who becomes the author of its log."""
    return replace(new, members={host: "host"}, events=[replace(event, phone=host) for event in new.events])


def _with_members(db: Database, session: str, new: NewSession) -> NewSession:
    """A rematch with the current members on their seats, without those removed meanwhile."""
    members = roles_of(db, session)
    claims = {seat: phone for seat, phone in new.row.setup.get("claims", {}).items() if phone in members}
    return replace(new, members=members, row=replace(new.row, setup={**new.row.setup, "claims": claims}))


def _open(db: Database, new: NewSession, ended: str | None = None) -> None:
    row = new.row
    db.execute(
        "INSERT INTO sessions (id, game, setup, made, generation, opened, used)"
        f" VALUES (?, ?, ?, ?, ?, ?, ({_NEXT_USE}))",
        [row.id, row.game, json.dumps(row.setup), row.made, row.generation, new.key],
    )
    store_seats(db, row.id, row.setup)
    for role, (code, token) in new.links.items():
        sql = "INSERT INTO links (session, role, code, token, made) VALUES (?, ?, ?, ?, ?)"
        db.execute(sql, [row.id, role, code, token, now()])
    for phone, role in new.members.items():
        add_member(db, row.id, phone, role, now())
    for event in new.events:
        _insert(db, row.id, event)
    if row.result is not None:
        _store_result(db, row.id, row.result, ended or row.made)


def _insert(db: Database, session: str, event: Event) -> None:
    db.execute(_INSERT, {**vars(event), "session": session, "body": json.dumps(event.body)})


def _store_result(db: Database, session: str, result: Mapping[str, Any] | None, at: str) -> None:
    """Store or clear a result; a corrected one keeps the time at which the game ended."""
    if result is None:
        db.execute("UPDATE sessions SET result = NULL, ended = NULL WHERE id = ?", [session])
    else:
        stored = json.dumps({"totals": result["totals"], "ranking": result["ranking"]})
        sql = "UPDATE sessions SET result = ?, ended = coalesce(ended, ?) WHERE id = ?"
        db.execute(sql, [stored, at, session])
    sql = "UPDATE members SET at = s.at FROM (SELECT id, coalesce(ended, made) AS at FROM sessions WHERE id = ?) s"
    db.execute(f"{sql} WHERE session = s.id AND members.at <> s.at", [session])
    store_results(db, session, result)


def delete_rows(db: Database, session: str) -> None:
    """Delete all data of a session except its id."""
    # The log's triggers allow deleting only the events of a deleted session.
    sql = "UPDATE sessions SET deleted = ?, result = NULL, ended = NULL, opened = NULL, setup = '{}' WHERE id = ?"
    db.execute(sql, [now(), session])
    for table in ("events", "links", "members", "seats"):
        db.execute(f"DELETE FROM {table} WHERE session = ?", [session])


def insert_session(db: Database, stored: StoredSession) -> None:
    """Insert a session of another database with its log, result and members unchanged."""
    row = stored.new.row
    _open(db, stored.new, stored.ended)
    for phone, moment in stored.joined.items():
        db.execute("UPDATE members SET joined = ? WHERE session = ? AND phone = ?", [moment, row.id, phone])
    db.execute("UPDATE sessions SET used = ? WHERE id = ?", [stored.used, row.id])


def _session_row(row: Mapping[str, Any]) -> SessionRow:
    result = None if row["result"] is None else json.loads(row["result"])
    return SessionRow(row["id"], row["game"], json.loads(row["setup"]), row["made"], result, row["generation"])


def _event(row: Mapping[str, Any]) -> Event:
    return Event(row["number"], row["act"], row["sent"], row["kind"], json.loads(row["body"]), row["phone"], row["at"])
