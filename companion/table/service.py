"""The sessions of an instance: read them, and act on them: enter, undo, amend, end, sit, rematch. No Flask in it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from companion.engine import Message, RuleError, State
from companion.engine.pages.form import Part, Parts, Whole
from companion.engine.pages.parts import Newcomer
from companion.engine.scoring.scoresheet import END
from companion.engine.totals_only import NoEntries
from companion.features import hooks
from companion.features import rooms as all_rooms
from companion.live.live import Live
from companion.metrics import ACTS, CONFLICTS, RETRIES
from companion.storage import credentials
from companion.storage.database import Append
from companion.storage.error_messages import StoreError
from companion.storage.records import SCORED_KINDS, Event, SessionRow, StaleVersion, milliseconds, now
from companion.storage.rows.session_rows import insert_rematch
from companion.storage.store import Store
from companion.table import actions
from companion.table import version_checks as checks
from companion.table.corrections import Correction, correction_intent, same_amendment
from companion.table.deletion import Deletion
from companion.table.invites import Invites
from companion.table.openings import Openings
from companion.table.table import Table
from companion.table.table_loader import IncompatibleSession, TableLoader
from companion.table.visible_log import phone_labels

Intend = Callable[[Table], actions.Intent]
"""Makes of the current table what an action does; raises what the action is refused with."""


class Sessions:
    """All sessions of one instance, kept in memory while they are used and on disk always.

    `table` is that of the loader; `row` is `Store.session`, newer than the row of a table in memory; `role` is that of
    the store, and `health` that of its maintenance.
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
        self.store = store
        self.live = live
        self.key = key
        self._clock = clock
        self.moment = moment
        self.invites = Invites(store, live, key)
        self.openings = Openings(store, self.invites, key, clock, lambda: self.moment(), may_open)
        self.tables = TableLoader(store)
        self.table, self.row, self.role = self.tables.table, store.session, store.role
        self.health = store.maintenance.health
        self.deletion = Deletion(store, self.tables, live)

    # read

    def phone(self, token: str) -> int | None:
        """The number of the phone with this token; None if it has never opened or joined a session."""
        return self.store.phone(credentials.token_hash(token)) if token else None

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
        return self._preview(table, lambda table: actions.amendment_intent(table, kind, body, role))

    def preview_options(
        self, table: Table, options: Mapping[str, Any], role: str, newcomer: Newcomer | None = None
    ) -> State:
        """The state that changed options would lead to; changes nothing. `RuleError` where they cannot change so."""
        return self._preview(table, lambda table: actions.options_intent(table, options, role, newcomer))

    def _preview(self, table: Table, intend: Intend) -> State:
        with self.tables.locked(table.id):
            intent = intend(table)
            if intent.kind == "nothing":
                return table.state
            actions.check_capacity(table, intent)
            return actions.plan(table, intent).state

    # change

    def enter(self, session: str, action: actions.Action, entered: checks.PostedEntry | Part | Parts | Whole) -> Table:
        """Append parts or an entry, which a posted form is read as on the current table.

        Raises what `posted_intent` does, and `Conflict` where the question of a posted form is answered otherwise, or,
        without a question, where the base version is outdated.
        """

        def intend(table: Table) -> actions.Intent:
            if not isinstance(entered, checks.PostedEntry):
                return actions.entry_intent(table, entered)
            already = checks.check_question(table, action.base_version, entered)
            return already or checks.posted_intent(table, action, entered)

        has_question = isinstance(entered, checks.PostedEntry) and entered.question is not None
        return self.act(session, action, intend, checks.check_known if has_question else checks.check_running)

    def undo(self, session: str, action: actions.Action, role: str, number: int | None = None) -> Table:
        """Undo the last action, which the phone knows as event `number`; some actions only the host may undo."""
        return self._turn(session, action, "undo", role, number)

    def redo(self, session: str, action: actions.Action, role: str, number: int | None = None) -> Table:
        """Redo the last undone action, which the phone knows as event `number`."""
        return self._turn(session, action, "redo", role, number)

    def _turn(self, session: str, action: actions.Action, kind: str, role: str, number: int | None) -> Table:
        def intend(table: Table) -> actions.Intent:
            return checks.already_done(table, action.base_version, kind, number) or actions.turn_intent(
                table, kind, role
            )

        return self.act(session, action, intend)

    def amend(self, session: str, action: actions.Action, kind: str, body: Any, role: str) -> Table:
        """Correct, remove or insert an earlier entry; `AmendmentBlocked` where a later one could not stand then."""

        def intend(table: Table) -> actions.Intent:
            already = same_amendment(table, action.base_version, kind, body)
            return already or actions.amendment_intent(table, kind, body, role)

        return self.act(session, action, intend)

    def correct(self, session: str, action: actions.Action, correction: Correction, value: Any, role: str) -> Table:
        """Merge a correction into its entry; `Conflict` if the result is not `value`, which the phone was shown.

        Raises `AmendmentBlocked` where a later entry could not stand then.
        """
        return self.act(session, action, lambda table: correction_intent(table, correction, value, role))

    def change_options(
        self,
        session: str,
        action: actions.Action,
        options: Mapping[str, Any],
        role: str,
        newcomer: Newcomer | None = None,
    ) -> Table:
        """Change options of a running game or add a late player; `AmendmentBlocked` if an entry becomes invalid."""

        def intend(table: Table) -> actions.Intent:
            return actions.options_intent(
                table, options, role, checks.still_to_come(table, action.base_version, newcomer)
            )

        return self.act(session, action, intend)

    def end(self, session: str, action: actions.Action) -> Table:
        """End the game with the current totals as final."""

        def intend(table: Table) -> actions.Intent:
            if table.state.finished:
                return actions.Intent("nothing", None)
            checks.check_unchanged(table, action.base_version)
            return actions.entry_intent(table, Whole(END))

        return self.act(session, action, intend)

    def sit(self, session: str, action: actions.Action, role: str, seat: int, taken: bool) -> Table:
        """Take a seat for a phone, or leave it. `RuleError` where another phone sits there."""
        return self.act(
            session, action, lambda table: actions.seat_intent(table, action.phone, role, seat, taken), None
        )

    def draw(self, session: str, action: actions.Action, what: str, seat: int | None = None) -> Table:
        """Draw who begins, the order or the teams before the first entry, or choose the `seat` that begins."""
        return self.act(session, action, lambda table: actions.draw_intent(table, action.base_version, what, seat))

    def rematch(self, session: str, action: actions.Action) -> str:
        """Open another session of the same game and players, with the same phones; returns its id."""

        def opening(table: Table) -> actions.Intent:
            if not table.state.finished:
                raise RuleError("This game is still running; end it before a rematch.")
            if self.still_there(table.rematch):
                return actions.Intent("nothing", None)
            new = self.openings.new_rematch(table, action.key, action.phone)
            body = {"session": new.row.id}
            return actions.Intent("rematch", body, beside=lambda db, session, _: insert_rematch(db, session, new))

        opened = self.act(session, action, opening).rematch
        if opened is None:
            raise checks.Conflict(())
        return opened

    def still_there(self, session: str | None) -> str | None:
        """Return the id of a session that was opened, such as a rematch, unless it has been deleted since."""
        return session if session and self.row(session) else None

    def act(
        self,
        session: str,
        action: actions.Action,
        intend: Intend,
        check: Callable[[Table, int], None] | None = checks.check_known,
    ) -> Table:
        """Do once what `intend` makes of the current table.

        `check` may refuse the base version of the action before anything is read; without it any version is accepted.
        """
        with CONFLICTS.count_exceptions(checks.Conflict), self.tables.locked(session):
            while True:
                table = self.table(session)
                if table is None:
                    raise checks.Conflict(())
                if action.key in table.log.by_key:
                    return checks.repeated(table, action)
                if table.row.is_totals_only:
                    raise NoEntries
                if check is not None:
                    check(table, action.base_version)
                try:
                    return self._append(table, action, intend(table))
                except StaleVersion:
                    # Another process was first, or deleted the session: load it again.
                    RETRIES.inc()
                    self.tables.cache.pop(session)

    def _append(self, table: Table, action: actions.Action, intent: actions.Intent) -> Table:
        if intent.kind == "nothing":
            return table
        planned = actions.plan(table, intent)
        checks.check_overlap(table, action.base_version, intent)
        actions.check_capacity(table, intent)
        event = Event(
            table.version + 1, action.key, action.request_digest, intent.kind, intent.body, action.phone, self._clock()
        )
        append = Append(event, result=planned.result, beside=planned.beside)
        if table.kept:
            append = actions.with_following(append, planned, self.moment())
        if self.store.append(table.id, append) is not None:
            raise StaleVersion
        ACTS.labels(event.kind).inc()
        changes_result = event.kind in SCORED_KINDS and (append.result is not None or table.state.finished)
        table = self._updated(planned, append)
        self.live.wake(table.id, table)
        if changes_result:
            for show in hooks("result_stored"):
                show(self, table.id)
        return table

    def _updated(self, planned: actions.Plan, append: Append) -> Table:
        """Return the table in memory after an append; where its players changed, it is read again with their names."""
        table = planned.table
        if planned.players is not None:
            self.tables.cache.pop(table.id)
            renewed = self.table(table.id)
            if renewed is None:
                raise checks.Conflict(())
            return renewed
        try:
            if table.version < append.event.number:  # another thread may have read the event meanwhile
                table.take_in(append.event, planned.amendment, planned.played)
                table.catch_up(append.following)
        except BaseException:
            self.tables.cache.pop(table.id)
            raise
        return table

    def counts(self) -> dict[str, int]:
        """How many sessions are in memory, and how many phones listen to how many of them."""
        return {"sessions": len(self.tables.cache), **self.live.counts()}

    def stored_counts(self) -> dict[str, int]:
        """How many jobs wait for the database, and how many sessions it has, if it answers."""
        counts = {"database_waiting": self.store.database.waiting()}
        with suppress(StoreError):
            counts["tables_stored"] = self.store.maintenance.count_tables()
        return counts
