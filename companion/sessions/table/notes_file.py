"""What is written about a game, in its scoresheet and session file: as in the log, but with entries by number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.game import Message, RuleError, integer, shown
from companion.scoring.replay import Record
from companion.sessions.table.notes import GAME, NOTE, NOTHING, PLACE, WORDS, Notes, read_note, read_written

_ENTRIES = "entries"
_LONGEST_NUMBER = 4


def notes_json(notes: Notes, record: Record) -> dict[str, Any]:
    """Return what is written about a game and the entries that stand, as plain JSON values; empty where nothing is."""
    written = notes.get(GAME, NOTHING)
    words = {key: list(getattr(written, key)) for key in WORDS}
    game = {NOTE: written.note, **words, PLACE: written.place}
    numbered = ((number, notes.get(line.number, NOTHING).note) for number, line in enumerate(record.lines, 1))
    entries = {str(number): note for number, note in numbered if note} if notes else {}
    return {key: value for key, value in {**game, _ENTRIES: entries}.items() if value}


def read_notes(value: Any, entries: int) -> Mapping[str, Any]:
    """Read what `notes_json` returns, of a game with so many entries; raise `RuleError` where it is not so."""
    read_written(value, _ENTRIES)
    noted = value.get(_ENTRIES, {})
    if type(noted) is not dict:
        what = Message("the notes at entries")
        raise RuleError(Message("{what} must be an object, not {value}", what=what, value=shown(noted)))
    for number in noted:
        is_number = number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER
        integer(int(number) if is_number else number, Message("the number of an entry"), 1, entries)
    notes: Mapping[str, Any] = value
    for body in note_bodies(notes):
        read_note(body)
    return notes


def note_bodies(notes: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the bodies of the events that write these notes, where entry n was added by event n."""
    if game := {key: value for key, value in notes.items() if key != _ENTRIES}:
        yield game
    for number, note in notes.get(_ENTRIES, {}).items():
        yield {"entry": int(number), NOTE: note}
