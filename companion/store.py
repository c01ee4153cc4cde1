"""What is kept on disk: phones, sessions and their members, and the log, whose events are only ever appended."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from sqlite_utils import Database

from companion.database import Disk, StoreError

__all__ = ["Event", "Moved", "SessionRow", "Store", "StoreError", "now"]


_INSERT = (
    "INSERT INTO events (session, number, act, sent, kind, body, phone, at)"
    " VALUES (:session, :number, :act, :sent, :kind, :body, :phone, :at)"
)
_NEXT_USE = "SELECT coalesce(max(used), 0) + 1 FROM sessions"


# Acts that change nothing of what is entered: a result stays as it was stored, and no other act conflicts with them.
APART = ("rematch", "seat")


class Moved(Exception):
    """Somebody else's event took this number first, or the session is gone; read again and decide again."""


@dataclass(frozen=True)
class Event:
    """One act in a session's log; `body` is its plain JSON.

    `kind` is part, entry, correct, remove, insert, undo, redo, rematch or seat.

    `act` is the key the phone made for it, `sent` a digest of what the phone posted under that key.
    """

    number: int
    act: str
    sent: bytes
    kind: str
    body: Any
    phone: int
    at: str


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


@dataclass(frozen=True)
class NewSession:
    """A session to be stored: its links (role to code and token hash) and its first members (phone to role)."""

    row: SessionRow
    links: Mapping[str, tuple[str, bytes]]
    members: Mapping[int, str]


def now() -> str:
    """The present moment in UTC, to the second, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Store(Disk):
    """The database of one instance. Every writing method is one transaction; when it returns, it is on disk."""

    # phones

    def add_phone(self, token: bytes) -> int:
        """Remember a phone by the hash of its token; returns its number."""
        sql = "INSERT INTO phones (token, made) VALUES (?, ?) RETURNING id"
        return self.write(lambda db: int(db.execute(sql, [token, now()]).fetchone()[0]))

    def phone(self, token: bytes) -> int | None:
        rows = self.rows("SELECT id FROM phones WHERE token = ?", [token])
        return rows[0]["id"] if rows else None

    # sessions

    def open_session(self, new: NewSession) -> None:
        """Store a new session with its links and its first members."""
        self.write(lambda db: _open(db, new))

    def session(self, session: str) -> SessionRow | None:
        rows = self.rows("SELECT * FROM sessions WHERE id = ? AND deleted IS NULL", [session])
        return _session_row(rows[0]) if rows else None

    def code_taken(self, code: str) -> bool:
        return bool(self.rows("SELECT 1 FROM links WHERE code = ?", [code]))

    def codes(self, session: str) -> dict[str, str]:
        """The join codes of a session by role."""
        rows = self.rows("SELECT role, code FROM links WHERE session = ?", [session])
        return {row["role"]: row["code"] for row in rows}

    def link_of_code(self, code: str) -> tuple[str, str] | None:
        """The session and role that a join code opens."""
        return self._link("code", code)

    def link_of_token(self, token: bytes) -> tuple[str, str] | None:
        """The session and role that the token with this hash opens."""
        return self._link("token", token)

    def _link(self, column: str, value: Any) -> tuple[str, str] | None:
        rows = self.rows(f"SELECT session, role FROM links WHERE {column} = ?", [value])
        return (rows[0]["session"], rows[0]["role"]) if rows else None

    def delete_session(self, session: str) -> None:
        """Take a session with its whole log off the disk, for good."""

        def job(db: Database) -> None:
            # The log's triggers let only the events of a deleted session go.
            db.execute("UPDATE sessions SET deleted = ?, result = NULL, setup = '{}' WHERE id = ?", [now(), session])
            for table in ("events", "links", "members"):
                db.execute(f"DELETE FROM {table} WHERE session = ?", [session])

        self.write(job)

    # members

    def join(self, session: str, phone: int, role: str) -> None:
        """Make a phone a member; a member keeps the stronger of the roles it was given."""
        self.write(lambda db: _join(db, session, phone, role))

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
            "SELECT s.* FROM sessions s JOIN members m ON m.session = s.id WHERE m.phone = ? AND s.deleted IS NULL"
            " ORDER BY s.used DESC LIMIT 20",
            [phone],
        )
        return [_session_row(row) for row in rows]

    def names_seen(self, phone: int) -> list[str]:
        """Players' names in the sessions a phone has joined, the latest first, at most twelve."""
        rows = self.rows(
            "SELECT p.value AS name FROM sessions s JOIN members m ON m.session = s.id,"
            " json_each(s.setup, '$.players') p WHERE m.phone = ? AND s.deleted IS NULL GROUP BY p.value"
            " ORDER BY max(s.rowid) DESC, min(p.key) LIMIT 12",
            [phone],
        )
        return [row["name"] for row in rows]

    # the log

    def append(
        self, session: str, event: Event, result: Mapping[str, Any] | None, opens: NewSession | None = None
    ) -> Event | None:
        """Append an event with the result it leads to and the session it opens; None once all is on disk.

        Where this act stands already, nothing is written and the event that stands is returned.
        Raises `Moved` where the number is not the next one or the session was deleted, `StoreError` where the
        disk refuses.
        """

        def job(db: Database) -> Event | None:
            standing = list(db.query("SELECT * FROM events WHERE session = ? AND act = ?", [session, event.act]))
            if standing:
                return _event(standing[0])
            if event.number != _next_number(db, session):
                raise Moved
            db.execute(_INSERT, {**asdict(event), "session": session, "body": json.dumps(event.body)})
            db.execute(f"UPDATE sessions SET used = ({_NEXT_USE}) WHERE id = ?", [session])
            if event.kind not in APART:
                stored = None if result is None else json.dumps(result)
                db.execute("UPDATE sessions SET result = ? WHERE id = ?", [stored, session])
            if opens is not None:
                _open(db, opens)
            return None

        return self.write(job)

    def version(self, session: str) -> int:
        """The number of a session's latest event, 0 before the first; -1 where there is no such session."""
        rows = self.rows(
            "SELECT (SELECT coalesce(max(number), 0) FROM events WHERE session = s.id) AS version FROM sessions s"
            " WHERE s.id = ? AND s.deleted IS NULL",
            [session],
        )
        return rows[0]["version"] if rows else -1

    def events(self, session: str, after: int = 0) -> list[Event]:
        """The log of a session from the event after `after` on."""
        rows = self.rows("SELECT * FROM events WHERE session = ? AND number > ? ORDER BY number", [session, after])
        return [_event(row) for row in rows]


