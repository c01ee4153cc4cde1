"""What people do with sessions: open, join, act, undo, end, delete, play again. No Flask in it."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion import share
from companion.forms import Part, Whole, form_of
from companion.game import Game, Message, RuleError, Setup
from companion.games import all_games
from companion.live import Live
from companion.scoresheet import END, Played, play, read_setup
from companion.store import Event, Moved, NewSession, SessionRow, Store, now
from companion.table import Table

LINK_ROLES = ("scorer", "viewer")
_KEPT = 300


class Conflict(Exception):
    """An act on a version that has moved on where it matters; `between` says what came first."""

    def __init__(self, between: Sequence[Event]) -> None:
        super().__init__("the table has moved on")
        self.between = between


class Outdated(Exception):
    """A stored session that the rules of today refuse; `message` says at what."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class Act:
    """What a phone sends with every change: its key for this act, the version it saw, and a digest of the rest."""

    phone: int
    key: str
    seen: int
    sent: bytes


@dataclass(frozen=True)
class _Intent:
    kind: str
    body: Any
    slot: str | None = None
    played: Played | None = None
    opens: NewSession | None = None


class Sessions:
    """All sessions of one instance, kept in memory while they are used and on disk always."""

    def __init__(self, store: Store, live: Live, key: bytes) -> None:
        self.store = store
        self.live = live
        self._key = key
        self._tables: dict[str, Table] = {}  # the latest used last
        self._keeping = threading.Lock()
        self._locks: dict[str, threading.RLock] = {}

    # open and join

    def open(self, game: Game, players: Sequence[str], options: Mapping[str, Any], phone: int) -> str:
        """Open a session with this phone as its host; returns its id. `RuleError` where the setup cannot stand."""
        setup = read_setup(game, list(players), dict(options))
        new = self._new(game, setup, {phone: "host"})
        self.store.open_session(new)
        return new.row.id

    def _new(self, game: Game, setup: Setup, members: Mapping[int, str]) -> NewSession:
        session = secrets.token_urlsafe(9)
        row = SessionRow(session, game.key, {"players": setup.players, "options": dict(setup.options)}, now(), None, 0)
        links = {
            role: (self._free_code(), share.token_hash(share.link_token(self._key, session, role, 0)))
            for role in LINK_ROLES
        }
        return NewSession(row, links, members)

    def _free_code(self) -> str:
        while self.store.code_taken(code := share.new_code()):
            pass
        return code

    def link_token(self, table: Table, role: str) -> str:
        """The secret part of the link that lets a phone in with a role."""
        return share.link_token(self._key, table.id, role, table.row.generation)

    def join_by_token(self, token: str, phone: Callable[[], int]) -> str | None:
        """Let a phone in by a link; returns the session, or None where the link opens nothing.

        `phone` gives the phone's number and is called only where there is something to join.
        """
        return self._join(self.store.link_of_token(share.token_hash(token)), phone)

    def join_by_code(self, code: str, phone: Callable[[], int]) -> str | None:
        """Let a phone in by a six-character code; returns the session, or None where no table has it."""
        return self._join(self.store.link_of_code(share.clean_code(code)), phone)

    def _join(self, link: tuple[str, str] | None, phone: Callable[[], int]) -> str | None:
        if link is None:
            return None
        session, role = link
        self.store.join(session, phone(), role)
        return session

    # read

    def table(self, session: str) -> Table | None:
        """The session as it stands, with whatever another process has appended; None where there is none."""
        with self._locked(session):
            try:
                table = self._kept(session)
                if table is not None:
                    table.catch_up(self.store.events(session, table.version))
            except RuleError as error:
                self._tables.pop(session, None)
                raise Outdated(error.message) from error
            return table

    def _kept(self, session: str) -> Table | None:
        """The session as it was last seen here, at first before its first event; the least used are forgotten."""
        with self._keeping:
            table = self._tables.pop(session, None)
            if table is None:
                row = self.store.session(session)
                table = None if row is None else _new_table(row)
            if table is not None:
                self._tables[session] = table
            if len(self._tables) > _KEPT:
                del self._tables[next(iter(self._tables))]
            return table

    # act

    def enter(self, session: str, act: Act, read: Callable[[Table], Part | Whole]) -> Table:
        """Append a part or an entry. `read` makes it from the table as it stands and may raise
        `FormError` or `RuleError`; `Conflict` where the version has moved on where it matters."""
        return self._act(session, act, lambda table: _entering(table, read(table)))

    def undo(self, session: str, act: Act) -> Table:
        """Take back the last part or entry that stands."""
        return self._act(session, act, _undoing)

    def end(self, session: str, act: Act) -> Table:
        """Stop the game here; what stands is final."""
        return self._act(session, act, lambda table: _entering(table, Whole(END)))

    def rematch(self, session: str, act: Act) -> str:
        """Open another session of the same game and players, with the same phones; returns its id."""

        def opening(table: Table) -> _Intent:
            if not table.state.finished:
                raise RuleError(Message("This game is still running; end it before a rematch."))
            if self.rematch_of(table):
                return _Intent("nothing", None)
            options = form_of(table.game).rematch(table.setup.options, table.setup.seats)
            members = {phone: role for phone, (_, role) in self.store.members(session).items()}
            setup = read_setup(table.game, list(table.setup.players), options)
            new = self._new(table.game, setup, members)
            return _Intent("rematch", {"session": new.row.id}, opens=new)

        opened = self._act(session, act, opening).rematch
        if opened is None:
            raise Conflict(())
        return opened

    def rematch_of(self, table: Table) -> str | None:
        """The rematch that was opened from a session, unless it has been deleted since."""
        return table.rematch if table.rematch and self.store.session(table.rematch) else None

    def delete(self, session: str) -> None:
        """Take a session off the disk for good."""
        with self._locked(session):
            self.store.delete_session(session)
            self._tables.pop(session, None)
            self.live.close(session)

    def names_seen(self, phone: int | None) -> list[str]:
        """The players of the tables this phone has joined; what others play is not its business."""
        return [] if phone is None else self.store.names_seen(phone)

    def _act(self, session: str, act: Act, intend: Callable[[Table], _Intent]) -> Table:
        with self._locked(session):
            while True:
                table = self.table(session)
                if table is None:
                    raise Conflict(())
                if act.key in table.acts:
                    return _same(table, act)
                _check_version(table, act.seen)
                try:
                    return self._append(table, act, intend(table))
                except Moved:
                    # Another process was first, or deleted the session: read it anew.
                    self._tables.pop(session, None)

    def _append(self, table: Table, act: Act, intent: _Intent) -> Table:
        if intent.kind == "nothing":
            return table
        _check_slot(table, act.seen, intent)
        event = Event(table.version + 1, act.key, act.sent, intent.kind, intent.body, act.phone, now())
        result = _result_after(table, intent)
        if self.store.append(table.id, event, result, intent.opens) is not None:
            raise Moved
        # Whoever read the table since the event was on disk has taken it in already.
        if table.version < event.number:
            table.apply(event, intent.played)
        self.live.wake(table.id, table.version)
        return table

    def _locked(self, session: str) -> threading.RLock:
        return self._locks.setdefault(session, threading.RLock())


