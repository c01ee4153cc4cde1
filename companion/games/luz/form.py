"""The entry form of Luz: the bets, on one phone or on several, then the tricks one by one or as totals."""

from collections.abc import Sequence
from typing import Any

from companion.game import Json, Message, Seat, Setup, Step, joined
from companion.game.pages.form import Draft, FormError, Part, Parts, Posted, Whole, number
from companion.game.pages.viewer import EVERYTHING, SheetView, Viewer
from companion.games.luz import form_state
from companion.games.luz.draft import (
    SLOTS,
    DealDraft,
    bets_of,
    missing_bets,
    slot_of_trick,
    winners_of,
)
from companion.games.luz.form_state import BetsView, DealSheet, DealView, TricksView
from companion.games.luz.rules import DEALS, TRICKS, State


def _read_bets(posted: Posted, state: State) -> Parts:
    """Read the bets that were changed on the form; the field `was0` holds the bet of seat 0 as the page showed it."""
    names = ("b{}", "s{}")
    order = form_state.in_bidding_order(state, EVERYTHING)
    on_form = [seat for seat in order if any(posted.get(name.format(seat)) is not None for name in names)]
    if not on_form:
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        _read_bet(posted, order[0] if seat is None else seat)
    bets = {seat: _read_bet(posted, seat) for seat in on_form}
    return Parts(
        {SLOTS.of(seat): bet for seat, bet in bets.items() if posted.get(f"was{seat}") != form_state.bet_text(bet)}
    )


def _read_bet(posted: Posted, seat: int) -> Json:
    beads = number(posted, f"b{seat}", 0, TRICKS)
    if beads is None:
        raise FormError(Message("{seat} still has to bet: tap a number of beads from 0 to 10.", seat=Seat(seat)))
    return {"beads": beads, "safety": posted.get(f"s{seat}") is not None}


def _read_trick(posted: Posted, state: State, draft: Draft) -> Part:
    trick, winner = number(posted, "trick", 1, TRICKS), number(posted, "winner", 0, state.setup.seats - 1)
    if trick is None or winner is None:
        raise FormError(Message("Tap the player who took the trick."))
    missing = form_state.next_trick(draft)
    if missing is not None and trick > missing:
        raise FormError(Message("Trick {number} comes first.", number=missing))
    return Part(slot_of_trick(trick), winner)


def _read_totals(posted: Posted, state: State) -> list[int]:
    tricks = [number(posted, f"t{seat}", 0, TRICKS) for seat in range(state.setup.seats)]
    missing = [Seat(seat) for seat, taken in enumerate(tricks) if taken is None]
    if missing:
        raise FormError(Message("How many tricks did {seats} take? Tap a number for each.", seats=joined(missing)))
    return [taken or 0 for taken in tricks]


def _read_score(bets: list[Any], draft: Draft) -> Whole:
    winners = winners_of(draft)
    if None in winners:
        raise FormError(
            Message("{count} of 10 tricks are in; tap who took the others.", count=len(winners) - winners.count(None))
        )
    return Whole({"bets": bets, "winners": winners})


class Form(DealDraft):
    """The entry form of Luz."""

    fields = ("trick", "totals", "bets", "seat")
    start_option = "start"

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Parts | Whole:
        """Read a posted form; its field `stage` is bets, trick, totals or score."""
        stage = posted.get("stage")
        if stage == "bets":
            return _read_bets(posted, state)
        bets = bets_of(draft, state.setup.seats)
        missing = [Seat(seat) for seat, bet in enumerate(bets) if bet is None]
        if missing:
            raise FormError(Message("Before the tricks the bets of {seats} are needed.", seats=joined(missing)))
        if stage == "trick":
            return _read_trick(posted, state, draft)
        if stage == "totals":
            return Whole({"bets": bets, "tricks": _read_totals(posted, state)})
        if stage == "score":
            return _read_score(bets, draft)
        raise FormError(Message("The form says neither bets nor tricks; load the page again."))

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> BetsView | TricksView:
        """Return the form for bets, tricks or totals."""
        if missing_bets(draft, state.setup.seats) or query.get("bets") or query.get("stage") == "bets":
            return form_state.bets_view(state, draft, query, viewer)
        if query.get("totals") or query.get("stage") == "totals":
            return form_state.tricks_view(state, draft, query, viewer, "totals")
        return form_state.tricks_view(state, draft, query, viewer)

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> SheetView:
        """Return the bets or the tricks of the running deal."""
        if state.finished:
            return SheetView()
        deal = form_state.deal_of(state)
        if missing_bets(draft, state.setup.seats):
            enter = Message("Enter the bets of deal {deal}", deal=deal)
            return DealSheet(next=enter, deal=deal, bidders=form_state.bet_descriptions(state, draft, viewer))
        trick = form_state.next_trick(draft)
        enter = (
            Message("Score deal {deal}", deal=deal) if trick is None else Message("Enter trick {trick}", trick=trick)
        )
        return DealSheet(next=enter, deal=deal, trick=trick, rows=form_state.trick_rows(state, draft, trick, viewer))

    def picture(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> DealView:
        """Return each seat's bet in beads, and the tricks that it took."""
        return DealView(rows=form_state.deal_rows(entry, viewer))

    def progress(self, state: State) -> Message:
        """Return the running deal, at the end the number of deals."""
        played = len(state.starts)
        if state.finished:
            return Message("{count} deal played", "{count} deals played", played)
        return Message("Deal {deal} of {deals}", deal=played + 1, deals=DEALS)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Deal 2"."""
        return Message("Deal {number}", number=number)
