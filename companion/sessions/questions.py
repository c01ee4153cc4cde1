"""Which question a form was drawn for: whether the running entry still asks it, or an entry has answered it since.

A question is a short text. By default it is the number of the running entry among those that were entered, which a
correction, insertion or removal of an earlier entry does not change.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.game import RuleError
from companion.game.pages.form import FormError, Posted, Whole, part_values
from companion.sessions.table.table import Table


@dataclass(frozen=True)
class PostedEntry:
    """The fields of a posted entry form, the question that it was drawn for, and what its phone has confirmed.

    `question` is None for a form that does not say, such as an old page's; `meant` is the question that was asked when
    it was filled in. `is_sure` confirms the seats of other phones, `is_confirmed` what looks like a slip.
    """

    fields: Posted
    question: str | None = None
    meant: str | None = None
    is_sure: bool = False
    is_confirmed: bool = False


def question_of(table: Table) -> str:
    """Return the question that the running entry answers."""
    return table.game.form.question(table.state) or str(table.log.entered + 1)


def is_open(table: Table, question: str) -> bool:
    """Whether the running entry still asks this question."""
    return not table.state.finished and question == question_of(table)


def answer_to(table: Table, question: str) -> int | None:
    """Return the position, from 0, of the entry that answered a question; None where there is none any more."""
    form = table.game.form
    if form.question(table.states[0]) is not None:
        asked = [form.question(state) for state in table.states[: len(table.entries)]]
        return next((place for place in range(len(asked) - 1, -1, -1) if asked[place] == question), None)
    if not (question.isascii() and question.isdigit() and len(question) <= 4):
        return None
    entered = [applied.event.number for applied in table.log.done if applied.event.kind == "entry"]
    number = int(question)
    return table.record.index_of(entered[number - 1]) if 1 <= number <= len(entered) else None


def is_answered_alike(table: Table, place: int, posted: PostedEntry) -> bool:
    """Whether the entry at a position says what was posted, so that nothing is left to do."""
    form, state, entry = table.game.form, table.states[place], table.entries[place].body
    draft, _ = form.draft_from_entry(state, entry)
    try:
        parsed = form.read(posted.fields, state, draft)
    except (FormError, RuleError):
        return False
    if isinstance(parsed, Whole):
        return bool(parsed.entry == entry)
    return all(slot in draft and draft[slot] == value for slot, value in part_values(parsed).items())
