"""The evenings of an instance: make one, note who comes and leaves, draw rounds, swap players, open the tables."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine import Message
from companion.engine.pause import in_slices
from companion.features.evenings import rows as evening_rows
from companion.features.evenings.checks import check_change
from companion.features.evenings.drawing import draw
from companion.features.evenings.evening import (
    MOST_ACTS,
    MOST_PLAYERS,
    MOST_SETTINGS,
    SETTINGS,
    SWISS,
    EveningRefused,
)
from companion.features.evenings.finals import finals_tables
from companion.features.evenings.rows import EVENING_SESSIONS, EVENINGS, Act, EveningRow
from companion.features.evenings.schedules import PAIR
from companion.features.evenings.state import EveningState, new_table, new_tables, read_state, room_of
from companion.features.groups.rows import touch_group
from companion.storage.records import NewSession, StaleVersion, Transaction
from companion.storage.rows.devices import phone_of
from companion.storage.rows.memberships import PhoneRef, phone_number
from companion.storage.rows.session_rows import leave_tables, open_session, with_host
from companion.storage.schema import delete, value
from companion.table.service import Tables

_MOST_DRAWINGS = 30
"""How often a round can be drawn for the same players, as each draw lengthens the log."""
_KEPT = 32  # states in memory
_LATEST = 3  # evenings of a phone that its home page reads
_TRIES = 5

TOO_MANY = Message("A group has {most} club evenings at most. Delete one first.", most=evening_rows.MOST_EVENINGS)
_GONE = Message("This club evening was deleted.")
_MEANWHILE = Message("Somebody else changed the evening meanwhile. Look at the page and try again.")
Bodies = Callable[[EveningState], Mapping[str, Any] | None]
"""What makes the body of an act from the state; None if there is nothing left to do."""
ExtraWrites = Callable[[Transaction, Mapping[str, Any]], None]


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
        state = self._states.pop(evening, None)
        if row is None:
            return None
        if state is None or state.row != row:
            state = self._read(read_state, row)
        self._states[evening] = state
        for oldest in list(self._states)[:-_KEPT]:
            self._states.pop(oldest, None)
        return state

    def latest_of(self, phone: int, most: int = _LATEST) -> list[EveningState]:
        """At most `most` latest evenings of a phone's groups, or with a player whose phone it is."""
        rows = self._read(evening_rows.evenings_of_phone, phone, most)
        return [state for row in in_slices(rows) if (state := self.state(row.id)) is not None]  # may read many logs

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
            numbers = evening_rows.insert_players(db, row.id, names)
            came = Act(secrets.token_urlsafe(9), "came", {"players": numbers}, phone, row.made)
            evening_rows.append_act(db, row.id, came, 1)
            touch_group(db, row.group, row.made)
            return row.id

        return self._write(job, f"group {row.group}")

    def act(
        self,
        evening: str,
        phone: int,
        key: str,
        kind: str,
        body: Mapping[str, Any],
        extra_writes: ExtraWrites | None = None,
    ) -> None:
        """Append an act, once for each `key`. Raises `EveningRefused` if the evening's state does not allow it."""

        def checked(state: EveningState) -> Mapping[str, Any] | None:
            check_change(state.evening, kind, body)
            return None if kind == "ended" and body["is_over"] == state.evening.is_over else body

        self._append(evening, phone, key, kind, checked, extra_writes)

    def add_players(self, evening: str, phone: int, key: str, names: Sequence[str]) -> None:
        """Add new players. Raises `EveningRefused`."""

        def body(state: EveningState) -> Mapping[str, Any]:
            if len(state.names) + len(names) > MOST_PLAYERS:
                raise EveningRefused("A club evening has at most {most} players.", most=MOST_PLAYERS)
            first = max(state.names, default=0) + 1
            return {"players": list(range(first, first + len(names)))}

        def insert(db: Transaction, came: Mapping[str, Any]) -> None:
            evening_rows.insert_players(db, evening, names, came["players"][0])

        self._append(evening, phone, key, "came", body, insert)

    def draw(self, evening: str, phone: int, key: str, *, anyway: bool) -> None:
        """Draw the next round, or draw it again; with `anyway` even if tables of the last round are still playing."""

        def body(state: EveningState) -> Mapping[str, Any]:
            _check_draw(state, anyway=anyway)
            number, stage = len(state.evening.opened) + 1, state.next_stage
            drawn = [act for act in state.acts if act.kind == "drawn" and act.body["round"] == number]
            if len(drawn) >= _MOST_DRAWINGS and state.stale is None:
                raise EveningRefused(
                    "This round was drawn {most} times. Swap players by two taps, or open its tables as they are.",
                    most=_MOST_DRAWINGS,
                )
            if stage:
                tables = finals_tables(state.evening, state.lines, state.places, stage)
                return {"round": number, "tables": tables, "byes": [], "stage": stage}
            points = {line.player: line.points for line in state.lines}
            tables, byes = draw(state.evening, points, state.settings, len(drawn), state.deleted)
            found = {"round": number, "tables": tables, "byes": byes}
            if state.settings.system != SWISS:
                return found
            # Store the points of the draw, to notice when a result changes later.
            basis = [[player, points[player]] for player in state.evening.present]
            return {**found, "points": basis, "unfinished": state.unfinished}

        self._append(evening, phone, key, "drawn", body)

    def open_tables(self, evening: str, phone: int, key: str, call: Callable[[int], str]) -> None:
        """Open the tables of the round, hosted by this phone; `call` names players whose names were deleted."""
        new: list[NewSession] = []

        def body(state: EveningState) -> Mapping[str, Any]:
            new[:] = new_tables(state, self._openings, phone, call)
            return {"sessions": [each.row.id for each in new]}

        def insert(db: Transaction, _: Mapping[str, Any]) -> None:
            open_session(db, *new)
            evening_rows.insert_evening_sessions(db, evening, [each.row.id for each in new])

        self._append(evening, phone, key, "opened", body, insert)

    def take_back(
        self, evening: str, phone: int, key: str, number: int, unentered: Sequence[str], *, was_open: bool
    ) -> None:
        """Take the latest round back: one only drawn is gone; one whose tables are open is drawn, and not open.

        A table at which something was entered stays, but is none of the evening any more; the others are deleted.
        Raises `EveningRefused`, also if anything was entered meanwhile at one of the tables `unentered`.
        """

        def check(db: Transaction, _: Mapping[str, Any]) -> None:
            if any(evening_rows.is_entered(db.rows, session) for session in unentered):
                raise EveningRefused(_MEANWHILE)

        self.act(evening, phone, key, "taken", {"round": number, "was_open": was_open}, check)
        self._drop_tables(evening)

    def note_absence(
        self, evening: str, phone: int, key: str, who: tuple[int, int], call: Callable[[int], str], is_absent: bool
    ) -> None:
        """Note that `who`, a round's number and a player, did not come to the table, or came after all.

        Noted twice it changes nothing. Before anything is entered, the table is opened anew for those who came, or is
        none if they are too few. Raises `EveningRefused`, `TooManySessions`.
        """
        number, player = who
        new, replaced = list[NewSession](), list[str]()

        def body(state: EveningState) -> Mapping[str, Any] | None:
            new.clear()
            opened = state.evening.opened
            round_ = opened[number - 1] if 1 <= number <= len(opened) else None
            table = None if round_ is None else round_.table_of(player)
            if round_ is None or table is None:
                raise EveningRefused("This round was taken back, or drawn anew. Look at its tables again.")
            if (player in round_.absent) == is_absent:
                return None
            told = {"round": number, "player": player, "is_absent": is_absent}
            replaced[:] = [session] = [round_.sessions[table - 1]]
            if session and (session not in state.present or self._read(evening_rows.is_entered, session)):
                return told
            came = round_.without(player, "", is_absent=is_absent).came_to(table)
            if len(came) >= PAIR and len(came) in state.game.seats:
                opened_anew = new_table(state, self._openings, came, table, call)
                new.append(with_host(opened_anew, phone))
            return {**told, "session": new[0].row.id if new else ""}

        def insert(db: Transaction, told: Mapping[str, Any]) -> None:
            if "session" in told and any(evening_rows.is_entered(db.rows, session) for session in replaced):
                raise StaleVersion
            if new:
                open_session(db, *new)
                evening_rows.insert_evening_sessions(db, evening, [new[0].row.id])

        self._append(evening, phone, key, "absent", body, insert)
        self._drop_tables(evening)

    def _drop_tables(self, evening: str) -> None:
        """Take the tables out of an evening that its log has no more, and delete those where nothing was entered."""
        known = self._read(evening_rows.sessions_of, evening)  # before the log, which may get more meanwhile
        for session in set(known) - {*self._existing(evening).evening.sessions}:
            self._write(partial(delete, table=EVENING_SESSIONS, session=session), room_of(evening))
            with self._service.loader.locked(session):
                if not self._read(evening_rows.is_entered, session):
                    self._service.deletion.delete(session)

    def _append(
        self, evening: str, phone: int, key: str, kind: str, make: Bodies, extra_writes: ExtraWrites | None = None
    ) -> None:
        for _ in range(_TRIES):
            state = self._existing(evening)
            if any(act.key == key for act in state.acts):
                return
            _check_open(state, kind)
            body = make(state)
            if body is None:
                return
            act = Act(key, kind, body, phone, self._openings.clock())
            # Locks the evening, or, with extra writes to sessions, everything.
            job = partial(_write, state=state, act=act, extra_writes=extra_writes)
            try:
                self._write(job, room_of(state.id) if extra_writes is None else None)
            except StaleVersion:
                continue
            self.wake(evening)
            return
        raise EveningRefused(_MEANWHILE)

    def set_group(self, evening: str, group: str, *, grouped: bool) -> None:
        """Move an evening to another group; with `grouped` its games go there too. Raises `EveningRefused`."""
        state, moment = self._existing(evening), self._openings.clock()
        _check_open(state, "group")

        def job(db: Transaction) -> None:
            row = evening_rows.find_evening(db.rows, evening)
            if row is None:
                raise EveningRefused(_GONE)
            if row.group != group and not evening_rows.has_room(db, group):
                raise EveningRefused(TOO_MANY)
            evening_rows.set_group(db, evening, group, {**row.setup, "grouped": grouped})
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
            evening_rows.remove_phones(db, evening, phones)
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
    evening = service.read(evening_rows.evening_of, session)
    if evening is not None:
        wake(service, evening)


