"""The entry form of 5211: each seat enters its four cards as one part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Message, Seat, Setup, Step
from companion.game.pages.form import Draft, EntryForm, Filled, FormError, Part, Posted, Whole, number
from companion.games.g5211.cards import CARDS, COLOUR_NAMES, COLOURS, HAND, read_hand, spend, value_of
from companion.games.g5211.draft import SLOTS, draft_from_entry, hands_of, validate_draft
from companion.games.g5211.drawing import FULL, PIECES, add_card, no_copy
from companion.games.g5211.pieces import HandPieces
from companion.games.g5211.rules import NEW_DECK, ROUNDS, TARGET, copies_left
from companion.games.g5211.scoring import limit, needed_roosters, score_round
from companion.games.g5211.sentences import headline
from companion.games.g5211.state import State


def _chosen(query: Posted, stored: list[str]) -> list[str]:
    """Return the cards on the form after the tapped one was removed; at first those in the draft."""
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


def _latest(state: State) -> Message | None:
    return headline(state.outcomes[-1]) if state.outcomes else None


class Form(HandPieces, EntryForm):
    """The entry form of 5211."""

    fields = ("seat",)
    slots = SLOTS

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Whole:
        """Read a posted hand: the field `seat` and four fields `card`."""
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        if seat is None:
            raise FormError(Message("Choose whose cards these are."))
        hand = read_hand(posted.getlist("card"), seat)
        spend(state.spent, [*hands_of(state, draft, excluding=seat).values(), hand])
        return Part(SLOTS.of(seat), sorted(hand, key=CARDS.index))

    def whole(self, state: State, draft: Draft) -> Any | None:
        """Return the round once the draft has every seat's cards."""
        hands = hands_of(state, draft)
        if len(hands) < state.setup.seats:
            return None
        return {"cards": [list(hands[seat]) for seat in range(state.setup.seats)]}

    def view(self, state: State, draft: Draft, query: Posted) -> dict[str, Any]:
        """Return the cards of one seat and the grid of all cards."""
        hands = hands_of(state, draft)
        missing = [seat for seat in range(state.setup.seats) if seat not in hands]
        seat = number(query, "seat", 0, state.setup.seats - 1)
        seat = next(iter(missing), 0) if seat is None else seat
        chosen = _chosen(query, list(hands.get(seat, ())))
        others = list(hands_of(state, draft, excluding=seat).values())
        chosen, grid, refused = add_card(query.get("add"), copies_left(state), others, chosen)
        return {
            "title": Message("Cards of {seat}", seat=Seat(seat)),
            "stage": f"hand-{seat}-{len(state.outcomes)}-{seat in hands}",
            "seat": seat,
            "hands": hands,
            "chosen": chosen,
            "grid": grid,
            "refused": refused,
            "no_copy": no_copy("#"),
            "full": FULL,
            "pieces": PIECES,
            "round": state.round + 1,
            "rounds": ROUNDS[state.setup.seats],
            "deck": state.deck,
            "is_long": state.setup.options["long"],
            "is_last_hand": missing in ([seat], []),
        }

    def sheet(self, state: State, draft: Draft) -> dict[str, Any]:
        """Return the running round, the deck, and the progress to 50 points."""
        rounds = ROUNDS[state.setup.seats]
        most = max(state.totals)
        return {
            "next": None if state.finished else _next_label(state),
            "round": state.round + 1,
            "rounds": rounds,
            "left": rounds - state.round,
            "deck": state.deck,
            "is_long": state.setup.options["long"],
            "target": TARGET,
            "most": most,
            "leaders": [seat for seat, total in enumerate(state.totals) if total == most],
            "hands": hands_of(state, draft),
            "cards": state.cards,
            "latest": _latest(state),
        }

    def outcome(self, before: State, entry: Any, after: State, steps: Sequence[Step]) -> dict[str, Any]:
        """Return the stages by which a round was decided, with the cards of each."""
        hands = [tuple(hand) for hand in entry["cards"]]
        judged = score_round(hands).outcome
        players = len(hands)
        cards = {
            colour: [(value_of(card), seat) for seat, hand in enumerate(hands) for card in hand if card[0] == colour]
            for colour in COLOURS
        }
        counts = dict(zip(COLOURS, judged.counts, strict=True))
        gone = {*judged.bust, *(colour for tie in judged.tied for colour in tie), judged.scored}
        fewer = sorted((c for c in COLOURS if counts[c] and c not in gone), key=lambda colour: -counts[colour])
        return {
            "judged": judged,
            "headline": headline(judged),
            "scored_count": counts.get(judged.scored or ""),
            "needed": needed_roosters(players),
            "limit": limit(players),
            "cards": cards,
            "roosters": [(card[0], seat) for seat, hand in enumerate(hands) for card in hand if value_of(card) == 1],
            "counts": counts,
            "fewer": [] if judged.scored == "roosters" else fewer,
            "pieces": PIECES,
            "colour_names": COLOUR_NAMES,
            "kept": {step.seat: step.points for step in steps if step.seat is not None},
        }

    def progress(self, state: State) -> Message:
        """Return the running round and deck, at the end the number of rounds."""
        rounds = ROUNDS[state.setup.seats]
        if state.finished:
            return Message("{count} round played", "{count} rounds played", len(state.outcomes))
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
        ended = next((step for step in steps if step.rule == NEW_DECK), None)
        return None if ended is None else Message("End of deck {deck}", deck=ended.values["deck"])

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the draft of an entry."""
        return draft_from_entry(state, entry)

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Validate an imported draft."""
        return validate_draft(state, draft)
