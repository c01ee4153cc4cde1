"""Sample tables and a club evening: played at random like those of people, and replaced when they are due."""

import json
import logging
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import NamedTuple

from companion.engine import Game, Setup, State
from companion.engine.pause import pause, pausing
from companion.features.evenings import acts
from companion.features.evenings.evening import SWISS
from companion.features.evenings.rows import EveningRow
from companion.features.evenings.service import Evenings
from companion.features.evenings.state import EveningState
from companion.features.groups.edits import make_group
from companion.forms.form import Part, Whole, acts_of
from companion.forms.parts import SampleSetup
from companion.scoring.scoresheet import play, read_setup
from companion.storage import credentials
from companion.storage.error_messages import StoreError
from companion.table.changes import MAX_ENTRIES, Request
from companion.table.service import Tables
from companion.table.table import Table
from companion.table.table_loader import IncompatibleSession

PLAYERS = ("Ann", "Ben", "Cleo", "小雯", "Mei-Ling")
"""The names at sample tables; they are not translated."""

_PLAYED = 0.6  # the share of its entries that a running game has
_SECONDS = 25  # between two acts
_MINUTES_AGO = (2, 15)  # since the last act of a running game
_MOST_DAYS_AGO = 5  # since the end of a finished game

Act = Part | Whole


@dataclass(frozen=True)
class SampleTable:
    """A table to play; its unique `name` is part of the seed."""

    name: str
    game: Game
    setup: SampleSetup
    is_running: bool


def sample_tables(games: Sequence[Game]) -> list[SampleTable]:
    """The sample tables of those games that have samples."""
    return [
        SampleTable(f"{game.key} {kind} {number}", game, setup, kind == "running")
        for game in games
        if (samples := game.samples) is not None
        for kind, setups in (("running", samples.running), ("finished", samples.finished))
        for number, setup in enumerate(setups)
    ]


def play_table(service: Tables, table: SampleTable, seed: int, moment: datetime) -> str:
    """Open a table in the database of `service` and play it as if up to `moment`; return its session.

    The same seed gives the same game. The host is a new phone.
    """
    random = Random(f"{seed} {table.name}")
    players = PLAYERS[: table.setup.seats]
    setup = read_setup(table.game, list(players), dict(table.setup.options))
    acts = game_acts(table.game, setup, random, is_running=table.is_running)
    times = iter(_times(len(acts) + 1, table, random, moment))
    # A second service, whose clock runs through the game.
    playing = Tables(service.store, service.live, service.key, clock=lambda: next(times))
    token = credentials.new_token()
    phone = credentials.token_hash(token)
    session = playing.openings.open(table.game, players, table.setup.options, phone, hidden=table.setup.hidden)
    host = service.phone(token)
    assert host is not None, "the phone was stored with the table"
    enter_all(playing, session, host, acts)
    return session


def enter_all(service: Tables, session: str, host: int, acts: Sequence[Act]) -> None:
    """Enter the acts of a game at a new table."""
    for number, act in enumerate(acts):
        service.enter(session, Request(host, secrets.token_urlsafe(12), number, b""), act)
        pause()