def wake(service: Tables, evening: str) -> None:
    """Update the pages of an evening, here and in other processes."""
    room = room_of(evening)
    service.live.publish({"kind": "change", "session": room})
    service.live.redraw_soon(room, service.loader.locked(room))


def _write(db: Transaction, state: EveningState, act: Act, extra_writes: ExtraWrites | None) -> None:
    if evening_rows.append_act(db, state.id, act, len(state.acts) + 1):
        if extra_writes is not None:
            extra_writes(db, act.body)
        touch_group(db, state.row.group, act.at)


def _check_open(state: EveningState, kind: str) -> None:
    if kind == "ended" and not state.evening.is_over:
        return  # it can be ended whatever was done
    if len(state.acts) >= MOST_ACTS:
        raise EveningRefused("So much was done at this club evening that nothing more can be added. Make another one.")
    if kind in SETTINGS and sum(act.kind in SETTINGS for act in state.acts) >= MOST_SETTINGS:
        raise EveningRefused(
            "The settings, messages and timers of this club evening were changed {most} times and stay as they are."
            " Rounds go on.",
            most=MOST_SETTINGS,
        )
    if state.evening.is_over and kind != "ended":
        raise EveningRefused("This club evening is over. Reopen it first.")


def _check_draw(state: EveningState, *, anyway: bool) -> None:
    """Raise `EveningRefused` if no round can be drawn now."""
    opened, rounds = state.evening.opened, state.settings.rounds
    if not state.next_stage and (len(state.evening.scored) >= rounds or (opened[-1:] and opened[-1].stage)):
        raise EveningRefused(Message("The only round is played.", "All {count} rounds are played.", rounds))
    playing = state.playing(opened[-1]) if opened else []
    if playing and not anyway:
        raise EveningRefused(
            Message(
                "{count} table still plays. Wait for its result, or tick that the round is drawn without it.",
                "{count} tables still play. Wait for their results, or tick that the round is drawn without them.",
                len(playing),
            )
        )
