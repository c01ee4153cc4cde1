"""What is written at a table, as lines for one sheet of paper: as many as have room beside the standings."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Message, joined
from companion.sessions.table.notes import LABELS, PLACE, WORDS
from companion.sessions.table.visible_table import VisibleTable
from companion.views.render.template_helpers import say, with_colon

_MOST = 900  # characters of all lines; the scoresheet needs the rest of the page


def printed_notes(table: VisibleTable) -> list[str]:
    """Return the lines: words, place, the note of the game, then those at entries; cut where there is no more room."""
    lines: list[str] = []
    left = _MOST
    for line in _lines(table):
        if len(line) > left:
            return [
                *lines,
                *([f"{line[:left].rstrip()}…"] if left else []),
                say(Message("More notes are not printed.")),
            ]
        lines.append(line)
        left -= len(line)
    return lines


def _lines(table: VisibleTable) -> Iterator[str]:
    written = table.notes.game
    for key in WORDS:
        if words := getattr(written, key):
            yield with_colon(say(LABELS[key]), say(joined(words)))
    if written.place:
        yield with_colon(say(LABELS[PLACE]), written.place)
    yield from [line for line in written.note.splitlines() if line.strip()]
    for number, note in table.notes.entries:
        yield with_colon(say(table.title(number)), " ".join(note.split()))
