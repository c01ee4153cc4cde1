"""The entry that a page corrects or removes, or before which it inserts one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import abort, request

from companion.game import State
from companion.game.pages.form import number as whole_number
from companion.sessions.corrections import removals_of
from companion.sessions.table.table import Table, Viewpoint
from companion.sessions.table.visible_table import VisibleTable
from companion.sessions.version_checks import Conflict
from companion.storage.records import Event
from companion.views.http.identity import phone, require_scorer, stored_table


@dataclass(frozen=True)
class AmendedEntry:
    """An entry by its number from 1, and what a phone does: "correct" it, "remove" it, or "insert" one before it."""

    table: Table
    viewpoint: Viewpoint
    number: int
    kind: str

    @property
    def line(self) -> int:
        """The number of the event that added the entry, which stays when others are inserted or removed."""
        return self.table.entries[self.number - 1].number

    @property
    def value(self) -> Any:
        """The entry as it stands."""
        return self.table.entries[self.number - 1].body

    @property
    def state(self) -> State:
        """The state before the entry."""
        return self.table.states[self.number - 1]

    @property
    def visible(self) -> VisibleTable:
        """The table as the phone may see it."""
        return VisibleTable(self.table, self.viewpoint)

    def body(self, value: Any = None) -> dict[str, Any]:
        """Return the body of the event that removes the entry, or that saves `value`."""
        if self.kind == "remove":
            return {"entry": self.line}
        return {"before" if self.kind == "insert" else "entry": self.line, "value": value}


def find_amended_entry(session: str, number: int, kind: str) -> AmendedEntry:
    """Return an entry with the number that it has now; abort with 403 for a viewer, with 404 where there is none.

    An entry's number changes when another phone inserts or removes an entry before it, so pages also send its `line`,
    which does not change. Raises `Conflict` if that entry was removed.
    """
    role, table = require_scorer(session), stored_table(session)
    viewpoint = table.viewpoint(phone(), role)
    line = whole_number(request.values, "line", 1, 9999)
    if line is not None:
        place = table.record.index_of(line)
        if place is None:
            raise Conflict(removals_of(table, line))
        return AmendedEntry(table, viewpoint, place + 1, kind)
    moved = _moved_since(table, whole_number(request.form, "version", 0, table.version))
    if moved:
        raise Conflict(moved)
    if not 1 <= number <= len(table.entries):
        abort(404)
    return AmendedEntry(table, viewpoint, number, kind)


def _moved_since(table: Table, base_version: int | None) -> Sequence[Event]:
    """Return the actions since a version that renumbered entries; none if the request has no version."""
    between = [] if base_version is None else table.log.since(base_version)
    return [event for event in between if table.log.original(event).kind in ("insert", "remove")]
