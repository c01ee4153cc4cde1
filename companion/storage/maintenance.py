"""Maintenance of stored sessions: health checks, renewed links, a replaced host, unused sessions and phones."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlite_utils import Database

from companion.storage.error_messages import StoreError
from companion.storage.memberships import PhoneRef, phone_number
from companion.storage.sqlite import DatabaseFile

_HEALTHY_INTERVAL, _FAILING_INTERVAL = (
    30.0,
    1.0,
)  # seconds until the disk is tried again, so that who asks for its health cannot wear it out


class Maintenance(DatabaseFile):
    """The maintenance methods of the store. Every writing method is one transaction."""

    _last_check = float("-inf")

    def health(self) -> StoreError | None:
        """Why data entered now might not be saved; None if the disk reads and writes."""
        now = time.monotonic()
        if now - self._last_check >= (_FAILING_INTERVAL if self.trouble else _HEALTHY_INTERVAL):
            self._last_check = now
            try:
                self.rows("SELECT max(rowid) FROM events")
                self.set_instance_value("health", str(time.time()))
            except StoreError as error:
                return error
        return self.damage or self.trouble

    def instance_value(self, name: str) -> Any:
        """The value that the instance stores under a name; None if there is none."""
        rows = self.rows("SELECT value FROM instance WHERE name = ?", [name])
        return rows[0]["value"] if rows else None

    def set_instance_value(self, name: str, value: str | bytes) -> None:
        """Store a value of the instance under a name."""
        self.write(lambda db: db.execute("INSERT OR REPLACE INTO instance (name, value) VALUES (?, ?)", [name, value]))

    def last_used(self) -> str | None:
        """The ISO time when anybody last opened, joined or entered something; None if nobody ever did."""
        sql = (
            "SELECT max(at) AS at FROM (SELECT max(made) AS at FROM sessions UNION ALL SELECT max(joined) FROM members"
            " UNION ALL SELECT max(at) FROM events UNION ALL SELECT max(made) FROM phones)"
        )
        latest: str | None = self.rows(sql)[0]["at"]
        return latest

    def session_opened_by(self, key: bytes) -> str | None:
        """The session opened by the form with this key."""
        rows = self.rows("SELECT id FROM sessions WHERE opened = ?", [key])
        return rows[0]["id"] if rows else None

    def replace_host(self, session: str, phone: PhoneRef, since: str = "") -> None:
        """Make a phone the host instead of the one that opened the session, if that was after `since` (ISO).

        Does nothing if the phone is a member already, or if anything has been entered.
        """
        is_untouched = (
            "SELECT 1 FROM sessions s WHERE id = :session AND deleted IS NULL AND made > :since"
            " AND NOT EXISTS (SELECT 1 FROM events WHERE session = s.id) AND NOT EXISTS (SELECT 1 FROM members m"
            " JOIN phones p ON p.id = m.phone WHERE m.session = s.id AND :phone IN (p.id, p.token))"
        )

        def job(db: Database) -> None:
            if list(db.query(is_untouched, {"session": session, "since": since, "phone": phone})):
                sql = "UPDATE members SET phone = ? WHERE session = ? AND role = 'host'"
                db.execute(sql, [phone_number(db, phone, _now()), session])

        self.write(job)

    def renew(
        self, session: str, generation: int, links: Mapping[str, tuple[str, bytes]], alone: int | None
    ) -> set[int] | None:
        """Replace the links of a generation by new ones (role to code and token hash).

        With `alone`, the host's phone, all members but hosts are removed and their seats freed. Returns the removed
        phones, or None if the links of this generation have been renewed already.
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
            removed = {row["phone"] for row in db.query(sql, [session, alone])}
            db.execute("DELETE FROM members WHERE session = ? AND phone <> ? AND role <> 'host'", [session, alone])
            _free_seats(db, session, alone, removed)
            return removed

        result: set[int] | None = self.write(job)
        return result

    def unused_since(self, moment: str, most: int) -> list[str]:
        """At most `most` sessions that were last opened, joined or changed before an ISO time, oldest first."""
        sql = (
            "SELECT id FROM sessions s WHERE deleted IS NULL AND made < :moment AND coalesce((SELECT at FROM events"
            " WHERE session = s.id ORDER BY number DESC LIMIT 1), '') < :moment AND coalesce((SELECT max(joined)"
            " FROM members WHERE session = s.id), '') < :moment ORDER BY used LIMIT :most"
        )
        return [row["id"] for row in self.rows(sql, {"moment": moment, "most": most})]

    def forget_phones(self, moment: str) -> None:
        """Delete the phones created before an ISO time that are members of no session."""
        # The last one stays: its number would be reused for the next phone, and the log refers to phones by number.
        sql = (
            "DELETE FROM phones WHERE made < ? AND id < (SELECT max(id) FROM phones)"
            " AND NOT EXISTS (SELECT 1 FROM members WHERE phone = phones.id)"
        )
        self.write(lambda db: db.execute(sql, [moment]))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _free_seats(db: Database, session: str, host: int, removed: Collection[int]) -> None:
    """Free the seats of these phones, each by an event of the host."""
    (setup,) = db.execute("SELECT setup FROM sessions WHERE id = ?", [session]).fetchone()
    claims = {int(seat): phone for seat, phone in json.loads(setup).get("claims", {}).items()}
    sql = "SELECT body, phone FROM events WHERE session = ? AND kind = 'seat' ORDER BY number"
    for row in db.query(sql, [session]):
        body = json.loads(row["body"])
        claims[body["seat"]] = row["phone"] if body["taken"] else 0
    for seat in sorted(seat for seat, phone in claims.items() if phone in removed):
        db.execute(
            "INSERT INTO events (session, number, act, sent, kind, body, phone, at) SELECT :session,"
            " (SELECT coalesce(max(number), 0) + 1 FROM events WHERE session = :session), :act, x'', 'seat', :body,"
            " :phone, :at",
            {"session": session, "act": secrets.token_urlsafe(12), "phone": host, "at": _now()}
            | {"body": json.dumps({"seat": seat, "taken": False})},
        )
