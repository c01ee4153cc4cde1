"""Preview of what an amendment would change."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.game import Message, Standing, joined, joined_seats
from companion.game.ranking import seats_by_place
from companion.scoring.scoresheet import END
from companion.sessions.corrections import Change, VersionLine, changes_of, lines_of
from companion.sessions.table.visible_table import VisibleTable
from companion.views.amend.amended_entry import AmendedEntry
from companion.views.http.identity import sessions

Described = TypeVar("Described", Change, VersionLine)


@dataclass(frozen=True)
class AmendmentPreview:
    """Totals that would change, as (seat, before, after), sentences on places, warnings and the end, and the entry."""

    totals: Sequence[tuple[int, int, int]]
    sentences: Sequence[Message]
    changes: Sequence[Change]
    """What a correction changes in the entry, for every seat."""
    entry: Sequence[VersionLine]
    """What an entry says that is inserted or removed."""
    is_ending: bool | None
    """True if the game would be over, False if it would go on, None if that does not change."""

    @property
    def digest(self) -> str:
        """A digest of the changes, to detect that the preview a phone was shown is outdated."""
        gains = [(seat, after - before) for seat, before, after in self.totals]
        outcome = [gains, [str(joined((change.before, change.after))) for change in self.changes], self.is_ending]
        return hashlib.sha256(repr(outcome).encode()).hexdigest()[:16]


def preview_amendment(amended: AmendedEntry, value: Any) -> AmendmentPreview:
    """Preview an amendment without totals that are hidden from its phone; raise `RuleError` if it is refused."""
    table, visible = amended.table, amended.visible
    after = sessions().preview_amendment(table, amended.kind, amended.body(value), amended.viewpoint.role)
    pairs = enumerate(zip(table.state.totals, after.totals, strict=True))
    totals = [(seat, old, new) for seat, (old, new) in pairs if old != new and visible.shows(seat)]
    # Before the first points nobody has a place.
    is_shown = not table.hides and after.totals != table.states[0].totals
    sentences = _places(table.standing, table.game.engine.standing(after)) if is_shown else []
    if amended.kind != "remove" and not table.hides:  # a warning could reveal what is hidden
        sentences += table.game.form.entry_warnings(amended.state, value)
    is_ending = None if after.finished == table.state.finished else after.finished
    if is_ending is not None:
        sentences.append(Message("The game is over then.") if is_ending else Message("The game goes on then."))
    changes, entry = _changes(amended, value), _entry(amended, value)
    return AmendmentPreview(totals, sentences, only_shown(changes, visible), only_shown(entry, visible), is_ending)


def only_shown(changes: Sequence[Described], visible: VisibleTable) -> list[Described]:
    """Return the described changes; on a table that hides totals, only those of seats that the viewer may see."""
    return [
        change for change in changes if not visible.hides or (change.seats and all(map(visible.shows, change.seats)))
    ]


def _changes(amended: AmendedEntry, value: Any) -> Sequence[Change]:
    """Return what a correction changes in its entry."""
    if amended.kind != "correct":
        return []
    table, form = amended.table, amended.table.game.form
    return changes_of(table, form.pieces(table.state, amended.value), form.pieces(table.state, value))


def _entry(amended: AmendedEntry, value: Any) -> Sequence[VersionLine]:
    """Return what an entry says that is inserted or removed."""
    table = amended.table
    shown = amended.value if amended.kind == "remove" else value
    if amended.kind == "correct" or shown == END:
        return []
    return lines_of(table, table.game.form.pieces(table.state, shown))


def _places(before: Standing, after: Standing) -> list[Message]:
    """Describe the seats whose place changes."""
    old, new = (seats_by_place(standing.ranking, standing.sides) for standing in (before, after))
    return [_moves(place, seats) for place, seats in new.items() if old.get(place) != seats]


def _moves(place: int, seats: Sequence[int]) -> Message:
    names = joined_seats(seats)
    return Message(
        "{seats} moves to place {place}.", "{seats} share place {place} then.", len(seats), place=place, seats=names
    )
