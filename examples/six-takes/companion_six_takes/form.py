"""Entering a round of Six Takes: each seat ticks the cards that it took, on its own phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine import Message, Seat, Setup, Step
from companion.engine.pages.form import Draft, FormError, Part, Posted, number
from companion.engine.pages.viewer import EVERYTHING, Viewer
from companion_six_takes.deck import CARDS
from companion_six_takes.draft import SLOTS, CardsDraft
from companion_six_takes.rules import State, least_taken, read_cards
from companion_six_takes.views import DeckView, RoundSheet, TakenView, deck_keys, faces


def cards_in(posted: Posted) -> list[int]:
    """Return the ticked cards; anything else in the field is left out."""
    return [int(text) for text in posted.getlist("card") if text.isdecimal() and len(text) < 4 and int(text) in CARDS]


def _others(draft: Draft, seat: int) -> set[int]:
    """Return the cards that other seats have."""
    return {card for slot, cards in draft.items() if slot != SLOTS.of(seat) for card in cards}


class Form(CardsDraft):
    """The entry form: a field `seat`, and a field `card` for each card that is ticked."""

    fields = ("seat",)

    def read(self, posted: Posted, state: State, draft: Draft) -> Part:
        """Read the cards of one seat; a card of another seat is refused."""
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        if seat is None:
            raise FormError(Message("Choose whose cards these are."))
        return Part(SLOTS.of(seat), read_cards(cards_in(posted), seat, _others(draft, seat)))

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> DeckView:
        """Return the deck for one seat; after a refusal with the ticks that were posted."""
        seats, entered = state.setup.seats, viewer.typed(draft)
        seat, is_last = SLOTS.to_enter(draft, seats, number(query, "seat", 0, seats - 1))
        ticked = cards_in(query) or entered.get(SLOTS.of(seat), [])
        return DeckView(
            title=Message("Cards of {seat}", seat=Seat(seat)),
            stage=f"{state.rounds}-{seat}-{SLOTS.of(seat) in draft}",
            seat=seat,
            done=_done(state, draft),
            deck=deck_keys(ticked, _others(entered, seat)),
            is_last=is_last,
            round=state.rounds + 1,
        )

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> RoundSheet:
        """Return the running round, and how near the end is."""
        return RoundSheet(
            next=Message("Enter round {round}", round=state.rounds + 1),
            round=state.rounds + 1,
            limit=state.setup.options["limit"],
            most=max(state.totals) if viewer.sees_all else None,
            done=_done(state, draft),
        )

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> TakenView:
        """Return the cards that each seat took."""
        seats = range(after.setup.seats)
        return TakenView(hands=[faces(entry["taken"][seat]) if viewer.sees(seat) else None for seat in seats])

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


def _done(state: State, draft: Draft) -> list[int]:
    return [seat for seat in range(state.setup.seats) if SLOTS.of(seat) in draft]


FORM = Form()
