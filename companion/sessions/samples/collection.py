"""The sample tables of an instance: which there are, kept in its database, and made anew when they are due."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from companion.game import Game
from companion.games import all_games
from companion.sessions.club.state import EveningState
from companion.sessions.samples.evening import play_evening
from companion.sessions.samples.playing import SampleTable, play_table, sample_tables
from companion.sessions.service import Sessions
from companion.sessions.table.table import Table
from companion.sessions.table.table_loader import IncompatibleSession
from companion.storage.error_messages import StoreError

DAY = timedelta(days=1)
_SEEDS = 100_000
_VALUE, _EVENING = "samples", "sample evening"
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
"""When a table was made that a reset makes due."""
_log = logging.getLogger(__name__)

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The current time."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Made:
    """A sample table that was made: its session, and when; or the club evening, with its id."""

    session: str
    at: datetime


@dataclass(frozen=True)
class Record:
    """What the database knows of the sample tables: the seed, and each by its name."""

    seed: int
    made: Mapping[str, Made]

    @classmethod
    def from_json(cls, text: bytes) -> Record:
        """Read what `to_json` has written."""
        stored = json.loads(text)
        tables = {name: Made(session, datetime.fromisoformat(at)) for name, (session, at) in stored["tables"].items()}
        return cls(stored["seed"], tables)

    def to_json(self) -> str:
        """The record as text for the database."""
        tables = {name: (made.session, made.at.isoformat(timespec="seconds")) for name, made in self.made.items()}
        return json.dumps({"seed": self.seed, "tables": tables})


class SampleCollection:
    """The sample tables of an instance. With `renews`, each is made anew a day after it was made.

    What there is stands in the database, so a restart goes on where it was, and so do other processes on it.
    """

    def __init__(
        self, service: Sessions, *, renews: bool, games: Sequence[Game] | None = None, clock: Clock = utc_now
    ) -> None:
        self._service, self._clock, self.renews = service, clock, renews
        games = list(all_games().values()) if games is None else games
        self._tables = sample_tables(games)
        self._evening_game = next(
            (game for game in games if game.samples is not None and game.setup_form is None), None
        )

    def begin(self, seed: int | None, *, is_reset: bool = False) -> int:
        """Store the seed, a new one where none is given or stored; returns it.

        With another seed than before, or a reset, all tables are due.
        """
        stored = self._record()
        if stored is None:
            record = Record(secrets.randbelow(_SEEDS) if seed is None else seed, {})
        elif is_reset or seed not in (None, stored.seed):
            due = {name: replace(made, at=_LONG_AGO) for name, made in stored.made.items()}
            record = Record(stored.seed if seed is None else seed, due)
            if (made := self._made_evening()) is not None:
                self._store_evening(replace(made, at=_LONG_AGO))
        else:
            return stored.seed  # nothing to store: another process may be at it
        self._store(record)
        return record.seed

    def make_due(self, pause: Callable[[], None] = lambda: None) -> None:
        """Make the tables that are missing or due, one by one; each replaces the one before it at once."""
        for table in self._tables:
            record = self._record()
            if record is None:
                return
            before = record.made.get(table.name)
            if before is not None and not self._is_due(table, before):
                continue
            moment = self._clock()
            try:
                session = play_table(self._service, table, record.seed, moment)
            except StoreError:
                raise
            except Exception:  # a plug-in's samples can raise anything
                _log.exception("the sample table %s could not be played", table.name)
                continue
            self._store(replace(record, made={**record.made, table.name: Made(session, moment)}))
            # Where people have played a table to its end, they may still look at it.
            if before is not None and self._is_old(before):
                self._service.deletion.delete_each([before.session], pause)
            pause()
        self._make_evening()

    def _make_evening(self) -> None:
        """Make the club evening where it is missing or due; it takes the place of the one before it."""
        record, made = self._record(), self._made_evening()
        is_kept = made is not None and not (self._is_old(made) and (self.renews or made.at == _LONG_AGO))
        if record is None or is_kept or self._evening_game is None:
            return
        moment = self._clock()
        try:
            evening = play_evening(self._service, self._evening_game, record.seed, moment)
        except StoreError:
            raise
        except Exception:  # a plug-in's samples can raise anything
            _log.exception("the sample club evening could not be played")
            return
        self._store_evening(Made(evening, moment))
        if made is not None:
            self._service.evenings.delete(made.session)

    def _store_evening(self, made: Made) -> None:
        text = json.dumps([made.session, made.at.isoformat(timespec="seconds")])
        self._service.store.maintenance.set_instance_value(_EVENING, text)

    def _made_evening(self) -> Made | None:
        text = self._service.store.maintenance.instance_value(_EVENING)
        if text is None:
            return None
        evening, at = json.loads(text)
        return Made(evening, datetime.fromisoformat(at))

    def evening(self) -> EveningState | None:
        """The sample club evening as it stands; None where there is none, or not any more."""
        made = self._made_evening()
        return None if made is None else self._service.evenings.state(made.session)

    def _is_due(self, table: SampleTable, made: Made) -> bool:
        if self._is_old(made):
            return self.renews or made.at == _LONG_AGO
        if not self.renews:
            return False
        there = self._read(made.session)
        return there is None or (table.is_running and there.state.finished)

    def _is_old(self, made: Made) -> bool:
        """Whether a day has passed; a time to come is one of a clock that was wrong."""
        return not timedelta() <= self._clock() - made.at < DAY

    def delete_visitors_tables(self, pause: Callable[[], None] = lambda: None) -> None:
        """Delete the tables and groups of visitors that were opened more than a day ago."""
        self._service.deletion.delete_opened_before(self._clock() - DAY, self.sessions(), pause)

    def sessions(self) -> list[str]:
        """The sessions of the sample tables."""
        record = self._record()
        return [] if record is None else [made.session for made in record.made.values()]

    def tables(self) -> list[Table]:
        """The sample tables as they stand, in the order of their games."""
        record = self._record()
        made = {} if record is None else record.made
        sessions = [made[table.name].session for table in self._tables if table.name in made]
        return [table for session in sessions if (table := self._read(session)) is not None]

    def hours_left(self) -> int:
        """In how many hours the first of the sample tables is made anew, rounded up; at least one."""
        record = self._record()
        oldest = min((made.at for made in record.made.values()), default=None) if record else None
        left = DAY if oldest is None else oldest + DAY - self._clock()
        return max(1, -(-left // timedelta(hours=1)))

    def _read(self, session: str) -> Table | None:
        try:
            return self._service.table(session)
        except IncompatibleSession:
            return None

    def _record(self) -> Record | None:
        text = self._service.store.maintenance.instance_value(_VALUE)
        return None if text is None else Record.from_json(text)

    def _store(self, record: Record) -> None:
        self._service.store.maintenance.set_instance_value(_VALUE, record.to_json())
