"""Maintenance of an instance: health checks, its stored values, and the deletion of unused sessions and phones."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from companion.storage.database import Database
from companion.storage.error_messages import StoreBusy, StoreError
from companion.storage.records import now
from companion.storage.rows.group_rows import delete_group
from companion.storage.rows.instance_key import set_value
from companion.storage.rows.past_imports import delete_part, imports_before

# Seconds between two checks of the disk, so that frequent health requests cannot wear it out.
_HEALTHY_INTERVAL, _FAILING_INTERVAL = 30.0, 1.0


class Maintenance:
    """The maintenance methods of the store. Every writing method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._last_check = float("-inf")

    def health(self) -> StoreError | None:
        """Why data entered now might not be saved; None if the disk reads and writes."""
        try:
            self._check()
        except StoreError as error:
            trouble: StoreError | None = error
        else:
            trouble = self._database.damage or self._database.trouble
        # Where it is only busy, other companions would not get an answer sooner.
        return None if isinstance(trouble, StoreBusy) else trouble

    def _check(self) -> None:
        now, database = time.monotonic(), self._database
        is_due = now - self._last_check >= (_FAILING_INTERVAL if database.trouble else _HEALTHY_INTERVAL)
        if is_due:
            self._last_check = now
        if is_due or database.is_remote:
            database.probe()
        if is_due:
            self.set_instance_value("health", str(time.time()))

    def instance_value(self, name: str) -> Any:
        """The value that the instance stores under a name, as text or its bytes; None if there is none."""
        rows = self._database.rows("SELECT value FROM instance WHERE name = ?", [name])
        return rows[0]["value"] if rows else None

    def set_instance_value(self, name: str, value: str) -> None:
        """Store a value of the instance under a name."""
        # Named as if it were a session, as a write without one would exclude all others.
        self._database.write(lambda db: set_value(db, name, value.encode()), f"instance {name}")

    def last_used(self) -> str | None:
        """The ISO time when anybody last opened, joined or entered something; None if nobody ever did."""
        sql = (
            "SELECT max(at) AS at FROM (SELECT max(made) AS at FROM sessions UNION ALL SELECT max(joined) FROM members"
            " UNION ALL SELECT max(at) FROM events UNION ALL SELECT max(made) FROM phones"
            " UNION ALL SELECT max(at) FROM kept_setups) latest"
        )
        latest: str | None = self._database.rows(sql)[0]["at"]
        return latest

    def unused_since(self, moment: str, most: int) -> list[str]:
        """At most `most` sessions that were last opened, joined or changed before an ISO time, oldest first."""
        sql = (
            "SELECT id FROM sessions s WHERE deleted IS NULL AND made < :moment AND coalesce((SELECT at FROM events"
            " WHERE session = s.id ORDER BY number DESC LIMIT 1), '') < :moment AND coalesce((SELECT max(joined)"
            " FROM members WHERE session = s.id), '') < :moment ORDER BY used LIMIT :most"
        )
        return [row["id"] for row in self._database.rows(sql, {"moment": moment, "most": most})]

    def opened_before(self, moment: str, most: int) -> list[str]:
        """At most `most` sessions that came into this database before an ISO time, oldest first.

        An imported game says itself when it was opened, so the time counts at which its first member joined.
        """
        sql = (
            "SELECT id FROM sessions s WHERE deleted IS NULL AND coalesce((SELECT min(joined) FROM members"
            " WHERE session = s.id), made) < ? ORDER BY used LIMIT ?"
        )
        return [row["id"] for row in self._database.rows(sql, [moment, most])]

    def has_data(self) -> bool:
        """Whether anybody has ever opened a table or a group here, or kept a setup."""
        sql = (
            "SELECT EXISTS (SELECT 1 FROM sessions) OR EXISTS (SELECT 1 FROM player_groups)"
            " OR EXISTS (SELECT 1 FROM phones) AS found"
        )
        return bool(self._database.rows(sql)[0]["found"])

    def forget_setups(self, moment: str) -> None:
        """Delete the setup templates that were last used before an ISO time."""
        self._database.write(lambda db: db.execute("DELETE FROM kept_setups WHERE at < ?", [moment]))

    def delete_unused_groups(self, moment: str) -> None:
        """Delete the groups without a session that were last changed before an ISO time."""
        sql = (
            "SELECT id FROM player_groups p WHERE deleted IS NULL AND changed < ?"
            " AND NOT EXISTS (SELECT 1 FROM group_sessions WHERE grp = p.id)"
        )
        self._delete_groups(sql, moment)

    def delete_groups_opened_before(self, moment: str) -> None:
        """Delete the groups that were opened before an ISO time."""
        self._delete_groups("SELECT id FROM player_groups WHERE deleted IS NULL AND made < ?", moment)

    def _delete_groups(self, sql: str, moment: str) -> None:
        for row in self._database.rows(sql, [moment]):
            group: str = row["id"]
            self._database.write(partial(delete_group, group=group, moment=now()), f"group {group}")

    def forget_imports(self, moment: str) -> None:
        """Delete the imports of plays that were made and last went on before an ISO time; their games stay."""
        for job in imports_before(self._database.rows, moment):
            while self._database.write(partial(delete_part, job=job), f"import {job}"):
                pass

    def forget_phones(self, moment: str) -> None:
        """Delete the phones created before an ISO time in no session and no group that keep no setup."""
        # The last one stays: its number would be reused for the next phone, and the log refers to phones by number.
        sql = (
            "DELETE FROM phones WHERE made < ? AND id < (SELECT max(id) FROM phones)"
            " AND NOT EXISTS (SELECT 1 FROM members WHERE phone = phones.id)"
            " AND NOT EXISTS (SELECT 1 FROM kept_setups WHERE phone = phones.id)"
            " AND NOT EXISTS (SELECT 1 FROM group_phones WHERE phone = phones.id)"
        )
        self._database.write(lambda db: db.execute(sql, [moment]))
