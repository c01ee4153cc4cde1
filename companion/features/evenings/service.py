"""The evenings of an instance: make one, append to its log, let phones be players, delete one."""

import json
import secrets
from collections.abc import Callable, Sequence
from functools import partial

from companion.engine import Message
from companion.engine.pause import in_slices
from companion.features.evenings import rows as evening_rows
from companion.features.evenings.acts import MEANWHILE, Plan, Planned, check_open
from companion.features.evenings.evening import EveningRefused
from companion.features.evenings.rows import EVENING_PHONES, EVENING_SESSIONS, EVENINGS, Act, EveningRow, touch_evening
from companion.features.evenings.state import EveningState, read_state, room_of
from companion.features.groups.rows import touch_group
from companion.storage.records import StaleVersion, Transaction
from companion.storage.rows.devices import phone_of
from companion.storage.rows.memberships import PhoneRef, phone_number
from companion.storage.rows.session_rows import leave_tables
from companion.storage.schema import delete, update, value
from companion.table.service import Tables

_MOST_KEPT = 32  # states in memory
_LATEST = 3  # evenings of a phone that its home page reads
_TRIES = 5

TOO_MANY = Message("A group has {most} club evenings at most. Delete one first.", most=evening_rows.MOST_EVENINGS)
_GONE = Message("This club evening was deleted.")


