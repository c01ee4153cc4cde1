"""The entry that a page corrects or removes, or before which it inserts one; what is typed of it, and what changes.

What is typed is carried in the address, signed against forgery: a draft, the complete entry or None, the fields of the
form's address, and the version of the table at which the form was read, from which a correction tells what it changes.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import abort, request, url_for
from itsdangerous import BadSignature, URLSafeSerializer

from companion.engine import Message, RuleError, Standing, State, joined, joined_seats
from companion.engine.ranking import seats_by_place
from companion.forms.form import number as whole_number
from companion.scoring.scoresheet import END
from companion.table.amending import END_HAS_NO_FORM, amendment
from companion.table.changes import Conflict, state_after
from companion.table.table import Table
from companion.table.versions import (
    OfSeats,
    changes_of,
    entry_at,
    insertions_since,
    lines_of,
    pieces_of_entry,
    removals_of,
)
from companion.table.visible_table import VisibleTable
from companion.views.http.phone import all_tables, require_scorer
from companion.views.http.requests import stored_table, visible_table_for

Described = TypeVar("Described", bound=OfSeats)


@dataclass(frozen=True)
class AmendedEntry:
    """An entry by its number from 1, and what a phone does: "correct" it, "remove" it, or "insert" one before it.

    `visible` is the table as the phone may see it.
    """

    table: Table
    visible: VisibleTable
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

    def is_overtaken(self, version: int) -> bool:
        """Whether others changed the same entry since a version, or inserted one at the same place."""
        if self.kind == "insert":
            return bool(insertions_since(self.table, version, self.line))
        return bool(entry_at(self.table, self.line, version) != self.value)

    def body(self, value: Any = None) -> dict[str, Any]:
        """Return the body of the event that removes the entry, or that saves `value`."""
        if self.kind == "remove":
            return {"entry": self.line}
        return {"before" if self.kind == "insert" else "entry": self.line, "value": value}

    def typed(self) -> dict[str, Any]:
        """Return what is typed as the address has it; without that, the entry to correct."""
        known = signed_values(self.table, self.line, self.kind)
        if known is not None:
            return known
        return running_content(self.table) if self.kind == "insert" else self.filled(self.value)

    def filled(self, value: Any) -> dict[str, Any]:
        """Return what is typed in the form with an entry, to edit it further."""
        draft, fields = self.table.game.form.draft_from_entry(self.state, value)
        return {**running_content(self.table), "draft": draft, "fields": dict(fields)}

    def sign(self, entered: Mapping[str, Any]) -> str:
        """Return the typed values as a signed part of an address."""
        text: str = _signer(self.table, self.line, self.kind).dumps(entered)
        return text

    def address_of(self, entered: Mapping[str, Any]) -> str:
        """Return the URL of the form, or of the preview if the input is complete."""
        return self.form_at(draft=self.sign(entered))

    def form_at(self, endpoint: str = "form", /, **fields: Any) -> str:
        """Return an address of the form with these fields."""
        where = {"session": self.table.id, "number": self.number, "kind": self.kind, "line": self.line}
        return url_for(f"amendments.{endpoint}", **{**where, **fields})


def find_amended_entry(session: str, number: int, kind: str) -> AmendedEntry:
    """Return an entry with the number that it has now; abort with 403 for a viewer, with 404 where there is none.

    An entry's number changes when another phone inserts or removes an entry before it, so pages also send its `line`,
    which does not change. Raises `Conflict` if that entry was removed, or without a line if numbers have changed, and
    `RuleError` for a correction of the game's end, which has no form.
    """
    require_scorer(session)
    table, visible, line = stored_table(session), visible_table_for(session), posted_line()
    if line is not None:
        place = table.replay.index_of(line)
        if place is None:
            raise Conflict(removals_of(table, line))
        number = place + 1
    else:
        base_version = whole_number(request.form, "version", 0, table.version)
        between = [] if base_version is None else table.log.scored_since(base_version)
        if moved := [event for event in between if table.log.original(event).kind in ("insert", "remove")]:
            raise Conflict(moved)
        if not 1 <= number <= len(table.entries):
            abort(404)
    amended = AmendedEntry(table, visible, number, kind)
    if kind == "correct" and amended.value == END:
        raise RuleError(END_HAS_NO_FORM)
    return amended


def posted_line() -> int | None:
    """Return the event that added the entry which the request is about; None where the request does not say."""
    return whole_number(request.values, "line", 1, 9999)


def running_content(table: Table, entry: Any = None) -> dict[str, Any]:
    """Return what is typed of an entry, complete or empty, that was read from the table as it stands."""
    return {"draft": {}, "entry": entry, "fields": {}, "version": table.version}


def signed_values(table: Table, line: int, kind: str) -> dict[str, Any] | None:
    """Return what is typed as the address has it, None if it has nothing; abort with 404 if that is not ours.

    Raises `Conflict` where what the table allows may have changed since.
    """
    text = request.args.get("draft") or request.form.get("draft")
    if not text:
        return None
    try:
        known: dict[str, Any] = _signer(table, line, kind).loads(text)
    except BadSignature:
        if widened := [event for event in table.log.scored_since(0) if table.log.original(event).kind == "options"]:
            raise Conflict(widened[-1:]) from None
        abort(404)
    return known


def _signer(table: Table, line: int, kind: str) -> URLSafeSerializer:
    # With other options the numbers of an entry may mean something else.
    changed = json.dumps(table.changed_options) if table.changed_options else ""
    return URLSafeSerializer(all_tables().key, salt=f"{table.id}/{line}/{kind}{changed}")


def preview_amendment(amended: AmendedEntry, value: Any) -> dict[str, Any]:
    """Return what an amendment changes, without what is hidden from its phone; raise `RuleError` if it is refused.

    That are totals as (seat, before, after), sentences on places, warnings and the end, and the entry: what a
    correction changes in it, else what it says. By the digest it is known whether a preview that was shown is outdated.
    """
    table, visible, form, kind = amended.table, amended.visible, amended.table.game.form, amended.kind
    change = amendment(table, table.version, kind, amended.body(value), visible.viewpoint.role)
    after = state_after(table, change)
    pairs = enumerate(zip(table.state.totals, after.totals, strict=True))
    totals = [(seat, old, new) for seat, (old, new) in pairs if old != new and visible.shows(seat)]
    # Before the first points nobody has a place.
    is_shown = not table.hides and after.totals != table.states[0].totals
    sentences = _places(table.standing, table.game.engine.standing(after)) if is_shown else []
    if kind != "remove" and not table.hides:  # a warning could reveal what is hidden
        sentences += form.entry_warnings(amended.state, value)
    is_ending = None if after.finished == table.state.finished else after.finished
    if is_ending is not None:
        sentences.append(Message("The game is over then.") if is_ending else Message("The game goes on then."))
    changes = only_shown(changes_of(table, amended.value, value), visible) if kind == "correct" else []
    shown = {} if kind == "correct" else pieces_of_entry(table, amended.value if kind == "remove" else value)
    gains = [(seat, new - old) for seat, old, new in totals]
    outcome = [gains, [str(joined((change.before, change.after))) for change in changes], is_ending]
    digest = hashlib.sha256(repr(outcome).encode()).hexdigest()[:16]
    entry = only_shown(lines_of(table, shown), visible)
    return {"totals": totals, "sentences": sentences, "changes": changes, "entry": entry, "digest": digest}


def only_shown(changes: Sequence[Described], visible: VisibleTable) -> list[Described]:
    """Return the described changes; on a table that hides totals, only those of seats that the viewer may see."""
    return [
        change for change in changes if not visible.hides or (change.seats and all(map(visible.shows, change.seats)))
    ]


def _places(before: Standing, after: Standing) -> list[Message]:
    old, new = (seats_by_place(standing) for standing in (before, after))
    return [
        Message("{seats} moves to place {place}.", "{seats} share place {place} then.", len(seats),
                place=place, seats=joined_seats(seats))
        for place, seats in new.items()
        if old.get(place) != seats
    ]  # fmt: skip
