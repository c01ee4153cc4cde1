"""Entering a deal of Oh Hell: each seat bids on its own phone, then one phone enters the tricks of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine import Message, Seat, Setup, Step, joined_seats
from companion.engine.pages.form import Draft, FormError, Part, Posted, number
from companion.engine.pages.viewer import EVERYTHING, Viewer
from companion_oh_hell import GAME
from companion_oh_hell.draft import BIDS, TRICKS, DealDraft, bids_in
from companion_oh_hell.options import cards_by_deal
from companion_oh_hell.rules import State, cards_of, check_bids, check_tricks, dealer_of
from companion_oh_hell.views import BidView, DealOutcome, DealSheet, Row, TricksView, beads

TRICK_FIELDS = tuple([f"t{seat}" for seat in range(GAME.seats[-1])])


class Form(DealDraft):
    """The entry form: the bid of a seat until all have bid, then the tricks; `change` goes back to a bid."""

    fields = ("seat", "change", "bid", *TRICK_FIELDS)
    start_option = "dealer"

    def read(self, posted: Posted, state: State, draft: Draft) -> Part:
        """Read a bid, or the tricks of all seats."""
        if posted.get("asks") == "tricks":
            return _read_tricks(posted, state, draft)
        return _read_bid(posted, state, draft)

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> BidView | TricksView:
        """Return the form of a bid while a bid is missing or is being changed, else the form of the tricks."""
        typed, seats = viewer.typed(draft), state.setup.seats
        bids = bids_in(typed, seats)
        if None in bids or query.get("change"):
            return _bid_view(state, bids, query)
        entered = typed.get(TRICKS) or [None] * seats
        chosen = [number(query, name, 0, cards_of(state)) for name in TRICK_FIELDS[:seats]]
        tricks = [old if new is None else new for old, new in zip(entered, chosen, strict=True)]
        return TricksView(
            cards=cards_of(state), dealer=dealer_of(state), bids=bids, tricks=tricks, stage=f"tricks-{state.played}"
        )

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> DealSheet:
        """Return the running deal with the bids so far."""
        if state.finished:
            return DealSheet()
        bids = bids_in(draft, state.setup.seats)
        enter = Message("Enter a bid") if None in bids else Message("Enter the tricks")
        return DealSheet(next=enter, cards=cards_of(state), dealer=dealer_of(state), bids=bids)

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> DealOutcome:
        """Return the bid of each seat in beads, with the tricks that it took."""
        rows = {
            step.seat: Row(
                bid=step.values["bid"],
                tricks=step.values["tricks"],
                points=step.points or 0,
                beads=beads(step.values["bid"], step.values["tricks"]),
            )
            for step in steps
            if step.seat is not None and viewer.sees(step.seat)
        }
        return DealOutcome(rows=[rows.get(seat) for seat in range(before.setup.seats)])

    def progress(self, state: State) -> Message:
        """Return the running deal, at the end the number of deals."""
        if state.finished:
            return Message("{count} deal played", "{count} deals played", state.played)
        deals = len(cards_by_deal(state.setup.options))
        return Message("Deal {deal} of {deals}", deal=state.played + 1, deals=deals)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Deal 3"."""
        return Message("Deal {number}", number=number)


def _read_bid(posted: Posted, state: State, draft: Draft) -> Part:
    seats, cards, dealer = state.setup.seats, cards_of(state), dealer_of(state)
    seat = number(posted, "seat", 0, seats - 1)
    if seat is None:
        raise FormError(Message("Whose bid is this? Tap a player first."))
    bid = number(posted, "bid", 0, cards)
    if bid is None:
        raise FormError(Message("How many tricks does {seat} bid? Tap 0 to {cards}.", seat=Seat(seat), cards=cards))
    others = [other for other in range(seats) if other != seat]
    missing = [other for other in others if BIDS.of(other) not in draft]
    if missing and seat == dealer and state.setup.options["hook"]:
        raise FormError(
            Message(
                "{dealer} deals and bids last. Wait for the bid of {seats}.",
                dealer=Seat(dealer),
                seats=joined_seats(missing),
            )
        )
    if not missing:
        check_bids(state, (bid, *[draft[BIDS.of(other)] for other in others]))
    return Part(BIDS.of(seat), bid)


def _read_tricks(posted: Posted, state: State, draft: Draft) -> Part:
    seats, cards = range(state.setup.seats), cards_of(state)
    no_bid = [seat for seat in seats if BIDS.of(seat) not in draft]
    if no_bid:
        raise FormError(Message("Before the tricks the bid of {seats} is needed.", seats=joined_seats(no_bid)))
    tricks = [number(posted, TRICK_FIELDS[seat], 0, cards) for seat in seats]
    unknown = [seat for seat in seats if tricks[seat] is None]
    if unknown:
        names = joined_seats(unknown)
        raise FormError(Message("How many tricks did {seats} take? Tap 0 to {cards}.", seats=names, cards=cards))
    taken = tuple([count or 0 for count in tricks])
    check_tricks(state, taken)
    return Part(TRICKS, list(taken))


def _bid_view(state: State, bids: Sequence[int | None], query: Posted) -> BidView:
    seats, cards, dealer = state.setup.seats, cards_of(state), dealer_of(state)
    order = [(dealer + 1 + turn) % seats for turn in range(seats)]
    wanted = number(query, "seat", 0, seats - 1)
    seat = next((candidate for candidate in order if bids[candidate] is None), dealer) if wanted is None else wanted
    typed = number(query, "bid", 0, cards)
    others = [bid for other, bid in enumerate(bids) if other != seat and bid is not None]
    is_last = state.setup.options["hook"] and len(others) == seats - 1 and sum(others) <= cards
    return BidView(
        cards=cards,
        dealer=dealer,
        bids=bids,
        seat=seat,
        bid=bids[seat] if typed is None else typed,
        forbidden=cards - sum(others) if is_last else None,
        stage=f"bid-{state.played}-{seat}",
    )


FORM = Form()
