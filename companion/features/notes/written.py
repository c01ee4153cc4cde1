"""The texts about a game and its entries: notes, words (expansions, house rules), and the place.

The body of a `note` event has new values of the fields that change: `{"note": "", "expansions": ["Big Box"]}`. A note
at an entry names the event that added the entry, `{"entry": 7, "note": "The comeback"}`, so it stays with the entry if
that moves. No score depends on them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.engine import Message, RuleError, entry_keys, integer, items, joined, shown
from companion.engine.names import distinct
from companion.engine.strict import text_fault
from companion.feature import EventKind, SheetKey
from companion.features.notes.rows import store_words
from companion.scoring.replay import Replay
from companion.storage.records import Event
from companion.storage.rows.exported import plain_object
from companion.storage.schema import EXPANSIONS, HOUSE_RULES, LONGEST_PLACE, LONGEST_WORD, MOST_WORDS, PLACE

if TYPE_CHECKING:
    from companion.table.table import Table, Viewpoint
    from companion.table.visible_table import VisibleTable

GAME = 0
"""The key of texts about the game in `Notes`; other keys are numbers of events that added entries."""
NOTE = "note"
TEXTS, WORDS = {NOTE: 1000, PLACE: LONGEST_PLACE}, (EXPANSIONS, HOUSE_RULES)
"""The fields that are texts, with their longest length, and those that are lists of words."""
_MOST_EVENTS = 2**53
_A_NOTE = Message("a note")
LABELS = {
    NOTE: Message("Note"),
    EXPANSIONS: Message("Expansions"),
    HOUSE_RULES: Message("House rules"),
    PLACE: Message("Played at"),
}
_CHANGED = {
    NOTE: Message("the note"),
    EXPANSIONS: Message("the expansions"),
    HOUSE_RULES: Message("the house rules"),
    PLACE: Message("where it was played"),
}


@dataclass(frozen=True)
class Written:
    """The texts about a game, or the `note` at an entry.

    `number` is the event that last changed them, 0 if there is none, and `phone` is the phone that sent it.
    """

    note: str = ""
    expansions: tuple[str, ...] = ()
    house_rules: tuple[str, ...] = ()
    place: str = ""
    number: int = 0
    phone: int = 0

    def __bool__(self) -> bool:
        return bool(self.note or self.expansions or self.house_rules or self.place)


Notes = Mapping[int, Written]
"""The texts about the game, under `GAME`, and about entries, by the numbers of the events that added them."""
NOTHING = Written()


def read_note(body: Any) -> tuple[int, dict[str, Any]]:
    """Check the body of a `note` event; return the number of its entry or `GAME`, and new values by field."""
    if type(body) is dict and "entry" in body:
        entry_keys(body, _A_NOTE, ("entry", NOTE))
        return integer(body["entry"], Message("entry"), 1, _MOST_EVENTS), {NOTE: _text(NOTE, body[NOTE])}
    changes = read_written(body)
    if not changes:
        raise RuleError("{what} lacks the key {key}", what=_A_NOTE, key=shown(NOTE))
    return GAME, changes


def read_written(value: Any, *more: str) -> dict[str, Any]:
    """Check texts about a game, by field; all keys are optional, those in `more` are ignored. Raise `RuleError`."""
    entry_keys(value, _A_NOTE, (), (*TEXTS, *WORDS, *more))
    texts = {key: _text(key, value[key]) for key in TEXTS if key in value}
    return texts | {key: _words(value[key], LABELS[key]) for key in WORDS if key in value}


def _text(key: str, text: Any) -> str:
    if type(text) is not str:
        raise RuleError("{what} must be a text, not {value}", what=LABELS[key], value=shown(text))
    if text and (fault := text_fault(text, TEXTS[key], has_lines=key == NOTE)):
        raise RuleError(fault)
    return text


def _words(value: Any, what: Message) -> tuple[str, ...]:
    words = tuple(items(value, what))
    for word in words:
        if type(word) is not str:
            raise RuleError("{what} must be a text, not {value}", what=what, value=shown(word))
    if len(words) > MOST_WORDS:
        raise RuleError("At most {most} words fit here; these are {count}.", most=MOST_WORDS, count=len(words))
    if fault := next((fault for word in words if (fault := text_fault(word, LONGEST_WORD))), None):
        raise RuleError(fault)
    if distinct(words) != words:
        raise RuleError("{what} has the same word twice", what=what)
    return words


def with_event(notes: Notes, event: Event) -> Notes:
    """Return the texts after a `note` event; raise `RuleError` if its body is invalid."""
    entry, changes = read_note(event.body)
    written = replace(notes.get(entry, NOTHING), **changes, number=event.number, phone=event.phone)
    return {**notes, entry: written}


def written_at(events: Sequence[Event], number: int, entry: int) -> Written:
    """Return the texts about the game or an entry after the first `number` events."""
    notes: Notes = {}
    for event in events[: max(number, 0)]:
        if event.kind == "note":
            notes = with_event(notes, event)
    return notes.get(entry, NOTHING)


def texts_of(notes: Notes) -> dict[str, Any]:
    """Return the texts about the game as plain JSON values, by field, without empty ones."""
    written = notes.get(GAME, NOTHING)
    return {key: list(text) if key in WORDS else text for key in LABELS if (text := getattr(written, key))}


class SeenNotes(NamedTuple):
    """The texts that a phone may read: about the game, and at each entry that has a note, by its number from 1."""

    game: Written = NOTHING
    entries: Mapping[int, Written] = MappingProxyType({})

    def __bool__(self) -> bool:
        return bool(self.game or self.entries)


def notes_of(table: VisibleTable) -> SeenNotes:
    """Return the texts about the game and its entries that a phone may read."""
    seen: SeenNotes = table.seen("note") or SeenNotes()
    return seen


def _sees(entry: int, author: int, viewpoint: Viewpoint, hides: bool) -> bool:
    """Whether a phone may read a text: while seats are hidden, a note at an entry is for its author only."""
    return entry == GAME or not hides or author == viewpoint.phone


def _visible(table: Table, viewpoint: Viewpoint, hides: bool) -> SeenNotes:
    notes: Notes = table.kept["note"]
    noted = ((number, notes.get(line.number, NOTHING)) for number, line in enumerate(table.entries, 1))
    seen = {number: each for number, each in noted if each and _sees(number, each.phone, viewpoint, hides)}
    return SeenNotes(notes.get(GAME, NOTHING), seen)


def _lines(event: Event, viewpoint: Viewpoint, hides: bool) -> Sequence[str | joined]:
    entry, changes = read_note(event.body)
    shown_keys = LABELS if _sees(entry, event.phone, viewpoint, hides) else ()
    return [value if key in TEXTS else joined(value) for key in shown_keys if (value := changes.get(key))]


def _describe(table: Table, event: Event) -> Message:
    """Describe a `note` event without its texts."""
    entry, changes = read_note(event.body)
    if entry == GAME:
        return Message("written: {what}", what=joined([_CHANGED[key] for key in changes]))
    place = table.replay.index_of(entry)
    if place is None:
        return Message("a note at an entry that was taken out")
    return Message("a note at {entry}", entry=table.game.form.entry_title(table.setup, place + 1))


_ENTRIES = "entries"


def notes_json(notes: Notes, replay: Replay) -> dict[str, Any]:
    """Return the texts about a game and its current entries as plain JSON values; empty if there are none."""
    numbered = ((number, notes.get(line.number, NOTHING).note) for number, line in enumerate(replay.lines, 1))
    entries = {str(number): note for number, note in numbered if note}
    return {**texts_of(notes), _ENTRIES: entries} if entries else texts_of(notes)


def read_notes(value: Any, entries: int) -> Mapping[str, Any]:
    """Check a value of the form that `notes_json` returns, for a game with so many entries; raise `RuleError`."""
    read_written(value, _ENTRIES)
    for number in plain_object(value.get(_ENTRIES, {}), Message("the notes at entries")):
        is_plain = re.fullmatch("[1-9][0-9]{0,3}", number)
        integer(int(number) if is_plain else number, Message("the number of an entry"), 1, entries)
    notes: Mapping[str, Any] = value
    for body in note_bodies(notes):
        read_note(body)
    return notes


def note_bodies(notes: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the bodies of events that restore the notes of a file, if event n added entry n."""
    if game := {key: value for key, value in notes.items() if key != _ENTRIES}:
        yield game
    for number, note in notes.get(_ENTRIES, {}).items():
        yield {"entry": int(number), NOTE: note}


KIND = EventKind(
    "note",
    lambda notes, event: with_event(notes or {}, event),
    _describe,
    lines=_lines,
    visible=_visible,
    write=store_words,
    carry=lambda notes, *_: {key: text for key, text in texts_of(notes).items() if key != NOTE},
    sheet=SheetKey(
        "notes",
        write=lambda table, _: notes_json(table.kept["note"], table.replay),
        read=lambda value, replay: read_notes(value, len(replay.lines)),
        bodies=lambda value, *_: note_bodies(value),
    ),
)
