"""Whether an action on an earlier version of a table may still be done, or something else came between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.sessions.actions import Action, Intent
from companion.sessions.session_log import AMENDING
from companion.sessions.table import Table
from companion.storage.records import Event, parts_of


class Conflict(Exception):
    """An action on an outdated version; `between` holds the events that came first."""

    def __init__(self, between: Sequence[Event]) -> None:
        super().__init__("the table has moved on")
        self.between = between


def already_done(table: Table, base_version: int, kind: str) -> Intent | None:
    """A "nothing" intent where another phone made the same undo or redo since; `Conflict` for any other change."""
    if [event.kind for event in table.log.since(base_version)] == [kind]:
        return Intent("nothing", None)
    check_unchanged(table, base_version)
    return None


def check_running(table: Table, base_version: int) -> None:
    """Refuse an entry on a version since which the running entry was scored, or the one before it taken back."""
    between = table.log.since(base_version)
    if base_version > table.version or any(table.log.original(event).kind == "entry" for event in between):
        raise Conflict(between)


def check_known(table: Table, base_version: int) -> None:
    """Refuse a version that this table has not reached yet."""
    if base_version > table.version:
        raise Conflict(table.log.since(base_version))


def check_unchanged(table: Table, base_version: int) -> None:
    """Refuse an act on any version but the present one."""
    between = table.log.since(base_version)
    if base_version > table.version or between:
        raise Conflict(between)


def check_overlap(table: Table, base_version: int, intent: Intent) -> None:
    """Refuse an act where one since the version `base_version` changed the same thing.

    Parts conflict with a part in the same slot, a whole entry with any part of it, an amendment with another one of
    the same entry. Everything else that came between stands beside it: the rules have accepted both.
    """
    between = table.log.since(base_version)
    if intent.kind in AMENDING:
        clash = [event for event in between if _entry_of(table.log.original(event)) == _entry_named(intent.body)]
    elif intent.slots:
        clash = [event for event in between if intent.slots & parts_of(table.log.original(event)).keys()]
    else:
        clash = [event for event in between if parts_of(table.log.original(event))]
    if clash:
        raise Conflict(clash)


def repeated(table: Table, act: Action) -> Table:
    """The table for an action that is stored already; `Conflict` where its key came with another request."""
    event = table.log.by_key[act.key]
    if event.sent != act.request_digest:
        raise Conflict([event])
    return table


def _entry_of(event: Event) -> int | None:
    """The number of the entry that an amendment changed, took out or put in."""
    if event.kind == "insert":
        return event.number
    return _entry_named(event.body) if event.kind in AMENDING else None


def _entry_named(body: Mapping[str, Any]) -> int:
    number: int = body["before"] if "before" in body else body["entry"]
    return number
