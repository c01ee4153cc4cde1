"""Tables in memory: loaded from the log when somebody asks for them, as many as there is room for."""

import logging
import threading
from collections.abc import Sequence
from functools import cache

from companion.engine import Game, Message, MessageError, RuleError, Setup
from companion.engine.pause import pause
from companion.forms.totals_only import totals_only, without_rules
from companion.games import all_games, get_game
from companion.scoring.replay import Replay
from companion.scoring.scoresheet import read_setup
from companion.storage.records import Event, SessionRow
from companion.storage.store import Store
from companion.table.table import Table, new_table

_READ_AT_ONCE = 200  # events of a log
_LOCKS = 1024
MAX_TABLES = 1500
MAX_MEMORY = 160_000_000  # bytes
_UNREADABLE = Message("what was entered has another form")

_log = logging.getLogger(__name__)


class IncompatibleSession(MessageError):
    """A stored session that the rules of today refuse; `message` says at what, about players with these `names`."""

    def __init__(self, reason: Message, names: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.names = names


class GameMissing(IncompatibleSession):
    """A stored session of a game that is not installed; `key` is that of the game."""

    def __init__(self, key: str, names: Sequence[str]) -> None:
        super().__init__(
            Message(
                "The game {game} is not installed on this companion, so its tables cannot be shown. What was entered is"
                " kept: they are there again once its package is installed.",
                game=key,
            ),
            names,
        )
        self.key = key


def opened_table(row: SessionRow, game: Game) -> Table:
    """Return the table of a session as it was opened; `RuleError` where the rules of today refuse its setup."""
    setup = read_setup(game, list(row.opened_for), row.setup["options"])
    played = game.with_options(setup.options)
    return new_table(row, totals_only(played) if row.is_totals_only else played, setup)


class TableLoader:
    """The tables of all sessions that are in use.

    A session always has the same lock of a fixed number. Nobody may wait for a session while holding another one.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.cache = TableCache()
        self._locks: dict[int, threading.RLock] = {}

    def locked(self, session: str) -> threading.RLock:
        """The lock of a session; held while its table is loaded or changed."""
        number = hash(session) % _LOCKS
        # Most are never used. Of two threads that make one at the same time both get the first.
        return self._locks.get(number) or self._locks.setdefault(number, threading.RLock())

    def table(self, session: str) -> Table | None:
        """The current session, with events that other processes appended; None where it does not exist."""
        with self.locked(session):
            try:
                table = self.cache.use(session)
                if table is None:
                    return self._load(session)
                events = self.store.events(session, table.version, _READ_AT_ONCE)
                # A player may be renamed, a seat added or removed: the names are read anew.
                kinds = {event.kind for event in events}
                is_undone = "undo" in kinds and table.setup.seats > table.opened[1].seats
                if len(events) == _READ_AT_ONCE or kinds & {"names", "options"} or is_undone:
                    return self._load(session)
                if events:
                    table = table.copy()
                    table.catch_up(events)
                    self.cache[session] = table
                return table
            except RuleError as error:
                self.cache.pop(session, None)
                raise self._incompatible(session, error) from error

    def _incompatible(self, session: str, error: RuleError) -> IncompatibleSession:
        """Say at what the rules refuse a session; a fault of its format would tell keys that mean nothing to people."""
        row = self.store.session(session)
        names = () if row is None else row.setup["players"]
        reason = _UNREADABLE if error.rule is None else error.message
        sentence = Message(
            "The rules that are installed here do not take what was entered at this table: {reason}. It is kept.",
            reason=reason,
        )
        return IncompatibleSession(sentence, names)

    def _load(self, session: str) -> Table | None:
        """Load a session from its first event, with current names; in time slices, so that other requests run."""
        self.cache.pop(session, None)
        # Read the row after the log: a renaming in between appends an event that is read later.
        events, row = self._events_of(session), self.store.session(session)
        if row is None:
            return None
        game = all_games().get(row.game)
        if game is None:
            _log_missing(row.game)
            raise GameMissing(row.game, row.setup["players"])
        table = opened_table(row, game)
        table.load(events)
        self.cache.put(session, table)
        return table

    def unplayed(self, session: str) -> Table | None:
        """The session as it was entered, without a score, which needs no rules; None where it does not exist.

        Raises `IncompatibleSession` where its options were changed while it ran, which only the rules can take in.
        """
        events, row = self._events_of(session), self.store.session(session)
        if row is None:
            return None
        setup = Setup(tuple(row.opened_for), row.setup["options"])
        game = without_rules(get_game(row.game))
        table = Table(row, game, setup, (game, setup), Replay(game, setup, names=row.setup["players"]), row.claims)
        try:
            table.take_unplayed(events)
        except RuleError as error:
            raise self._incompatible(session, error) from error
        return table

    def _events_of(self, session: str) -> list[Event]:
        events = list[Event]()
        while len(more := self.store.events(session, len(events), _READ_AT_ONCE)) == _READ_AT_ONCE:
            events += more
            pause()
        return events + more


@cache
def _log_missing(key: str) -> None:
    """Say once in the log of the server which game is missing."""
    _log.warning("there are tables of the game %s, which is not installed", key)


class TableCache(dict[str, Table]):
    """Tables in memory by session, the latest used last."""

    @property
    def weight(self) -> int:
        """About how many bytes all of them take."""
        return sum([table.weight for table in list(self.values())])  # a copy: other threads may change it meanwhile

    def use(self, session: str) -> Table | None:
        """Return the table of a session, now the latest used; None where it is not here."""
        table = self.pop(session, None)
        if table is not None:
            self[session] = table
        return table

    def put(self, session: str, table: Table) -> None:
        """Add a table of any size, in place of those that were used least lately beyond MAX_TABLES or MAX_MEMORY."""
        self[session] = table
        weight = self.weight  # a heavy table may take the place of hundreds: to weigh all anew for each takes too long
        while len(self) > 1 and (len(self) > MAX_TABLES or weight > MAX_MEMORY):
            oldest, *_ = self
            weight -= self.pop(oldest, table).weight  # the default, as another thread may have dropped it just now
