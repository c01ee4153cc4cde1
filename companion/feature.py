"""The type of an optional part: `Feature`, one frozen value in a folder that the core does not know.

`companion.features` finds the values. They name their code as text or import it inside functions, so that scoring a
scoresheet loads neither Flask nor the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.engine import Message, State, joined
from companion.engine.game import Game, HasLazy, Lazy, LazyList

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from flask import Blueprint
    from werkzeug.datastructures import MultiDict

    from companion.commands.serving.background_jobs import Stop
    from companion.forms.form import Posted
    from companion.live.audiences import Audience, Fragments
    from companion.scoring.replay import Replay
    from companion.storage.records import Beside, Event, Transaction, Update
    from companion.storage.schema import DatabaseTable
    from companion.storage.store import Store
    from companion.table.openings import ImportedGame
    from companion.table.service import Tables
    from companion.table.table import Table, Viewpoint
    from companion.table.visible_table import VisibleTable
    from companion.views.render.template_helpers import Page

    FormFields = MultiDict[str, str]
    LivePage = Callable[[VisibleTable, Posted], Page]


Cell = str | int | None
"""A cell of a CSV file."""


@dataclass(frozen=True)
class SheetKey:
    """An optional key of a scoresheet that changes no score.

    `write(table, moment)` returns its JSON value, or an empty one to leave the key out. `read(value, replay)` checks a
    value, or raises `RuleError`. `bodies(value, game, moment)` returns the bodies of events that restore it.
    """

    key: str
    write: Callable[[Table, int], Any]
    read: Callable[[Any, Replay], Any]
    bodies: Callable[[Any, ImportedGame, int], Iterable[Mapping[str, Any]]]


@dataclass(frozen=True)
class EventKind:
    """A kind of event in a table's log that changes no score.

    `fold(kept, event)` checks an event's body and returns the value that the table then keeps, in `Table.kept[name]`.
    `kept` is None before the first event. An invalid body raises `RuleError`, before the event is stored, in an import
    too. The functions below that receive this value are called only if there is one.
    """

    name: str
    fold: Callable[[Any, Event], Any]
    describe: Callable[[Table, Event], Message | joined]
    """A few words about an event, which must reveal nothing that a table may hide."""
    lines: Callable[[Event, Viewpoint, bool], Sequence[str | joined]] | None = None
    """Lines below those words in the activity log, for a viewpoint and whether seats are hidden from it."""
    visible: Callable[[Table, Viewpoint, bool], Any] | None = None
    """The part of the kept value that pages may show, with arguments like `lines`; None for nothing."""
    write: Beside | None = None
    """Writes derived rows in the event's transaction."""
    follows: Callable[[Table, State, int], Mapping[str, Any] | None] | None = None
    """The body of an event that the companion adds after an entry, by the state after it and the moment.

    Its key `auto` tells the log that nobody tapped it.
    """
    carry: Callable[[Any, Table, int], Mapping[str, Any]] | None = None
    """The body of the event that passes the kept value on to a rematch; empty for none."""
    length: Callable[[Any], int | None] | None = None
    """The length of the game in seconds; None if it is not known."""
    sheet: SheetKey | None = None
    is_counted: bool = True
    """Whether these events count towards the limit of a table's events."""


@dataclass(frozen=True)
class ExportLines:
    """Lines of a feature at the end of an export of all data; the first line of the export counts them under `key`.

    For an export, `places(store)` identifies the rows to write, and `write(store, place)` returns the line of one. For
    an import, `read(value)` checks a line and returns its row, with its `session` if it has one.
    `remember(log)` returns what `check(row, remembered, phones)` needs from that session's log, None for nothing;
    `phones` are those of the file, by number. `check` returns the row's unique key. `read`, `remember` and `check`
    raise `RuleError`. `add(store, row, phones)` stores a checked row, and `left_out(row)` says what of it is not
    stored. `present(store)` returns the unique keys of the rows that are stored; None if they are not counted.

    For the file of one phone, `of_phone(store, phone, sessions)` returns the lines that go with its tables; None for
    none. `sessions` has the length of each log as the file has it, which may have grown since. `merge(store, rows,
    phones)` stores all checked rows of such a file, and returns what it left out, and why; None for `add` of each.
    """

    key: str
    places: Callable[[Store], Sequence[Any]]
    write: Callable[[Store, Any], Mapping[str, Any]]
    read: Callable[[Any], Mapping[str, Any]]
    remember: Callable[[Iterable[Event]], Any]
    check: Callable[[Mapping[str, Any], Any, Mapping[int, Any]], str]
    add: Callable[[Store, Mapping[str, Any], Mapping[int, Any]], None]
    left_out: Callable[[Mapping[str, Any]], Sequence[Message]] = lambda row: ()
    present: Callable[[Store], Set[str]] | None = None
    of_phone: Callable[[Store, int, Mapping[str, int]], Iterable[Mapping[str, Any]]] | None = None
    merge: Callable[[Store, Iterable[Mapping[str, Any]], Mapping[int, Any]], Sequence[Message] | None] | None = None


