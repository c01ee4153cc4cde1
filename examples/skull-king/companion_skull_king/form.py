"""Entering a round of Skull King: each seat bids on its own phone, then one phone enters tricks and bonuses."""

from typing import Any

from companion.engine import Message, Seat, Setup, by_seat, joined, whole
from companion.forms.form import Draft, FormError, Parts, Posted, all_numbers, number, numbers
from companion.forms.pieces import SeatSlots
from companion.forms.seat_form import SeatForm
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion_skull_king import GAME
from companion_skull_king.rules import MOST_BONUS, State, cards_of, check_bonus, check_tricks

TRICKS, BONUS = "tricks", "bonus"
WHAT = {TRICKS: Message("tricks"), BONUS: Message("bonus")}


class Form(SeatForm):
    """The entry form: the bid of a seat until all have bid, then tricks and bonuses of all; `change` goes back."""

    slots, key, shared_parts = SeatSlots("bid"), "bids", (TRICKS, BONUS)
    fields = ("seat", "change", "bid", *[f"{letter}{seat}" for letter in "tb" for seat in range(GAME.seats[-1])])

    def read(self, posted: Posted, state: State, draft: Draft) -> Any:
        """Read a bid, or the tricks and bonuses of all seats."""
        if posted.get("asks") != TRICKS:
            return super().read(posted, state, draft)
        seats, cards = state.setup.seats, cards_of(state)
        missing = [seat for seat in range(seats) if self.slots.of(seat) not in draft]
        if missing:
            raise FormError("First {seat} bids.", seat=Seat(missing[0]))

        def ask(unknown: joined) -> Message:
            return Message("How many tricks did {seats} take? Tap 0 to {cards}.", seats=unknown, cards=cards)

        tricks = all_numbers(posted, "t", seats, 0, cards, ask)
        bonus = [number(posted, f"b{seat}", 0, 9999) if posted.get(f"b{seat}") else 0 for seat in range(seats)]
        check_tricks(state, tricks)
        check_bonus(bonus)
        return Parts({TRICKS: tricks, BONUS: bonus})

    def read_part(self, posted: Posted, state: State, draft: Draft, seat: int) -> int:
        """Return the bid of a seat."""
        bid = number(posted, "bid", 0, cards_of(state))
        if bid is None:
            raise FormError(
                "How many tricks does {seat} bid? Tap 0 to {cards}.", seat=Seat(seat), cards=cards_of(state)
            )
        return bid

    def check_part(self, state: State, slot: str, value: Any) -> None:
        """Check a bid, or the tricks or bonuses of all seats."""
        if slot in WHAT:
            by_seat(value, WHAT[slot], state.setup.seats, low=0)
        else:
            whole(value, Message("the bid of {seat}", seat=Seat(self.slots.owner(slot))), low=0)

    def part_words(self, value: Any) -> list[Message]:
        """Describe a bid."""
        return [Message("bids {bid}", bid=value)]

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a part in a few words, for the log."""
        if slot in WHAT:
            return Message("{what} {numbers}", what=WHAT[slot], numbers=joined(value))
        return super().describe_part(slot, value)

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Return the form of a bid while one is missing or is being changed, else that of tricks and bonuses."""
        typed, seats, cards = viewer.typed(draft), state.setup.seats, cards_of(state)
        bids = [typed.get(slot) for slot in self.slots.all(seats)]
        if None in bids or query.get("change"):
            asked, bid = self.asked(state, draft, query, state.played), number(query, "bid", 0, cards)
            chosen = bids[asked.seat] if bid is None else bid
            save = Message("Save the bid of {seat}", seat=Seat(asked.seat))
            return View(**vars(asked), asks="bid", cards=cards, bid=chosen, save=save)
        entered, chosen = typed.get(TRICKS) or [None] * seats, numbers(query, "t", seats, 0, cards)
        tricks = [old if new is None else new for old, new in zip(entered, chosen, strict=True)]
        saved = typed.get(BONUS) or [0] * seats
        bonus = [query.get(f"b{seat}") or saved[seat] or "" for seat in range(seats)]
        rows = list(zip(bids, tricks, bonus, strict=True))
        stage, save = f"tricks-{state.played}", Message("Score the round")
        return View(asks=TRICKS, stage=stage, cards=cards, rows=rows, most=MOST_BONUS, save=save)

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return the running round and who has bid; without cards the game is over."""
        cards = 0 if state.finished else cards_of(state)
        return View(cards=cards, done=self.slots.entered(draft, state.setup.seats))

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Round 3"."""
        return Message("Round {number}", number=number)


FORM = Form()
