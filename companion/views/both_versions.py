"""What others did and what this phone sent, in words, for the panel that shows both versions side by side."""

from __future__ import annotations

from collections.abc import Sequence

from flask import request

from companion.game import Message, RuleError
from companion.game.form import FormError, Part, Parts, Whole, form_of
from companion.game.pieces import Pieces
from companion.scoring.scoresheet import END
from companion.sessions.compared_versions import Version, lines_of, pieces_of_event, pieces_of_posted
from companion.sessions.past_tables import last_undoable, table_at
from companion.sessions.table import Table
from companion.sessions.visible_table import VisibleTable
from companion.storage.records import Event, parts_of
from companion.views.guard import sessions

Parsed = Part | Parts | Whole


def read_posted(table: Table, base_version: int) -> Parsed | None:
    """Read the posted entry on the table as it stands, else as it stood at the version that the phone saw."""
    if request.endpoint != "acts.enter":
        return None
    found = _read(table)
    if found is None and (past := table_at(table, base_version)) is not None:
        found = _read(past)
    return found


def _read(table: Table) -> Parsed | None:
    if table.state.finished:
        return None
    try:
        return form_of(table.game).read(request.form, table.state, table.draft)
    except (FormError, RuleError):
        return None


def posted_pieces(table: Table, parsed: Parsed | None) -> Pieces:
    """Return the pieces of a posted entry; none of an act that is no entry."""
    return {} if parsed is None else pieces_of_posted(table, parsed)


def their_versions(table: Table, visible: VisibleTable, events: Sequence[Event], mine: Pieces) -> list[Version]:
    """Describe events of others, with what differs from the pieces of `mine`."""
    names = visible.log.phone_names(sessions().store.members(table.id))
    return [
        _version_of(table, visible, event, mine, names.get(event.phone, Message("another phone"))) for event in events
    ]


def _version_of(table: Table, visible: VisibleTable, event: Event, mine: Pieces, phone: Message) -> Version:
    title = visible.log.describe(event, to_scorer=True)
    if not mine:
        return Version(title, phone=phone)
    is_part = bool(parts_of(event))
    lines = lines_of(table, pieces_of_event(table, event), mine, shared=not is_part)
    return Version(None if is_part and lines else title, lines, phone)


def own_entry(table: Table, mine: Pieces, events: Sequence[Event]) -> Version | None:
    """Describe the pieces that this phone sent, with what differs from those that others entered meanwhile."""
    theirs = {name: value for event in events for name, value in pieces_of_event(table, event).items()}
    return Version(None, lines_of(table, mine, theirs)) if mine else None


def own_act(table: Table, visible: VisibleTable, base_version: int, parsed: Parsed | None) -> Version | None:
    """Describe an act without pieces: to take something back or do it again, to stop the game, a rematch."""
    if request.endpoint == "acts.enter":
        return Version(_TITLES["acts.end"] if parsed == Whole(END) else Message("an entry that does not fit here"))
    if request.endpoint == "acts.undo":
        last = last_undoable(table, base_version)
        return None if last is None else Version(Message("take back: {what}", what=visible.log.describe(last)))
    title = _TITLES.get(request.endpoint or "")
    return None if title is None else Version(title)


_TITLES = {
    "acts.end": Message("stop the game here"),
    "acts.rematch": Message("a rematch"),
    "amending.redo": Message("do again what was taken back"),
}
