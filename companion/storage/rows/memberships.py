"""Joining a session by a link or a code, and when these expire. Each join is one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.engine import MessageError
from companion.storage.records import Rows, Transaction, Update
from companion.storage.rows.devices import phone_of
from companion.storage.schema import LINKS, MEMBERS, PHONES, exists, insert, update

UNUSED_DAYS = 30
"""Days without use after which a join code expires; codes are short enough to be guessed."""

PhoneRef = int | bytes
"""A phone by its number, or by the hash of its token if it is stored only when it first opens or joins a table."""

POSITION = "made || ' ' || (1000000000000 + rowid)"
"""A session's place in a history, as it is compared: when it was opened, and as which one."""
_LINK = (
    "SELECT l.session, l.role, l.code, s.game, s.result IS NOT NULL AS is_over, l.made,"
    " (SELECT at FROM events WHERE session = s.id ORDER BY number DESC LIMIT 1) AS entered,"
    " (SELECT max(joined) FROM members WHERE session = s.id) AS joined"
    " FROM links l JOIN sessions s ON s.id = l.session AND s.deleted IS NULL WHERE l."
)


class Closed(MessageError):
    """A link or a code is no longer valid; `message` says why and what to do."""


@dataclass(frozen=True)
class Link:
    """A link or code: the session and role that it opens, and when it was made, and the table last used."""

    session: str
    role: str
    code: str
    game: str
    is_over: bool
    made: str
    entered: str | None
    joined: str | None

    @property
    def has_ended(self) -> bool:
        """Whether the game is over, so that nobody can join as a scorer until it is reopened."""
        return bool(self.is_over) and self.role == "scorer"

    @property
    def is_unused(self) -> bool:
        """Whether the code has expired; any use of the table makes it valid again."""
        since = (datetime.now(UTC) - timedelta(days=UNUSED_DAYS)).isoformat(timespec="seconds")
        return max(self.made, self.entered or "", self.joined or "") < since

    def check(self, *, by_code: bool) -> None:
        """Raise `Closed` if it is no longer valid."""
        if self.has_ended:
            raise Closed(
                "This game is over, and its code and link to keep score ended with it. Join the rematch by a code of"
                " its own, or ask for the code to watch."
            )
        if by_code and self.is_unused:
            raise Closed(
                "The code {code} has expired: nobody used its table for {days} days. Scan the QR code on the table's"
                " share page; whoever has joined can make a new code there.",
                code=self.code, days=UNUSED_DAYS,
            )  # fmt: skip


def links_where(rows: Rows, column: str, value: Any) -> list[Link]:
    """The links with this token, code or session."""
    return [Link(**row) for row in rows(f"{_LINK}{column} = ?", [value])]


def join_by(db: Transaction, column: str, value: Any, phone: PhoneRef, moment: str) -> str | None:
    """Make a phone a member by a token or a code; returns the session, None if there is no such link.

    `column` is "token" or "code". Lookup and insert are one transaction, so that a concurrent renewal of the links or
    deletion of the session happens entirely before or after. Raises `Closed`.
    """
    links = links_where(db.rows, column, value)
    if not links:
        return None
    link, number = links[0], phone_number(db, phone, moment)
    if not (link.has_ended and exists(db.rows, MEMBERS, session=link.session, phone=number)):
        link.check(by_code=column == "code")
        join(db, link.session, number, link.role, moment)
    return link.session


def join(db: Transaction, session: str, phone: int, role: str, moment: str) -> None:
    """Make a phone a member of an existing session, and let extensions derive what depends on that."""
    if add_member(db, session, phone, role, moment):
        db.derive(Update("people", [session], phone=phone))


def phone_number(db: Transaction, phone: PhoneRef, moment: str) -> int:
    """A phone's number; a new phone is stored first."""
    if isinstance(phone, int):
        return phone
    if (known := phone_of(db.rows, phone)) is not None:
        return known
    insert(db, PHONES, {"token": phone, "made": moment}, keep=True)
    return int(db.execute("SELECT id FROM phones WHERE token = ?", [phone]).fetchone()[0])


def insert_phone(db: Transaction, number: int, token: bytes, made: str) -> int:
    """Insert a phone with this number if that is free, else with a new one; returns its number."""
    sql = (
        "INSERT INTO phones (id, token, made) SELECT CASE WHEN EXISTS (SELECT 1 FROM phones WHERE id = ?)"
        " THEN (SELECT max(id) + 1 FROM phones) ELSE ? END, ?, ? RETURNING id"
    )
    return int(db.execute(sql, [number, number, token, made]).fetchone()[0])


def add_member(db: Transaction, session: str, phone: int, role: str, moment: str) -> bool:
    """Make a phone a member, with the stronger of its roles; returns whether that is new: `derive` has to follow."""
    cursor = db.execute(
        "INSERT INTO members (session, phone, role, joined, at, game) SELECT id, :phone, :role, :joined,"
        f" {POSITION}, game FROM sessions WHERE id = :session AND deleted IS NULL"
        " ON CONFLICT (session, phone) DO UPDATE SET role = excluded.role WHERE members.role = 'viewer'",
        {"session": session, "phone": phone, "role": role, "joined": moment},
    )
    return bool(cursor.rowcount)


def make_codes(db: Transaction, session: str, codes: Mapping[str, str], moment: str) -> None:
    """Replace expired codes by new ones (by role); valid codes stay."""
    for link in links_where(db.rows, "session", session):
        if link.is_unused and link.role in codes:
            update(db, LINKS, {"code": codes[link.role], "made": moment}, session=session, role=link.role)
