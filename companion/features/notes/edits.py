"""What a phone writes about a game or an entry, put on top of what others wrote since its page was drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.features.notes.written import GAME, NOTHING, WORDS, Written, words_fault, written_at
from companion.game import Message, RuleError
from companion.game.names import distinct, normalize_name
from companion.sessions.actions import Action, Intent
from companion.sessions.service import Sessions
from companion.sessions.table.table import Table

GONE = Message("This entry was taken out meanwhile, so the note was not saved. Copy what you typed if you need it.")
_SECRET = Message(
    "Another phone wrote a note at this entry, which is hidden until the end. Yours can be saved then, or at the game."
)


@dataclass(frozen=True)
class PostedNote:
    """What was typed about a game or the entry that event `entry` added; `values` are by field, none left out.

    `seen` is the number of the event that had changed it last when the form was drawn.
    """

    entry: int
    seen: int
    values: Mapping[str, Any]


class NoteConflict(Exception):
    """Another phone changed the same texts meanwhile: `standing` is what is written now, `fields` are those texts.

    `mine` has all fields as this phone would have them now: what it typed, and what others changed beside that.
    """

    def __init__(self, standing: Written, fields: Sequence[str], mine: Written) -> None:
        super().__init__("the same was written on another phone")
        self.standing, self.fields, self.mine = standing, fields, mine


def write(service: Sessions, session: str, action: Action, posted: PostedNote) -> Table:
    """Append what was typed; `NoteConflict` where another phone wrote something else there since.

    Raises `RuleError` if the entry is gone, its note is hidden from this phone, or there are too many words.
    """
    return service.act(session, action, lambda table: note_intent(table, action.phone, posted))


def note_intent(table: Table, phone: int, posted: PostedNote) -> Intent:
    """The event that writes what was typed, with what it changes only."""
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
        return Intent("nothing", None)
    body = changes if posted.entry == GAME else {"entry": posted.entry, **changes}
    return Intent("note", body)


def _check_entry(table: Table, phone: int, entry: int, standing: Written) -> None:
    if table.record.index_of(entry) is None:
        raise RuleError(GONE)
    sees_all = not table.hides or len(table.seats_of(phone)) == table.setup.seats
    if standing.note and standing.phone != phone and not sees_all:
        raise RuleError(_SECRET)


def _merged(before: Sequence[str], now: Sequence[str], typed: Sequence[str]) -> tuple[str, ...]:
    """Return the words that stand with what this phone added and without what it took out."""
    kept = {normalize_name(word) for word in typed}
    gone = {key for word in before if (key := normalize_name(word)) not in kept}
    added = [word for word in typed if word not in before]
    return distinct([*[word for word in now if normalize_name(word) not in gone], *added])
