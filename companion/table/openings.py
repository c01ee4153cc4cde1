"""Opens sessions: new ones, rematches, and imported games; and deletes those that somebody or nobody wants."""

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce
from typing import Any

from companion.engine import Game, Message, MessageError, Setup
from companion.engine.pause import pause
from companion.features import all_features, event_kinds
from companion.live.live import Live
from companion.scoring.game_stats import stored_result
from companion.scoring.replay import Replay
from companion.scoring.scoresheet import check_new_names, read_setup
from companion.storage import credentials
from companion.storage.records import Event, NewSession, SessionRow, Transaction
from companion.storage.rows.memberships import PhoneRef
from companion.storage.schema import SESSIONS, exists, value
from companion.storage.store import Store
from companion.table.invites import LINK_ROLES, Invites
from companion.table.table import Table, kept_after, new_table, sheet_kinds, timed
from companion.table.table_loader import TableLoader

_NOTHING_KEPT: Mapping[str, Any] = {}
TOO_MANY_OPENED = Message("Too many tables were opened from here. Wait an hour, then open this one.")
_MOST_DELETED = 1000


class TooManySessions(MessageError):
    """Too many tables were opened from one address, or too many phones came from it; `message` says so."""


@dataclass(frozen=True)
class ImportedGame:
    """A game that was read and played: its replay, the draft of the running entry, and whether totals were hidden.

    `made` is when the table was opened, as an ISO time in UTC; None if that is unknown. `beside` is what the file has
    for features, such as notes and a clock, by their keys of the scoresheet.
    """

    replay: Replay
    draft: Mapping[str, Any]
    hidden: bool
    made: str | None
    beside: Mapping[str, Any] = field(default_factory=dict)


