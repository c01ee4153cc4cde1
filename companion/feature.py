"""What an optional part of the companion is: one frozen value, in a folder of its own that the core does not know.

`companion.features` finds them. A value is light, so that a scoresheet loads neither Flask nor the database: what needs
more stands in functions, and is imported there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from companion.game import Message, State, joined

if TYPE_CHECKING:
    from companion.game.pages.form import Posted
    from companion.scoring.replay import Record
    from companion.sessions.live.audiences import Fragments
    from companion.sessions.live.listener import Audience
    from companion.sessions.session_file import ImportedGame
    from companion.sessions.table.table import Table, Viewpoint
    from companion.sessions.table.visible_table import VisibleTable
    from companion.storage.database import Beside, Transaction
    from companion.storage.records import Event
    from companion.storage.store import Store
    from companion.views.render.templating import Page

    LivePage = Callable[[VisibleTable, Posted], Page]

Cell = str | int | None
"""A cell of a CSV file."""


@dataclass(frozen=True)
class SheetKey:
    """A key that a scoresheet may have beside the game; no score depends on it.

    `write(table, moment)` returns its JSON value, empty where there is nothing to write; `read(value, record)` returns
    it checked, or raises `RuleError`; `bodies(value, game, moment)` are those of the events that make it anew.
    """

    key: str
    write: Callable[[Table, int], Any]
    read: Callable[[Any, Record], Any]
    bodies: Callable[[Any, ImportedGame, int], Iterable[Mapping[str, Any]]]


@dataclass(frozen=True)
class EventKind:
    """A kind of event in a table's log that changes no score: its only definition.

    `fold(kept, event)` checks the body and returns what the table keeps after it; `kept` is None before the first one.
    It raises `RuleError` where the log of no table has such an event, so imports are checked by it too. `Table.kept`
    has the result under `name`. The functions below that get it are called only for tables that keep something.
    """

    name: str
    fold: Callable[[Any, Event], Any]
    describe: Callable[[Table, Event], Message | joined]
    """The event in a few words, with nothing in them that a table may hide."""
    lines: Callable[[Event, Viewpoint, bool], Sequence[str | joined]] | None = None
    """What the activity log shows below those words, for a viewpoint from which some seats are hidden, or none."""
    visible: Callable[[Table, Viewpoint, bool], Any] | None = None
    """What pages may show of what is kept, as `lines`; None for nothing."""
    write: Beside | None = None
    """Writes what is derived from the event, in its transaction."""
    follows: Callable[[Table, State, int], Mapping[str, Any] | None] | None = None
    """The body of the event that follows by itself, at a moment, from an entry after which a state stands.

    It has the key `auto`, by which the log knows that nobody tapped it.
    """
    carry: Callable[[Any, Table, int], Mapping[str, Any]] | None = None
    """The body of the event with which a rematch takes it over; empty for none."""
    length: Callable[[Any], int | None] | None = None
    """How many seconds the game took; None if it is not known."""
    sheet: SheetKey | None = None
    is_counted: bool = True
    """Whether these events count towards the most that a table may have."""


@dataclass(frozen=True)
class Change:
    """What a transaction has changed of tables, after which others count differently.

    `what` is "opened" (they were just inserted, some with a result), "people" (who has joined, seats, names), "result"
    (one was stored, corrected or taken back, at the moment `at`), or "deleted" (members and seats are gone; what
    features have of it is still there).
    """

    what: Literal["opened", "people", "result", "deleted"]
    sessions: Sequence[str]
    at: str = ""
    has_ended: bool = False
    """Whether the game was over for the first time with this result."""
    phone: int | None = None
    """The one phone whose part in it changed; None if others may be concerned."""


@dataclass(frozen=True)
class ExportLines:
    """Lines of a feature at the end of an export of all data; the first line of the export counts them under `key`.

    `places(store)` says which there are, and `write(store, place)` returns one. `read(value)` returns one checked, with
    its `session`; `remember(log)` returns what `check(row, remembered)` needs of that session's log, None for nothing;
    `check` returns what no two lines may have in common. `read`, `remember` and `check` raise `RuleError`.
    `add(store, row)` stores a checked one.
    """

    key: str
    places: Callable[[Store], Sequence[Any]]
    write: Callable[[Store, Any], Mapping[str, Any]]
    read: Callable[[Any], Mapping[str, Any]]
    remember: Callable[[Iterable[Event]], Any]
    check: Callable[[Mapping[str, Any], Any], str]
    add: Callable[[Store, Mapping[str, Any]], None]


class PlayerFollower(Protocol):
    """Changes what else has a player's name, when a phone renames or deletes the player at the tables it hosts.

    Both methods run in the transactions that change the tables.
    """

    def __init__(self, phone: int, key: str, name: str) -> None:
        """Begin a change of the player with this key; `name` is empty where the name is deleted."""

    def note(self, db: Transaction, session: str) -> None:
        """Look at a table before it is changed or deleted."""

    def settle(self, db: Transaction) -> None:
        """Follow, once all tables are changed."""


@dataclass(frozen=True)
class Room:
    """Live pages that belong to no table; phones listen to those of one thing under `name:id`.

    `versions(store, rooms)` returns the version of each of its own; -1 where it is gone. `render(room, audience,
    fragments)` returns the version and the parts for an audience, as `Render` does.
    """

    name: str
    versions: Callable[[Store, Sequence[str]], Mapping[str, int]]
    render: Callable[[str, Audience, Fragments], tuple[int, Mapping[str, str]]]


@dataclass(frozen=True)
class Feature:
    """An optional part of the companion; `folder` has its `templates` and its `static` files.

    `slots` are templates that stand in places of the core's pages, by the name of the place. `pages` are live pages of
    a table at addresses of their own, by name. `shared` has the endpoints of pages for people who have not joined, at
    a link that the host can withdraw. `commands` are those of the command line: the function that adds the parser,
    and a line about it. What is a text such as `module:name` is imported once it is asked for.

    `requires` names the features without which it is left out.
    """

    name: str
    folder: Path
    requires: Sequence[str] = ()
    sheet_keys: Sequence[str] = ()
    """The keys of its `events` that a scoresheet may have."""
    events: Sequence[str] = ()
    """Each an `EventKind`."""
    slots: Mapping[str, str] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    """Each a `LivePage`, by its name."""
    shared: Mapping[str, str] = field(default_factory=dict)
    csv: str = ""
    """A function of the rows of a table's CSV file and its `VisibleTable` that returns them with more.

    The first cell of an entry's row is its number.
    """
    printed: str = ""
    """A function of a `VisibleTable` that returns what stands on paper: sections with a heading and lines."""
    commands: Mapping[str, tuple[str, Message]] = field(default_factory=dict)
    options: str = ""
    """A function that adds options to the parser of a command that serves."""
    serve: str = ""
    """A function that starts what runs beside the server, by options, application, configuration and `Stop`."""
    expire: str = ""
    """A function of the store, an ISO time and `unused` that deletes what is unused since then, or was made before."""
    config: str = ""
    """A function of the options that returns what the configuration has of them; raises `ServeError`."""
    tables: Sequence[str] = ()
    """Each a `companion.storage.schema.Table`, made when a database is opened without it."""
    question: str = ""
    """A function of the key of a question and its fields that returns the address of the page that answers it."""
    export: Sequence[str] = ()
    """Each an `ExportLines`."""
    result: str = ""
    """A function of a `Transaction` and a `Change`, called in that transaction, to count anew what depends on it."""
    blueprint: str | Sequence[str] = ""
    of_totals_only: Sequence[str] = ()
    """The endpoints that a table has also if only its totals are known."""
    akin: str = ""
    """A function of a store, a phone and a session that returns earlier tables of the same people.

    They are sessions that the phone has joined, the latest first.
    """
    follows_player: str = ""
    """A `PlayerFollower`."""
    result_shown: str = ""
    """A function of `Sessions` and a session whose result has changed and is stored."""
    room: str = ""
    """A `Room`."""
    handlers: Mapping[str, str] = field(default_factory=dict)
    """What is called at places of features that this one needs, by the name of the place."""
