"""What a phone has to confirm before its entry is saved: likely slips, and seats that other phones hold."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Message
from companion.game.pages.form import Part, Parts, Whole, part_values, seats_of_parts
from companion.scoring.scoresheet import END
from companion.sessions.actions import Action, Intent, entry_intent
from companion.sessions.table.table import Table
from companion.sessions.version_checks import PostedEntry


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


def posted_intent(table: Table, action: Action, posted: PostedEntry) -> Intent:
    """The event for a posted entry form.

    Raises `FormError` or `RuleError` where it is invalid, `SeatsOccupied` for a seat of another phone unless it
    `is_sure`, and `SuspiciousEntry` for a likely slip unless it `is_confirmed`.
    """
    parsed = table.game.form.read(posted.fields, table.state, table.draft)
    if not posted.is_sure:
        check_seats(table, action.phone, parsed)
    if not posted.is_confirmed:
        check_another(table, action, parsed)
    intent = entry_intent(table, parsed)
    if not posted.is_confirmed:
        check_plausible(table, intent)
    return intent


def check_seats(table: Table, phone: int, parsed: Part | Parts | Whole) -> None:
    """Raise `SeatsOccupied` where a part that changes belongs to a seat that another phone holds."""
    if isinstance(parsed, Whole):
        return
    changed = [slot for slot, value in part_values(parsed).items() if table.draft.get(slot) != value]
    held = [seat for seat, holder in table.claims.items() if holder != phone]
    form, own_seats = table.game.form, table.seats_of(phone)
    seats = [
        seat
        for seat in seats_of_parts(table.game, changed, table.setup.seats)
        if seat in held and not set(form.mates(table.state, seat)).intersection(own_seats)
    ]
    if seats:
        raise SeatsOccupied(seats)


def check_plausible(table: Table, intent: Intent) -> None:
    """Raise `SuspiciousEntry` where this is an entry that is likely a slip.

    Skipped where totals are hidden: the question would reveal what other seats entered.
    """
    if table.hides or intent.kind != "entry":
        return
    if warnings := table.game.form.entry_warnings(table.state, intent.body):
        raise SuspiciousEntry(warnings)


def check_another(table: Table, action: Action, parsed: Part | Parts | Whole) -> None:
    """Raise `SuspiciousEntry` if another phone has entered the same since the version that this one saw."""
    if not isinstance(parsed, Whole) or parsed.entry == END:
        return
    entered = [event for event in table.log.since(action.base_version) if event.kind == "entry"]
    if any(event.phone != action.phone and event.body == parsed.entry for event in entered):
        raise SuspiciousEntry([Message("Another phone has just entered the same. Enter it once more?")])
