"""The sessions of an instance: read them, and act on them: enter, undo, amend, end, sit, rematch. No Flask in it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from companion.engine import Message, RuleError, State
from companion.features import hooks
from companion.features import rooms as all_rooms
from companion.forms.form import Whole
from companion.forms.parts import Newcomer
from companion.forms.totals_only import NoEntries
from companion.live.live import Live
from companion.metrics import ACTS, CONFLICTS, RETRIES
from companion.scoring.scoresheet import END
from companion.storage import credentials
from companion.storage.error_messages import StoreError
from companion.storage.records import SCORED_KINDS, Event, Rows, SessionRow, StaleVersion, milliseconds, now
from companion.storage.rows.session_rows import insert_rematch
from companion.storage.store import Store
from companion.table import actions, changes
from companion.table.actions import NO_CHANGE, Conflict, Intent, PostedForm, Request
from companion.table.corrections import Correction, correction_intent, same_amendment
from companion.table.deletion import Deletion
from companion.table.devices import Devices
from companion.table.invites import Invites
from companion.table.openings import Openings
from companion.table.table import Table
from companion.table.table_loader import IncompatibleSession, TableLoader
from companion.table.visible_log import phone_labels

P = ParamSpec("P")
T = TypeVar("T")

Intend = Callable[[Table], Intent]
"""Makes of the current table what an action does; raises what the action is refused with."""


class Tables:
    """All sessions of one instance, kept in memory while they are used and on disk always.

    `row` reads the stored row, which may be newer than that of a table in memory.
    """

    def __init__(
        self,
        store: Store,
        live: Live,
        key: bytes,
        clock: Callable[[], str] = now,
        moment: Callable[[], int] = milliseconds,
        may_open: Callable[[], bool] = lambda: True,
    ) -> None:
        """`clock` returns the ISO time at which sessions are opened and events appended, `moment` the milliseconds.

        `may_open` says whether the current request may open one more session.
        """
        self.store, self.live, self.key, self._clock, self.moment = store, live, key, clock, moment
        self.invites = Invites(store, live, key)
        self.devices = Devices(store, live, self.invites)
        self.openings = Openings(store, self.invites, key, clock, lambda: self.moment(), may_open)
        self.loader = TableLoader(store)
        self.table, self.row, self.role = self.loader.table, store.session, store.role
        self.write, self.store_figures, self.close = store.write, store.store_figures, store.close
        self.health, self.is_leader = store.maintenance.health, store.database.is_leader
        self.is_remote, self.record_damage = store.database.is_remote, store.database.record_damage
        self.deletion = Deletion(store, self.loader, live)

    # read

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
                return self.table(row.id)
            except IncompatibleSession as error:
                return error

        return [(row, read(row)) for row in self.store.sessions_of(phone)]

    def phone_labels(self, session: str) -> dict[int, Message]:
        """A label for each phone that has joined: the host's, or a number in the order of joining."""
        return phone_labels(self.store.members(session))

    def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        """The version of each session, or room of a feature, that phones listen to; -1 if it is not there."""
        versions = self.store.versions([room for room in rooms if ":" not in room])
        for room in all_rooms().values():
            own = [each for each in rooms if each.startswith(f"{room.name}:")]
            versions |= room.versions(self.store, own) if own else {}
        return versions

    def preview_amendment(self, table: Table, kind: str, body: Any, role: str) -> State:
        """The state an amendment would lead to; changes nothing. `RuleError` where it is invalid."""
        return self._preview(table, lambda table: changes.amendment_intent(table, kind, body, role))

    def preview_options(
        self, table: Table, options: Mapping[str, Any], role: str, newcomer: Newcomer | None = None
    ) -> State:
        """The state that changed options would lead to; changes nothing. `RuleError` where they cannot change so."""
        return self._preview(table, lambda table: changes.options_intent(table, options, role, newcomer))

    def _preview(self, table: Table, intend: Intend) -> State:
        with self.loader.locked(table.id):
            intent = intend(table)
            if intent.kind == NO_CHANGE.kind:
                return table.state
            actions.check_capacity(table, intent)
            return actions.plan(table, intent).state

    # change

    def enter(self, session: str, action: Request, entered: PostedForm | actions.Parsed) -> Table:
        """Append parts or an entry; see `entered_intent`."""
        return self.act(session, action, partial(actions.entered_intent, action=action, entered=entered))

    def undo(self, session: str, action: Request, role: str, number: int | None = None, *, redo: bool = False) -> Table:
        """Undo the last action, or redo the last undone one, which the phone knows as event `number`.

        Some actions only the host may undo.
        """
        kind, seen = "redo" if redo else "undo", action.base_version
        return self.act(session, action, lambda table: changes.turn_intent(table, seen, kind, role, number))

    def amend(self, session: str, action: Request, kind: str, body: Any, role: str) -> Table:
        """Correct, remove or insert an earlier entry; `AmendmentBlocked` where a later one could not stand then."""

        def intend(table: Table) -> Intent:
            if same_amendment(table, action.base_version, kind, body):
                return NO_CHANGE
            return changes.amendment_intent(table, kind, body, role)

        return self.act(session, action, intend)

    def correct(self, session: str, action: Request, correction: Correction, value: Any, role: str) -> Table:
        """Merge a correction into its entry; `Conflict` if the result is not `value`, which the phone was shown.

        Raises `AmendmentBlocked` where a later entry could not stand then.
        """
        return self.act(session, action, lambda table: correction_intent(table, correction, value, role))

    def change_options(
        self, session: str, action: Request, options: Mapping[str, Any], role: str, newcomer: Newcomer | None = None
    ) -> Table:
        """Change options of a running game or add a late player; `AmendmentBlocked` if an entry becomes invalid."""

        def intend(table: Table) -> Intent:
            late = changes.still_to_come(table, action.base_version, newcomer)
            return changes.options_intent(table, options, role, late)

        return self.act(session, action, intend)

    def end(self, session: str, action: Request) -> Table:
        """End the game with the current totals as final."""

        def intend(table: Table) -> Intent:
            if table.state.finished:
                return NO_CHANGE
            actions.check_unchanged(table, action.base_version)
            return actions.entry_intent(table, Whole(END))

        return self.act(session, action, intend)

    def sit(self, session: str, action: Request, role: str, seat: int, taken: bool, *, joins: bool = False) -> Table:
        """Take a seat for a phone, which `joins` with it, or leave it. `RuleError` where another phone sits there."""
        intend: Intend = lambda table: changes.seat_intent(table, action.phone, role, seat, taken, joins=joins)  # noqa: E731
        return self.act(session, action, intend, at_any_version=True)

    def draw(self, session: str, action: Request, what: str, seat: int | None = None) -> Table:
        """Draw who begins, the order or the teams before the first entry, or choose the `seat` that begins."""
        return self.act(session, action, lambda table: changes.draw_intent(table, action.base_version, what, seat))

    def rematch(self, session: str, action: Request) -> str:
        """Open another session of the same game and players, with the same phones; returns its id."""

        def opening(table: Table) -> Intent:
            if not table.state.finished:
                raise RuleError("This game is still running; end it before a rematch.")
            if self.still_there(table.rematch):
                return NO_CHANGE
            new = self.openings.new_rematch(table, action.key, action.phone)
            body = {"session": new.row.id}
            return Intent("rematch", body, beside=lambda db, session, _: insert_rematch(db, session, new))

        opened = self.act(session, action, opening).rematch
        if opened is None:
            raise Conflict(())
        return opened

    def still_there(self, session: str | None) -> str | None:
        """Return the id of a session that was opened, such as a rematch, unless it has been deleted since."""
        return session if session and self.row(session) else None

    def act(self, session: str, action: Request, intend: Intend, *, at_any_version: bool = False) -> Table:
        """Do once what `intend` makes of the current table, `at_any_version` also for a phone that saw a later one."""
        with CONFLICTS.count_exceptions(Conflict), self.loader.locked(session):
            while True:
                table = self.table(session)
                if table is None:
                    raise Conflict(())
                if (done := table.log.by_key.get(action.key)) is not None:
                    if done.sent != action.request_digest:
                        raise Conflict([done])
                    return table
                if table.row.is_totals_only:
                    raise NoEntries
                if table.read_only is not None:
                    raise RuleError(table.read_only)
                if action.base_version > table.version and not at_any_version:
                    raise Conflict(())
                try:
                    return self._append(table, action, intend(table))
                except StaleVersion:
                    # Another process was first, or deleted the session: load it again.
                    RETRIES.inc()
                    self.loader.cache.pop(session)

    def _append(self, table: Table, action: Request, intent: Intent) -> Table:
        if intent.kind == NO_CHANGE.kind:
            return table
        planned = actions.plan(table, intent)
        actions.check_overlap(table, action.base_version, intent)
        actions.check_capacity(table, intent)
        kind, number = intent.kind, table.version + 1
        event = Event(number, action.key, action.request_digest, kind, intent.body, action.phone, self._clock())
        append = planned.append(event, self.moment)
        if self.store.append(table.id, append) is not None:
            raise StaleVersion
        ACTS.labels(kind).inc()
        changes_result = kind in SCORED_KINDS and (append.result is not None or table.state.finished)
        # A change of players is read again, with their names.
        if planned.players is not None:
            self.loader.cache.pop(table.id)
            renewed = self.table(table.id)
            if renewed is None:
                raise Conflict(())
            table = renewed
        elif table.version < number:  # another thread may have read the event meanwhile
            try:
                table.take_in(event, planned.amendment, planned.played)
                table.catch_up(append.following)
            except BaseException:
                self.loader.cache.pop(table.id)
                raise
        self.live.wake(table.id, table)
        if changes_result:
            for show in hooks("result_stored"):
                show(self, table.id)
        return table

    def counts(self) -> dict[str, int]:
        """How many sessions are in memory, and how many phones listen to how many of them."""
        return {"sessions": len(self.loader.cache), **self.live.counts()}

    def stored_counts(self) -> dict[str, int]:
        """How many jobs wait for the database, and how many sessions it has, if it answers."""
        counts = {"database_waiting": self.store.database.waiting()}
        with suppress(StoreError):
            counts["tables_stored"] = self.store.maintenance.count_tables()
        return counts