def _next_number(db: Database, session: str) -> int | None:
    """The number of a session's next event; None where the session was deleted."""
    sql = (
        "SELECT (SELECT coalesce(max(number), 0) + 1 FROM events WHERE session = s.id) FROM sessions s"
        " WHERE s.id = ? AND s.deleted IS NULL"
    )
    found = db.execute(sql, [session]).fetchone()
    return found[0] if found else None


def _open(db: Database, new: NewSession) -> None:
    row = new.row
    db.execute(
        f"INSERT INTO sessions (id, game, setup, made, generation, used) VALUES (?, ?, ?, ?, ?, ({_NEXT_USE}))",
        [row.id, row.game, json.dumps(row.setup), row.made, row.generation],
    )
    for role, (code, token) in new.links.items():
        db.execute("INSERT INTO links (session, role, code, token) VALUES (?, ?, ?, ?)", [row.id, role, code, token])
    for phone, role in new.members.items():
        _join(db, row.id, phone, role)


def _join(db: Database, session: str, phone: int, role: str) -> None:
    db.execute(
        "INSERT INTO members (session, phone, role, joined) VALUES (?, ?, ?, ?) ON CONFLICT (session, phone) DO"
        " UPDATE SET role = excluded.role WHERE role = 'viewer'",
        [session, phone, role, now()],
    )


def _session_row(row: Mapping[str, Any]) -> SessionRow:
    result = None if row["result"] is None else json.loads(row["result"])
    return SessionRow(row["id"], row["game"], json.loads(row["setup"]), row["made"], result, row["generation"])


def _event(row: Mapping[str, Any]) -> Event:
    return Event(row["number"], row["act"], row["sent"], row["kind"], json.loads(row["body"]), row["phone"], row["at"])
