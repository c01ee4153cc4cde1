"""The entry form of 5211: each seat enters its four cards as one part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Message, Seat, Setup, Step
from companion.game.pages.form import Draft, FormError, Part, Posted, Whole, number
from companion.game.pages.viewer import EVERYTHING, Viewer
from companion.games.g5211.cards import CARDS, COLOURS, HAND, read_hand, take, value_of
from companion.games.g5211.draft import SLOTS, HandsDraft, hands_of
from companion.games.g5211.drawing import add_card, no_copy
from companion.games.g5211.rules import NEW_DECK, ROUNDS, copies_left, rounds_played
from companion.games.g5211.scoring import limit, needed_roosters, score_round
from companion.games.g5211.sentences import headline
from companion.games.g5211.state import State
from companion.games.g5211.view import HandView, RoundSheet, RoundView, Scored


def _chosen(query: Posted, stored: list[str]) -> list[str]:
    """Return the cards on the form, without a card that was tapped to remove it; `stored` on the first view."""
    cards = [card for card in query.getlist("card") if card in CARDS][:HAND]
    drop = number(query, "drop", 0, len(cards) - 1)
    if not cards and query.get("add") is None and query.get("drop") is None:
        return stored
    if drop is not None:
        del cards[drop]
    return cards


def _next_label(state: State) -> Message:
    """Return the label of the button that leads to the form."""
    if state.setup.options["long"]:
        return Message("Enter round {round} of deck {deck}", round=state.round + 1, deck=state.deck)
    return Message("Enter round {round}", round=state.round + 1)


def latest(state: State) -> Message | None:
    """Say what scored in the last round; None before the first."""
    return headline(state.outcomes[-1]) if state.outcomes else None


def scored(state: State) -> str | None:
    """Return what scored in the last round: "roosters", a colour or nothing."""
    return state.outcomes[-1].scored


def _entered(state: State, draft: Draft) -> list[int]:
    """Return the seats whose hand is in the draft."""
    return [seat for seat in range(state.setup.seats) if SLOTS.of(seat) in draft]


def _cascade(hands: Sequence[Sequence[str]]) -> RoundView:
    """Return the stages that decided a round with these hands."""
    outcome = score_round([tuple(hand) for hand in hands]).outcome
    counts = dict(zip(COLOURS, outcome.counts, strict=True))
    settled = {*outcome.bust, *(colour for tie in outcome.tied for colour in tie), outcome.scored}
    fewer = sorted(
        (colour for colour in COLOURS if counts[colour] and colour not in settled), key=lambda colour: -counts[colour]
    )
    return RoundView(
        result=outcome,
        headline=headline(outcome),
        needed=needed_roosters(len(hands)),
        limit=limit(len(hands)),
        cards={
            colour: [(value_of(card), seat) for seat, hand in enumerate(hands) for card in hand if card[0] == colour]
            for colour in COLOURS
        },
        roosters=[(card[0], seat) for seat, hand in enumerate(hands) for card in hand if value_of(card) == 1],
        counts=counts,
        outnumbered=[] if outcome.scored == "roosters" else fewer,
    )


class Form(HandsDraft):
    """The entry form of 5211."""

    fields = ("seat",)

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Whole:
        """Read a posted hand: the field `seat` and four fields `card`."""
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        if seat is None:
            raise FormError(Message("Choose whose cards these are."))
        hand = read_hand(posted.getlist("card"), seat)
        take(state.left, [*hands_of(state, draft, excluding=seat).values(), hand])
        return Part(SLOTS.of(seat), sorted(hand, key=CARDS.index))

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> HandView:
        """Return the cards of one seat and the grid of all cards."""
        hands, seats = hands_of(state, viewer.typed(draft)), state.setup.seats
        seat, is_last = SLOTS.to_enter(draft, seats, number(query, "seat", 0, seats - 1))
        chosen = _chosen(query, list(hands.get(seat, ())))
        others = [hand for other, hand in hands.items() if other != seat]
        chosen, grid, refusal = add_card(query.get("add"), viewer.disclose(copies_left, state), others, chosen)
        return HandView(
            title=Message("Cards of {seat}", seat=Seat(seat)),
            stage=f"hand-{seat}-{viewer.disclose(rounds_played, state)}-{seat in hands}",
            seat=seat,
            hands=_entered(state, draft),
            chosen=chosen,
            grid=grid,
            refused=refusal,
            no_copy=no_copy("#"),
            round=state.round + 1,
            deck=state.deck,
            is_long=state.setup.options["long"],
            is_last_hand=is_last,
        )

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> RoundSheet:
        """Return the running round, the deck, and the progress to 50 points."""
        rounds = ROUNDS[state.setup.seats]
        return RoundSheet(
            next=None if state.finished else _next_label(state),
            round=state.round + 1,
            rounds=rounds,
            left=rounds - state.round,
            deck=state.deck,
            is_long=state.setup.options["long"],
            most=max(state.totals) if viewer.sees_all else None,
            hands=_entered(state, draft),
            latest=viewer.disclose(latest, state),
        )

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> RoundView:
        """Return the stages that decided a round, with the cards of each.

        If totals are hidden, return only what scored: with two players the counts would reveal the other's cards.
        """
        if viewer.sees_all:
            return _cascade(entry["cards"])
        scored_text = viewer.disclose(latest, after)
        assert scored_text is not None, "the entry was a round"
        return RoundView(result=Scored(viewer.disclose(scored, after)), headline=scored_text)

    def progress(self, state: State) -> Message:
        """Return the running round and deck, at the end the number of rounds."""
        rounds = ROUNDS[state.setup.seats]
        if state.finished:
            return Message("{count} round played", "{count} rounds played", rounds_played(state))
        if state.setup.options["long"]:
            return Message(
                "Deck {deck}, round {round} of {rounds}", deck=state.deck, round=state.round + 1, rounds=rounds
            )
        return Message("Round {round} of {rounds}", round=state.round + 1, rounds=rounds)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Round 3"; in the long game with the deck, "Round 1 of deck 2"."""
        if not setup.options["long"]:
            return Message("Round {number}", number=number)
        decks, rounds = divmod(number - 1, ROUNDS[setup.seats])
        return Message("Round {round} of deck {deck}", round=rounds + 1, deck=decks + 1)

    def entry_note(self, steps: Sequence[Step]) -> Message | None:
        """Return "End of deck 1" if the deck ended with the round."""
        deck_step = next((step for step in steps if step.rule == NEW_DECK), None)
        return None if deck_step is None else Message("End of deck {deck}", deck=deck_step.values["deck"])
