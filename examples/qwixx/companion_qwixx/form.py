"""Entering the papers of Qwixx: each seat crosses its own, on its own phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine import Message, Seat, Setup, Step
from companion.engine.pages.form import Draft, FormError, Part, Posted, number
from companion.engine.pages.viewer import EVERYTHING, Viewer
from companion_qwixx.draft import SLOTS, PapersDraft
from companion_qwixx.paper import EMPTY, MOST_PENALTIES, ROWS, Paper, read_paper
from companion_qwixx.rulebook import ROW_NAMES
from companion_qwixx.rules import State
from companion_qwixx.views import PapersSheet, PapersView, PaperView, rows_of


def paper_in(posted: Posted, before: Paper) -> Paper:
    """Return the posted paper with the crosses of the paper `before`, which the form does not send again."""
    rows = {
        row: [n for n in numbers if n in before[row] or str(n) in posted.getlist(row)] for row, numbers in ROWS.items()
    }
    penalties = number(posted, "penalties", 0, MOST_PENALTIES)
    return {**rows, "penalties": before["penalties"] if penalties is None else penalties}


class Form(PapersDraft):
    """The entry form: a field for each colour, once for each cross, and the penalties."""

    fields = ("seat",)

    def read(self, posted: Posted, state: State, draft: Draft) -> Part:
        """Read the paper of one seat."""
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        if seat is None:
            raise FormError(Message("Choose whose paper this is."))
        before = state.papers[seat]
        return Part(SLOTS.of(seat), read_paper(paper_in(posted, before), seat, before, state.locked))

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> PaperView:
        """Return the paper of one seat; its earlier crosses are hidden if the seat is hidden."""
        seats, typed = state.setup.seats, viewer.typed(draft)
        seat, is_last = SLOTS.to_enter(draft, seats, number(query, "seat", 0, seats - 1))
        before = state.papers[seat] if viewer.sees(seat) else EMPTY
        is_posted = query.get("penalties") is not None
        paper = paper_in(query, before) if is_posted else typed.get(SLOTS.of(seat), before)
        return PaperView(
            title=Message("Paper of {seat}", seat=Seat(seat)),
            stage=f"{state.entries}-{seat}-{SLOTS.of(seat) in draft}",
            seat=seat,
            done=_done(state, draft),
            rows=rows_of(paper, before, state.locked),
            penalties=paper["penalties"],
            least=before["penalties"],
            is_last=is_last,
        )

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> PapersSheet:
        """Return the seats that are done and the locked rows."""
        return PapersSheet(
            next=Message("Enter the papers"),
            done=_done(state, draft),
            locked=[ROW_NAMES[row] for row in state.locked],
        )

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> PapersView:
        """Return the papers after an entry."""
        seats = range(after.setup.seats)
        return PapersView(papers=[_drawn(after, seat) if viewer.sees(seat) else None for seat in seats])

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Count 2"."""
        return Message("Count {number}", number=number)


def _drawn(state: State, seat: int) -> Any:
    paper = state.papers[seat]
    return rows_of(paper), paper["penalties"]


def _done(state: State, draft: Draft) -> list[int]:
    return [seat for seat in range(state.setup.seats) if SLOTS.of(seat) in draft]


FORM = Form()
