"""What is kept on disk: phones, sessions and their members, and the log, whose events are only ever appended."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from sqlite_utils import Database

from companion.storage.maintenance import Upkeep
from companion.storage.memberships import (
    Link,
    PhoneRef,
    add_member,
    join_by,
    links_where,
    make_codes,
    members_of,
    number_of,
)
from companion.storage.seat_rows import keep_figures, score_seats, seat_players
from companion.storage.sqlite import StoreError

__all__ = ["Event", "NotJoined", "SessionRow", "StaleVersion", "Store", "StoreError", "now"]


_INSERT = (
    "INSERT INTO events (session, number, act, sent, kind, body, phone, at)"
    " VALUES (:session, :number, :act, :sent, :kind, :body, :phone, :at)"
)
_NEXT_USE = "SELECT coalesce(max(used), 0) + 1 FROM sessions"


# Acts that change nothing of what is entered: a result stays as it was stored, and no other act conflicts with them.
APART = ("rematch", "seat", "names")


class StaleVersion(Exception):
    """Somebody else's event took this number first, or the session is gone; read again and decide again."""


class NotJoined(Exception):
    """The phone keeps no score in this session, or does no longer: it was sent away meanwhile."""


@dataclass(frozen=True)
class Event:
    """One act in a session's log; `body` is its plain JSON.

    `kind` is part, parts, entry, correct, remove, insert, undo, redo, rematch, seat or names. A `names` event says at
    which seats the name was changed; the names themselves stand in the setup alone, so that one can be deleted.

    `act` is the key the phone made for it, `sent` a digest of what the phone posted under that key.
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
        """The phones that sat on their seats when the session was opened: those of the game before."""
        return {int(seat): phone for seat, phone in self.setup.get("claims", {}).items()}

    @property
    def anonymous(self) -> tuple[int, ...]:
        """The seats whose player's name was deleted."""
        return tuple(self.setup.get("anonymous", ()))


@dataclass(frozen=True)
class NewSession:
    """A session to be stored: its links (role to code and token hash) and its first members (phone to role).

    Who opens it becomes a member beside these; a rematch takes those of its session.

    `events` are its log so far, where it comes from elsewhere; `key` is the hash of the key of the form that opens it,
    which opens one session only.
    """

    row: SessionRow
    links: Mapping[str, tuple[str, bytes]]
    members: Mapping[int, str] = field(default_factory=dict)
    events: Sequence[Event] = ()
    key: bytes | None = None


@dataclass(frozen=True)
class KeptSession:
    """A session as another database kept it: when it was over, when each phone joined, its place in order of use."""

    new: NewSession
    ended: str | None
    joined: Mapping[int, str]
    used: int


