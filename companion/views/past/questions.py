"""What a page asks about a sheet: how its dates and numbers are meant, and which total wins in its games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Message
from companion.storage.rows.past_imports import ImportRow
from companion.transfer.past.reasons import LeftOut
from companion.transfer.past.sheets.dates import read_date
from companion.transfer.past.sheets.numbers import MARKS, meanings_of
from companion.views.render.days import full_date

_HOW = Message("How is {text} meant in this file?")
_HIGHEST, _LOWEST = Message("Highest total"), Message("Lowest total")


@dataclass(frozen=True)
class Question:
    """A question with its answers: what is sent and what is shown of each; `given` is the one that is given."""

    kind: str
    text: Message | str
    answers: Sequence[tuple[str, Message | str]]
    given: str | None
    game: int | None = None


def questions_of(row: ImportRow) -> list[Question]:
    """Return what is asked about the file of an import, what nobody has answered first."""
    asked = [Question(kind, Message(_HOW.singular, text=text), _answers(kind, text), given)
             for kind, (text, given) in row.questions.items()]  # fmt: skip
    wins = [
        Question("wins", title, (("highest", _HIGHEST), ("lowest", _LOWEST)), "lowest" if told else "highest", number)
        for number, (title, _, _, told) in enumerate(row.games)
        if told is not None
    ]
    return [*sorted(asked, key=lambda question: question.given is not None), *wins]


def _answers(kind: str, text: str) -> list[tuple[str, Message | str]]:
    if kind == "number":
        return list(zip(("comma", "point"), [meanings_of(text)[mark] for mark in MARKS], strict=True))
    shown: list[tuple[str, Message | str]] = []
    for answer, is_day_first in (("day", True), ("month", False)):
        try:
            shown.append((answer, full_date(read_date(text, is_day_first).isoformat())))
        except LeftOut:
            continue
    return shown