def _new_table(row: SessionRow) -> Table:
    game = all_games()[row.game]
    setup = read_setup(game, row.setup["players"], row.setup["options"])
    return Table(row, game, setup)


def _entering(table: Table, made: Part | Whole) -> _Intent:
    if table.state.finished:
        raise RuleError(Message("The game is over; nothing can be entered any more."))
    if isinstance(made, Part):
        entry = form_of(table.game).whole(table.state, {**table.draft, made.slot: made.value})
        if entry is None:
            return _Intent("part", {"slot": made.slot, "value": made.value}, made.slot)
        return _Intent("entry", entry, made.slot, play(table.game, table.state, entry))
    return _Intent("entry", made.entry, None, play(table.game, table.state, made.entry))


def _undoing(table: Table) -> _Intent:
    if table.last is None:
        raise RuleError(Message("Nothing has been entered yet, so there is nothing to take back."))
    return _Intent("undo", {"event": table.last.number})


def _check_version(table: Table, seen: int) -> None:
    """Refuse an act on a version since which an entry was made or something taken back."""
    between = table.between(seen)
    if seen > table.version or any(event.kind != "part" for event in between):
        raise Conflict(between)


def _check_slot(table: Table, seen: int, intent: _Intent) -> None:
    """Refuse an act on a stale version, unless all that came between are other parts of the same entry."""
    between = table.between(seen)
    if intent.kind == "rematch" or not between:
        return
    if intent.slot is None or any(event.body["slot"] == intent.slot for event in between):
        raise Conflict(between)


def _same(table: Table, act: Act) -> Table:
    event = table.acts[act.key]
    if event.sent != act.sent:
        raise Conflict([event])
    return table


def _result_after(table: Table, intent: _Intent) -> Mapping[str, Any] | None:
    """The result to store with an entry that finishes the game; None with any other."""
    if intent.played is None or not intent.played.state.finished:
        return None
    standing = table.game.standing(intent.played.state)
    return {"totals": standing.totals, "ranking": standing.ranking}