def now() -> str:
    """The present moment in UTC, to the second, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Store(Upkeep):
    """The database of one instance. Every writing method is one transaction; when it returns, it is on disk."""

    # phones

    def add_phone(self, token: bytes) -> int:
        """Remember a phone by the hash of its token; returns its number."""
        return self.write(lambda db: number_of(db, token, now()))

    def phone(self, token: bytes) -> int | None:
        rows = self.rows("SELECT id FROM phones WHERE token = ?", [token])
        return rows[0]["id"] if rows else None

    # sessions

    def open_session(self, new: NewSession, host: PhoneRef | None = None) -> str:
        """Store a new session with its links, its first members and its log; one that is or was there stays so.

        The host is stored with it and has made all of its log. Returns its id, or that of the session which its key
        opened before.
        """

        def job(db: Database) -> str:
            sql = "SELECT id FROM sessions WHERE id = ? OR opened = ?"
            standing = list(db.query(sql, [new.row.id, new.key]))
            if not standing:
                _open(db, new if host is None else _hosted(new, number_of(db, host, now())))
            return str(standing[0]["id"]) if standing else new.row.id

        opened: str = self.write(job)
        return opened

    def session(self, session: str) -> SessionRow | None:
        rows = self.rows("SELECT * FROM sessions WHERE id = ? AND deleted IS NULL", [session])
        try:
            return _session_row(rows[0]) if rows else None
        except (ValueError, TypeError) as error:
            raise self.found_damage() from error

    def code_taken(self, code: str) -> bool:
        return bool(self.rows("SELECT 1 FROM links WHERE code = ?", [code]))

    def codes(self, session: str) -> dict[str, str]:
        """The join codes of a session by role."""
        rows = self.rows("SELECT role, code FROM links WHERE session = ?", [session])
        return {row["role"]: row["code"] for row in rows}

    def links(self, session: str) -> dict[str, Link]:
        """The links of a session by role."""
        return {link.role: link for link in links_where(self.rows, "session", session)}

    def link_of_token(self, token: bytes) -> Link | None:
        """What the token with this hash opens."""
        return next(iter(links_where(self.rows, "token", token)), None)

    def make_codes(self, session: str, codes: Mapping[str, str]) -> None:
        """Put new codes (by role) in the place of those that have expired."""
        self.write(lambda db: make_codes(db, session, codes, now()))

    def delete_session(self, session: str) -> None:
        """Take a session with its whole log out, for good; `scrub` then leaves nothing of it on the disk."""
        self.write(lambda db: delete_rows(db, session))

    # members

    def join(self, session: str, phone: int, role: str) -> None:
        """Make a phone a member; a member keeps the stronger of the roles it was given."""
        self.write(lambda db: add_member(db, session, phone, role, now()))

    def join_by_token(self, token: bytes, phone: PhoneRef) -> str | None:
        """Let a phone in by the link whose token has this hash; returns the session, None where it opens nothing.

        `Closed` where the link opens its table no more.
        """
        return self.write(lambda db: join_by(db, "token", token, phone, now()))

    def join_by_code(self, code: str, phone: PhoneRef) -> str | None:
        """The same by a code."""
        return self.write(lambda db: join_by(db, "code", code, phone, now()))

    def role(self, session: str, phone: int) -> str | None:
        rows = self.rows("SELECT role FROM members WHERE session = ? AND phone = ?", [session, phone])
        return rows[0]["role"] if rows else None

    def members(self, session: str) -> dict[int, tuple[int, str]]:
        """Phone to its number in this session (in order of joining, from 1) and its role."""
        rows = self.rows("SELECT phone, role FROM members WHERE session = ? ORDER BY rowid", [session])
        return {row["phone"]: (index, row["role"]) for index, row in enumerate(rows, 1)}

    def sessions_of(self, phone: int) -> list[SessionRow]:
        """The sessions a phone has joined, the latest used first."""
        rows = self.rows(
            "SELECT * FROM sessions WHERE deleted IS NULL AND id IN (SELECT s.id FROM members m"
            " CROSS JOIN sessions s INDEXED BY sessions_used_by_id ON s.id = m.session WHERE m.phone = ?"
            " ORDER BY s.used DESC LIMIT 20) ORDER BY used DESC",
            [phone],
        )
        return [_session_row(row) for row in rows]

    def names_seen(self, phone: int) -> list[str]:
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

        A result holds `totals` by seat, the `ranking`, and `figures` by seat where they are known.
        Where this act stands already, nothing is written and the event that stands is returned.
        Raises `StaleVersion` where the number is not the next one or the session was deleted, `NotJoined` where the
        phone keeps no score there any more, `StoreError` where the disk refuses.
        """

        def job(db: Database) -> Event | None:
            number, was_over, has_act, may_act = _next_place(db, session, event.act, event.phone)
            if has_act:
                sql = "SELECT * FROM events WHERE session = ? AND act = ?"
                return _event(next(db.query(sql, [session, event.act])))
            if event.number != number:
                raise StaleVersion
            if not may_act:
                raise NotJoined
            _insert(db, session, event)
            db.execute(f"UPDATE sessions SET used = ({_NEXT_USE}) WHERE id = ?", [session])
            if event.kind not in APART and (was_over or result is not None):
                _keep_result(db, session, result, event.at)
            if opens is not None:
                _open(db, _with_members(db, session, opens))
            return None

        return self.write(job, is_short=True)

    def version(self, session: str) -> int:
        """The number of a session's latest event, 0 before the first; -1 where there is no such session."""
        rows = self.rows(
            "SELECT (SELECT coalesce(max(number), 0) FROM events WHERE session = s.id) AS version FROM sessions s"
            " WHERE s.id = ? AND s.deleted IS NULL",
            [session],
        )
        return rows[0]["version"] if rows else -1

    def keep_figures(self, session: str, version: int, figures: Sequence[Mapping[str, Any]] | None) -> None:
        """Keep the figures of a finished session by seat, empty ones where there are none to be had.

        Nothing is kept where the session has moved on from the version they were counted at.
        """

        def job(db: Database) -> None:
            if figures is None or _next_place(db, session)[0] == version + 1:
                keep_figures(db, session, figures)

        self.write(job)

    def events(self, session: str, after: int = 0, most: int = -1) -> list[Event]:
        """The log of a session from the event after `after` on, the first `most` of these or all."""
        sql = "SELECT * FROM events WHERE session = ? AND number > ? ORDER BY number LIMIT ?"
        rows = self.rows(sql, [session, after, most])
        try:
            return [_event(row) for row in rows]
        except (ValueError, TypeError) as error:  # no JSON: what was stored is
            raise self.found_damage() from error


