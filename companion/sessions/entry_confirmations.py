"""What a phone has to confirm before its entry is saved: likely slips, and seats that other phones hold."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Message
from companion.game.form import Part, Parts, Whole, form_of, part_values, seats_of_parts
from companion.sessions.actions import entry_intent
from companion.sessions.table import Table


class SuspiciousEntry(Exception):
    """An entry that the rules allow, but which is likely a slip; `warnings` say why."""

    def __init__(self, warnings: Sequence[Message]) -> None:
        super().__init__("likely a slip")
        self.warnings = warnings


class SeatsOccupied(Exception):
    """Parts entered without confirmation for `seats` that other phones occupy."""

    def __init__(self, seats: Sequence[int]) -> None:
        super().__init__("other phones hold these seats")
        self.seats = seats


def check_seats(table: Table, phone: int, parsed: Part | Parts | Whole) -> None:
    """Raise `SeatsOccupied` where a part that changes belongs to a seat that another phone holds."""
    if isinstance(parsed, Whole):
        return
    changed = [slot for slot, value in part_values(parsed).items() if table.draft.get(slot) != value]
    held = [seat for seat, holder in table.claims.items() if holder != phone]
    form, own = form_of(table.game), table.seats_of(phone)
    seats = [
        seat
        for seat in seats_of_parts(table.game, changed, table.setup.seats)
        if seat in held and not set(form.mates(table.state, seat)).intersection(own)
    ]
    if seats:
        raise SeatsOccupied(seats)


def check_plausible(table: Table, parsed: Part | Parts | Whole) -> None:
    """Raise `SuspiciousEntry` where this completes an entry that is likely a slip.

    Skipped where totals are hidden: the question would reveal what other seats entered.
    """
    if table.hides:
        return
    intent = entry_intent(table, parsed)
    warnings = form_of(table.game).entry_warnings(table.state, intent.body) if intent.kind == "entry" else ()
    if warnings:
        raise SuspiciousEntry(warnings)