@dataclass(frozen=True)
class Room:
    """Live pages that belong to no table, such as those of an evening; phones listen to a room `name:id`.

    `versions(store, rooms)` returns the version of each of its rooms; -1 for a deleted one. `render(room, audience,
    fragments)` returns the version and the parts for an audience, as `Render` does.
    """

    name: str
    versions: Callable[[Store, Sequence[str]], Mapping[str, int]]
    render: Callable[[str, Audience, Fragments], tuple[int, Mapping[str, str]]]


@dataclass(frozen=True)
class Feature(HasLazy):
    """An optional part of the companion; `folder` has its `templates` and its `static` files.

    `slots` are templates for places of the core's pages, by the name of the place. `pages` are live pages of a table
    at their own URLs, by name. `shared` has the endpoints of pages for people who have not joined, at a link that the
    host can withdraw. `commands` has, for each command, the function that adds its parser, and its help.

    Code is given as text, "module:name", and imported when it is first used. Without the features in `requires` it is
    left out.
    """

    name: str
    folder: Path
    order: int = 1000
    """Its place among the features wherever a page or a file shows something of several, the lowest first."""
    requires: Sequence[str] = ()
    needs_server: bool = False
    """Whether it makes sense only where a server answers other devices; elsewhere it is left out."""
    extra: Sequence[str] = ()
    """The modules that it needs beyond those of a table; the extra of its name brings them."""
    sheet_keys: Sequence[str] = ()
    """The keys of its `events` that a scoresheet may have."""
    events: LazyList[EventKind] = LazyList()
    slots: Mapping[str, str] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    """Each a `LivePage`, by its name."""
    shared: Mapping[str, str] = field(default_factory=dict)
    commands: Mapping[str, tuple[str, Message]] = field(default_factory=dict)
    options: Lazy[Callable[[ArgumentParser], None] | None] = Lazy(None)
    """Adds options to the parser of `serve` and `demo`."""
    serve: Lazy[Callable[[Namespace, Any, Mapping[str, Any], Stop], None] | None] = Lazy(None)
    """Starts jobs beside the server, by the options, the application and its configuration; `Stop` ends them."""
    expire: Lazy[Callable[..., None] | None] = Lazy(None)
    """Deletes what was not used since an ISO time or, with `unused=False`, all that was made before it."""
    config: Lazy[Callable[[Namespace], Mapping[str, Any]] | None] = Lazy(None)
    """Returns configuration values by the options; raises `ServeError`."""
    fields: Lazy[Callable[[Game, FormFields], tuple[FormFields, Message | None]] | None] = Lazy(None)
    """Returns the fields of a new table with those filled in that it knows, and a message if it cannot."""
    opened: Lazy[Callable[[Game, Mapping[str, Any]], Callable[[Transaction, int], None] | None] | None] = Lazy(None)
    """Returns what writes its rows of a new table with these options, by the number of a phone; None for nothing."""
    tables: LazyList[DatabaseTable] = LazyList()
    """Opening a database creates missing ones."""
    migrations: Sequence[str] = ()
    """Each a function of a `Transaction` that brings the rows of an earlier version to today's form, applied once."""
    export: LazyList[ExportLines] = LazyList()
    derive: Lazy[Callable[[Transaction, Update], None] | None] = Lazy(None)
    """Changes derived rows in the transaction of an update."""
    blueprint: LazyList[Blueprint] = LazyList()
    result_stored: Lazy[Callable[[Tables, str], None] | None] = Lazy(None)
    """Called for a session after its changed result is stored."""
    room: Lazy[Room | None] = Lazy(None)
    handlers: Mapping[str, str] = field(default_factory=dict)
    """Code that other features call, by the name of the place."""
