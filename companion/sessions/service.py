"""The operations on sessions: open, join, enter, undo, end, delete, rematch. No Flask in it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.game import Game, Message, MessageError, RuleError, Setup, State
from companion.game.form import Part, Parts, Whole, form_of
from companion.history import players
from companion.scoring.scoresheet import END, read_setup
from companion.sessions.actions import (
    Action,
    Intent,
    amendment_intent,
    entry_intent,
    plan,
    redo_intent,
    seat_intent,
    undo_intent,
)
from companion.sessions.capacity import check_capacity
from companion.sessions.event_points import points_of
from companion.sessions.invites import LINK_ROLES, Invites
from companion.sessions.live import Live
from companion.sessions.session_file import ImportedGame, events_of
from companion.sessions.stored_results import result_after, seat_figures, stored_result
from companion.sessions.table import Points, Table
from companion.sessions.table_loader import IncompatibleSession, TableLoader
from companion.sessions.time_slices import Slices
from companion.sessions.version_checks import (
    Conflict,
    already_done,
    check_known,
    check_overlap,
    check_running,
    check_unchanged,
    repeated,
)
from companion.storage import credentials
from companion.storage.memberships import PhoneRef
from companion.storage.records import SIDE_EVENTS, Event, NewSession, SessionRow, StaleVersion, now
from companion.storage.store import Store

_LOST = 600  # seconds in which the form that opened a table may be sent again after a lost response
_MOST_DELETED = 1000


class TooManySessions(MessageError):
    """So many tables were opened from one address that no more may be; `message` says so."""

    def __init__(self) -> None:
        super().__init__(Message("Too many tables were opened from here. Wait an hour, then open this one."))


class Sessions:
    """All sessions of one instance, kept in memory while they are used and on disk always."""

    def __init__(self, store: Store, live: Live, key: bytes) -> None:
        self.store = store
        self.live = live
        self.key = key
        self.invites = Invites(store, live, key)
        self.may_open: Callable[[], bool] = lambda: True
        self.tables = TableLoader(store)

    # open and join

    def open(
        self,
        game: Game,
        players: Sequence[str],
        options: Mapping[str, Any],
        phone: PhoneRef,
        *,
        hidden: bool = False,
        key: str | None = None,
    ) -> str:
        """Open a session with this phone as its host; returns its id.

        Raises `RuleError` where the setup is invalid, `TooManySessions` where the address has opened too many.

        `hidden` keeps totals from everybody but the phone on the seat until the game is over. The same `key` opens
        one session, however often it comes.
        """
        opened_by = credentials.token_hash(key) if key else None
        standing = None if opened_by is None else self.store.session_opened_by(opened_by)
        if standing is None:
            setup = read_setup(game, list(players), dict(options))
            new = self._new(game, setup, {"hidden": hidden})
            standing = self.store.open_session(replace(new, key=opened_by), phone)
            if standing == new.row.id:
                return standing
        # The form was sent again: the first response was lost, and with it the host's cookie.
        since = datetime.now(UTC) - timedelta(seconds=_LOST)
        self.store.replace_host(standing, phone, since.isoformat(timespec="seconds"))
        return standing

    def import_game(self, brought: ImportedGame, phone: bytes, key: str) -> str:
        """Open a session with a game from elsewhere and this phone as its host; returns its id.

        The same key from the same phone twice is one session.
        """
        record, at = brought.record, now()
        told = {"hidden": brought.hidden, "brought": at}
        session = credentials.link_token(self.key, f"{key} {phone.hex()}", "brought", 0)
        if self.store.session(session) is not None:
            return session
        new = self._new(record.game, record.setup, told, session)
        row = replace(new.row, made=brought.made or at, result=stored_result(record))
        self.store.open_session(replace(new, row=row, events=events_of(brought, at)), phone)
        return session

    def _new(
        self,
        game: Game,
        setup: Setup,
        table: Mapping[str, Any],
        session: str | None = None,
    ) -> NewSession:
        if not self.may_open():
            raise TooManySessions
        session = session or secrets.token_urlsafe(9)
        stored = {"players": setup.players, "options": dict(setup.options), **table}
        row = SessionRow(session, game.key, stored, now(), None, 0)
        return NewSession(row, self.invites.new_links(session, LINK_ROLES, 0))

    # read

    def table(self, session: str) -> Table | None:
        """The current session, as `TableLoader.table` gives it."""
        return self.tables.table(session)

    def points_of(self, table: Table, first: int, last: int) -> Mapping[int, Points]:
        """The points before and after the acts from event `first` to event `last`, by their numbers."""
        return points_of(table, first, last, Slices())

    def preview_amendment(self, table: Table, kind: str, body: Any, role: str) -> State:
        """The state an amendment would lead to; changes nothing. `RuleError` where it is invalid."""
        with self.tables.locked(table.id):
            intent = amendment_intent(table, kind, body, role)
            if intent.kind == "nothing":
                return table.state
            check_capacity(table, intent)
            amendment, played = plan(table, intent, Slices())
            return played[-1].state if played else table.states[amendment.start]

    # act

    def enter(self, session: str, act: Action, read: Callable[[Table], Part | Parts | Whole]) -> Table:
        """Append parts or an entry, which `read` makes from the current table.

        `read` may raise `FormError` or `RuleError`; `Conflict` where the base version is outdated.
        """
        return self._act(session, act, lambda table: entry_intent(table, read(table)), check_running)

    def undo(self, session: str, act: Action, role: str) -> Table:
        """Undo the last action; only the host may undo what only the host may do."""
        return self._act(
            session,
            act,
            lambda table: already_done(table, act.base_version, "undo") or undo_intent(table, role),
            check_known,
        )

    def redo(self, session: str, act: Action, role: str) -> Table:
        """Redo the last undone action."""
        return self._act(
            session,
            act,
            lambda table: already_done(table, act.base_version, "redo") or redo_intent(table, role),
            check_known,
        )

    def amend(self, session: str, act: Action, kind: str, body: Any, role: str) -> Table:
        """Correct, remove or insert an earlier entry; `AmendmentBlocked` where a later one could not stand then."""
        return self._act(session, act, lambda table: amendment_intent(table, kind, body, role), check_known)

    def end(self, session: str, act: Action) -> Table:
        """Stop the game here; what stands is final."""
        return self._act(session, act, lambda table: entry_intent(table, Whole(END)), check_unchanged)

    def sit(self, session: str, act: Action, role: str, seat: int, taken: bool) -> Table:
        """Take a seat for a phone, or leave it. `RuleError` where another phone sits there."""
        return self._act(session, act, lambda table: seat_intent(table, act.phone, role, seat, taken))

    def rematch(self, session: str, act: Action) -> str:
        """Open another session of the same game and players, with the same phones; returns its id."""

        def opening(table: Table) -> Intent:
            if not table.state.finished:
                raise RuleError(Message("This game is still running; end it before a rematch."))
            if self.rematch_of(table):
                return Intent("nothing", None)
            options = form_of(table.game).rematch(table.setup.options, table.setup.seats)
            setup = read_setup(table.game, list(table.setup.players), options)
            claims = {str(seat): phone for seat, phone in table.claims.items()}
            told = {"hidden": table.row.hidden, "claims": claims, "anonymous": table.row.anonymous}
            new = self._new(table.game, setup, told)
            return Intent("rematch", {"session": new.row.id}, opens=new)

        opened = self._act(session, act, opening, check_known).rematch
        if opened is None:
            raise Conflict(())
        return opened

    def rematch_of(self, table: Table) -> str | None:
        """The rematch that was opened from a session, unless it has been deleted since."""
        return table.rematch if table.rematch and self.store.session(table.rematch) else None

    def delete(self, session: str) -> None:
        """Delete a session permanently."""
        self._delete(session)
        self.store.scrub()

    def _delete(self, session: str) -> None:
        with self.tables.locked(session):
            self.store.delete_session(session)
            self._gone([session])

    def _gone(self, deleted: Iterable[str]) -> None:
        for session in deleted:
            with self.tables.locked(session):
                self.tables.cache.pop(session)
                self.live.close(session)

    # players

    def rename_player(self, phone: int, key: str, name: str) -> None:
        """Rename a player wherever this phone is the host; `players.MergeConflict` where two would be one."""
        self._wake(players.rename(self.store, phone, key, name))

    def forget_player(self, phone: int, key: str, call: Callable[[int], str]) -> None:
        """Delete a player's name wherever this phone is the host; `call` says what a seat is called instead."""
        self._wake(players.anonymize(self.store, phone, key, call))

    def delete_games(self, phone: int, key: str) -> None:
        """Delete the sessions with a player in which this phone is the host."""
        self._gone(players.delete_sessions(self.store, phone, key))

    def _wake(self, changed: Iterable[str]) -> None:
        """Reload these sessions and send their listeners the current names."""
        for session in changed:
            with self.tables.locked(session):
                self.tables.cache.pop(session)
                self.live.wake(session)

    def store_figures(self, session: str) -> None:
        """Count the figures of a finished session and keep them; none where the rules of today refuse it."""
        version, figures = 0, None
        with suppress(IncompatibleSession):
            table = self.table(session)
            if table is not None and table.state.finished:
                version, figures = table.version, seat_figures(table.record)
        self.store.store_figures(session, version, figures)

    def delete_unused(self, days: int, pause: Callable[[], None], now: datetime) -> None:
        """Delete sessions unused for `days`, with a pause after each; then phones without any session.

        `now` is the time that was checked to be right; the clock may have jumped since.
        """
        before = (now - timedelta(days=days)).isoformat(timespec="seconds")
        unused = self.store.maintenance.unused_since(before, _MOST_DELETED)
        for session in unused:
            self._delete(session)
            pause()
        if unused:
            self.store.scrub()
        self.store.maintenance.forget_phones(before)

    def recent_names(self, phone: int | None) -> list[str]:
        """The players of the tables this phone has joined."""
        return [] if phone is None else self.store.recent_names(phone)

    def _act(
        self,
        session: str,
        act: Action,
        intend: Callable[[Table], Intent],
        check: Callable[[Table, int], None] | None = None,
    ) -> Table:
        """Perform an action once.

        `check` may refuse its base version before anything is read; without it any version is accepted.
        """
        with self.tables.locked(session):
            while True:
                table = self.table(session)
                if table is None:
                    raise Conflict(())
                if act.key in table.acts:
                    return repeated(table, act)
                if check is not None:
                    check(table, act.base_version)
                try:
                    return self._append(table, act, intend(table))
                except StaleVersion:
                    # Another process was first, or deleted the session: load it again.
                    self.tables.cache.pop(session)

    def _append(self, table: Table, act: Action, intent: Intent) -> Table:
        if intent.kind == "nothing":
            return table
        amendment, played = plan(table, intent, Slices())
        if intent.kind not in ("undo", "redo", *SIDE_EVENTS):
            check_overlap(table, act.base_version, intent)
        check_capacity(table, intent)
        event = Event(table.version + 1, act.key, act.request_digest, intent.kind, intent.body, act.phone, now())
        result = result_after(table, intent, amendment, played)
        if self.store.append(table.id, event, result, intent.opens) is not None:
            raise StaleVersion
        try:
            if table.version < event.number:  # another thread may have read the event meanwhile
                table.apply(event, played)
        except BaseException:
            self.tables.cache.pop(table.id)
            raise
        self.live.wake(table.id, table)
        return table

    def counts(self) -> dict[str, int]:
        """How many sessions are in memory, and how many phones listen to how many of them."""
        return {"sessions": len(self.tables.cache), **self.live.counts()}
