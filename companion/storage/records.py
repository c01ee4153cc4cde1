"""The interface of a database engine, and what it stores: events of a log, and sessions."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from companion.storage.error_messages import StoreError

if TYPE_CHECKING:
    from companion.storage.schema import DatabaseTable

T = TypeVar("T")

SCORED_KINDS = ("part", "parts", "entry", "correct", "remove", "insert", "options", "undo", "redo")
"""The kinds of events that change what is entered; all others leave the stored result, and conflict with no event."""
CORE_KINDS = (*SCORED_KINDS, "rematch", "seat", "names", "draw")
"""The kinds of events of the core; the others are those of features (`companion.feature.EventKind`)."""
TOTALS_ONLY = "totals_only"
"""Key in the setup of a session of which only the totals are known: the mark by which it is known again, as hex."""
MARK_BYTES = 16
Rows = Callable[[str, Any], list[dict[str, Any]]]
"""Returns the rows of a query as dicts."""
Notice = Mapping[str, Any]
"""Plain JSON: its `kind`, mostly the `session`, and what the kind needs; `node`, its process, is added when sent."""


class StaleVersion(Exception):
    """Another event has this number or key already, or the session was deleted: reload and retry."""


class NotJoined(Exception):
    """The phone is not, or no longer, a host or scorer of this session."""


@dataclass(frozen=True)
class Event:
    """One event of a session's log; `body` is its plain JSON.

    `kind` is one of `CORE_KINDS` or of a feature. A `names` event has only the seats whose names were changed; the
    names themselves are in the setup, so that they can be deleted.

    `act` is the key that the phone generated for it, `sent` a digest of the request with that key.
    """

    number: int
    act: str
    sent: bytes
    kind: str
    body: Any
    phone: int
    at: str


def parts_of(event: Event) -> Mapping[str, Any]:
    """The slots of the running entry that an event fills, with their values; none for an event of another kind."""
    if event.kind == "parts":
        parts: Mapping[str, Any] = event.body["parts"]
        return parts
    return {event.body["slot"]: event.body["value"]} if event.kind == "part" else {}


@dataclass(frozen=True)
class SessionRow:
    """A session as stored: which game, its setup as JSON, when it was opened, and its result once finished."""

    id: str
    game: str
    setup: Mapping[str, Any]
    made: str
    result: Mapping[str, Any] | None
    generation: int
    ended: str | None = None
    """When the game ended, where the session was read from the database after that."""

    @property
    def hidden(self) -> bool:
        """Whether the table keeps totals hidden until the end."""
        return bool(self.setup.get("hidden"))

    @property
    def is_totals_only(self) -> bool:
        """Whether only the totals are known, of a game that another program recorded."""
        return TOTALS_ONLY in self.setup

    @property
    def opened_for(self) -> Sequence[str]:
        """The players with whom the session was opened; others came late, and are in the setup behind them."""
        players: Sequence[str] = self.setup["players"]
        return players[: self.setup.get("opened_seats", len(players))]

    @property
    def claims(self) -> dict[int, int]:
        """Phone by seat when the session was opened, taken from the previous game of a rematch."""
        return {int(seat): phone for seat, phone in self.setup.get("claims", {}).items()}

    @property
    def anonymous(self) -> tuple[int, ...]:
        """The seats whose player's name was deleted."""
        return tuple(self.setup.get("anonymous", ()))

    @property
    def withdrawals(self) -> Mapping[str, int]:
        """How often the link to each shared page, such as "result", was withdrawn."""
        withdrawn: Mapping[str, int] = self.setup.get("withdrawn", {})
        return withdrawn


@dataclass(frozen=True)
class NewSession:
    """A session to insert: its links (role to code and token hash) and its first members (phone to role).

    The phone that opens it is added to these; a rematch takes the members of its session. `events` is the log of an
    imported session. `key` is the hash of the form's key, which opens only one session. `for_member` writes
    what features have of it, with the number of each member.
    """

    row: SessionRow
    links: Mapping[str, tuple[str, bytes]]
    members: Mapping[int, str] = field(default_factory=dict)
    events: Sequence[Event] = ()
    key: bytes | None = None
    for_member: Callable[[Any, int], None] | None = None


def now() -> str:
    """The current time in UTC, to the second, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def milliseconds() -> int:
    """The current time in milliseconds since 1970, in UTC."""
    return time.time_ns() // 1_000_000


def session_row(row: Mapping[str, Any]) -> SessionRow:
    """The session of a database row. Raises ValueError or TypeError if it is not the JSON that was stored."""
    result = None if row["result"] is None else json.loads(row["result"])
    setup = json.loads(row["setup"])
    return SessionRow(row["id"], row["game"], setup, row["made"], result, row["generation"], row["ended"])


def event_of(row: Mapping[str, Any]) -> Event:
    """The event of a database row. Raises ValueError or TypeError if it is not the JSON that was stored."""
    return Event(row["number"], row["act"], row["sent"], row["kind"], json.loads(row["body"]), row["phone"], row["at"])


@dataclass(frozen=True)
class Update:
    """What a transaction changed at some tables, for extensions that store derived rows.

    `what` is "opened" (the tables were just inserted, some with a result), "people" (members, seats or names), "result"
    (one was stored, corrected or removed, at the moment `at`), or "deleted" (members and seats are gone; rows of
    extensions are still there).
    """

    what: Literal["opened", "people", "result", "deleted"]
    sessions: Sequence[str]
    at: str = ""
    has_ended: bool = False
    """Whether this result ended the game for the first time."""
    phone: int | None = None
    """The only phone that is affected; None if there may be others."""


@dataclass(frozen=True)
class Extension:
    """What a part beyond the core keeps in the database; who opens a store names all of them."""

    name: str
    tables: Sequence[DatabaseTable] = ()
    migrations: Mapping[str, Callable[[Transaction], None]] = field(default_factory=dict)
    """Each brings the rows of an earlier version to today's form; it is applied once, and remembered by its name."""
    derive: Callable[[Transaction, Update], None] | None = None
    """Changes derived rows in the transaction of an update."""
    events: Mapping[str, Beside] = field(default_factory=dict)
    """What is written with each event of a kind, by the name of the kind."""


