"""The entry form of Salamanca: the lands at the start, cards and turns; without a board sales, fees and taxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Message, Seat, Setup, Step, joined
from companion.game.pages.form import Draft, Part, Posted, Whole
from companion.game.pages.viewer import EVERYTHING, Viewer
from companion.games.salamanca import form_cards, form_sale_state, form_setup, form_state, form_turn, form_without_board
from companion.games.salamanca.board import Board
from companion.games.salamanca.draft import EntryDraft
from companion.games.salamanca.draft_steps import describe_step, play_draft
from companion.games.salamanca.drawing import Drawing, draw, joined_label
from companion.games.salamanca.estate_breakdown import break_down
from companion.games.salamanca.estates import estate_at
from companion.games.salamanca.sales import SALE
from companion.games.salamanca.state import Occupation, State, idle
from companion.games.salamanca.tiles import HAZARD_NAMES, TILE_NAMES
from companion.games.salamanca.view import BoardOutcome, BoardSheet, EstateRow, PhaseView


def _estate_row(state: State, occupation: Occupation, board: Board) -> EstateRow:
    row, column = board.grid.spaces[occupation.place]
    breakdown = break_down(estate_at(board, occupation.place), board, state.setup.options["noble_limit"], occupation)
    label = joined_label(board, occupation.place, [TILE_NAMES[breakdown.building]])
    return EstateRow(occupation, breakdown, label, f"{row}.{column}")


def _entry_label(state: State) -> Message:
    """Return the label of the button that leads to the form."""
    if state.phase == "setup":
        return Message("Enter the five starting tiles")
    if state.phase == "cards":
        return Message("Enter the cards of round {round}", round=state.round)
    slot = state.slot
    if slot:
        return Message("Enter the turn of {seat}", seat=Seat(slot.seat))
    return Message("Enter round {round}", round=state.round)


def _after(after: State, entry: Any, viewer: Viewer) -> Drawing | None:
    """Draw the board after an entry that changed it, with the changes marked; None for other entries."""
    board = after.board
    steps = entry.get("setup") or entry.get("turn") or []
    if board is None or not steps:
        return None
    spaces = [step.get("at") or step.get("noble") for step in steps]
    new = [board.place((at[0], at[1])) for at in spaces if at]
    return draw(board, after.occupations, new=new, shows=viewer.sees)


def _brief(step: Mapping[str, Any]) -> Message:
    if "place" in step:
        return TILE_NAMES[step["place"]]
    if "hazard" in step:
        return HAZARD_NAMES[step["hazard"]]
    return Message("noble") if "noble" in step else Message("a card from {seat}", seat=Seat(step["draw"]))


class Form(EntryDraft):
    """The entry form of Salamanca."""

    fields = ("turn", *form_state.FIELDS, "do", *form_sale_state.FIELDS)
    kept_fields = ("turn",)

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Whole:
        """Read a posted form of the current phase."""
        if state.phase == "setup":
            return form_setup.read(posted, state, draft)
        if state.phase == "turn":
            return form_turn.read(posted, state, draft)
        return form_cards.read(posted, state) if state.phase == "cards" else form_without_board.read(posted, state)

    def question(self, state: State) -> str | None:
        """Return the round at a table without a board, whose sales do not depend on each other; None with a board."""
        return None if state.board else f"round-{state.round}"

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> PhaseView:
        """Return the form for the current phase, after the taps in `query`."""
        if state.phase == "setup":
            return form_setup.view(state, draft, query)
        if state.phase == "turn":
            return form_turn.view(state, draft, query, viewer)
        if state.phase == "cards":
            return form_cards.view(state, query)
        return form_without_board.view(state, query, viewer)

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> BoardSheet:
        """Return the board, the squires and the estates after the entered steps."""
        played_turn = viewer.derive(play_draft, state, draft) if state.phase == "turn" else None
        turn, steps = (played_turn.turn, played_turn.order) if played_turn else (None, [])
        board, occupations = (turn.board, turn.occupations) if turn else (state.board, state.occupations)
        if state.phase == "setup":
            board = form_setup.board_of(state, draft)
        slot, visible = state.slot, sorted(occupation for occupation in occupations if viewer.sees(occupation.owner))
        return BoardSheet(
            next=None if state.finished else _entry_label(state),
            phase=state.phase,
            seat=slot.seat if slot else None,
            slots=form_turn.slots(state, None if slot else 99),
            steps=[describe_step(step) for step in steps],
            board=draw(board, occupations, shows=viewer.sees) if board else None,
            estates=[_estate_row(state, occupation, board) for occupation in visible] if board else [],
            idle=[idle(occupations, seat) for seat in range(state.setup.seats)],
            round=state.round,
            left=state.rounds - state.round,
            leader=state.leader,
        )

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> BoardOutcome:
        """Return the board after an entry, and whether coins changed.

        If coins are hidden, `moves_coins` is set for every entry that can change some.
        """
        slots, is_setup = form_turn.slots(after, 99) if "cards" in entry else [], "setup" in entry
        return BoardOutcome(
            board=_after(after, entry, viewer),
            moves_coins=after.totals != before.totals if viewer.sees_all else not is_setup and not slots,
            slots=slots,
            slot=before.slot if "turn" in entry else None,
            is_setup=is_setup,
        )

    def picture(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> BoardOutcome:
        """Return the same, with the board after every entry, if the table has one."""
        outcome = self.outcome(before, entry, after, steps, viewer)
        board = draw(after.board, after.occupations, shows=viewer.sees) if after.board and not outcome.board else None
        return replace(outcome, board=outcome.board or board)

    def seat_on_turn(self, state: State) -> int | None:
        """Return the seat on turn by the cards of the round; None before the cards, and without a board."""
        return state.slot.seat if state.slot else None

    def progress(self, state: State) -> Message:
        """Return the running round, at the end the number of rounds played."""
        if state.finished:
            return Message("{count} round played", "{count} rounds played", state.round)
        return Message("round {round} of {rounds}", round=state.round, rounds=state.rounds)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Entry 3"."""
        return Message("Entry {number}", number=number)

    def entry_summary(self, before: State, entry: Any, steps: Sequence[Step]) -> Message:
        """Return what an entry did, such as "Cleo sells 14"."""
        if "setup" in entry:
            return Message("Five starting tiles")
        if "cards" in entry:
            return Message("Cards of round {round}", round=before.round)
        if "tax" in entry:
            return Message("Taxes of round {round}", round=before.round)
        seat = Seat(entry["seat"])
        sold = [step.points or 0 for step in steps if step.rule == SALE]
        if sold:
            return Message("{seat} sells {coins}", seat=seat, coins=sum(sold))
        if "fee" in entry:
            return Message("{seat} pays {coins}", seat=seat, coins=-sum(step.points or 0 for step in steps))
        if not entry["turn"]:
            return Message("{seat}: nothing", seat=seat)
        return Message("{seat}: {what}", seat=seat, what=joined([_brief(step) for step in entry["turn"]]))