def game_acts(game: Game, setup: Setup, random: Random, *, is_running: bool) -> list[Act]:
    """All acts of a game that has samples; a running one stops in the middle of an entry if that has several parts."""
    game = game.with_options(setup.options)
    entries = list(_entries(game, game.engine.start(setup), random))
    if not is_running:
        return [act for acts in entries for act in acts]
    played = max(1, round(len(entries) * _PLAYED))
    begun = entries[played][: len(entries[played]) // 2] if played < len(entries) else []
    return [act for acts in entries[:played] for act in acts] + begun


def _entries(game: Game, state: State, random: Random) -> Iterator[list[Act]]:
    """The acts of each entry up to the end of the game."""
    assert game.samples is not None
    for _ in range(MAX_ENTRIES):
        if state.finished:
            return
        entry = game.samples.next_entry(state, random)
        yield acts_of(game.form, state, entry)
        state = play(game, state, entry).state
        pause()
    raise ValueError(f"the sample games of {game.key} do not end")


def _times(count: int, table: SampleTable, random: Random, moment: datetime) -> list[str]:
    """The ISO times of the opening and of each act, in order, to the second."""
    if table.is_running:
        end = moment - timedelta(minutes=random.randint(*_MINUTES_AGO))
    else:
        end = moment - timedelta(days=random.randrange(1, _MOST_DAYS_AGO), minutes=random.randrange(240))
    return [_stored(end - timedelta(seconds=_SECONDS * left)) for left in reversed(range(count))]


def _stored(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


_GROUP, _EVENING_NAME = "Club 桌遊社", "Friday 週五"
_NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "小雯", "Mei-Ling", "Tom", "阿明")
_SIZE = 3  # players of a table
_ROUNDS, _OVER = 4, 2


def play_evening(service: Tables, game: Game, seed: int, moment: datetime) -> str:
    """Make a club evening and play it, with one table running; returns its id. The same seed gives the same games."""
    token = credentials.new_token()
    group, at = secrets.token_urlsafe(9), _stored(moment)
    make_group(service, group, _GROUP, [], credentials.token_hash(token), None)
    host = service.phone(token)
    assert host is not None, "the phone was stored with the group"
    setup = {"game": game.key, "options": {}, "hidden": False, "system": SWISS, "size": _SIZE, "least": game.seats[0]}
    setup |= {"most": game.seats[-1], "rounds": _ROUNDS, "seed": seed, "grouped": True}
    evenings, row = Evenings(service), EveningRow(secrets.token_urlsafe(9), group, _EVENING_NAME, setup, at, 0, 0)
    evening = evenings.make(row, _NAMES, host)
    for number in range(_OVER + 1):
        evenings.act(evening, host, secrets.token_urlsafe(9), "drawn", partial(acts.draw_round, anyway=False))
        opening = partial(acts.open_tables, service=service, phone=host, call=str)
        evenings.act(evening, host, secrets.token_urlsafe(9), "opened", opening)
        state = evenings.state(evening)
        assert state is not None, "nobody deletes it while it is made"
        sessions = state.evening.opened[-1].sessions
        for place, session in enumerate(sessions):
            is_running = number == _OVER and place == len(sessions) - 1
            random = Random(f"{seed} evening {number} {place}")
            table = service.table(session)
            assert table is not None, "it was opened just now"
            enter_all(service, session, host, game_acts(game, table.setup, random, is_running=is_running))
    return evening


DAY = timedelta(days=1)
_SEEDS = 100_000
_VALUE = "samples"
_EVENING = "club evening"
_LONG_AGO = "0001-01-01T00:00:00+00:00"
"""A reset stores this time for a sample, so that it is due."""
_log = logging.getLogger(__name__)


class Made(NamedTuple):
    """The session of a sample table, or the id of the club evening, and when it was made (ISO)."""

    session: str
    at: str


class SampleCollection:
    """The samples of an instance. With `renews`, each is replaced after a day.

    The state is in the database, so that it survives a restart and is shared with other processes.
    """

    def __init__(
        self,
        service: Tables,
        *,
        renews: bool,
        games: Sequence[Game],
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._service, self._clock, self.renews = service, clock, renews
        self._tables = {table.name: table for table in sample_tables(games)}
        self._plays: dict[str, Callable[[int, datetime], str]] = {
            name: partial(play_table, service, table) for name, table in self._tables.items()
        }
        for game in [game for game in games if game.samples is not None and game.setup_form is None][:1]:
            self._plays[_EVENING] = partial(play_evening, service, game)

    def begin(self, seed: int | None, *, is_reset: bool = False) -> int:
        """Store and return the seed, by default the stored or a random one; a new seed or a reset makes all due."""
        stored, samples = self._record()
        if stored is not None and seed in (None, stored) and not is_reset:
            return stored  # do not overwrite what another process may be writing
        if seed is None:
            seed = secrets.randbelow(_SEEDS) if stored is None else stored
        self._store(seed, {name: made._replace(at=_LONG_AGO) for name, made in samples.items()})
        return seed

    def make_due(self) -> None:
        """Make the samples that are missing or due, one by one, in place of the earlier ones."""
        for name, play_at in self._plays.items():
            seed, samples = self._record()
            before = samples.get(name)
            if seed is None or (before is not None and not self._is_due(name, before)):
                continue
            moment = self._clock()
            try:
                with pausing():
                    made = Made(play_at(seed, moment), _stored(moment))
            except StoreError:
                raise
            except Exception:  # a plug-in's samples can raise anything
                _log.exception("the sample %s could not be played", name)
                continue
            self._store(seed, {**samples, name: made})
            # A newer table was finished by visitors, who may still look at it.
            if before is not None and self._is_old(before):
                delete = Evenings(self._service).delete if name == _EVENING else self._service.deletion.delete
                delete(before.session)
            pause()

    def evening(self) -> EveningState | None:
        """The sample club evening; None if there is none."""
        made = self._record()[1].get(_EVENING)
        return None if made is None else Evenings(self._service).state(made.session)

    def _is_due(self, name: str, made: Made) -> bool:
        if self._is_old(made):
            return self.renews or made.at == _LONG_AGO
        if not self.renews or name == _EVENING:
            return False
        there = self._read(made.session)
        return there is None or (self._tables[name].is_running and there.state.finished)

    def _is_old(self, made: Made) -> bool:
        """Whether it is a day old; a time in the future, from a wrong clock, counts as old."""
        return not timedelta() <= self._clock() - datetime.fromisoformat(made.at) < DAY

    def delete_visitors_tables(self) -> None:
        """Delete the tables and groups of visitors that were opened more than a day ago."""
        self._service.deletion.delete_old(self._clock() - DAY, unused=False, kept=self.sessions())

    def sessions(self) -> list[str]:
        """The sessions of the sample tables, in the order of their games."""
        _, made = self._record()
        return [made[name].session for name in self._tables if name in made]

    def tables(self) -> list[Table]:
        """The sample tables, in the order of their games."""
        return [table for session in self.sessions() if (table := self._read(session)) is not None]

    def hours_left(self) -> int:
        """In how many hours the oldest sample is replaced, rounded up, at least 1."""
        times = [datetime.fromisoformat(made.at) for made in self._record()[1].values()]
        left = min(times) + DAY - self._clock() if times else DAY
        return max(1, -(-left // timedelta(hours=1)))

    def _read(self, session: str) -> Table | None:
        try:
            return self._service.table(session)
        except IncompatibleSession:
            return None

    def _record(self) -> tuple[int | None, Mapping[str, Made]]:
        """The stored seed, None before the first start, and the samples by name."""
        text = self._service.store.maintenance.instance_value(_VALUE)
        record = {"seed": None, "tables": {}} if text is None else json.loads(text)
        return record["seed"], {name: Made(*made) for name, made in record["tables"].items()}

    def _store(self, seed: int, samples: Mapping[str, Made]) -> None:
        self._service.store.maintenance.set_instance_value(_VALUE, json.dumps({"seed": seed, "tables": samples}))
