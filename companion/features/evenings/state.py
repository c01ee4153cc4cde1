"""The state of an evening: its log, results and standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.engine import Game, Message
from companion.engine.pause import in_slices
from companion.features.evenings import rows as evening_rows
from companion.features.evenings.evening import (
    BEHIND,
    FINAL,
    SEMI,
    Evening,
    EveningRefused,
    Round,
    Settings,
    evening_of,
)
from companion.features.evenings.rows import Act, EveningRow
from companion.features.evenings.standings import (
    FORFEIT,
    Line,
    Places,
    after_final,
    finals_tables,
    is_together,
    standings,
)
from companion.games import get_game
from companion.storage.records import Rows
from companion.storage.store import Store

ROOM = "evening"
_OTHER_PLAYERS = Message("Somebody came or left after this round was drawn. Draw it again.")
_OTHER_BEST = Message("Others are the best who are there now. Draw the final again.")
_OTHER_POINTS = Message("The points have changed since this round was drawn. Draw it again.")


def room_of(evening: str) -> str:
    """The name of an evening's live room; no session has such an id."""
    return f"{ROOM}:{evening}"


def evening_of_room(room: str) -> str:
    """The evening of a room."""
    return room.partition(":")[2]


def versions(store: Store, rooms: Sequence[str]) -> dict[str, int]:
    """The version of each room; -1 if the evening was deleted."""
    known = evening_rows.evening_versions(store.rows, list(map(evening_of_room, rooms)))
    return {room: known.get(evening_of_room(room), -1) for room in rooms}


@dataclass(frozen=True)
class Place:
    """Where a player sits: round, number of the table, its session, and the seat there."""

    round: Round
    table: int
    session: str
    seat: int


@dataclass(frozen=True)
class EveningState:
    """The state of an evening; `places` are by finished session, `present` are all sessions that exist."""

    row: EveningRow
    names: Mapping[int, str]
    phones: Mapping[int, int]
    acts: Sequence[Act]
    evening: Evening
    places: Places
    present: frozenset[str]

    @property
    def id(self) -> str:
        """The evening's id."""
        return self.row.id

    @property
    def game(self) -> Game:
        """The game of its tables."""
        return get_game(self.row.setup["game"])

    @cached_property
    def settings(self) -> Settings:
        """How the evening is played, with the current number of rounds."""
        setup = self.row.setup
        told = {key: setup[key] for key in ("system", "size", "least", "most", "seed")}
        return Settings(rounds=self.evening.planned or setup["rounds"], **told)

    @property
    def rule(self) -> str:
        """How its tables give points; evenings of before have none in their setup."""
        return self.evening.rule or str(self.row.setup.get("rule", BEHIND))

    @cached_property
    def lines(self) -> list[Line]:
        """The standings; the final decides the first places."""
        return after_final(self.evening, standings(self.evening, self.places, self.rule), self.places)

    @cached_property
    def stale(self) -> Message | None:
        """Why the round must be drawn again; None if it can be played as drawn."""
        draft = self.evening.draft
        if draft is not None and draft.stage:
            return self._stale_final(draft)
        if draft is not None and draft.players != {*self.evening.present}:
            return _OTHER_PLAYERS
        if draft is None or draft.points is None:
            return None
        # Tables that the draw did not wait for may have ended since.
        counted = {session: places for session, places in self.places.items() if session not in draft.unfinished}
        lines = standings(self.evening, counted, self.rule) if len(counted) < len(self.places) else self.lines
        points = {line.player: line.points for line in lines}
        return _OTHER_POINTS if any(points.get(player) != was for player, was in draft.points.items()) else None

    def _stale_final(self, draft: Round) -> Message | None:
        try:
            tables = finals_tables(self.evening, self.lines, self.places, draft.stage)
        except EveningRefused:
            return _OTHER_PLAYERS
        best = {player for table in tables for player in table}
        return None if best == draft.players else _OTHER_BEST

    @property
    def deleted(self) -> frozenset[str]:
        """The sessions that were deleted: nobody met there."""
        return frozenset(self.evening.sessions) - self.present

    @property
    def next_stage(self) -> str:
        """The stage of the final that is drawn next; empty while rounds are due, or where none follows."""
        evening, played = self.evening, [each.stage for each in self.evening.opened if each.stage]
        if not played:
            return evening.final if len(evening.scored) >= self.settings.rounds else ""
        return FINAL if played == [SEMI] else ""

    @property
    def has_result(self) -> bool:
        """Whether any table has ended: before that all share the first place."""
        return any(result.place is not None or result.kind == FORFEIT for line in self.lines for result in line.results)

    @property
    def is_together(self) -> bool:
        """Whether all of a table won or lost together: then nobody wins the evening."""
        return any(map(is_together, self.places.values()))

    @property
    def missing(self) -> list[int]:
        """Who is expected, and has neither checked in nor a phone that is here."""
        evening = self.evening
        return [player for player in evening.present if player not in evening.here and player not in self.phones]

    def name(self, player: int) -> str | Message:
        """A player's name, or a number if the name was deleted."""
        return self.names.get(player) or Message("Player {number}", number=player)

    def playing(self, round_: Round) -> list[int]:
        """The numbers of the tables of a round that are not over."""
        going, tables = self.present - self.places.keys(), enumerate(round_.sessions, 1)
        return [table for table, session in tables if session in going and len(round_.came_to(table)) > 1]

    def player_of(self, phone: int | None) -> int | None:
        """The player whose phone this is; None if it is nobody's."""
        return next((player for player, each in self.phones.items() if each == phone), None)

    def place_of(self, player: int) -> Place | None:
        """A player's place in the latest open round; None for a player without a table there."""
        round_ = self.evening.opened[-1] if self.evening.opened else None
        table = None if round_ is None else round_.table_of(player)
        if round_ is None or table is None or player in round_.absent or not round_.sessions[table - 1]:
            return None
        seat = round_.tables[table - 1].index(player)
        return Place(round_, table, round_.sessions[table - 1], seat)


def read_state(rows: Rows, row: EveningRow) -> EveningState:
    """Read the state of a stored evening."""
    acts = evening_rows.acts_of(rows, row.id)
    evening = evening_of((act.kind, act.body) for act in in_slices(acts))
    places, present = evening_rows.places_of(rows, evening.sessions)
    names, phones = evening_rows.names_of(rows, row.id), evening_rows.phones_of(rows, row.id)
    return EveningState(row, names, phones, acts, evening, places, frozenset(present))
