"""Changes of texts about a game or an entry, merged with those of other phones since the page was rendered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import Message, RuleError
from companion.engine.names import distinct, normalize_name
from companion.features.notes.written import GAME, NOTHING, WORDS, Written, words_fault, written_at
from companion.table.changes import NO_CHANGE, Change
from companion.table.table import Table

GONE = Message("This entry was taken out meanwhile, so the note was not saved. Copy what you typed if you need it.")
_SECRET = Message(
    "Another phone wrote a note at this entry, which is hidden until the end. Yours can be saved then, or at the game."
)


@dataclass(frozen=True)
class PostedNote:
    """All values of a form, by field, about the game or the entry that event `entry` added.

    `seen` is the number of the latest event about it when the form was rendered.
    """

    entry: int
    seen: int
    values: Mapping[str, Any]


class NoteConflict(Exception):
    """Another phone changed the same `fields` meanwhile; `standing` has the current texts.

    `mine` has this phone's texts, merged with changes of others in further fields.
    """

    def __init__(self, standing: Written, fields: Sequence[str], mine: Written) -> None:
        super().__init__("the same was written on another phone")
        self.standing, self.fields, self.mine = standing, fields, mine


def note_change(table: Table, phone: int, posted: PostedNote) -> Change:
    """Return the event for a posted form, with only the fields that change.

    Raises `NoteConflict` if another phone changed the same texts, and `RuleError` if the entry is gone, its note is
    hidden from this phone, or there are too many words.
    """
    standing = table.kept.get("note", {}).get(posted.entry, NOTHING)
    if posted.entry != GAME:
        _check_entry(table, phone, posted.entry, standing)
    was = written_at(table.log.events, posted.seen, posted.entry)
    mine: dict[str, Any] = {}
    for field, typed in posted.values.items():
        before, now = getattr(was, field), getattr(standing, field)
        if field in WORDS:
            mine[field] = _merged(before, now, typed)
        else:
            mine[field] = now if typed == before else typed
    changed = [field for field, value in mine.items() if value != getattr(standing, field)]
    conflicts = [field for field in changed if field not in WORDS and getattr(was, field) != getattr(standing, field)]
    if conflicts:
        raise NoteConflict(standing, conflicts, replace(standing, **mine))
    changes = {field: list(mine[field]) if field in WORDS else mine[field] for field in changed}
    if fault := next((fault for field in WORDS if (fault := words_fault(changes.get(field, ())))), None):
        raise RuleError(fault)
    if not changes:
        return NO_CHANGE
    body = changes if posted.entry == GAME else {"entry": posted.entry, **changes}
    return Change("note", body)


def _check_entry(table: Table, phone: int, entry: int, standing: Written) -> None:
    if table.replay.index_of(entry) is None:
        raise RuleError(GONE)
    sees_all = not table.hides or len(table.seats_of(phone)) == table.setup.seats
    if standing.note and standing.phone != phone and not sees_all:
        raise RuleError(_SECRET)


def _merged(before: Sequence[str], now: Sequence[str], typed: Sequence[str]) -> tuple[str, ...]:
    """Three-way merge of word lists: apply to `now` the words added and removed between `before` and `typed`."""
    kept = {normalize_name(word) for word in typed}
    gone = {key for word in before if (key := normalize_name(word)) not in kept}
    added = [word for word in typed if word not in before]
    return distinct([*[word for word in now if normalize_name(word) not in gone], *added])
