"""The fields of the page of notes: what is ticked, and what is typed beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.game import Message
from companion.game.names import clean_title, without_clutter
from companion.game.pages.form import Posted
from companion.sessions.table.notes import NOTE, PLACE, TEXTS, WORDS, Written, distinct, text_fault, words_fault

LONGEST_TYPED = 4000
"""The most characters of a field that are kept."""


@dataclass
class NoteForm:
    """What was typed: the words that are ticked and the text with others, one a line, by kind; `faults` by field.

    `place` is the one that is ticked, `elsewhere` another one that was typed.
    """

    note: str
    ticked: dict[str, tuple[str, ...]] = field(default_factory=dict)
    more: dict[str, str] = field(default_factory=dict)
    place: str = ""
    elsewhere: str = ""
    faults: dict[str, Message] = field(default_factory=dict)

    def words(self, kind: str) -> tuple[str, ...]:
        """All words of a kind, each once."""
        typed = [clean_title(" ".join(filter(None, line.split(" ")))) for line in self.more.get(kind, "").splitlines()]
        return distinct([*self.ticked.get(kind, ()), *filter(None, typed)])

    def values(self, *, is_entry: bool) -> dict[str, Any]:
        """What was typed, by the field of `Written`; of an entry the note only."""
        if is_entry:
            return {NOTE: self.note}
        return {NOTE: self.note, **{kind: self.words(kind) for kind in WORDS}, PLACE: self.elsewhere or self.place}


def read_form(posted: Posted, *, is_entry: bool) -> NoteForm:
    """Read the posted fields and check them."""
    form = NoteForm(without_clutter(_text(posted, NOTE).replace("\t", " ")))
    if not is_entry:
        form.ticked = {kind: distinct(word[:LONGEST_TYPED] for word in posted.getlist(kind)) for kind in WORDS}
        form.more = {kind: _text(posted, f"more_{kind}") for kind in WORDS}
        form.place, form.elsewhere = _text(posted, PLACE), clean_title(_text(posted, "elsewhere"))
    for name, value in form.values(is_entry=is_entry).items():
        fault = words_fault(value) if name in WORDS else _fault_of_text(name, value)
        if fault:
            form.faults[name] = fault
    return form


def form_of(written: Written) -> NoteForm:
    """Return the form with what is written."""
    ticked = {kind: getattr(written, kind) for kind in WORDS}
    return NoteForm(written.note, ticked, place=written.place)


def _text(posted: Posted, name: str) -> str:
    # Browsers send line breaks as two characters.
    return (posted.get(name) or "")[:LONGEST_TYPED].replace("\r\n", "\n").replace("\r", "\n").strip(" \n")


def _fault_of_text(name: str, text: str) -> Message | None:
    return text_fault(text, TEXTS[name], has_lines=name == NOTE) if text else None
