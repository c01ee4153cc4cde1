"""Maintenance of an instance: health checks, its stored values, and the deletion of unused sessions and phones."""

import time
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from companion.engine.pause import in_slices
from companion.storage import schema
from companion.storage.error_messages import StoreBusy, StoreError
from companion.storage.records import Database, Transaction, batches, referring
from companion.storage.rows.instance_key import DELETED, mark_deleted, set_value, value_of

# Seconds between two checks of the disk, so that frequent health requests cannot wear it out.
_HEALTHY_INTERVAL, _FAILING_INTERVAL = 30.0, 1.0
_ROWS = 2000  # looked at by one query
_AT_ONCE = 200  # rows deleted in one transaction
_ENTERED = "(SELECT at FROM events WHERE session = s.id ORDER BY number DESC LIMIT 1)"
_JOINED = "(SELECT max(joined) FROM members WHERE session = s.id)"


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
            database.rows("SELECT 1 FROM sessions LIMIT 1")
        if is_due:
            self.set_instance_value("health", str(time.time()))

    def instance_value(self, name: str) -> bytes | None:
        """The value that the instance stores under a name; None if there is none."""
        return value_of(self._database.rows, name)

    def set_instance_value(self, name: str, value: str) -> None:
        """Store a value of the instance under a name."""
        # Named as if it were a session, as a write without one would exclude all others.
        self._database.write(lambda db: set_value(db, name, value.encode()), f"instance {name}")

    def purge(self) -> None:
        """Remove what is left on the disk of what was deleted since the last time; nothing where nothing was."""
        mark = self.instance_value(DELETED)
        if mark is not None and self._database.purge():
            self._database.write(lambda db: schema.delete(db, schema.INSTANCE, name=DELETED, value=mark))

    def last_used(self) -> str | None:
        """The ISO time when anybody last opened, joined or entered something; None if nobody ever did."""
        moments = [("sessions", "rowid", moment) for moment in ("made", _ENTERED, _JOINED)]
        found: list[str | None] = []
        for table, number, moment in (*moments, ("phones", "id", "made")):
            sql = f"SELECT max({moment}) AS latest FROM {table} s WHERE {{window}}"
            found += [row["latest"] for rows in self._windows(table, number, sql, {}) for row in rows]
        return max(filter(None, found), default=None)

    def old_sessions(self, moment: str, most: int, *, unused: bool) -> list[str]:
        """At most `most` sessions, oldest first, that were opened here before an ISO time, or are unused since then."""
        # An imported game says itself when it was opened, so the time counts at which its first member joined.
        opened = "coalesce((SELECT min(joined) FROM members WHERE session = s.id), made) < :moment"
        used = f"coalesce({_ENTERED}, '') < :moment AND coalesce({_JOINED}, '') < :moment"
        which = f"made < :moment AND {used}" if unused else opened
        sql = f"SELECT id FROM sessions s WHERE {{window}} AND deleted IS NULL AND {which} ORDER BY rowid"
        sessions: list[str] = []
        for rows in self._windows("sessions", "rowid", sql, {"moment": moment}):
            sessions += [row["id"] for row in rows]
            if len(sessions) >= most:
                break
        return sessions[:most]

    def count_tables(self) -> int:
        """The number of stored tables. Raises `StoreError`."""
        sql = "SELECT count(*) AS number FROM sessions WHERE {window} AND deleted IS NULL"
        return sum(rows[0]["number"] for rows in self._windows("sessions", "rowid", sql, {}))

    def forget_phones(self, moment: str) -> None:
        """Delete the phones created before an ISO time that nothing refers to."""
        # The last one stays: its number would be reused for the next phone, and the log refers to phones by number.
        found = referring(self._database, "phones")
        unused = [f"NOT EXISTS (SELECT 1 FROM {table} WHERE {column} = phones.id)" for table, column in found]
        last = "id < (SELECT max(id) FROM phones)"
        self.forget("phones", " AND ".join(["made < :moment", last, *unused]), moment)

    def forget(self, table: str, unused: str, moment: str) -> None:
        """Delete the rows that are unused, few in each transaction: nobody else writes meanwhile."""
        where = f"WHERE {_window('id')} AND {unused}"

        def delete(db: Transaction, values: Mapping[str, Any]) -> None:
            db.execute(f"DELETE FROM {table} {where}", values)
            mark_deleted(db)

        for rows in self._windows(table, "id", f"SELECT id FROM {table} {where} ORDER BY id", {"moment": moment}):
            for numbers in batches([row["id"] for row in rows], _AT_ONCE):
                values = {"after": numbers[0] - 1, "until": numbers[-1], "moment": moment}
                self._database.write(partial(delete, values=values))

    def _windows(self, table: str, number: str, sql: str, values: Mapping[str, Any]) -> Iterator[list[dict[str, Any]]]:
        """The rows of a query about some thousand rows of a table at a time, with a time slice after each."""
        latest = self._database.rows(f"SELECT coalesce(max({number}), 0) AS latest FROM {table}")[0]["latest"]
        sql = sql.format(window=_window(number))
        for start in in_slices(range(0, latest, _ROWS)):
            yield self._database.rows(sql, {**values, "after": start, "until": start + _ROWS})


def _window(number: str) -> str:
    return f"{number} > :after AND {number} <= :until"
