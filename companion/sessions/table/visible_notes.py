"""What is written about a game and its entries, as far as one phone may read it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import joined
from companion.game.pages.secrecy import HiddenSeats
from companion.sessions.table.notes import GAME, NOTHING, Written, lines_of, read_note
from companion.sessions.table.table import Table
from companion.storage.records import Event


class VisibleNotes:
    """What is written at a table, without the notes at entries of which seats are `hidden` from the phone.

    What others wrote there may tell what those seats gained; its own notes a phone reads always.
    """

    def __init__(self, table: Table, hidden: HiddenSeats, phone: int | None) -> None:
        self._table, self._hidden, self._phone = table, hidden, phone

    def _sees(self, entry: int, author: int) -> bool:
        return entry == GAME or not self._hidden or author == self._phone

    def about(self, entry: int) -> Written:
        """What this phone may read about the entry that an event added, or about the game."""
        written = self._table.notes.get(entry, NOTHING)
        return written if self._sees(entry, written.phone) else NOTHING

    @property
    def game(self) -> Written:
        """What is written about the game."""
        return self.about(GAME)

    def at(self, number: int) -> str:
        """The note at entry `number` (from 1), empty where there is none to read."""
        return self.about(self._table.entries[number - 1].number).note if self._table.notes else ""

    @property
    def entries(self) -> list[tuple[int, str]]:
        """The numbers of the entries that have a note, and the notes, in the order of the entries."""
        if not self._table.notes:
            return []
        noted = [(number, self.at(number)) for number in range(1, len(self._table.entries) + 1)]
        return [(number, note) for number, note in noted if note]

    def number_of(self, entry: int) -> int | None:
        """The number (from 1) of the entry that an event added; None if it does not stand."""
        place = self._table.record.index_of(entry)
        return None if place is None else place + 1

    def lines_of(self, event: Event) -> Sequence[str | joined]:
        """What a note's event wrote, as lines to show; none where this phone may not read it."""
        entry, changes = read_note(event.body)
        return lines_of(changes) if self._sees(entry, event.phone) else ()

    def __bool__(self) -> bool:
        return bool(self.game or self.entries)
