"""Both versions of an entry that others changed while it was corrected, removed or inserted, with a way out of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Response, request, url_for

from companion.game import Message
from companion.game.pages.pieces import Pieces
from companion.sessions.corrections import (
    Correction,
    Merged,
    Version,
    changed_pieces,
    changes_since,
    entry_at,
    lines_of,
)
from companion.sessions.table.table import Table
from companion.storage.records import Event
from companion.views.amend.amended_entry import AmendedEntry
from companion.views.amend.typed_entries import address_of, read_now
from companion.views.http.error_pages import problem
from companion.views.http.identity import posted_fields, visible_table_for
from companion.views.table.refused_actions import meanwhile_message, their_versions

Address = Callable[[Any], str]
"""Makes the address at which an entry is previewed."""

_SAVE_MINE, _REMOVE = Message("Save mine instead"), Message("Remove it all the same")
_INSERT_TOO, _PUT_BACK = Message("Insert mine too"), Message("Put it back with mine")


def correction_conflict(amended: AmendedEntry, correction: Correction, merged: Merged) -> Response:
    """Show a correction beside others of the same entry; each choice is previewed and keeps what does not clash."""
    table = amended.table

    def address(value: Any) -> str:
        return address_of(amended, read_now(table, value))

    # What only one of them changed is no difference: it is kept either way.
    theirs = Version(None, lines_of(table, merged.theirs, {**merged.theirs, **merged.mine}))
    return _both(
        table,
        changes_since(table, correction.line, correction.base_version),
        theirs,
        Version(None, lines_of(table, merged.mine, {**merged.mine, **merged.theirs})),
        keep_at=_page_of(amended) if merged.with_theirs == merged.now else address(merged.with_theirs),
        mine_link=address(merged.with_mine),
        mine_link_label=_SAVE_MINE,
    )


def removal_conflict(amended: AmendedEntry, events: Sequence[Event], base_version: int) -> Response:
    """Show a removal beside a correction of the same entry."""
    table, now = amended.table, amended.value
    form, old = table.game.form, entry_at(table, amended.line, base_version)
    changed = {} if old is None else changed_pieces(table, *[form.pieces(table.state, entry) for entry in (old, now)])
    title = form.title_of_entry(amended.state, now, amended.number)
    return _both(
        table,
        events,
        Version(None, lines_of(table, changed)),
        Version(Message("remove {entry}", entry=title)),
        keep_at=_page_of(amended),
        mine_link=url_for("amendments.asked_to_remove", session=table.id, number=amended.number, line=amended.line),
        mine_link_label=_REMOVE,
    )


def _page_of(amended: AmendedEntry) -> str:
    return url_for("table.entry", session=amended.table.id, number=amended.number)


def insertion_conflict(table: Table, events: Sequence[Event], value: Any) -> Response:
    """Show an entry to be inserted beside another one at the same place; both may be right."""
    form = table.game.form
    mine = form.pieces(table.state, value)
    theirs: Pieces = {}
    for event in events:
        theirs = form.pieces(table.state, entry_at(table, event.number, table.version))
    return _both(
        table,
        events,
        Version(None, lines_of(table, theirs, mine)),
        Version(None, lines_of(table, mine, theirs)),
        mine=posted_fields(),
        mine_at=request.path,
        mine_label=_INSERT_TOO,
    )


def gone_conflict(table: Table, events: Sequence[Event], old: Any, value: Any, address: Address | None) -> Response:
    """Show a correction of an entry that was removed meanwhile, or an insertion before one; `old` is its last value."""
    form = table.game.form
    mine = form.pieces(table.state, value)
    if old is not None:
        mine = changed_pieces(table, form.pieces(table.state, old), mine)
    links = {} if address is None else {"mine_link": address(value), "mine_link_label": _PUT_BACK}
    version = Version(None, lines_of(table, mine)) if mine else Version(Message("no change"))
    return _both(table, events, Version(None), version, **links)


def _both(table: Table, events: Sequence[Event], theirs: Version, own: Version, **links: Any) -> Response:
    """Show what the last of some events did, in the words of `theirs`, beside `own` (409)."""
    visible = visible_table_for(table.id)
    their_changes = their_versions(table, visible, events, {})
    versions = [*their_changes[:-1], *[Version(last.title, theirs.lines, last.phone) for last in their_changes[-1:]]]
    return problem(
        meanwhile_message(visible, events, their_changes),
        409,
        session=table.id,
        names=visible.setup.players,
        version=table.version,
        overtaken=True,
        theirs=versions,
        own=own,
        **links,
    )
