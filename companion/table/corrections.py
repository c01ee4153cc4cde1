"""Two versions of an entry in words, piece by piece; concurrent corrections are merged so into the current entry."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import Message, joined, joined_seats
from companion.forms.form import Part, Parts, Whole, part_values
from companion.forms.pieces import Pieces, PieceWords
from companion.scoring.scoresheet import END
from companion.storage.records import Event, parts_of
from companion.table.actions import Conflict, Intent, insertions_since
from companion.table.changes import amendment_intent
from companion.table.table import Table


@dataclass(frozen=True)
class Phrase:
    """A few words of a version, and whether the other version says something else there."""

    words: Message | joined
    differs: bool = False


@dataclass(frozen=True)
class VersionLine:
    """What a version says of some seats, or without seats of the table."""

    seats: tuple[int, ...]
    phrases: tuple[Phrase, ...]

    @property
    def who(self) -> joined:
        """The players on the seats."""
        return joined_seats(self.seats)


@dataclass(frozen=True)
class Version:
    """One of two versions: its lines, or where it has none its title; `phone` is whose it is."""

    title: Message | joined | None
    lines: Sequence[VersionLine] = ()
    phone: Message | None = None


@dataclass(frozen=True)
class ChangedPiece:
    """A piece of an entry before and after a correction."""

    seats: tuple[int, ...]
    before: joined
    after: joined

    @property
    def who(self) -> joined:
        """The players on the seats."""
        return joined_seats(self.seats)


def pieces_of_event(table: Table, event: Event) -> Pieces:
    """Return the pieces that an event entered; of a correction only those it changed, none of other events."""
    form, state = table.game.form, table.state
    if parts := parts_of(event):
        return _pieces_of_parts(table, parts)
    if event.kind == "redo":
        return pieces_of_event(table, table.log.original(event))
    if event.kind == "entry":
        return {} if event.body == END else form.pieces(state, event.body)
    if event.kind == "insert":
        return form.pieces(state, event.body["value"])
    if event.kind != "correct":
        return {}
    old = table.log.applied[event.number].old
    new = form.pieces(state, event.body["value"])
    return new if old is None else changed_pieces(table, form.pieces(state, old.body), new)


def pieces_of_posted(table: Table, parsed: Part | Parts | Whole) -> Pieces:
    """Return the pieces of a form that was posted."""
    if isinstance(parsed, Whole):
        return {} if parsed.entry == END else table.game.form.pieces(table.state, parsed.entry)
    return _pieces_of_parts(table, part_values(parsed))


def _pieces_of_parts(table: Table, parts: Mapping[str, Any]) -> Pieces:
    form = table.game.form
    pieces_by_part = [form.pieces_of_part(table.state, slot, value) for slot, value in parts.items()]
    return {name: value for pieces in pieces_by_part for name, value in pieces.items()}


def changed_pieces(table: Table, old: Pieces, new: Pieces) -> Pieces:
    """Return the pieces of `new` that are not the same in `old`; None for one that only `old` has."""
    names = dict.fromkeys([*old, *new])
    is_same = table.game.form.is_same_piece
    return {name: new.get(name) for name in names if not is_same(name, old.get(name), new.get(name))}


def lines_of(table: Table, pieces: Pieces, other: Pieces | None = None, *, shared: bool = False) -> list[VersionLine]:
    """Describe pieces, one line per group of seats; those that differ from `other` are marked.

    With `shared` only pieces that `other` has too are described, if there are any.
    """
    is_same = table.game.form.is_same_piece
    names = [name for name in pieces if name in other] if shared and other else []
    lines: dict[tuple[int, ...], list[Phrase]] = {}
    for name in names or pieces:
        theirs = None if other is None else other.get(name)
        if (pieces[name] is None or pieces[name] is False) and (other is None or is_same(name, pieces[name], theirs)):
            continue  # neither says anything there
        words = table.game.form.describe_piece(table.state, name, pieces[name])
        lines.setdefault(words.seats, []).extend(_phrases(table, words, name, other))
    return [VersionLine(seats, tuple(phrases)) for seats, phrases in lines.items()]


def _phrases(table: Table, words: PieceWords, name: str, other: Pieces | None) -> Iterable[Phrase]:
    if other is None:
        return [Phrase(phrase) for phrase in words.phrases]
    described = table.game.form.describe_piece(table.state, name, other.get(name))
    left = list(described.phrases) if described.seats == words.seats and name in other else []
    phrases = []
    for phrase in words.phrases:
        phrases.append(Phrase(phrase, phrase not in left))
        if phrase in left:
            left.remove(phrase)
    return phrases


def changes_of(table: Table, old: Pieces, new: Pieces) -> list[ChangedPiece]:
    """Describe the pieces that change from one version of an entry to another."""
    return [
        ChangedPiece(
            after.seats or before.seats,
            joined([phrase for phrase in before.phrases if phrase not in after.phrases] or before.phrases),
            joined([phrase for phrase in after.phrases if phrase not in before.phrases] or after.phrases),
        )
        for name in changed_pieces(table, old, new)
        for before, after in [
            [table.game.form.describe_piece(table.state, name, pieces.get(name)) for pieces in (old, new)]
        ]
    ]


@dataclass(frozen=True)
class Correction:
    """An entry as somebody wants it: the event that added it, the version at which it was read, its new value."""

    line: int
    base_version: int
    value: Any


@dataclass(frozen=True)
class Merged:
    """A merged correction: what both sides changed since its base, and the resulting entries.

    `clashing` are the pieces that both changed to different values: `with_mine` has those of the correction,
    `with_theirs` those that stand.
    """

    now: Any
    mine: Pieces
    theirs: Pieces
    clashing: Pieces
    with_mine: Any
    with_theirs: Any


def merge(table: Table, correction: Correction) -> Merged:
    """Merge a correction into its current entry, which must not be removed."""
    place = table.record.index_of(correction.line)
    assert place is not None
    form, state, now = table.game.form, table.states[place], table.entries[place].body
    base = entry_at(table, correction.line, correction.base_version)
    old, current = form.pieces(state, now if base is None else base), form.pieces(state, now)
    mine = changed_pieces(table, old, form.pieces(state, correction.value))
    theirs = changed_pieces(table, old, current)
    clashing = {
        name: value
        for name, value in mine.items()
        if name in theirs and not form.is_same_piece(name, value, theirs[name])
    }
    added = {name: value for name, value in mine.items() if name not in theirs}
    with_theirs = form.entry_from_pieces(state, {**current, **added}) if added else now
    with_mine = form.entry_from_pieces(state, {**current, **added, **clashing}) if clashing else with_theirs
    return Merged(now, mine, theirs, clashing, with_mine, with_theirs)


def correction_intent(table: Table, correction: Correction, value: Any, role: str) -> Intent:
    """The event of a correction; `Conflict` where its entry is gone, or it would not make `value` any more."""
    if table.record.index_of(correction.line) is None:
        raise Conflict(removals_of(table, correction.line))
    merged = merge(table, correction)
    if value not in (merged.with_mine, merged.with_theirs):
        raise Conflict(table.log.since(correction.base_version))
    intent = amendment_intent(table, "correct", {"entry": correction.line, "value": value}, role)
    return replace(intent, is_merged=True)


def same_amendment(table: Table, base_version: int, kind: str, body: Any) -> bool:
    """Whether another phone has since removed the same entry, or inserted an equal one there."""
    if kind == "remove":
        return any(event.number > base_version for event in removals_of(table, body["entry"]))
    insertions = insertions_since(table, base_version, body["before"]) if kind == "insert" else []
    return any(entry_at(table, event.number, table.version) == body["value"] for event in insertions)


def removals_of(table: Table, line: int) -> list[Event]:
    """Return the last action that removed an entry or undid its insertion, if the entry is gone."""
    if table.record.index_of(line) is not None:
        return []
    removals = [event for event in table.log.since(line) if _removes(table.log.original(event), event, line)]
    return removals[-1:]


def _removes(original: Event, event: Event, line: int) -> bool:
    if original.kind == "remove":
        return bool(original.body["entry"] == line) and event.kind != "undo"
    return event.kind == "undo" and original.number == line


def changes_since(table: Table, line: int, version: int) -> list[Event]:
    """Return the actions since a version that changed the entry which event `line` added."""

    def is_about(original: Event) -> bool:
        return original.number == line or (original.kind in ("correct", "remove") and original.body["entry"] == line)

    return [event for event in table.log.since(version) if is_about(table.log.original(event))]


def entry_at(table: Table, line: int, version: int) -> Any | None:
    """Return the entry that event `line` added as it was at a version; None if there was none then."""
    first = next(iter(changes_since(table, line, version)), None)
    if first is None:
        place = table.record.index_of(line)
        return None if place is None else table.entries[place].body
    return _before(table, first, table.log.original(first), line)


def _before(table: Table, event: Event, original: Event, line: int) -> Any | None:
    """Return the entry before an event that changed it, or that undid or redid such a change."""
    if event.kind == "undo":
        return None if original.kind == "remove" else _value(original)
    old = None if original.number == line else table.log.applied[original.number].old
    return None if old is None else old.body


def _value(event: Event) -> Any:
    return event.body if event.kind == "entry" else event.body["value"]