def _next_place(db: Database, session: str, act: str = "", phone: int = 0) -> tuple[int | None, bool, bool, bool]:
    """The number of a session's next event, None where it was deleted; whether its game is over, it has this act, and
    this phone may act there."""
    sql = (
        "SELECT (SELECT coalesce(max(number), 0) + 1 FROM events WHERE session = s.id), result IS NOT NULL,"
        " EXISTS (SELECT 1 FROM events WHERE session = s.id AND act = ?),"
        " EXISTS (SELECT 1 FROM members WHERE session = s.id AND phone = ? AND role <> 'viewer')"
        " FROM sessions s WHERE s.id = ? AND s.deleted IS NULL"
    )
    number, *told = db.execute(sql, [act, phone, session]).fetchone() or (None, False, False, False)
    is_over, has_act, may_act = map(bool, told)
    return number, is_over, has_act, may_act


def _hosted(new: NewSession, host: int) -> NewSession:
    """A session with its host, who has made all of its log."""
    return replace(new, members={host: "host"}, events=[replace(event, phone=host) for event in new.events])


def _with_members(db: Database, session: str, new: NewSession) -> NewSession:
    """A rematch with the phones that are members now, on their seats; who was sent away by now does not come along."""
    members = members_of(db, session)
    claims = {seat: phone for seat, phone in new.row.setup.get("claims", {}).items() if phone in members}
    return replace(new, members=members, row=replace(new.row, setup={**new.row.setup, "claims": claims}))


def _open(db: Database, new: NewSession, ended: str | None = None) -> None:
    row = new.row
    db.execute(
        "INSERT INTO sessions (id, game, setup, made, generation, opened, used)"
        f" VALUES (?, ?, ?, ?, ?, ?, ({_NEXT_USE}))",
        [row.id, row.game, json.dumps(row.setup), row.made, row.generation, new.key],
    )
    seat_players(db, row.id, row.setup)
    for role, (code, token) in new.links.items():
        sql = "INSERT INTO links (session, role, code, token, made) VALUES (?, ?, ?, ?, ?)"
        db.execute(sql, [row.id, role, code, token, now()])
    for phone, role in new.members.items():
        add_member(db, row.id, phone, role, now())
    for event in new.events:
        _insert(db, row.id, event)
    if row.result is not None:
        _keep_result(db, row.id, row.result, ended or row.made)


def _insert(db: Database, session: str, event: Event) -> None:
    db.execute(_INSERT, {**vars(event), "session": session, "body": json.dumps(event.body)})


def _keep_result(db: Database, session: str, result: Mapping[str, Any] | None, at: str) -> None:
    """A result that is put right keeps the day on which the game ended; a game that is opened again has none."""
    if result is None:
        db.execute("UPDATE sessions SET result = NULL, ended = NULL WHERE id = ?", [session])
    else:
        stored = json.dumps({"totals": result["totals"], "ranking": result["ranking"]})
        sql = "UPDATE sessions SET result = ?, ended = coalesce(ended, ?) WHERE id = ?"
        db.execute(sql, [stored, at, session])
    sql = "UPDATE members SET at = s.at FROM (SELECT id, coalesce(ended, made) AS at FROM sessions WHERE id = ?) s"
    db.execute(f"{sql} WHERE session = s.id AND members.at <> s.at", [session])
    score_seats(db, session, result)


def delete_rows(db: Database, session: str) -> None:
    """Take everything out that is known of a session but that it once was."""
    # The log's triggers let only the events of a deleted session go.
    sql = "UPDATE sessions SET deleted = ?, result = NULL, ended = NULL, opened = NULL, setup = '{}' WHERE id = ?"
    db.execute(sql, [now(), session])
    for table in ("events", "links", "members", "seats"):
        db.execute(f"DELETE FROM {table} WHERE session = ?", [session])


def put_in(db: Database, kept: KeptSession) -> None:
    """Store a session that another database kept, with its log, its result and its members, as it was there."""
    row = kept.new.row
    _open(db, kept.new, kept.ended)
    for phone, moment in kept.joined.items():
        db.execute("UPDATE members SET joined = ? WHERE session = ? AND phone = ?", [moment, row.id, phone])
    db.execute("UPDATE sessions SET used = ? WHERE id = ?", [kept.used, row.id])


def _session_row(row: Mapping[str, Any]) -> SessionRow:
    result = None if row["result"] is None else json.loads(row["result"])
    return SessionRow(row["id"], row["game"], json.loads(row["setup"]), row["made"], result, row["generation"])


def _event(row: Mapping[str, Any]) -> Event:
    return Event(row["number"], row["act"], row["sent"], row["kind"], json.loads(row["body"]), row["phone"], row["at"])
