"""Entering a deal of Oh Hell: each seat bids on its own phone, then one phone enters the tricks of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Message, Seat, Setup, Step, by_seat, joined, joined_seats, whole
from companion.forms.form import Draft, FormError, Part, Parts, Posted, Whole, all_numbers, number, numbers
from companion.forms.pieces import PieceWords, SeatSlots
from companion.forms.seat_form import SeatForm
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion_oh_hell import GAME
from companion_oh_hell.options import cards_by_deal
from companion_oh_hell.rules import State, cards_of, check_bids, check_tricks, dealer_of

BIDS, TRICKS = SeatSlots("bid"), "tricks"


def bids_in(draft: Mapping[str, Any], seats: int) -> list[int | None]:
    """Return the bid of each seat, None if it is missing."""
    return [draft.get(slot) for slot in BIDS.all(seats)]


def beads(bid: int, tricks: int) -> list[str]:
    """Return the class of each bead, one for each trick that was bid or taken."""
    return ["in"] * min(bid, tricks) + [""] * (bid - tricks) + ["over"] * (tricks - bid)


class Form(SeatForm):
    """The entry form: the bid of a seat until all have bid, then the tricks; `change` goes back to a bid."""

    slots, key, shared_parts = BIDS, "bids", (TRICKS,)
    fields = ("seat", "change", "bid", *[f"t{seat}" for seat in range(GAME.seats[-1])])
    whose = Message("Whose bid is this? Tap a player first.")
    start_option = "dealer"

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Parts | Whole:
        """Read a bid, or the tricks of all seats."""
        if posted.get("asks") == TRICKS:
            return _read_tricks(posted, state, draft)
        return super().read(posted, state, draft)

    def read_part(self, posted: Posted, state: State, draft: Draft, seat: int) -> int:
        """Return the bid of a seat."""
        cards, dealer = cards_of(state), dealer_of(state)
        bid = number(posted, "bid", 0, cards)
        if bid is None:
            raise FormError("How many tricks does {seat} bid? Tap 0 to {cards}.", seat=Seat(seat), cards=cards)
        others = [other for other in range(state.setup.seats) if other != seat]
        missing = [other for other in others if BIDS.of(other) not in draft]
        if missing and seat == dealer and state.setup.options["hook"]:
            raise FormError(
                "{dealer} deals and bids last. Wait for the bid of {seats}.",
                dealer=Seat(dealer), seats=joined_seats(missing),
            )  # fmt: skip
        if not missing:
            check_bids(state, (bid, *[draft[BIDS.of(other)] for other in others]))
        return bid

    def check_part(self, state: State, slot: str, value: Any) -> None:
        """Check a bid, or the tricks of all seats."""
        if slot == TRICKS:
            by_seat(value, Message("tricks"), state.setup.seats, low=0)
        else:
            whole(value, Message("the bid of {seat}", seat=Seat(BIDS.owner(slot))), low=0)

    def part_words(self, value: Any) -> list[Message]:
        """Describe a bid."""
        return [Message("bids {bid}", bid=value)]

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a part in a few words, for the log."""
        if slot == TRICKS:
            return Message("tricks {tricks}", tricks=joined(value))
        return Message("{seat} bids {bid}", seat=Seat(BIDS.owner(slot)), bid=value)

    def describe_piece(self, state: State, name: str, value: Any) -> PieceWords:
        """Describe a piece; the tricks of each seat apart, for two versions of them side by side."""
        if name != TRICKS:
            return super().describe_piece(state, name, value)
        phrases = [Message("{seat} {tricks}", seat=Seat(seat), tricks=count) for seat, count in enumerate(value)]
        return PieceWords((), phrases)

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Return the form of a bid while a bid is missing or is being changed, else the form of the tricks."""
        typed, seats = viewer.typed(draft), state.setup.seats
        bids = bids_in(typed, seats)
        deal = {"cards": cards_of(state), "dealer": dealer_of(state), "bids": bids}
        if None in bids or query.get("change"):
            return View(**deal, **_bid_view(state, bids, query))
        entered, chosen = typed.get(TRICKS) or [None] * seats, numbers(query, "t", seats, 0, cards_of(state))
        tricks = [old if new is None else new for old, new in zip(entered, chosen, strict=True)]
        save = Message("Score the deal")
        return View(**deal, asks=TRICKS, stage=f"tricks-{state.played}", tricks=tricks, save=save)

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return the running deal with the bids so far; without cards the game is over."""
        if state.finished:
            return View(next=None, cards=0)
        bids = bids_in(draft, state.setup.seats)
        enter = Message("Enter a bid") if None in bids else Message("Enter the tricks")
        return View(next=enter, cards=cards_of(state), dealer=dealer_of(state), bids=bids)

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return the bid of each seat in beads, with the tricks that it took; None for a hidden seat."""
        rows = {
            step.seat: View(**step.values, points=step.points, beads=beads(step.values["bid"], step.values["tricks"]))
            for step in steps
            if step.seat is not None and viewer.sees(step.seat)
        }
        return View(rows=[rows.get(seat) for seat in range(before.setup.seats)])

    def progress(self, state: State) -> Message:
        """Return the running deal, at the end the number of deals."""
        if state.finished:
            return Message("{count} deal played", "{count} deals played", state.played)
        deals = len(cards_by_deal(state.setup.options))
        return Message("Deal {deal} of {deals}", deal=state.played + 1, deals=deals)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Deal 3"."""
        return Message("Deal {number}", number=number)


def _read_tricks(posted: Posted, state: State, draft: Draft) -> Part:
    seats, cards = state.setup.seats, cards_of(state)
    if no_bid := [seat for seat in range(seats) if BIDS.of(seat) not in draft]:
        raise FormError("Before the tricks the bid of {seats} is needed.", seats=joined_seats(no_bid))

    def ask(missing: joined) -> Message:
        return Message("How many tricks did {seats} take? Tap 0 to {cards}.", seats=missing, cards=cards)

    tricks = all_numbers(posted, "t", seats, 0, cards, ask)
    check_tricks(state, tuple(tricks))
    return Part(TRICKS, tricks)


def _bid_view(state: State, bids: Sequence[int | None], query: Posted) -> dict[str, Any]:
    """Return whose bid is asked for, the chosen bid, and the one that this seat may not bid."""
    seats, cards, dealer = state.setup.seats, cards_of(state), dealer_of(state)
    order = [(dealer + 1 + turn) % seats for turn in range(seats)]
    wanted, typed = number(query, "seat", 0, seats - 1), number(query, "bid", 0, cards)
    seat = next((candidate for candidate in order if bids[candidate] is None), dealer) if wanted is None else wanted
    others = [bid for other, bid in enumerate(bids) if other != seat and bid is not None]
    is_last = state.setup.options["hook"] and len(others) == seats - 1 and sum(others) <= cards
    return {
        "asks": "bid",
        "stage": f"bid-{state.played}-{seat}",
        "seat": seat,
        "bid": bids[seat] if typed is None else typed,
        "forbidden": cards - sum(others) if is_last else None,
        "save": Message("Save the bid of {seat}", seat=Seat(seat)),
    }


FORM = Form()
