"""What is done to stored sessions beside playing: links renewed, a lost host found, the unused ones found."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlite_utils import Database

from companion.storage.error_messages import StoreError
from companion.storage.memberships import PhoneRef, number_of
from companion.storage.sqlite import Disk

_WELL, _ILL = 30.0, 1.0  # seconds until the disk is tried again, so that who asks for its health cannot wear it out


class Upkeep(Disk):
    """The part of the store that keeps it in order. Every writing method is one transaction."""

    _looked = float("-inf")

    def health(self) -> StoreError | None:
        """Why what is entered now might not be kept; None where the disk reads and writes."""
        now = time.monotonic()
        if now - self._looked >= (_ILL if self.trouble else _WELL):
            self._looked = now
            try:
                self.rows("SELECT max(rowid) FROM events")
                self.keep("health", str(time.time()))
            except StoreError as error:
                return error
        return self.damage or self.trouble

    def kept(self, name: str) -> Any:
        """What the instance keeps under a name; None where there is nothing."""
        rows = self.rows("SELECT value FROM instance WHERE name = ?", [name])
        return rows[0]["value"] if rows else None

    def keep(self, name: str, value: str | bytes) -> None:
        """Keep something of the instance under a name."""
        self.write(lambda db: db.execute("INSERT OR REPLACE INTO instance (name, value) VALUES (?, ?)", [name, value]))

    def last_used(self) -> str | None:
        """When somebody last opened, joined or entered something, as an ISO moment; None where nobody ever did."""
        sql = (
            "SELECT max(at) AS at FROM (SELECT max(made) AS at FROM sessions UNION ALL SELECT max(joined) FROM members"
            " UNION ALL SELECT max(at) FROM events UNION ALL SELECT max(made) FROM phones)"
        )
        latest: str | None = self.rows(sql)[0]["at"]
        return latest

    def session_opened_by(self, key: bytes) -> str | None:
        """The session that the form with this key has opened."""
        rows = self.rows("SELECT id FROM sessions WHERE opened = ?", [key])
        return rows[0]["id"] if rows else None

    def hand_over(self, session: str, phone: PhoneRef, since: str = "") -> None:
        """Make a phone the host in the place of the one that opened the session after an ISO moment.

        Nothing is done where the phone has joined already, or where something has been entered.
        """
        is_untouched = (
            "SELECT 1 FROM sessions s WHERE id = :session AND deleted IS NULL AND made > :since"
            " AND NOT EXISTS (SELECT 1 FROM events WHERE session = s.id) AND NOT EXISTS (SELECT 1 FROM members m"
            " JOIN phones p ON p.id = m.phone WHERE m.session = s.id AND :phone IN (p.id, p.token))"
        )

        def job(db: Database) -> None:
            if list(db.query(is_untouched, {"session": session, "since": since, "phone": phone})):
                sql = "UPDATE members SET phone = ? WHERE session = ? AND role = 'host'"
                db.execute(sql, [number_of(db, phone, _now()), session])

        self.write(job)

    def renew(
        self, session: str, generation: int, links: Mapping[str, tuple[str, bytes]], alone: int | None
    ) -> set[int] | None:
        """Put new links (role to code and token hash) in the place of those of a generation.

        With `alone` that phone, the host's, stays the only member, and the seats of the others are free. Returns the
        phones that were members, or None where the links of this generation have been renewed already.
        """

        def job(db: Database) -> set[int] | None:
            sql = "UPDATE sessions SET generation = ? WHERE id = ? AND generation = ? AND deleted IS NULL"
            if not db.execute(sql, [generation + 1, session, generation]).rowcount:
                return None
            for role, (code, token) in links.items():
                sql = "UPDATE links SET code = ?, token = ?, made = ? WHERE session = ? AND role = ?"
                db.execute(sql, [code, token, _now(), session, role])
            if alone is None:
                return set()
            sql = "SELECT phone FROM members WHERE session = ? AND phone <> ? AND role <> 'host'"
            gone = {row["phone"] for row in db.query(sql, [session, alone])}
            db.execute("DELETE FROM members WHERE session = ? AND phone <> ? AND role <> 'host'", [session, alone])
            _free_seats(db, session, alone, gone)
            return gone

        result: set[int] | None = self.write(job)
        return result

    def unused_since(self, moment: str, most: int) -> list[str]:
        """Sessions that were opened, joined and acted in before an ISO moment only, the longest unused first."""
        sql = (
            "SELECT id FROM sessions s WHERE deleted IS NULL AND made < :moment AND coalesce((SELECT at FROM events"
            " WHERE session = s.id ORDER BY number DESC LIMIT 1), '') < :moment AND coalesce((SELECT max(joined)"
            " FROM members WHERE session = s.id), '') < :moment ORDER BY used LIMIT :most"
        )
        return [row["id"] for row in self.rows(sql, {"moment": moment, "most": most})]

    def forget_phones(self, moment: str) -> None:
        """Forget the phones made before an ISO moment that are members of nothing."""
        # The last one stays: its number would be given to the next phone, and the log names phones by theirs.
        sql = (
            "DELETE FROM phones WHERE made < ? AND id < (SELECT max(id) FROM phones)"
            " AND NOT EXISTS (SELECT 1 FROM members WHERE phone = phones.id)"
        )
        self.write(lambda db: db.execute(sql, [moment]))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _free_seats(db: Database, session: str, host: int, gone: Collection[int]) -> None:
    """Free the seats that these phones hold, each by an act of the host."""
    (setup,) = db.execute("SELECT setup FROM sessions WHERE id = ?", [session]).fetchone()
    claims = {int(seat): phone for seat, phone in json.loads(setup).get("claims", {}).items()}
    sql = "SELECT body, phone FROM events WHERE session = ? AND kind = 'seat' ORDER BY number"
    for row in db.query(sql, [session]):
        body = json.loads(row["body"])
        claims[body["seat"]] = row["phone"] if body["taken"] else 0
    for seat in sorted(seat for seat, phone in claims.items() if phone in gone):
        db.execute(
            "INSERT INTO events (session, number, act, sent, kind, body, phone, at) SELECT :session,"
            " (SELECT coalesce(max(number), 0) + 1 FROM events WHERE session = :session), :act, x'', 'seat', :body,"
            " :phone, :at",
            {"session": session, "act": secrets.token_urlsafe(12), "phone": host, "at": _now()}
            | {"body": json.dumps({"seat": seat, "taken": False})},
        )
