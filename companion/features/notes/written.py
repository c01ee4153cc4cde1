"""What a table writes about its game and its entries: notes, words (expansions, house rules) and where it was played.

The body of a `note` event has what it changes, each as a whole: `{"note": "", "expansions": ["Big Box"]}`. A note at an
entry names the event that added the entry, `{"entry": 7, "note": "The comeback"}`, and so stays with it wherever the
entry moves. The score depends on none of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.feature import EventKind, SheetKey
from companion.game import Message, RuleError, entry_keys, integer, items, joined, shown
from companion.game.names import distinct
from companion.game.strict import text_fault
from companion.scoring.replay import Record
from companion.storage.records import Event
from companion.storage.words import EXPANSIONS, HOUSE_RULES, LONGEST_PLACE, LONGEST_WORD, MOST_WORDS, PLACE, store_words

if TYPE_CHECKING:
    from companion.sessions.table.table import Table, Viewpoint
    from companion.sessions.table.visible_table import VisibleTable

GAME = 0
"""The key of what is written about the game, beside the numbers of the events that added entries."""
NOTE = "note"
TEXTS, WORDS = {NOTE: 1000, PLACE: LONGEST_PLACE}, (EXPANSIONS, HOUSE_RULES)
"""The texts with their most characters, and the lists of words."""
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
    """What is written about a game or an entry; of an entry only `note` is.

    `number` is the event that changed it last, 0 where none did, and `phone` the phone that did.
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
"""What is written about the game, under `GAME`, and about entries, by the numbers of the events that added them."""
NOTHING = Written()


def words_fault(words: Sequence[str]) -> Message | None:
    """Return why words cannot be kept; None if they can."""
    if len(words) > MOST_WORDS:
        return Message("At most {most} words fit here; these are {count}.", most=MOST_WORDS, count=len(words))
    return next((fault for word in words if (fault := text_fault(word, LONGEST_WORD))), None)


def read_note(body: Any) -> tuple[int, dict[str, Any]]:
    """Read the body of a note's event: the number of its entry, or `GAME`, and what it changes; raise `RuleError`."""
    if type(body) is dict and "entry" in body:
        entry_keys(body, _A_NOTE, ("entry", NOTE))
        return integer(body["entry"], Message("entry"), 1, _MOST_EVENTS), {NOTE: _text(NOTE, body[NOTE])}
    changes = read_written(body)
    if not changes:
        raise RuleError("{what} lacks the key {key}", what=_A_NOTE, key=shown(NOTE))
    return GAME, changes


def read_written(value: Any, *more: str) -> dict[str, Any]:
    """Read what is written about a game, each part of which may be left out; raise `RuleError`. It may have `more`."""
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
    if fault := words_fault(words):
        raise RuleError(fault)
    if distinct(words) != words:
        raise RuleError("{what} has the same word twice", what=what)
    return words


def with_event(notes: Notes, event: Event) -> Notes:
    """Return what is written after a note's event; raise `RuleError` where its body is none."""
    entry, changes = read_note(event.body)
    written = replace(notes.get(entry, NOTHING), **changes, number=event.number, phone=event.phone)
    return {**notes, entry: written}


def written_at(events: Sequence[Event], number: int, entry: int) -> Written:
    """Return what was written about the game or an entry up to an event; nothing where there is no such event."""
    notes: Notes = {}
    for event in events[: max(number, 0)]:
        if event.kind == "note":
            notes = with_event(notes, event)
    return notes.get(entry, NOTHING)


def carried_over(notes: Notes) -> dict[str, Any]:
    """Return the body of the event with which a rematch begins: words and place, not the note; empty if none."""
    written = notes.get(GAME, NOTHING)
    words = {key: list(value) for key in WORDS if (value := getattr(written, key))}
    return words | ({PLACE: written.place} if written.place else {})


def lines_of(changes: Mapping[str, Any]) -> list[str | joined]:
    """Return what was written as lines to show: the note, the words, the place."""
    shown_parts: list[str | joined] = []
    for key in (NOTE, *WORDS, PLACE):
        if value := changes.get(key):
            shown_parts.append(value if key in TEXTS else joined(value))
    return shown_parts


class SeenNotes:
    """What a phone may read of what is written; `entries` are the events that added the entries, in order."""

    def __init__(self, notes: Notes, entries: Sequence[int]) -> None:
        self._notes, self._entries = notes, entries

    def about(self, entry: int) -> Written:
        """What this phone may read about the entry that an event added, or about the game."""
        return self._notes.get(entry, NOTHING)

    @property
    def game(self) -> Written:
        """What is written about the game."""
        return self.about(GAME)

    def at(self, number: int) -> str:
        """The note at entry `number` (from 1), empty where there is none to read."""
        return self.about(self._entries[number - 1]).note if self._entries else ""

    @property
    def entries(self) -> list[tuple[int, str]]:
        """The numbers of the entries that have a note, and the notes, in the order of the entries."""
        noted = ((number, self.about(entry).note) for number, entry in enumerate(self._entries, 1))
        return [(number, note) for number, note in noted if note]

    def __bool__(self) -> bool:
        return bool(self.game or self.entries)


_NO_NOTES = SeenNotes({}, ())


def notes_of(table: VisibleTable) -> SeenNotes:
    """Return what people wrote about the game and its entries."""
    seen: SeenNotes = table.seen("note") or _NO_NOTES
    return seen


def _sees(entry: int, author: int, viewpoint: Viewpoint, hides: bool) -> bool:
    """Whether a phone may read it: at an entry others may have written what hidden seats gained."""
    return entry == GAME or not hides or author == viewpoint.phone


def _visible(table: Table, viewpoint: Viewpoint, hides: bool) -> SeenNotes:
    notes: Notes = table.kept["note"]
    seen = {entry: written for entry, written in notes.items() if _sees(entry, written.phone, viewpoint, hides)}
    return SeenNotes(seen, [line.number for line in table.entries])


def _lines(event: Event, viewpoint: Viewpoint, hides: bool) -> Sequence[str | joined]:
    entry, changes = read_note(event.body)
    return lines_of(changes) if _sees(entry, event.phone, viewpoint, hides) else ()


def _describe(table: Table, event: Event) -> Message:
    """Describe a note's event without what was written."""
    entry, changes = read_note(event.body)
    if entry == GAME:
        return Message("written: {what}", what=joined([_CHANGED[key] for key in changes]))
    place = table.record.index_of(entry)
    if place is None:
        return Message("a note at an entry that was taken out")
    return Message("a note at {entry}", entry=table.game.form.entry_title(table.setup, place + 1))


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
        raise RuleError("{what} must be an object, not {value}", what=what, value=shown(noted))
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


KIND = EventKind(
    "note",
    lambda notes, event: with_event(notes or {}, event),
    _describe,
    lines=_lines,
    visible=_visible,
    write=store_words,
    carry=lambda notes, *_: carried_over(notes),
    sheet=SheetKey(
        "notes",
        write=lambda table, _: notes_json(table.kept["note"], table.record),
        read=lambda value, record: read_notes(value, len(record.lines)),
        bodies=lambda value, *_: note_bodies(value),
    ),
)
