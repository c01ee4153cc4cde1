"""The sessions of an instance: read them, and act on them: enter, undo, amend, end, sit, rematch. No Flask in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Message, RuleError, State
from companion.game.pages.form import Part, Parts, Whole
from companion.game.pages.widening import Newcomer
from companion.game.totals_only import NoEntries
from companion.metrics import CONFLICTS, RETRIES, act_counter
from companion.scoring.scoresheet import END
from companion.scoring.setup_reader import read_setup
from companion.sessions.actions import (
    Action,
    Intent,
    amendment_intent,
    check_capacity,
    draw_intent,
    entry_intent,
    options_intent,
    plan,
    players_after,
    redo_intent,
    result_after,
    seat_intent,
    state_after,
    undo_intent,
)
from companion.sessions.club.evenings import Evenings
from companion.sessions.corrections import Correction, correction_intent, same_amendment
from companion.sessions.deletion import Deletion
from companion.sessions.edits.player_edits import PlayerEdits
from companion.sessions.entry_confirmations import read_entry
from companion.sessions.invites import Invites
from companion.sessions.live.live import Live
from companion.sessions.openings import Openings
from companion.sessions.photos.albums import Albums
from companion.sessions.setup_templates import TemplateService
from companion.sessions.table.clock import after
from companion.sessions.table.clock_actions import ClockTap, carried_clock, clock_intent, following_event, timed
from companion.sessions.table.event_points import points_of
from companion.sessions.table.notes import carried_over
from companion.sessions.table.table import Points, Table, new_table
from companion.sessions.table.table_loader import TableLoader
from companion.sessions.version_checks import (
    Conflict,
    PostedEntry,
    already_done,
    already_over,
    check_known,
    check_overlap,
    check_question,
    check_running,
    check_unchanged,
    repeated,
    still_to_come,
)
from companion.storage.records import SIDE_EVENTS, Event, StaleVersion, milliseconds, now
from companion.storage.store import Store
from companion.time_slices import Slices


class Sessions:
    """All sessions of one instance, kept in memory while they are used and on disk always."""

    def __init__(
        self,
        store: Store,
        live: Live,
        key: bytes,
        clock: Callable[[], str] = now,
        moment: Callable[[], int] = milliseconds,
    ) -> None:
        """`clock` returns the ISO time at which sessions are opened and events appended, `moment` the milliseconds."""
        self.store = store
        self.live = live
        self.key = key
        self._clock = clock
        self.moment = moment
        self.invites = Invites(store, live, key)
        self.openings = Openings(store, self.invites, key, clock, lambda: self.moment())
        self.setup_templates = TemplateService(store)
        self.tables = TableLoader(store)
        self.deletion = Deletion(store, self.tables, live)
        self.players = PlayerEdits(store, self.tables, live, self.deletion)
        self.evenings = Evenings(store, live, self.openings)
        self.albums = Albums(store, self.act)

    # read

    def table(self, session: str) -> Table | None:
        """The current session, as `TableLoader.table` gives it."""
        return self.tables.table(session)

    def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        """The version of each session, or room of an evening, that phones listen to; -1 if it is not there."""
        evenings = self.evenings.versions(rooms)
        return evenings | self.store.versions([room for room in rooms if room not in evenings])

    def points_of(self, table: Table, first: int, last: int) -> Mapping[int, Points]:
        """The points before and after the actions from event `first` to event `last`, by their numbers."""
        return points_of(table, first, last, Slices())

    def preview_amendment(self, table: Table, kind: str, body: Any, role: str) -> State:
        """The state an amendment would lead to; changes nothing. `RuleError` where it is invalid."""
        with self.tables.locked(table.id):
            intent = amendment_intent(table, kind, body, role)
            if intent.kind == "nothing":
                return table.state
            check_capacity(table, intent)
            amendment, played = plan(table, intent)
            return played[-1].state if played else table.states[amendment.start]

    # change

    def enter(self, session: str, action: Action, entered: PostedEntry | Part | Parts | Whole) -> Table:
        """Append parts or an entry, which a posted form is read as on the current table.

        Raises what `read_entry` does, and `Conflict` where the question of a posted form is answered otherwise, or,
        without a question, where the base version is outdated.
        """
        question = entered.question if isinstance(entered, PostedEntry) else None

        def intend(table: Table) -> Intent:
            if not isinstance(entered, PostedEntry):
                return entry_intent(table, entered)
            already = check_question(table, action.base_version, entered)
            return already or entry_intent(table, read_entry(table, action, entered))

        return self._perform(session, action, intend, check_running if question is None else check_known)

    def undo(self, session: str, action: Action, role: str, number: int | None = None) -> Table:
        """Undo the last action, which the phone knows as event `number`; some actions only the host may undo."""
        return self._perform(
            session,
            action,
            lambda table: already_done(table, action.base_version, "undo", number) or undo_intent(table, role),
            check_known,
        )

    def redo(self, session: str, action: Action, role: str, number: int | None = None) -> Table:
        """Redo the last undone action, which the phone knows as event `number`."""
        return self._perform(
            session,
            action,
            lambda table: already_done(table, action.base_version, "redo", number) or redo_intent(table, role),
            check_known,
        )

    def amend(self, session: str, action: Action, kind: str, body: Any, role: str) -> Table:
        """Correct, remove or insert an earlier entry; `AmendmentBlocked` where a later one could not stand then."""
        return self._perform(
            session,
            action,
            lambda table: (
                same_amendment(table, action.base_version, kind, body) or amendment_intent(table, kind, body, role)
            ),
            check_known,
        )

    def correct(self, session: str, action: Action, correction: Correction, value: Any, role: str) -> Table:
        """Merge a correction into its entry; `Conflict` if the result is not `value`, which the phone was shown.

        Raises `AmendmentBlocked` where a later entry could not stand then.
        """
        return self.act(session, action, lambda table: correction_intent(table, correction, value, role))

    def preview_options(
        self, table: Table, options: Mapping[str, Any], role: str, newcomer: Newcomer | None = None
    ) -> State:
        """The state that changed options would lead to; changes nothing. `RuleError` where they cannot change so."""
        with self.tables.locked(table.id):
            intent = options_intent(table, options, role, newcomer)
            if intent.kind == "nothing":
                return table.state
            _, played = plan(table, intent)
            return played[-1].state if played else table.state

    def change_options(
        self, session: str, action: Action, options: Mapping[str, Any], role: str, newcomer: Newcomer | None = None
    ) -> Table:
        """Change options of a running game or add a late player; `AmendmentBlocked` if an entry becomes invalid."""

        def intend(table: Table) -> Intent:
            return options_intent(table, options, role, still_to_come(table, action.base_version, newcomer))

        return self._perform(session, action, intend, check_known)

    def end(self, session: str, action: Action) -> Table:
        """End the game with the current totals as final."""

        def intend(table: Table) -> Intent:
            if already := already_over(table):
                return already
            check_unchanged(table, action.base_version)
            return entry_intent(table, Whole(END))

        return self._perform(session, action, intend, check_known)

    def sit(self, session: str, action: Action, role: str, seat: int, taken: bool) -> Table:
        """Take a seat for a phone, or leave it. `RuleError` where another phone sits there."""
        return self._perform(session, action, lambda table: seat_intent(table, action.phone, role, seat, taken))

    def act(self, session: str, action: Action, intend: Callable[[Table], Intent]) -> Table:
        """Do what `intend` makes of the current table, which raises what the action is refused with."""
        return self._perform(session, action, intend, check_known)

    def draw(self, session: str, action: Action, what: str, seat: int | None = None) -> Table:
        """Draw who begins, the order or the teams before the first entry, or choose the `seat` that begins."""
        return self.act(session, action, lambda table: draw_intent(table, action.base_version, what, seat))

    def tap_clock(self, session: str, action: Action, tap: ClockTap) -> Table:
        """Start, pause, pass on or remove the clock of a table; what is done already is left."""
        return self.act(session, action, lambda table: clock_intent(table, tap, self.moment()))

    def rematch(self, session: str, action: Action) -> str:
        """Open another session of the same game and players, with the same phones; returns its id."""

        def opening(table: Table) -> Intent:
            if not table.state.finished:
                raise RuleError(Message("This game is still running; end it before a rematch."))
            if self.rematch_of(table):
                return Intent("nothing", None)
            options = table.game.form.rematch(table.setup.options, table.setup.seats)
            setup = read_setup(table.game, list(table.setup.players), options)
            claims = {str(seat): phone for seat, phone in table.claims.items()}
            stored = {"hidden": table.row.hidden, "claims": claims, "anonymous": table.row.anonymous}
            new = self.openings.new_session(table.game, setup, stored)
            fresh = new_table(new.row, table.game.with_options(setup.options), setup)
            bodies = {"note": carried_over(table.notes), "clock": carried_clock(table.clock, fresh, self.moment())}
            carried = [
                Event(number, f"carried-{number}-{action.key[:48]}", b"", kind, body, action.phone, self._clock())
                for number, (kind, body) in enumerate([each for each in bodies.items() if each[1]], 1)
            ]
            return Intent("rematch", {"session": new.row.id}, opens=replace(new, events=carried))

        opened = self._perform(session, action, opening, check_known).rematch
        if opened is None:
            raise Conflict(())
        return opened

    def rematch_of(self, table: Table) -> str | None:
        """The rematch that was opened from a session, unless it has been deleted since."""
        return table.rematch if table.rematch and self.store.session(table.rematch) else None

    def _perform(
        self,
        session: str,
        action: Action,
        intend: Callable[[Table], Intent],
        check: Callable[[Table, int], None] | None = None,
    ) -> Table:
        """Perform an action once.

        `check` may refuse its base version before anything is read; without it any version is accepted.
        """
        with CONFLICTS.count_exceptions(Conflict), self.tables.locked(session):
            while True:
                table = self.table(session)
                if table is None:
                    raise Conflict(())
                if action.key in table.log.by_key:
                    return repeated(table, action)
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

    def _append(self, table: Table, action: Action, intent: Intent) -> Table:
        if intent.kind == "nothing":
            return table
        amendment, played = plan(table, intent)
        if intent.kind not in ("undo", "redo", *SIDE_EVENTS):
            check_overlap(table, action.base_version, intent)
        check_capacity(table, intent)
        event = Event(
            table.version + 1, action.key, action.request_digest, intent.kind, intent.body, action.phone, self._clock()
        )
        if table.row.rules < table.game.rules_version and not table.row.is_totals_only:
            self.store.raise_rules(table.id, table.version, table.game.rules_version)
            table.row = self.store.session(table.id) or table.row
        players = players_after(table, intent, amendment)
        result = result_after(table, intent, amendment, played)
        result, following = self._with_clock(table, event, state_after(table, amendment, played), result)
        more = intent.opens, players, following, intent.stores
        if self.store.append(table.id, event, result, *more) is not None:
            raise StaleVersion
        act_counter(event.kind).inc()
        is_of_result = event.kind not in SIDE_EVENTS and (result is not None or table.record.states[-1].finished)
        if players is not None:
            table = self._renewed(table.id)
        else:
            try:
                if table.version < event.number:  # another thread may have read the event meanwhile
                    table.apply(event, played)
                    table.catch_up([following] if following else [])
            except BaseException:
                self.tables.cache.pop(table.id)
                raise
            self.live.wake(table.id, table)
        if is_of_result:
            self.evenings.result_changed(table.id)
        return table

    def _with_clock(
        self, table: Table, event: Event, state: State, result: Mapping[str, Any] | None
    ) -> tuple[Mapping[str, Any] | None, Event | None]:
        """Return the result with the length of the game, and the clock's event that follows from an event."""
        if table.clock is None:
            return result, None
        following = following_event(table, event, state, self.moment())
        clock = table.clock if following is None else after(table.clock, following.body)
        return timed(result, clock), following

    def _renewed(self, session: str) -> Table:
        """The table of a session whose players have changed, read again with their names."""
        self.tables.cache.pop(session)
        table = self.table(session)
        if table is None:
            raise Conflict(())
        self.live.wake(session, table)
        return table

    def counts(self) -> dict[str, int]:
        """How many sessions are in memory, and how many phones listen to how many of them."""
        return {"sessions": len(self.tables.cache), **self.live.counts()}