class Openings:
    """Opens the sessions of an instance; `may_open` says whether the current request may open one more."""

    def __init__(self, store: Store, invites: Invites, clock: Callable[[], str], may_open: Callable[[], bool]) -> None:
        self.store, self.invites, self.clock, self.may_open = store, invites, clock, may_open

    def names_to_offer(self, phone: int, players: Sequence[str]) -> list[str]:
        """The names at the latest sessions of a phone, without those who sit at the new one already."""
        return [name for name in self.store.recent_names(phone) if name not in players]

    def needs_no_invitation(self, session: str, phone: int) -> bool:
        """Whether the people of a new table sat together before, and no other phone joined them at their last one."""
        rows = {row.id: row for row in self.store.sessions_of(phone)}
        new = rows.pop(session, None)
        if new is None:
            return False
        people = {*new.setup["players"]}
        before = (row for row in rows.values() if row.made < new.made and {*row.setup["players"]} == people)
        latest = max(before, key=lambda row: row.made, default=None)
        if latest is None or latest.is_totals_only or "brought" in latest.setup:
            return False  # what was played elsewhere does not tell which phones are there
        return len(self.store.members(latest.id)) == 1

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
        only one session. What features have of it is written with it.
        """
        opened_by = credentials.token_hash(key) if key else None
        existing = None if opened_by is None else value(self.store.rows, SESSIONS, "id", opened=opened_by)
        if existing is not None:
            return str(existing)
        setup = read_setup(game, list(players), dict(options))
        check_new_names(setup.players)
        new = replace(self.new_session(game, setup, {"hidden": hidden}), key=opened_by)
        return self.store.open_session(replace(new, for_member=_for_member(game, options)), phone)

    def import_game(self, game: ImportedGame, phone: bytes, key: str, moment: int) -> str:
        """Open a session with an imported game and this phone as its host, once for a phone and key; returns its id."""
        replay, at = game.replay, self.clock()
        stored = {"hidden": game.hidden, "brought": at}
        session = credentials.link_token(self.invites.key, f"{key} {phone.hex()}", "brought", 0)
        if self.store.session(session) is not None:
            return session
        new = self.new_session(replay.game, replay.setup, stored, session)
        events = log_of_import(game, at, moment)
        kept = reduce(kept_after, events, _NOTHING_KEPT)
        row = replace(new.row, made=game.made or at, result=timed(stored_result(replay), kept))
        for_member = _for_member(replay.game, replay.setup.options)
        self.store.open_session(replace(new, row=row, events=events, for_member=for_member), phone)
        return session

    def new_session(
        self,
        game: Game,
        setup: Setup,
        table: Mapping[str, Any],
        session: str | None = None,
        *,
        is_counted: bool = True,
        codes: Iterator[str] | None = None,
    ) -> NewSession:
        """Return a session to insert, with links of the next `codes`; `TooManySessions`, unless it is not counted."""
        if is_counted and not self.may_open():
            raise TooManySessions(TOO_MANY_OPENED)
        session = session or secrets.token_urlsafe(9)
        stored = {"players": setup.players, "options": dict(setup.options), **table}
        row = SessionRow(session, game.key, stored, self.clock(), None, 0)
        return NewSession(row, self.invites.new_links(session, LINK_ROLES, 0, codes))

    def new_rematch(self, table: Table, key: str, phone: int, moment: int) -> NewSession:
        """Return a session of the same game, players and seats, for the action with this key of a phone.

        It begins with what features carry over, such as the limits of the clock. Raises `TooManySessions`, and
        `RuleError` where a feature refuses what it carried over.
        """
        options = table.game.form.rematch(table.setup.options, table.setup.seats)
        setup = read_setup(table.game, list(table.setup.players), options)
        claims = {str(seat): holder for seat, holder in table.claims.items()}
        stored = {"hidden": table.row.hidden, "claims": claims, "anonymous": table.row.anonymous}
        new = self.new_session(table.game, setup, stored)
        fresh = new_table(new.row, table.game.with_options(setup.options), setup)
        kinds = [kind for kind in event_kinds().values() if table.keeps(kind.name)]
        bodies = [(kind.name, kind.carry and kind.carry(table.kept[kind.name], fresh, moment)) for kind in kinds]
        events = [
            Event(number, f"carried-{number}-{key[:48]}", b"", kind, body, phone, self.clock())
            for number, (kind, body) in enumerate([each for each in bodies if each[1]], 1)
        ]
        reduce(kept_after, events, _NOTHING_KEPT)  # refused before anything is stored
        return replace(new, events=events)


def log_of_import(game: ImportedGame, at: str, moment: int) -> Sequence[Event]:
    """Return entries, draft and what features have, at `moment`, as a log; the phone is filled in when it is stored."""
    actions = [("entry", line.body) for line in game.replay.lines]
    actions += [("part", {"slot": slot, "value": value}) for slot, value in game.draft.items()]
    for kind, key in sheet_kinds():
        if key.key in game.beside:
            actions += [(kind, body) for body in key.bodies(game.beside[key.key], game, moment)]
    return [
        Event(number, f"brought-{number}", b"", kind, body, 0, at) for number, (kind, body) in enumerate(actions, 1)
    ]


def _for_member(game: Game, options: Mapping[str, Any]) -> Callable[[Transaction, int], None]:
    """Return what writes all that features have of a new table, by the number of a phone."""
    writes = [feature.opened(game, options) for feature in all_features() if feature.opened is not None]

    def for_member(db: Transaction, phone: int) -> None:
        for write in filter(None, writes):
            write(db, phone)

    return for_member


class Deletion:
    """Deletes sessions on disk and in memory."""

    def __init__(self, store: Store, loader: TableLoader, live: Live) -> None:
        self.store, self.loader, self.live = store, loader, live

    def is_deleted(self, session: str) -> bool:
        """Whether there was a session with this id, which was deleted."""
        return exists(self.store.rows, SESSIONS, id=session) and self.store.session(session) is None

    def delete(self, session: str) -> None:
        """Delete a session permanently."""
        with self.loader.locked(session):
            self.store.delete_session(session)
            self.forget([session])

    def forget(self, deleted: Iterable[str]) -> None:
        """Tell those who listen to deleted sessions, and free their memory."""
        for session in deleted:
            with self.loader.locked(session):
                self.loader.cache.pop(session, None)
                self.live.close(session)

    def delete_old(self, moment: datetime, *, unused: bool, kept: Collection[str] = ()) -> None:
        """Delete what was not used since a time, or without `unused` what was made before it; those of `kept` stay."""
        before = moment.isoformat(timespec="seconds")
        old = self.store.maintenance.old_sessions(before, _MOST_DELETED, unused=unused)
        for session in [session for session in old if session not in kept]:
            self.delete(session)
            pause()
        for feature in all_features():
            if feature.expire is not None:
                feature.expire(self.store, before, unused=unused)
        self.store.maintenance.forget_phones(before)