class Evenings:
    """All evenings of one instance."""

    def __init__(self, service: Tables) -> None:
        self._read, self._write = service.read, service.write
        self._live, self._openings, self._service = service.live, service.openings, service
        self.wake = partial(wake, service)
        self._states: dict[str, EveningState] = {}

    # read

    def state(self, evening: str) -> EveningState | None:
        """The state of an evening; None if there is none with this id."""
        row = self._read(evening_rows.find_evening, evening)
        return None if row is None else self._state_of(row)

    def _state_of(self, row: EveningRow) -> EveningState:
        known = self._states.pop(row.id, None)
        state = known if known is not None and known.row == row else self._read(read_state, row)
        self._states[row.id] = state
        for oldest in list(self._states)[:-_MOST_KEPT]:
            self._states.pop(oldest, None)
        return state

    def latest_of(self, phone: int, most: int = _LATEST) -> list[EveningState]:
        """At most `most` latest evenings of a phone's groups, or with a player whose phone it is."""
        return self.states(self._read(evening_rows.evenings_of_phone, phone, most))

    def states(self, rows: Sequence[EveningRow]) -> list[EveningState]:
        """The states of stored evenings, whose logs it may read."""
        return [self._state_of(row) for row in in_slices(rows)]

    def _existing(self, evening: str) -> EveningState:
        state = self.state(evening)
        if state is None:
            raise EveningRefused(_GONE)
        return state

    # change

    def make(self, row: EveningRow, names: Sequence[str], phone: int, opened: bytes | None = None) -> str:
        """Make an evening, unless this form has made one already; return its id. Raises `EveningRefused`."""

        def job(db: Transaction) -> str:
            if opened and (known := value(db.rows, EVENINGS, "id", opened=opened)):
                return str(known)
            if not evening_rows.has_room(db, row.group):
                raise EveningRefused(TOO_MANY)
            evening_rows.insert_evening(db, row, opened)
            numbered = dict(enumerate(names, 1))
            evening_rows.insert_players(db, row.id, numbered)
            came = Act(secrets.token_urlsafe(9), "came", {"players": [*numbered]}, phone, row.made)
            evening_rows.append_act(db, row.id, came, 1)
            touch_group(db, row.group, row.made)
            return row.id

        return self._write(job, f"group {row.group}")

    def act(self, evening: str, phone: int, key: str, kind: str, plan: Plan) -> None:
        """Append an act, once for each `key`. Raises `EveningRefused` if the evening's state does not allow it."""
        self._append(evening, phone, key, kind, plan)
        if kind in ("taken", "absent"):
            self._drop_tables(evening)

    def _append(self, evening: str, phone: int, key: str, kind: str, plan: Plan) -> None:
        for _ in range(_TRIES):
            state = self._existing(evening)
            if any(act.key == key for act in state.acts):
                return
            check_open(state, kind)
            if (planned := plan(state)) is None:
                return
            act = Act(key, kind, planned.body, phone, self._openings.clock())
            # Locks the evening, or, with writes to sessions, everything.
            try:
                self._write(partial(_write, state, act, planned), None if planned.also_write else room_of(evening))
            except StaleVersion:
                continue
            self.wake(evening)
            return
        raise EveningRefused(MEANWHILE)

    def _drop_tables(self, evening: str) -> None:
        """Take the tables out of an evening that its log has no more, and delete those where nothing was entered."""
        known = self._read(evening_rows.sessions_of, evening)  # before the log, which may get more meanwhile
        for session in set(known) - {*self._existing(evening).evening.sessions}:
            self._write(partial(delete, table=EVENING_SESSIONS, session=session), room_of(evening))
            with self._service.loader.locked(session):
                if not self._read(evening_rows.is_entered, session):
                    self._service.deletion.delete(session)

    def set_group(self, evening: str, group: str, *, grouped: bool) -> None:
        """Move an evening to another group; with `grouped` its games go there too. Raises `EveningRefused`."""
        state, moment = self._existing(evening), self._openings.clock()
        check_open(state, "group")

        def job(db: Transaction) -> None:
            row = evening_rows.find_evening(db.rows, evening)
            if row is None:
                raise EveningRefused(_GONE)
            if row.group != group and not evening_rows.has_room(db, group):
                raise EveningRefused(TOO_MANY)
            update(db, EVENINGS, {"grp": group, "setup": json.dumps({**row.setup, "grouped": grouped})}, id=evening)
            touch_evening(db, evening)
            for changed in {state.row.group, group}:
                touch_group(db, changed, moment)

        self._write(job)
        self.wake(evening)

    # phones, links

    def claim(self, evening: str, phone: PhoneRef, player: int) -> None:
        """Make a phone that of one player. Raises `EveningRefused` if the player has another phone."""
        state = self.state(evening)
        if state is None or player not in state.names:
            raise EveningRefused("Choose one of the players of this evening.")
        before = state.player_of(phone if isinstance(phone, int) else self._read(phone_of, phone))
        if before not in (None, player) and player not in state.phones:
            self.release(evening, before)

        def job(db: Transaction) -> bool:
            return evening_rows.set_phone(db, evening, phone_number(db, phone, self._openings.clock()), player)

        if not self._write(job, room_of(evening)):
            raise EveningRefused(
                "Another phone is {name} already. The host of the evening can free it.", name=state.name(player)
            )
        self.wake(evening)

    def release(self, evening: str, player: int) -> None:
        """Remove a player's phone from the evening and its tables, so that another phone can be that player's."""

        def phone(db: Transaction) -> set[int]:
            return {phone for who, phone in evening_rows.phones_of(db.rows, evening).items() if who == player}

        self._send_away(evening, phone)

    def withdraw_link(self, evening: str, number: int) -> None:
        """Withdraw the link with this number; players' phones that came by it need the new one."""
        self._send_away(evening, partial(evening_rows.withdraw_link, evening=evening, number=number))

    def _send_away(self, evening: str, find: Callable[[Transaction], set[int]]) -> None:
        """Remove phones from their players, and from seats, roles and views at the evening's tables."""

        def job(db: Transaction) -> dict[str, set[int]]:
            phones = find(db)
            for phone in phones:
                delete(db, EVENING_PHONES, evening=evening, phone=phone)
            touch_evening(db, evening)
            return leave_tables(db, evening_rows.sessions_of(db.rows, evening), phones)

        for session, removed in self._write(job).items():
            self._live.disconnect(session, removed)
            self._live.wake(session)
        self.wake(evening)

    def delete(self, evening: str) -> None:
        """Delete an evening for good; its tables stay."""
        self._write(partial(evening_rows.delete_evening, evening=evening, moment=self._openings.clock()))
        self._live.close(room_of(evening))


def result_stored(service: Tables, session: str) -> None:
    """Update the pages of a session's evening, if it has one."""
    evening = service.read(value, EVENING_SESSIONS, "evening", session=session)
    if evening is not None:
        wake(service, evening)


def wake(service: Tables, evening: str) -> None:
    """Update the pages of an evening, here and in other processes."""
    room = room_of(evening)
    service.live.publish({"kind": "change", "session": room})
    service.live.redraw_soon(room, service.loader.locked(room))


def _write(state: EveningState, act: Act, planned: Planned, db: Transaction) -> None:
    if evening_rows.append_act(db, state.id, act, len(state.acts) + 1):
        if planned.also_write is not None:
            planned.also_write(db)
        touch_group(db, state.row.group, act.at)
