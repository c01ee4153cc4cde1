"""Two versions of an entry in words, piece by piece, as a conflict and the preview of a correction show them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine import Message, joined, joined_seats
from companion.forms.form import Whole, part_values
from companion.forms.pieces import Pieces, PieceWords
from companion.scoring.scoresheet import END
from companion.storage.records import Event, parts_of
from companion.table.changes import Content
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


def pieces_of_content(table: Table, content: Content) -> Pieces:
    """Return the pieces of a form that was posted."""
    if isinstance(content, Whole):
        return {} if content.entry == END else table.game.form.pieces(table.state, content.entry)
    return _pieces_of_parts(table, part_values(content))


def _pieces_of_parts(table: Table, parts: Mapping[str, Any]) -> Pieces:
    form = table.game.form
    pieces_by_part = [form.pieces_of_part(table.state, slot, value) for slot, value in parts.items()]
    return {name: value for pieces in pieces_by_part for name, value in pieces.items()}


def changed_pieces(table: Table, old: Pieces, new: Pieces) -> Pieces:
    """Return the pieces of `new` that are not the same in `old`; None for one that only `old` has."""
    names = dict.fromkeys([*old, *new])
    is_same = table.game.form.is_same_piece
    return {name: new.get(name) for name in names if not is_same(name, old.get(name), new.get(name))}


def is_alike(table: Table, entry: Any, other: Any) -> bool:
    """Whether two entries say the same, such as the cards of a hand in another order."""
    if END in (entry, other):
        return bool(entry == other)
    return not changed_pieces(table, *[table.game.form.pieces(table.state, each) for each in (entry, other)])


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
