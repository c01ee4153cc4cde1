"""Entering the papers of Qwixx: each seat crosses its own, on its own phone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from companion.engine import Message, Seat, Setup, Step
from companion.forms.form import Draft, Posted, number
from companion.forms.pieces import SeatSlots
from companion.forms.seat_form import SeatForm
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion_qwixx.paper import EMPTY, MOST_PENALTIES, ROWS, Paper, is_locked, read_paper
from companion_qwixx.rulebook import ROW_NAMES
from companion_qwixx.rules import State

SLOTS = SeatSlots("paper")


def paper_in(posted: Posted, before: Paper) -> Paper:
    """Return the posted paper with the crosses of the paper `before`, which the form does not send again."""
    rows = {
        row: [n for n in numbers if n in before[row] or str(n) in posted.getlist(row)] for row, numbers in ROWS.items()
    }
    penalties = number(posted, "penalties", 0, MOST_PENALTIES)
    return {**rows, "penalties": before["penalties"] if penalties is None else penalties}


def rows_of(paper: Paper, before: Paper = EMPTY, locked: Collection[str] = ()) -> list[View]:
    """Return the rows of a paper; crosses `before` and whole rows that are `locked` for all are kept."""
    return [
        View(
            colour=colour,
            boxes=[
                View(
                    number=number,
                    crossed=number in paper[colour],
                    kept=colour in locked or index <= max(map(list(numbers).index, before[colour]), default=-1),
                )
                for index, number in enumerate(numbers)
            ],
            locked=is_locked(paper, colour),
        )
        for colour, numbers in ROWS.items()
    ]


class Form(SeatForm):
    """The entry form: a field for each colour, once for each cross, and the penalties."""

    slots, key = SLOTS, "papers"
    whose = Message("Choose whose paper this is.")

    def read_part(self, posted: Posted, state: State, draft: Draft, seat: int) -> Paper:
        """Read the paper of one seat."""
        before = state.papers[seat]
        return read_paper(paper_in(posted, before), seat, before, state.locked)

    def check_part(self, state: State, slot: str, value: Any) -> None:
        """Check the paper of one seat."""
        read_paper(value, SLOTS.owner(slot))

    def part_words(self, value: Any) -> list[Message]:
        """List the crosses of a seat."""
        rows = [
            Message("{row} {numbers}", row=ROW_NAMES[row], numbers=" ".join(map(str, value[row])))
            for row in ROWS
            if value[row]
        ]
        return [*rows, Message("{count} penalty", "{count} penalties", value["penalties"])]

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Return the paper of one seat; its earlier crosses are hidden if the seat is hidden."""
        asked = self.asked(state, draft, query, state.entries)
        seat = asked.seat
        before = state.papers[seat] if viewer.sees(seat) else EMPTY
        is_posted = query.get("penalties") is not None
        paper = paper_in(query, before) if is_posted else viewer.typed(draft).get(SLOTS.of(seat), before)
        save = Message("Save the paper of {seat}", seat=Seat(seat))
        return View(
            **vars(asked),
            title=Message("Paper of {seat}", seat=Seat(seat)),
            rows=rows_of(paper, before, state.locked),
            row_names=ROW_NAMES,
            penalties=paper["penalties"],
            least=before["penalties"],
            most=MOST_PENALTIES,
            save=Message("Count the papers") if asked.is_last else save,
        )

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return the seats that are done and the locked rows."""
        return View(
            next=Message("Enter the papers"),
            done=SLOTS.entered(draft, state.setup.seats),
            locked=[ROW_NAMES[row] for row in state.locked],
        )

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return the rows and penalties of each seat after an entry, None where they are hidden."""
        papers = [after.papers[seat] if viewer.sees(seat) else None for seat in range(after.setup.seats)]
        return View(papers=[paper and (rows_of(paper), paper["penalties"]) for paper in papers], row_names=ROW_NAMES)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Count 2"."""
        return Message("Count {number}", number=number)


FORM = Form()