class Transaction(ABC):
    """An open transaction of an engine. Statements have parameters as SQLite has them: `?` or `:name`."""

    next_use: str
    """The next number in the order in which sessions are used, as an expression of a statement."""
    references: str
    """The query for each `table` and `column` that refers to ids of a table; the database has it too."""
    extensions: Sequence[Extension] = ()

    @abstractmethod
    def execute(self, sql: str, values: Any = (), /) -> Any:
        """Execute a statement; returns a cursor with `fetchone`, `fetchall` and `rowcount`."""

    @abstractmethod
    def rows(self, sql: str, values: Any = (), /) -> list[dict[str, Any]]:
        """The rows of a query as dicts."""

    def derive(self, update: Update) -> None:
        """Let extensions derive their rows; to be called after each change of members, seats and results."""
        for extension in self.extensions:
            if extension.derive is not None:
                extension.derive(self, update)


Beside = Callable[[Transaction, str, Event], None]
"""Writes what belongs to an event of a session, in the event's transaction."""


Run = Callable[[Callable[[], Any]], Any]
"""Runs a job of writing and returns its result, such as in a thread of its own."""


class Database(ABC):
    """One database of the companion. All methods raise `StoreError` if it cannot be read or written."""

    name: str
    """The path or address of the database, as shown to people."""
    references: str
    extensions: Sequence[Extension]
    """Those with which it was opened."""
    is_remote = False
    """Whether the database may go away while the companion runs."""
    is_checked = True
    """Whether the data were checked at the start."""
    trouble: StoreError | None = None
    """The last error; None after a successful write."""
    damage: StoreError | None = None
    """The error for damaged data, which stays until a backup is restored."""

    @abstractmethod
    def rows(self, sql: str, values: Any = ()) -> list[dict[str, Any]]:
        """The rows of a query as dicts."""

    @abstractmethod
    def write(self, job: Callable[[Transaction], T], session: str | None = None) -> T:
        """Run `job` in a transaction and return its result once it is on disk; an error leaves nothing written.

        No other job that changes the same `session` runs meanwhile, and none at all beside a job without one.
        """

    def advance_sequences(self, db: Transaction) -> None:
        """Let the engine's own numbering continue after the highest numbers stored; no other job may run beside it."""
        return None

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[None]:
        """A context in which all reads see the same state, also while others write."""

    def record_damage(self) -> StoreError:
        """Remember that the file, or a row, is not what was stored; returns the error to raise."""
        self.damage = self.trouble = StoreError(
            "The database is damaged, so this was neither read nor saved. Whoever keeps this companion has to stop it"
            " and restore a backup."
        )
        return self.damage

    def parsed(self, parse: Callable[[Mapping[str, Any]], T], rows: Sequence[Mapping[str, Any]]) -> list[T]:
        """What `parse` makes of rows; an error of its own shows that one is not the JSON that was stored."""
        try:
            return [parse(row) for row in rows]
        except (ValueError, TypeError) as error:
            raise self.record_damage() from error

    def find_fault(self) -> StoreError | None:
        """Check all data, which may take long; the error if they are damaged, else None."""
        return None

    def waiting(self) -> int:
        """How many jobs wait for the database."""
        return 0

    def purge(self) -> bool:
        """Remove what is left of deleted rows on the disk; False if others read meanwhile."""
        return True

    def open_channel(
        self, on_notice: Callable[[Notice], None], reconnected: Callable[[], None], lost: Callable[[], None]
    ) -> Callable[[Notice], None] | None:
        """Open the channel to other processes on this database, if there can be any; `close` closes it too.

        Returns what sends them a notice, in order and without waiting. Threads of it call `on_notice` with the notices
        of the others, `lost` when the connection to the database is lost, and `reconnected` when it is there (again),
        as notices may have been missed.
        """
        return None

    def is_leader(self) -> bool:
        """Whether this process, of all on this database, is the one that does its upkeep; one always is."""
        return True

    @abstractmethod
    def close(self) -> None:
        """Close all connections."""


def referring(db: Transaction | Database, table: str) -> list[tuple[str, str]]:
    """Each table and column that refers to ids of a table, also those of features that are not here."""
    return [(row["table"], row["column"]) for row in db.rows(db.references, [table])]


def marks(values: Sequence[object]) -> str:
    """The signs in a statement that stand for these values."""
    return ", ".join("?" * len(values))


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items in order, in parts of `size`; the last one may be shorter.

    >>> list(batches("abcde", 2))
    ['ab', 'cd', 'e']
    """
    for start in range(0, len(items), size):
        yield items[start : start + size]
