"""Entering a round of Six Takes: each seat ticks the cards that it took, on its own phone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from companion.engine import Message, Seat, Setup, Step
from companion.forms.form import Draft, Posted
from companion.forms.pieces import SeatSlots
from companion.forms.seat_form import SeatForm
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion_six_takes.deck import CARDS, heads_on
from companion_six_takes.rules import State, least_taken, read_cards, read_hands

SLOTS = SeatSlots("taken")


def cards_in(posted: Posted) -> list[int]:
    """Return the ticked cards; anything else in the field is left out."""
    return [int(text) for text in posted.getlist("card") if text.isdecimal() and len(text) < 4 and int(text) in CARDS]


def deck_keys(on: Collection[int], crossed: Collection[int] = ()) -> list[View]:
    """Return a key for each card of the deck: `on` for this seat, `crossed` if another seat has it."""
    return [
        View(card=card, heads=heads_on(card), on=card in on, crossed=card in crossed and card not in on)
        for card in CARDS
    ]


def faces(cards: Iterable[int]) -> list[View]:
    """Return these cards, only to be shown."""
    return [View(card=card, heads=heads_on(card)) for card in cards]


def _others(draft: Draft, seat: int) -> set[int]:
    """Return the cards that other seats have."""
    return {card for slot, cards in draft.items() if slot != SLOTS.of(seat) for card in cards}


class Form(SeatForm):
    """The entry form: a field `seat`, and a field `card` for each card that is ticked."""

    slots, key = SLOTS, "taken"
    whose = Message("Choose whose cards these are.")

    def read_part(self, posted: Posted, state: State, draft: Draft, seat: int) -> list[int]:
        """Read the cards of one seat; a card of another seat is refused."""
        return read_cards(cards_in(posted), seat, _others(draft, seat))

    def check_part(self, state: State, slot: str, value: Any) -> None:
        """Check the cards of one seat."""
        read_cards(value, SLOTS.owner(slot))

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the cards of each seat; no two seats may have the same."""
        parts = super().validate_draft(state, draft)
        read_hands([parts.get(slot, []) for slot in SLOTS.all(state.setup.seats)], state.setup.seats)
        return parts

    def is_same_piece(self, name: str, first: Any, second: Any) -> bool:
        """Whether two phones entered the same cards, in any order."""
        return sorted(first or ()) == sorted(second or ())

    def part_words(self, value: Any) -> list[Message]:
        """List the cards of a seat."""
        return [Message("{card}", card=card) for card in sorted(value)] or [Message("no card")]

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Return the deck for one seat; after a refusal with the ticks that were posted."""
        entered, asked = viewer.typed(draft), self.asked(state, draft, query, state.rounds)
        seat, number = Seat(asked.seat), state.rounds + 1
        ticked = cards_in(query) or entered.get(SLOTS.of(asked.seat), [])
        save = Message("Save the cards of {seat}", seat=seat)
        return View(
            **vars(asked),
            title=Message("Cards of {seat}", seat=seat),
            deck=deck_keys(ticked, _others(entered, asked.seat)),
            save=Message("Score round {round}", round=number) if asked.is_last else save,
        )

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return the running round, and how near the end is."""
        return View(
            next=Message("Enter round {round}", round=state.rounds + 1),
            round=state.rounds + 1,
            limit=state.setup.options["limit"],
            most=max(state.totals) if viewer.sees_all else None,
            done=SLOTS.entered(draft, state.setup.seats),
        )

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return the cards that each seat took, None for those that are hidden."""
        seats = range(after.setup.seats)
        return View(hands=[faces(entry["taken"][seat]) if viewer.sees(seat) else None for seat in seats])

    def progress(self, state: State) -> Message:
        """Return the running round; at the end how many were played."""
        if state.finished:
            return Message("{count} round played", "{count} rounds played", state.rounds)
        return Message("Round {round}", round=state.rounds + 1)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Round 2"."""
        return Message("Round {round}", round=number)

    def entry_warnings(self, state: State, entry: Any) -> Sequence[Message]:
        """Warn of a round in which a player has forgotten some cards."""
        count, least = sum(map(len, entry["taken"])), least_taken(state.setup.seats)
        if count >= least:
            return ()
        return (
            Message(
                "Only {count} cards are entered, but at least {least} are taken in a round: four rows keep 20 at most.",
                count=count,
                least=least,
            ),
        )


FORM = Form()
