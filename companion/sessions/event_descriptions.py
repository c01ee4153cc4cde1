"""Short descriptions of events and phones, for the log, conflicts and undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.game import Message, Seat, joined
from companion.game.form import form_of
from companion.game.widening import widening_of
from companion.scoring.scoresheet import END
from companion.sessions.table import Table
from companion.storage.records import Event, parts_of


def describe_event(table: Table, event: Event, part: Callable[[str, Any], Message] | None = None) -> Message | joined:
    """Describe an event in a few words; `part(slot, value)` describes a part of an entry."""
    if parts := parts_of(event):
        return describe_parts(part or form_of(table.game).describe_part, parts)
    if event.kind in ("undo", "redo"):
        what = describe_event(table, table.log.original(event), part)
        return Message("taken back: {what}", what=what) if event.kind == "undo" else Message("again: {what}", what=what)
    if event.kind == "seat":
        return _describe_seat(event)
    if event.kind == "names":
        seats = joined([Seat(seat) for seat in event.body["seats"]])
        return Message("another name for {seats}", seats=seats)
    if event.kind == "options":
        return _describe_options(table, event)
    return Message("a rematch") if event.kind == "rematch" else _describe_entry(table, event)


def _describe_options(table: Table, event: Event) -> Message | joined:
    widening = widening_of(table.game)
    assert widening is not None, "a game without a widening has no such event"
    return widening.describe(event.body["options"], stands=table.log.stands(event.number))


def _describe_entry(table: Table, event: Event) -> Message:
    if event.kind == "entry" and event.body == END:
        return Message("the end of the game")
    entry = form_of(table.game).entry_title(table.setup, table.log.applied[event.number].place)
    if event.kind == "entry":
        return Message("{entry} scored", entry=entry)
    if event.kind == "correct":
        return Message("{entry} corrected", entry=entry)
    return (
        Message("{entry} removed", entry=entry) if event.kind == "remove" else Message("{entry} inserted", entry=entry)
    )


def describe_parts(part: Callable[[str, Any], Message], parts: Mapping[str, Any]) -> joined | Message:
    """Describe parts of the running entry in a few words."""
    described = [part(slot, value) for slot, value in parts.items()]
    return described[0] if len(described) == 1 else joined(described)


def _describe_seat(event: Event) -> Message:
    seat = Seat(event.body["seat"])
    if event.body["taken"]:
        return Message("{seat} joined", seat=seat)
    return Message("{seat} left", seat=seat)


def phone_names(table: Table, members: dict[int, tuple[int, str]]) -> dict[int, Message]:
    """Return a name for each phone: by its seats, else as in `phone_labels`."""
    named = phone_labels(members)
    for phone in named:
        if seats := table.seats_of(phone):
            named[phone] = Message("the phone of {seats}", seats=joined([Seat(seat) for seat in seats]))
    return named


def phone_labels(members: dict[int, tuple[int, str]]) -> dict[int, Message]:
    """Return a label for each phone: the host's, or a number in the order of joining."""
    return {
        phone: Message("the host's phone") if role == "host" else Message("phone {number}", number=number)
        for phone, (number, role) in members.items()
    }
