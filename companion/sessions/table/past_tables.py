"""Tables at an earlier version, to interpret an action that was made on that version."""

from __future__ import annotations

from companion.game import RuleError
from companion.sessions.table.table import Table, new_table
from companion.storage.records import Event
from companion.time_slices import Slices


def table_at(table: Table, version: int) -> Table | None:
    """Return a table as it was at a version; None if its entries of that time cannot be replayed."""
    past = new_table(table.row, *table.opened)
    try:
        past.read(table.log.events[: max(version, 0)], Slices())
    except RuleError:
        return None
    return past


def last_undoable(table: Table, version: int) -> Event | None:
    """Return the event that an undo reverted at a version; None if there was none."""
    standing: list[int] = []
    for event in table.log.events[: max(version, 0)]:
        if event.kind == "undo":
            standing.pop()
        elif event.number in table.log.applied or event.kind == "redo":
            standing.append(table.log.original(event).number)
    return table.log.events[standing[-1] - 1] if standing else None
