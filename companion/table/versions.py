"""What became of an entry; two versions of it in words, piece by piece, for conflicts and previews of corrections."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine import Message, RuleError, fault_of, joined, joined_seats
from companion.forms.form import Content, Parts, Whole, part_values
from companion.forms.pieces import Pieces, PieceWords
from companion.scoring.scoresheet import END
from companion.storage.records import Event, parts_of
from companion.table.table import AMENDING, Table, new_table


def insertions_since(table: Table, base_version: int, before: int) -> list[Event]:
    """Return the insertions before an entry since a version that were not undone."""
    since = {event.number: event for event in map(table.log.original, table.log.scored_since(base_version))}
    insertions = [event for event in since.values() if event.kind == "insert" and event.body["before"] == before]
    return [event for event in insertions if table.replay.index_of(event.number) is not None]


def entry_of(event: Event) -> int | None:
    """The number of the entry that an amendment changed, removed or inserted."""
    if event.kind == "insert":
        return event.number
    number: int | None = event.body["entry"] if event.kind in AMENDING else None
    return number


def same_amendment(table: Table, base_version: int, kind: str, body: Any) -> bool:
    """Whether another phone has since removed the same entry, or inserted an equal one there."""
    if kind == "remove":
        return any(event.number > base_version for event in removals_of(table, body["entry"]))
    insertions = insertions_since(table, base_version, body["before"]) if kind == "insert" else []
    return any(entry_at(table, event.number, table.version) == body["value"] for event in insertions)


def removals_of(table: Table, entry: int) -> list[Event]:
    """Return the last action that removed an entry or undid its insertion, if the entry is gone."""
    return [] if table.replay.index_of(entry) is not None else changes_since(table, entry, entry)[-1:]


def changes_since(table: Table, entry: int, version: int) -> list[Event]:
    """Return the actions since a version that changed the entry which event `entry` added."""
    since = [(event, table.log.original(event)) for event in table.log.scored_since(version)]
    return [event for event, original in since if entry in (original.number, entry_of(original))]


def table_at(table: Table, version: int) -> Table | None:
    """Return a table as it was at a version; None if its entries of that time cannot be replayed."""
    past = new_table(table.row, *table.opened)
    return past if fault_of(past.load, table.log.events[: max(version, 0)]) is None else None


def entry_at(table: Table, entry: int, version: int) -> Any | None:
    """Return the entry that event `entry` added as it was at a version, with the options of today.

    None if there was none then, or if what the options allowed then was taken back.
    """
    past = table_at(table, version) if changes_since(table, entry, version) else table
    if past is None:
        return None
    before = past.setup.options
    changed = {key: value for key, value in table.setup.options.items() if before.get(key) != value}
    try:
        lines = past.replay.widening(changed).lines if changed else past.entries
    except RuleError:
        return None
    return next((line.body for line in lines if line.number == entry), None)


def completing_parts(table: Table, event: Event) -> Mapping[str, Any]:
    """Return the parts by which an event completed an entry that was begun before; none where all of it is its own."""
    form, before = table.game.form, table.log.before[event.number]
    if not before.draft:
        return {}
    state = table.states[min(before.entry_number, len(table.states)) - 1]
    parts = form.draft_from_entry(state, event.body)[0]
    if form.whole(state, parts) is None:  # somebody confirmed what all had entered
        return {}
    return {slot: value for slot, value in parts.items() if before.draft.get(slot) != value}


Phrase = tuple[Message | joined, bool]
"""A few words of a version, and whether the other version says something else there."""


@dataclass(frozen=True)
class OfSeats:
    """What is said of some seats, or without seats of the table."""

    seats: tuple[int, ...]

    @property
    def who(self) -> joined:
        """The players on the seats."""
        return joined_seats(self.seats)


@dataclass(frozen=True)
class VersionLine(OfSeats):
    """What a version says of some seats."""

    phrases: tuple[Phrase, ...]


@dataclass(frozen=True)
class Version:
    """One of two versions: its lines, or where it has none its title; `phone` is whose it is."""

    title: Message | joined | None
    lines: Sequence[VersionLine] = ()
    phone: Message | None = None


@dataclass(frozen=True)
class ChangedPiece(OfSeats):
    """A piece of an entry before and after a correction."""

    before: joined
    after: joined


def pieces_of_event(table: Table, event: Event) -> Pieces:
    """Return the pieces that an event entered; of a correction only those it changed, none of other events."""
    if parts := parts_of(event):
        return pieces_of_content(table, Parts(parts))
    if event.kind == "redo":
        return pieces_of_event(table, table.log.original(event))
    if event.kind not in ("entry", "insert", "correct"):
        return {}
    new = event.body if event.kind == "entry" else event.body["value"]
    old = table.log.before[event.number].old
    return pieces_of_entry(table, new) if old is None else changed_pieces(table, old.body, new)


def pieces_of_content(table: Table, content: Content) -> Pieces:
    """Return the pieces of a form that was posted."""
    if isinstance(content, Whole):
        return pieces_of_entry(table, content.entry)
    parts = part_values(content).items()
    pieces_by_part = [table.game.form.pieces_of_part(table.state, slot, value) for slot, value in parts]
    return {name: value for pieces in pieces_by_part for name, value in pieces.items()}


def pieces_of_entry(table: Table, entry: Any) -> Pieces:
    """Return the pieces of an entry; the end of the game has none."""
    return {} if entry == END else table.game.form.pieces(table.state, entry)


def changed_pieces(table: Table, old_entry: Any, new_entry: Any) -> Pieces:
    """Return the pieces of an entry that are not the same in an older one; None for one that only the older has."""
    old, new = pieces_of_entry(table, old_entry), pieces_of_entry(table, new_entry)
    is_same = table.game.form.is_same_piece
    return {name: new.get(name) for name in {**old, **new} if not is_same(name, old.get(name), new.get(name))}


def is_alike(table: Table, entry: Any, other: Any) -> bool:
    """Whether two entries say the same, such as the cards of a hand in another order."""
    if END in (entry, other):
        return bool(entry == other)
    return not changed_pieces(table, entry, other)


def lines_of(table: Table, pieces: Pieces, other: Pieces | None = None, *, shared: bool = False) -> list[VersionLine]:
    """Describe pieces by groups of seats, marking those unlike `other`; if `shared`, only those of both, if any."""
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
        return [(phrase, False) for phrase in words.phrases]
    described = table.game.form.describe_piece(table.state, name, other.get(name))
    left = list(described.phrases) if described.seats == words.seats and name in other else []
    phrases = []
    for phrase in words.phrases:
        phrases.append((phrase, phrase not in left))
        if phrase in left:
            left.remove(phrase)
    return phrases


def changes_of(table: Table, old: Any, new: Any) -> list[ChangedPiece]:
    """Describe the pieces that change from one version of an entry to another."""
    both = pieces_of_entry(table, old), pieces_of_entry(table, new)
    return [
        ChangedPiece(
            after.seats or before.seats,
            joined([phrase for phrase in before.phrases if phrase not in after.phrases] or before.phrases),
            joined([phrase for phrase in after.phrases if phrase not in before.phrases] or after.phrases),
        )
        for name in changed_pieces(table, old, new)
        for before, after in [[table.game.form.describe_piece(table.state, name, pieces.get(name)) for pieces in both]]
    ]
