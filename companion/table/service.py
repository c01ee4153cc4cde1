"""The sessions of an instance: read them, and act on them: enter, undo, amend, end, sit, rematch. No Flask in it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec, TypeVar

from companion.engine import Message, RuleError
from companion.features import all_features, rooms as all_rooms
from companion.forms.form import Content, Part, Parts, Posted, Whole
from companion.forms.totals_only import NO_ENTRIES, NoEntries
from companion.live.live import Live
from companion.metrics import ACTS, CONFLICTS, RETRIES
from companion.storage import credentials
from companion.storage.error_messages import StoreError
from companion.storage.records import (
    SCORED_KINDS,
    Event,
    Rows,
    SessionRow,
    StaleVersion,
    Transaction,
    milliseconds,
    now,
)
from companion.storage.rows.seat_rows import change_seats
from companion.storage.rows.session_rows import insert_rematch
from companion.storage.store import Store
from companion.table.amending import seat_change
from companion.table.changes import (
    NO_CHANGE,
    Change,
    Conflict,
    Request,
    check_capacity,
    check_overlap,
    content_change,
    following_events,
    form_change,
    play_change,
    players_after,
    result_of,
)
from companion.table.invites import Devices, Invites
from companion.table.openings import Deletion, Openings
from companion.table.table import Table
from companion.table.table_loader import IncompatibleSession, TableLoader

P = ParamSpec("P")
T = TypeVar("T")

ChangeOf = Callable[[Table], Change]
"""Returns the change that a request makes of the table as it stands; raises what the request is refused with."""


class Tables:
    """All sessions of one instance, kept in memory while they are used and on disk always."""

    def __init__(
        self,
        store: Store,
        live: Live,
        key: bytes,
        clock: Callable[[], str] = now,
        may_open: Callable[[], bool] = lambda: True,
    ) -> None:
        """`clock` returns the ISO time of what is stored, `may_open` whether this request may open one more session."""
        self.store, self.live, self._clock, self.moment = store, live, clock, milliseconds
        self.invites = Invites(store, live, key)
        self.devices = Devices(store, live, self.invites)
        self.openings = Openings(store, self.invites, clock, may_open)
        self.loader = TableLoader(store)
        self.is_remote = store.database.is_remote
        self.deletion = Deletion(store, self.loader, live)

    @property
    def key(self) -> bytes:
        """The key of the instance, from which its links follow."""
        return self.invites.key

    def table(self, session: str) -> Table | None:
        """The table of a session as it stands; None where it does not exist."""
        return self.loader.table(session)

    def row(self, session: str) -> SessionRow | None:
        """The stored row of a session, which may be newer than that of its table in memory."""
        return self.store.session(session)

    def role(self, session: str, phone: int) -> str | None:
        """The role of a phone in a session; None if it has not joined."""
        return self.store.role(session, phone)

    def transfer(self, job: Callable[Concatenate[Store, P], T], *args: P.args, **named: P.kwargs) -> T:
        """Run an export from the database of this instance, or an import into it; returns what that returns."""
        return job(self.store, *args, **named)

    def read(self, query: Callable[Concatenate[Rows, P], T], *args: P.args, **named: P.kwargs) -> T:
        """What a query of a feature returns, such as a function of its `rows.py`."""
        return query(self.store.rows, *args, **named)

    def phone(self, token: str) -> int | None:
        """The number of the phone with this token; None if it has never opened or joined a session."""
        return self.phone_and_role(token, "")[0]

    def phone_and_role(self, token: str, session: str) -> tuple[int | None, str | None]:
        """The number of the phone with this token and its role in a session, by one query."""
        if not token:
            return None, None
        hashed = credentials.token_hash(token)
        found = self.store.phone_and_role(hashed, session)
        is_new = found[0] is None and "." in token and self.devices.take_over(token)
        return self.store.phone_and_role(hashed, session) if is_new else found

    def tables_of(self, phone: int) -> list[tuple[SessionRow, Table | IncompatibleSession | None]]:
        """The sessions that a phone used last, each with its table, or why it cannot be read; None if deleted since."""

        def read(row: SessionRow) -> Table | IncompatibleSession | None:
            try:
                return self.loader.table(row.id)
            except IncompatibleSession as error:
                return error

        return [(row, read(row)) for row in self.store.sessions_of(phone)]

    def phone_labels(self, session: str) -> dict[int, Message]:
        """A label for each phone that has joined: the host's, or a number in the order of joining."""
        return {
            phone: Message("the host's phone") if role == "host" else Message("phone {number}", number=number)
            for phone, (number, role) in self.store.members(session).items()
        }

    def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        """The version of each session, or room of a feature, that phones listen to; -1 if it is not there."""
        versions = self.store.versions([room for room in rooms if ":" not in room])
        for room in all_rooms().values():
            own = [each for each in rooms if each.startswith(f"{room.name}:")]
            versions |= room.versions(self.store, own) if own else {}
        return versions

    def write(self, job: Callable[[Transaction], T], session: str | None = None) -> T:
        """Run a feature's `job` in a transaction, which is on disk when this returns."""
        return self.store.write(job, session)

    def store_figures(self, session: str, version: int, figures: Sequence[Mapping[str, Any]] | None) -> None:
        """Store the figures of a finished game by seat, empty ones for None, unless its version is a later one."""
        self.store.store_figures(session, version, figures)

    def enter(self, session: str, request: Request, content: Posted | Content) -> Table:
        """Enter what a posted form says, or parts or an entry; see `form_change` and `content_change`."""
        if isinstance(content, Part | Parts | Whole):
            return self.act(session, request, lambda table: content_change(table, content, request.base_version))
        return self.act(session, request, lambda table: form_change(table, request, content))

    def sit(self, session: str, request: Request, role: str, seat: int, taken: bool, *, joins: bool = False) -> Table:
        """Take a seat for a phone, which `joins` with it, or leave it, whatever version of the table it saw."""
        at_any_version = replace(request, base_version=0)
        return self.act(
            session, at_any_version, lambda table: seat_change(table, request.phone, role, seat, taken, joins=joins)
        )

    def rematch(self, session: str, request: Request) -> str:
        """Open another session of the same game and players, with the same phones; returns its id."""

        def change_of(table: Table) -> Change:
            if not table.state.finished:
                raise RuleError("This game is still running; end it before a rematch.")
            if self.still_there(table.rematch):
                return NO_CHANGE
            new = self.openings.new_rematch(table, request.key, request.phone, self.moment())
            body = {"session": new.row.id}
            return Change("rematch", body, beside=lambda db, session, _: insert_rematch(db, session, new))

        opened = self.act(session, request, change_of).rematch
        if opened is None:
            raise Conflict(())
        return opened

    def still_there(self, session: str | None) -> str | None:
        """Return the id of a session that was opened, such as a rematch, unless it has been deleted since."""
        return session if session and self.row(session) else None

    def act(self, session: str, request: Request, change_of: ChangeOf) -> Table:
        """Do a request once, by the change that it makes of the table as it stands."""
        with CONFLICTS.count_exceptions(Conflict), self.loader.locked(session):
            while True:
                table = self.loader.table(session)
                if table is None:
                    raise Conflict(())
                if (done := table.log.by_key.get(request.key)) is not None:
                    if done.sent != request.request_digest:
                        raise Conflict([done])
                    return table
                if table.row.is_totals_only:
                    raise NoEntries(NO_ENTRIES)
                if table.read_only is not None:
                    raise RuleError(table.read_only)
                if request.base_version > table.version:
                    raise Conflict(())
                change = change_of(table)
                if change is NO_CHANGE:
                    return table
                try:
                    return self._append(table, request, change)
                except StaleVersion:
                    # Another process was first, or deleted the session: load it again.
                    RETRIES.inc()
                    self.loader.cache.pop(session, None)

    def _append(self, table: Table, request: Request, change: Change) -> Table:
        """Store a change as the next event of the log, then show the table after it."""
        splice, played = play_change(table, change)
        check_overlap(table, request.base_version, change)
        check_capacity(table, change)
        event = Event(table.version + 1, request.key, request.request_digest, change.kind, change.body,
                      request.phone, self._clock())  # fmt: skip
        after = table.copy()
        after.take_in(event, splice, played)
        following = following_events(table, after, event, self.moment())
        after.catch_up(following)
        if after.fault is not None:
            raise RuleError(after.fault)
        players = players_after(table, after, change)
        beside = change.beside if players is None else lambda db, session, _: change_seats(db, session, players)
        result = result_of(after) if after.state.finished and change.kind in SCORED_KINDS else None
        self.store.append(table.id, event, following, result, beside, joins=change.joins)
        ACTS.labels(change.kind).inc()
        if players is None:
            self.loader.cache[table.id] = after
        else:  # their names are not in the log
            self.loader.cache.pop(table.id, None)
            renewed = self.loader.table(table.id)
            if renewed is None:
                raise Conflict(())
            after = renewed
        self.live.wake(table.id, after)
        if change.kind in SCORED_KINDS and (result is not None or table.state.finished):
            for feature in all_features():
                if feature.result_stored is not None:
                    feature.result_stored(self, table.id)
        return after

    def is_leader(self) -> bool:
        """Whether this process does what one of an instance does."""
        return self.store.database.is_leader()

    def health(self) -> StoreError | None:
        """Why the database cannot be read or written; None if it can."""
        return self.store.maintenance.health()

    def record_damage(self) -> StoreError:
        """Note that a stored row is not as it was stored; returns the error to answer with."""
        return self.store.database.record_damage()

    def close(self) -> None:
        """Close the database."""
        self.store.close()

    def counts(self) -> dict[str, int]:
        """How many sessions are in memory, and how many phones listen to how many of them."""
        return {"sessions": len(self.loader.cache), **self.live.counts()}

    def stored_counts(self) -> dict[str, int]:
        """How many jobs wait for the database, and how many sessions it has, if it answers."""
        counts = {"database_waiting": self.store.database.waiting()}
        with suppress(StoreError):
            counts["tables_stored"] = self.store.maintenance.count_tables()
        return counts
