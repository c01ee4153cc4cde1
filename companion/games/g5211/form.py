"""The entry form of 5211: each seat enters its four cards as one part, on a grid of drawn cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Message, Seat, Setup, Step
from companion.forms.form import Draft, Posted, number
from companion.forms.pieces import PieceWords, SeatSlots
from companion.forms.seat_form import SeatForm
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.games.g5211 import rulebook, rules
from companion.games.g5211.rules import State, headline, limit

PIECES: Mapping[str, tuple[str, str]] = {
    "G": ("green", "leaf"),
    "Y": ("yellow", "sun"),
    "O": ("orange", "slice"),
    "B": ("navy", "drop"),
    "T": ("teal", "fish"),
}


def glyph_of(card: str) -> str:
    """Return the glyph of a card: a rooster, or the glyph of its colour."""
    return "rooster" if rules.value_of(card) == 1 else PIECES[card[0]][1]


def card_grid(left: Mapping[str, int], others: Sequence[Sequence[str]], chosen: Sequence[str]) -> list[View]:
    """Return every card with its drawing, the copies available to a hand, and those that remain beside it.

    `left` is the number of copies of each card in the deck before this round, `others` are the other hands of the
    round, `chosen` is the hand itself.
    """
    keys = []
    for card in rules.CARDS:
        available = left[card] - sum(hand.count(card) for hand in others)
        remaining = max(0, available - chosen.count(card))
        keys.append(
            View(
                card=card,
                name=rulebook.card_name(card),
                piece=PIECES[card[0]][0],
                glyph=glyph_of(card),
                value=rules.value_of(card),
                available=available,
                is_chosen=card in chosen,
                remaining=remaining,
                is_used_up=not remaining,
            )
        )
    return keys


FULL = Message("Four cards are in. Tap one of them above to take it back.")


def no_copy(card: Message | str) -> Message:
    """Return the sentence about a card without remaining copies."""
    return Message("{card} is not taken: this deck holds no further copy of it.", card=card)


def add_card(
    card: str | None, left: Mapping[str, int], others: Sequence[Sequence[str]], chosen: Sequence[str]
) -> tuple[list[str], list[View], Message | None]:
    """Return a hand with a tapped card added, the grid for it, and why the card was not added, else None.

    Parameters are as for `card_grid`. A `card` that is None or not a card changes nothing.
    """
    grid = card_grid(left, others, chosen)
    key = next((key for key in grid if key.card == card), None)
    if key is None or card is None:
        return [*chosen], grid, None
    if key.is_used_up or len(chosen) >= rules.HAND:
        return [*chosen], grid, no_copy(key.name) if key.is_used_up else FULL
    return [*chosen, card], card_grid(left, others, [*chosen, card]), None


SLOTS = SeatSlots("hand")


def _chosen(query: Posted, stored: list[str]) -> list[str]:
    """Return the cards on the form, without a card that was tapped to remove it; `stored` on the first view."""
    cards = [card for card in query.getlist("card") if card in rules.CARDS][: rules.HAND]
    drop = number(query, "drop", 0, len(cards) - 1)
    if not cards and query.get("add") is None and query.get("drop") is None:
        return stored
    if drop is not None:
        del cards[drop]
    return cards


def latest(state: State) -> Message | None:
    """Say what scored in the last round; None before the first."""
    return headline(state.outcomes[-1]) if state.outcomes else None


def scored(state: State) -> str | None:
    """Return what scored in the last round: "roosters", a colour or nothing."""
    return state.outcomes[-1].scored


def _cascade(hands: Sequence[Sequence[str]]) -> View:
    outcome = rules.score_round([tuple(hand) for hand in hands]).outcome
    counts = dict(zip(rules.COLOURS, outcome.counts, strict=True))
    settled = {*outcome.bust, *(colour for tie in outcome.tied for colour in tie), outcome.scored}
    fewer = sorted(
        (colour for colour in rules.COLOURS if counts[colour] and colour not in settled),
        key=lambda colour: -counts[colour],
    )
    return View(
        result=outcome,
        pieces=PIECES,
        colour_names=rulebook.COLOUR_NAMES,
        headline=headline(outcome),
        needed=rules.needed_roosters(len(hands)),
        limit=limit(len(hands)),
        cards={
            colour: [
                (rules.value_of(card), seat) for seat, hand in enumerate(hands) for card in hand if card[0] == colour
            ]
            for colour in rules.COLOURS
        },
        roosters=[(card[0], seat) for seat, hand in enumerate(hands) for card in hand if rules.value_of(card) == 1],
        counts=counts,
        outnumbered=[] if outcome.scored == "roosters" else fewer,
    )


class Form(SeatForm):
    """The entry form of 5211: the part of a seat is the cards of its hand, in four fields `card`."""

    slots, key = SLOTS, "cards"
    whose = Message("Choose whose cards these are.")

    def read_part(self, posted: Posted, state: State, draft: Draft, seat: int) -> list[str]:
        """Return the posted hand; raise `RuleError` for a card of which the deck has no further copy."""
        hand = rules.read_hand(posted.getlist("card"), seat)
        rules.take(state.left, [*SLOTS.parts(draft, state.setup.seats, seat).values(), hand])
        return sorted(hand, key=rules.CARDS.index)

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Return the cards of one seat and the grid of all cards."""
        hands = SLOTS.parts(viewer.typed(draft), state.setup.seats)
        asked = self.asked(state, draft, query, viewer.disclose(rules.rounds_played, state))
        chosen = _chosen(query, list(hands.get(asked.seat, ())))
        others = [hand for other, hand in hands.items() if other != asked.seat]
        chosen, grid, refusal = add_card(query.get("add"), viewer.disclose(rules.copies_left, state), others, chosen)
        return View(
            **vars(asked),
            title=Message("Cards of {seat}", seat=Seat(asked.seat)),
            chosen=chosen,
            grid=grid,
            refused=refusal,
            no_copy=no_copy("#"),
            full=FULL,
            round=state.round + 1,
            deck=state.deck,
            is_long=state.setup.options["long"],
        )

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return the running round, the deck, and the progress to 50 points."""
        rounds, is_long = rulebook.ROUNDS[state.setup.seats], state.setup.options["long"]
        enter = Message("Enter round {round}", round=state.round + 1)
        if is_long:
            enter = Message("Enter round {round} of deck {deck}", round=state.round + 1, deck=state.deck)
        return View(
            next=None if state.finished else enter,
            round=state.round + 1,
            rounds=rounds,
            left=rounds - state.round,
            deck=state.deck,
            is_long=is_long,
            target=rules.TARGET,
            most=max(state.totals) if viewer.sees_all else None,
            hands=SLOTS.entered(draft, state.setup.seats),
            latest=viewer.disclose(latest, state),
        )

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return the stages that decided a round, with the cards of each.

        If totals are hidden, return only what scored: with two players the counts would reveal the other's cards.
        """
        if viewer.sees_all:
            return _cascade(entry["cards"])
        result = View(scored=viewer.disclose(scored, after))
        return View(result=result, headline=viewer.disclose(latest, after), pieces=PIECES, counts=None)

    def progress(self, state: State) -> Message:
        """Return the running round and deck, at the end the number of rounds."""
        rounds = rulebook.ROUNDS[state.setup.seats]
        if state.finished:
            return Message("{count} round played", "{count} rounds played", rules.rounds_played(state))
        if state.setup.options["long"]:
            return Message(
                "Deck {deck}, round {round} of {rounds}", deck=state.deck, round=state.round + 1, rounds=rounds
            )
        return Message("Round {round} of {rounds}", round=state.round + 1, rounds=rounds)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return "Round 3"; in the long game with the deck, "Round 1 of deck 2"."""
        if not setup.options["long"]:
            return Message("Round {number}", number=number)
        decks, rounds = divmod(number - 1, rulebook.ROUNDS[setup.seats])
        return Message("Round {round} of deck {deck}", round=rounds + 1, deck=decks + 1)

    def entry_note(self, steps: Sequence[Step]) -> Message | None:
        """Return "End of deck 1" if the deck ended with the round."""
        deck_step = next((step for step in steps if step.rule == rulebook.NEW_DECK), None)
        return None if deck_step is None else Message("End of deck {deck}", deck=deck_step.values["deck"])

    def check_part(self, state: State, slot: str, value: Any) -> None:
        """Raise `RuleError` unless this is a hand of cards."""
        rules.read_hand(value, SLOTS.owner(slot))

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the hands in seat order; raise `RuleError` if the deck has too few copies of a card."""
        parts = super().validate_draft(state, draft)
        rules.take(rules.FULL_DECK, list(parts.values()))
        return parts

    def is_same_piece(self, name: str, first: Any, second: Any) -> bool:
        """Whether two hands have the same cards."""
        return sorted(first or ()) == sorted(second or ())

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Name the cards of a hand by colour, so that two hands are easy to compare."""
        return super().describe_piece(state, name, sorted(value or ()))

    def part_words(self, value: Any) -> list[Message]:
        """Name the cards of a hand."""
        return [rulebook.card_name(card) for card in value]


FORM = Form()
