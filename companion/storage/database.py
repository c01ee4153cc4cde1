"""The interface of a database engine: the rows of a query, and jobs that run in one durable transaction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from companion.storage.error_messages import StoreError
from companion.storage.records import Event

T = TypeVar("T")


class Transaction(Protocol):
    """An open transaction. Statements are valid on all engines, with parameters as SQLite has them: `?` or `:name`."""

    next_use: str
    """The next number in the order in which sessions are used, as an expression of a statement."""
    references: str
    """The query for each `table` and `column` that refers to ids of a table; the database has it too."""

    def execute(self, sql: str, values: Any = (), /) -> Any:
        """Execute a statement; returns a cursor with `fetchone`, `fetchall` and `rowcount`."""

    def rows(self, sql: str, values: Any = (), /) -> list[dict[str, Any]]:
        """The rows of a query as dicts."""


Rows = Callable[[str, Any], list[dict[str, Any]]]
"""Returns the rows of a query as dicts."""


Beside = Callable[[Transaction, str, Event], None]
"""Writes what belongs to an event of a session, in the transaction that appends the event."""


@dataclass(frozen=True)
class Append:
    """What one transaction writes for an event of a session's log.

    `following` are the events that follow from it by themselves. `result` is the one that it leads to: it has `totals`
    by seat, the `ranking`, and `figures` by seat if they are known. `beside` writes what belongs to the event and is
    not in the log.
    """

    event: Event
    following: Sequence[Event] = ()
    result: Mapping[str, Any] | None = None
    beside: Beside | None = None


class Database(ABC):
    """One database of the companion. All methods raise `StoreError` if it cannot be read or written."""

    name: str
    """The path or address of the database, as shown to people."""
    references: str
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

    @abstractmethod
    def append(self, session: str, append: Append) -> Event | None:
        """Append an event to the log of a session as `Store.append` says, as fast as the engine can."""

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

    def find_fault(self) -> StoreError | None:
        """Check all data, which may take long; the error if they are damaged, else None."""
        return None

    @abstractmethod
    def probe(self) -> None:
        """Read something that was written lately."""

    def waiting(self) -> int:
        """How many jobs wait for the database."""
        return 0

    def purge(self) -> bool:
        """Remove what is left of deleted rows on the disk; False if others read meanwhile."""
        return True

    def open_channel(
        self, on_notice: Callable[[Notice], None], reconnected: Callable[[], None], lost: Callable[[], None]
    ) -> Channel | None:
        """Open the channel to other processes on this database, if there can be any; `close` closes it too.

        Threads of it call `on_notice` with the notices of the others, `lost` when the connection to the database is
        lost, and `reconnected` when it is there (again), as notices may have been missed.
        """
        return None

    def is_leader(self) -> bool:
        """Whether this process, of all on this database, is the one that does its upkeep; one always is."""
        return True

    @abstractmethod
    def close(self) -> None:
        """Close all connections."""


Notice = Mapping[str, Any]
"""Plain JSON: its `kind`, mostly the `session`, and what the kind needs; `node`, its process, is added when sent."""


class Channel(Protocol):
    """Carries notices to the other processes, in order, without waiting for them."""

    def publish(self, notice: Notice) -> None:
        """Send a notice soon."""

    def close(self) -> None:
        """Send nothing any more."""


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
