"""The records of the store: events of a log, sessions and new sessions, and the errors of an append."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

SCORED_KINDS = ("part", "parts", "entry", "correct", "remove", "insert", "options", "undo", "redo")
"""The kinds of events that change what is entered; all others leave the stored result, and conflict with no event."""
CORE_KINDS = (*SCORED_KINDS, "rematch", "seat", "names", "draw")
"""The kinds of events of the core; the others are those of features (`companion.feature.EventKind`)."""
TOTALS_ONLY = "totals_only"
"""Key in the setup of a session of which only the totals are known: the mark by which it is known again, as hex."""
MARK_BYTES = 16


class StaleVersion(Exception):
    """Another event has this number already, or the session was deleted: reload and retry."""


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
    def at(self) -> str:
        """The moment by which it is dated, as in the history: its end, or when it was opened."""
        return self.ended or self.made

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
    imported session. `key` is the hash of the form's key, which opens only one session. `beside` writes what
    features have of it, with the number of each member.
    """

    row: SessionRow
    links: Mapping[str, tuple[str, bytes]]
    members: Mapping[int, str] = field(default_factory=dict)
    events: Sequence[Event] = ()
    key: bytes | None = None
    beside: Callable[[Any, int], None] | None = None


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
