"""The store of one instance: phones, sessions, members and the append-only log of events; and how it is opened."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from companion.engine.pause import in_slices
from companion.metrics import READ_SECONDS, WRITE_SECONDS
from companion.paths import is_address
from companion.storage.error_messages import StoreError
from companion.storage.maintenance import Maintenance
from companion.storage.records import (
    SCORED_KINDS,
    Beside,
    Database,
    Event,
    Extension,
    NewSession,
    NotJoined,
    Rows,
    Run,
    SessionRow,
    StaleVersion,
    Transaction,
    Update,
    batches,
    event_of,
    marks,
    now,
    session_row,
)
from companion.storage.rows.devices import phone_of
from companion.storage.rows.memberships import Link, PhoneRef, join, links_where, phone_number
from companion.storage.rows.seat_rows import store_figures
from companion.storage.rows.session_rows import delete_rows, open_session, store_result, with_host
from companion.storage.schema import MEMBERS, insert_events, select, value
from companion.storage.sqlite_database import SqliteDatabase

T = TypeVar("T")

ALL = 2**62
"""More events than any log has."""
COUNTING = "counting"
"""The name of the value with the extensions that derived their rows when the companion last served the database."""
BACK_ENDS = "companion.databases"
"""The entry point group of modules that open databases at an address, each by the beginning of the address."""
_AT_ONCE = 50  # sessions of one transaction
_VERSION = "(SELECT coalesce(max(number), 0) FROM events WHERE session = s.id)"


class Store:
    """The data of one instance. Every writing method is one transaction; when it returns, it is on disk."""

    def __init__(self, database: Database) -> None:
        self.use(database)

    def use(self, database: Database) -> None:
        """Read and write this database from now on; nothing of another may have been read."""
        self.database = database
        self.maintenance = Maintenance(database)
        self.snapshot, self.close = database.snapshot, database.close

    def rows(self, sql: str, values: Any = ()) -> list[dict[str, Any]]:
        """`Database.rows`, timed for the metrics."""
        with READ_SECONDS.time():
            return self.database.rows(sql, values)

    def write(self, job: Callable[[Transaction], T], session: str | None = None) -> T:
        """`Database.write`, timed for the metrics."""
        with WRITE_SECONDS.time():
            return self.database.write(job, session)

    def phone_and_role(self, token: bytes, session: str) -> tuple[int | None, str | None]:
        """The number of the phone with this token hash and its role in a session, None for what it has not."""
        sql = "SELECT id, role FROM phones LEFT JOIN members ON phone = id AND session = ? WHERE token = ?"
        found = self.rows(sql, [session, token])
        if found:
            return found[0]["id"], found[0]["role"]
        phone = phone_of(self.rows, token)
        return phone, None if phone is None else self.role(session, phone)

    def has_phone_before(self, token: bytes, moment: str) -> bool:
        """Whether there is a phone with this token hash that was stored before an ISO time."""
        return bool(self.rows("SELECT 1 FROM phones WHERE token = ? AND made < ?", [token, moment]))

    def open_session(self, new: NewSession, host: PhoneRef | None = None) -> str:
        """Insert a session with all of it, `host` as its author; returns its id, or that of one with its id or key."""

        def job(db: Transaction) -> str:
            sql = "SELECT id FROM sessions WHERE id = ? OR opened = ?"
            existing = db.rows(sql, [new.row.id, new.key])
            if not existing:
                open_session(db, new if host is None else with_host(new, phone_number(db, host, now())))
            return str(existing[0]["id"]) if existing else new.row.id

        session: str = self.write(job, new.row.id)
        return session

    def session(self, session: str) -> SessionRow | None:
        """A session by its id; None if there is none or it was deleted."""
        rows = self.rows("SELECT * FROM sessions WHERE id = ? AND deleted IS NULL", [session])
        return next(iter(self.database.parsed(session_row, rows)), None)

    def used_codes(self, codes: Sequence[str]) -> set[str]:
        """Those of the join codes that a session has."""
        return {row["code"] for row in self.rows(f"SELECT code FROM links WHERE code IN ({marks(codes)})", codes)}

    def links(self, session: str) -> dict[str, Link]:
        """The links of a session by role."""
        return {link.role: link for link in links_where(self.rows, "session", session)}

    def delete_session(self, session: str) -> None:
        """Delete a session with its log."""
        self.write(lambda db: delete_rows(db, session), session)

    def role(self, session: str, phone: int) -> str | None:
        """The role of a phone in a session; None if it is not a member."""
        role: str | None = value(self.rows, MEMBERS, "role", session=session, phone=phone)
        return role

    def members(self, session: str) -> dict[int, tuple[int, str]]:
        """Phone to its number in this session (in order of joining, from 1) and its role."""
        rows = select(self.rows, MEMBERS, "phone role", order="rowid", session=session)
        return {row["phone"]: (index, row["role"]) for index, row in enumerate(rows, 1)}

    def phones_of(self, sessions: Sequence[str]) -> dict[str, set[int]]:
        """The phones that are members of each session."""
        phones: dict[str, set[int]] = {session: set() for session in sessions}
        for row in self.rows(f"SELECT session, phone FROM members WHERE session IN ({marks(sessions)})", sessions):
            phones[row["session"]].add(row["phone"])
        return phones

    def generations(self, sessions: Sequence[str]) -> dict[str, int]:
        """How often the links of each session that is there have been renewed."""
        sql = f"SELECT id, generation FROM sessions WHERE id IN ({marks(sessions)}) AND deleted IS NULL"
        return {row["id"]: row["generation"] for row in self.rows(sql, sessions)}

    def sessions_of(self, phone: int) -> list[SessionRow]:
        """The latest 20 sessions that a phone has joined, the last used first."""
        if self.rows("SELECT 1 FROM members WHERE phone = ? LIMIT 1 OFFSET 200", [phone]):
            # A phone of many sessions has mostly joined 20 of those used last by anybody, which an index finds.
            sql = (
                "SELECT * FROM sessions s WHERE deleted IS NULL AND used >="
                " coalesce((SELECT used FROM sessions ORDER BY used DESC LIMIT 1 OFFSET 999), 0) AND EXISTS"
                " (SELECT 1 FROM members m WHERE m.session = s.id AND m.phone = ?) ORDER BY used DESC LIMIT 20"
            )
            if len(found := self.rows(sql, [phone])) == 20:
                return [session_row(row) for row in found]
        sql = (
            "SELECT * FROM sessions WHERE deleted IS NULL AND id IN (SELECT s.id FROM members m JOIN sessions s"
            " ON s.id = m.session WHERE m.phone = ? ORDER BY s.used DESC LIMIT 20) ORDER BY used DESC"
        )
        return [session_row(row) for row in self.rows(sql, [phone])]

    def recent_names(self, phone: int) -> list[str]:
        """Players' names in a phone's latest hundred games by the day played, the latest first, at most twelve."""
        sql = (
            "SELECT name FROM (SELECT t.name, latest.at, t.seat, row_number()"
            " OVER (PARTITION BY t.key ORDER BY latest.at DESC, t.seat) AS place"
            " FROM (SELECT at, session FROM members WHERE phone = ? ORDER BY at DESC LIMIT 100) latest"
            " JOIN seats t ON t.session = latest.session WHERE t.key IS NOT NULL) named"
            " WHERE place = 1 ORDER BY at DESC, seat LIMIT 12"
        )
        return [row["name"] for row in self.rows(sql, [phone])]

    def append(
        self,
        session: str,
        event: Event,
        following: Sequence[Event] = (),
        result: Mapping[str, Any] | None = None,
        beside: Beside | None = None,
        *,
        joins: bool = False,
    ) -> None:
        """Append an event and those `following` from it; returns once all that belongs to it is on disk.

        `result` is the one that it leads to: it has `totals` by seat, the `ranking`, and `figures` by seat if they are
        known. `beside` writes what is not in the log. If the phone `joins` with the event, it becomes a scorer.
        Nothing is written where it raises `StaleVersion`, as the log has this `act`, another event has the number or
        the session was deleted, `NotJoined` if the phone may not score there, or `StoreError`.
        """

        def job(db: Transaction) -> None:
            if joins:
                join(db, session, event.phone, "scorer", event.at)
            was_over = _check_append(db, session, event)
            insert_events(db, session, event, *following)
            _use(db, session)
            if beside is not None:  # before the result, which is stored for the seats that there are then
                beside(db, session, event)
            if event.kind in SCORED_KINDS and (was_over or result is not None):
                store_result(db, session, result, event.at)

        self.write(job, session)

    def versions(self, sessions: Sequence[str]) -> dict[str, int]:
        """The number of the latest event of each session, 0 before the first; -1 if there is no such session."""
        return _versions(self.rows, sessions)

    def store_figures(self, session: str, version: int, figures: Sequence[Mapping[str, Any]] | None) -> None:
        """Store the figures of a finished session by seat, empty ones for None, unless its version is a later one."""

        def job(db: Transaction) -> None:
            if figures is None or _versions(db.rows, [session])[session] == version:
                store_figures(db, session, figures)
                db.derive(Update("people", [session]))

        self.write(job, session)

    def events(self, session: str, after: int = 0, most: int = ALL) -> list[Event]:
        """The events of a session with numbers above `after`, at most `most` of them."""
        sql = "SELECT * FROM events WHERE session = ? AND number > ? ORDER BY number LIMIT ?"
        return self.database.parsed(event_of, self.rows(sql, [session, after, most]))


def _versions(rows: Rows, sessions: Sequence[str]) -> dict[str, int]:
    sql = f"SELECT id, {_VERSION} AS version FROM sessions s WHERE s.id IN ({marks(sessions)}) AND s.deleted IS NULL"
    found = {row["id"]: row["version"] for row in rows(sql, sessions)} if sessions else {}
    return {**dict.fromkeys(sessions, -1), **found}


def _check_append(db: Transaction, session: str, event: Event) -> bool:
    """Return whether the game was over; raise what `Store.append` raises if the event cannot be appended."""
    sql = (
        f"SELECT {_VERSION} AS version, result IS NOT NULL AS was_over,"
        " EXISTS (SELECT 1 FROM events WHERE session = s.id AND act = ?) AS has_act,"
        " EXISTS (SELECT 1 FROM members WHERE session = s.id AND phone = ? AND role <> 'viewer') AS may_act"
        " FROM sessions s WHERE s.id = ? AND s.deleted IS NULL"
    )
    found = db.rows(sql, [event.act, event.phone, session])
    if not found or found[0]["has_act"] or event.number != found[0]["version"] + 1:
        raise StaleVersion
    if not found[0]["may_act"]:
        raise NotJoined
    return bool(found[0]["was_over"])


def _use(db: Transaction, session: str) -> None:
    """Make a session the one that was used last."""
    # Where it is that already, nothing is written: two pages of the file less an entry.
    is_older = "EXISTS (SELECT 1 FROM sessions o WHERE o.used >= sessions.used AND o.id <> sessions.id)"
    db.execute(f"UPDATE sessions SET used = {db.next_use} WHERE id = ? AND {is_older}", [session])


def open_store(
    database: str | Path, extensions: Sequence[Extension], run: Run | None = None, *, is_server: bool = False
) -> Store:
    """Open the database, migrate it if needed; `run` executes its writing jobs. Raises `StoreError`."""
    if is_address(database):
        store = Store(back_end(str(database)).open_database(str(database), extensions, run))
    else:
        store = Store(SqliteDatabase(database, extensions, run, is_server=is_server))
    if is_server:
        count_missed(store)
    return store


def count_missed(store: Store) -> None:
    """Let extensions derive their rows of all tables if they were not here when this database was last served."""
    here = {each.name: each.derive for each in store.database.extensions if each.derive is not None}
    stored = store.maintenance.instance_value(COUNTING)
    before = set(here if stored is None else json.loads(stored))
    missed = [here[name] for name in here.keys() - before]

    def count(db: Transaction, sessions: Sequence[Mapping[str, Any]]) -> None:
        for row in sessions:
            for derive in missed:
                derive(db, Update("people" if row["deleted"] is None else "deleted", [row["id"]]))

    sessions = store.rows("SELECT id, deleted FROM sessions") if missed else []
    for several in in_slices(batches(sessions, _AT_ONCE)):
        store.write(partial(count, sessions=several))
    if stored is None or before != here.keys():
        store.maintenance.set_instance_value(COUNTING, json.dumps(sorted(here)))


def back_end(address: str) -> Any:
    """The module that has `open_database` and `check_address` for addresses of this kind; raises `StoreError`.

    The latter raises it where the address is not that of a companion's database, and changes nothing there.
    """
    from importlib.metadata import entry_points  # slow to import

    scheme = address.partition(":")[0]
    for point in entry_points(group=BACK_ENDS, name=scheme):
        with suppress(ModuleNotFoundError):  # its folder is not there
            return point.load()
    raise StoreError(
        "This companion has nothing that opens a database at {scheme}://. Install it anew, or name a file with"
        " --database.",
        scheme=scheme,
    )
