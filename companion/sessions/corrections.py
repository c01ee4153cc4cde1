"""Concurrent corrections: each is merged, piece by piece, into the current entry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.game.pages.pieces import Pieces
from companion.sessions.actions import Intent, amendment_intent
from companion.sessions.compared_versions import changed_pieces
from companion.sessions.table.table import Table
from companion.sessions.version_checks import Conflict, insertions_since
from companion.storage.records import Event


@dataclass(frozen=True)
class Correction:
    """An entry as somebody wants it: the event that added it, the version at which it was read, its new value."""

    line: int
    base_version: int
    value: Any


@dataclass(frozen=True)
class Merged:
    """A merged correction: what both sides changed since its base, and the resulting entries.

    `clashing` are the pieces that both changed to different values: `with_mine` has those of the correction,
    `with_theirs` those that stand.
    """

    now: Any
    mine: Pieces
    theirs: Pieces
    clashing: Pieces
    with_mine: Any
    with_theirs: Any


def merge(table: Table, correction: Correction) -> Merged:
    """Merge a correction into its current entry, which must not be removed."""
    place = table.record.index_of(correction.line)
    assert place is not None
    form, state, now = table.game.form, table.states[place], table.entries[place].body
    base = entry_at(table, correction.line, correction.base_version)
    old, current = form.pieces(state, now if base is None else base), form.pieces(state, now)
    mine = changed_pieces(table, old, form.pieces(state, correction.value))
    theirs = changed_pieces(table, old, current)
    clashing = {
        name: value
        for name, value in mine.items()
        if name in theirs and not form.is_same_piece(name, value, theirs[name])
    }
    added = {name: value for name, value in mine.items() if name not in theirs}
    with_theirs = form.entry_from_pieces(state, {**current, **added}) if added else now
    with_mine = form.entry_from_pieces(state, {**current, **added, **clashing}) if clashing else with_theirs
    return Merged(now, mine, theirs, clashing, with_mine, with_theirs)


def correction_intent(table: Table, correction: Correction, value: Any, role: str) -> Intent:
    """The event of a correction; `Conflict` where its entry is gone, or it would not make `value` any more."""
    if table.record.index_of(correction.line) is None:
        raise Conflict(removals_of(table, correction.line))
    merged = merge(table, correction)
    if value not in (merged.with_mine, merged.with_theirs):
        raise Conflict(table.log.since(correction.base_version))
    intent = amendment_intent(table, "correct", {"entry": correction.line, "value": value}, role)
    return replace(intent, is_merged=True)


def same_amendment(table: Table, base_version: int, kind: str, body: Any) -> Intent | None:
    """A "nothing" intent where another phone has since removed the same entry, or inserted an equal one there."""
    if kind == "remove":
        is_done = any(event.number > base_version for event in removals_of(table, body["entry"]))
    else:
        insertions = insertions_since(table, base_version, body["before"]) if kind == "insert" else []
        is_done = any(entry_at(table, event.number, table.version) == body["value"] for event in insertions)
    return Intent("nothing", None) if is_done else None


def removals_of(table: Table, line: int) -> list[Event]:
    """Return the last action that removed an entry or undid its insertion, if the entry is gone."""
    if table.record.index_of(line) is not None:
        return []
    removals = [event for event in table.log.since(line) if _removes(table.log.original(event), event, line)]
    return removals[-1:]


def _removes(original: Event, event: Event, line: int) -> bool:
    if original.kind == "remove":
        return bool(original.body["entry"] == line) and event.kind != "undo"
    return event.kind == "undo" and original.number == line


def changes_since(table: Table, line: int, version: int) -> list[Event]:
    """Return the actions since a version that changed the entry which event `line` added."""
    return [event for event in table.log.since(version) if _is_about(table.log.original(event), line)]


def _is_about(original: Event, line: int) -> bool:
    return original.number == line or (original.kind in ("correct", "remove") and original.body["entry"] == line)


def entry_at(table: Table, line: int, version: int) -> Any | None:
    """Return the entry that event `line` added as it was at a version; None if there was none then."""
    first = next(iter(changes_since(table, line, version)), None)
    if first is None:
        place = table.record.index_of(line)
        return None if place is None else table.entries[place].body
    return _before(table, first, table.log.original(first), line)


def _before(table: Table, event: Event, original: Event, line: int) -> Any | None:
    """Return the entry before an event that changed it, or that undid or redid such a change."""
    if event.kind == "undo":
        return None if original.kind == "remove" else _value(original)
    old = None if original.number == line else table.log.applied[original.number].old
    return None if old is None else old.body


def _value(event: Event) -> Any:
    return event.body if event.kind == "entry" else event.body["value"]
