"""The entry form of 5211: each seat enters its four cards as one part, on a grid of drawn cards."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.game import Message, Seat, Setup, Step, joined
from companion.game.pages.form import Draft, EntryForm, Filled, FormError, Part, Posted, Whole, known_slots, number
from companion.game.pages.pieces import Pieces, PieceWords, SeatSlots
from companion.game.pages.viewer import EVERYTHING, EntryView, OutcomeView, SheetView, Viewer
from companion.games.g5211 import rules
from companion.games.g5211.rulebook import headline
from companion.games.g5211.rules import Hand, Outcome, State, limit

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


@dataclass(frozen=True)
class CardKey:
    """A card of the grid: its drawing, the copies `available` to a hand, and those `remaining` beside the hand."""

    card: str
    name: Message
    piece: str
    glyph: str
    value: int
    available: int
    is_chosen: bool
    remaining: int

    @property
    def is_used_up(self) -> bool:
        """Whether no copy remains."""
        return not self.remaining


def card_grid(left: Mapping[str, int], others: Sequence[Sequence[str]], chosen: Sequence[str]) -> list[CardKey]:
    """Return every card with its drawing and the number of copies available to a hand.

    `left` is the number of copies of each card in the deck before this round, `others` are the other hands of the
    round, `chosen` is the hand itself.
    """
    available = {card: left[card] - sum(hand.count(card) for hand in others) for card in rules.CARDS}
    return [
        CardKey(
            card=card,
            name=rules.card_name(card),
            piece=PIECES[card[0]][0],
            glyph=glyph_of(card),
            value=rules.value_of(card),
            available=available[card],
            is_chosen=card in chosen,
            remaining=max(0, available[card] - chosen.count(card)),
        )
        for card in rules.CARDS
    ]


FULL = Message("Four cards are in. Tap one of them above to take it back.")


def no_copy(card: Message | str) -> Message:
    """Return the sentence about a card without remaining copies."""
    return Message("{card} is not taken: this deck holds no further copy of it.", card=card)


def add_card(
    card: str | None, left: Mapping[str, int], others: Sequence[Sequence[str]], chosen: Sequence[str]
) -> tuple[list[str], list[CardKey], Message | None]:
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


@dataclass(frozen=True, kw_only=True)
class HandView(EntryView):
    """The cards chosen for a seat and the grid of all cards; `hands` are the seats whose hand is entered."""

    seat: int
    hands: Collection[int]
    chosen: Sequence[str]
    grid: Sequence[CardKey]
    refused: Message | None
    no_copy: Message
    full: Message = FULL
    round: int
    deck: int
    is_long: bool
    is_last_hand: bool


@dataclass(frozen=True, kw_only=True)
class RoundSheet(SheetView):
    """The running round and deck; `most` is the highest total, None if hidden."""

    round: int
    rounds: int
    left: int
    deck: int
    is_long: bool
    target: int = rules.TARGET
    most: int | None
    hands: Collection[int]
    latest: Message | None


@dataclass(frozen=True)
class Scored:
    """What scored in a round, where everything else is hidden."""

    scored: str | None


@dataclass(frozen=True, kw_only=True)
class RoundView(OutcomeView):
    """The stages that decided a round; if `counts` is None, only what scored is shown.

    `cards` has the value and seat of each card by colour, `roosters` the colour and seat of each rooster,
    `outnumbered` the colours with fewer cards than the one that scored.
    """

    result: Outcome | Scored
    headline: Message
    needed: int | None = None
    limit: int | None = None
    cards: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    roosters: Sequence[tuple[str, int]] = ()
    counts: Mapping[str, int] | None = None
    outnumbered: Sequence[str] = ()
    pieces: Mapping[str, tuple[str, str]] = field(default_factory=lambda: PIECES)
    colour_names: Mapping[str, Message] = field(default_factory=lambda: rules.COLOUR_NAMES)


SLOTS = SeatSlots("hand")


def hands_of(state: State, draft: Draft, excluding: int | None = None) -> dict[int, Hand]:
    """Return the hands in the draft, by seat, without that of the seat `excluding`."""
    parts = SLOTS.parts(draft, state.setup.seats, excluding)
    return {seat: tuple(cards) for seat, cards in parts.items()}


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


def _entered(state: State, draft: Draft) -> list[int]:
    """Return the seats whose hand is in the draft."""
    return [seat for seat in range(state.setup.seats) if SLOTS.of(seat) in draft]


def _cascade(hands: Sequence[Sequence[str]]) -> RoundView:
    """Return the stages that decided a round with these hands."""
    outcome = rules.score_round([tuple(hand) for hand in hands]).outcome
    counts = dict(zip(rules.COLOURS, outcome.counts, strict=True))
    settled = {*outcome.bust, *(colour for tie in outcome.tied for colour in tie), outcome.scored}
    fewer = sorted(
        (colour for colour in rules.COLOURS if counts[colour] and colour not in settled),
        key=lambda colour: -counts[colour],
    )
    return RoundView(
        result=outcome,
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


class Form(EntryForm):
    """The entry form of 5211; drafts and pieces map the slot of each seat to the cards of its hand."""

    fields = ("seat",)
    slots = SLOTS

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Whole:
        """Read a posted hand: the field `seat` and four fields `card`."""
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        if seat is None:
            raise FormError(Message("Choose whose cards these are."))
        hand = rules.read_hand(posted.getlist("card"), seat)
        rules.take(state.left, [*hands_of(state, draft, excluding=seat).values(), hand])
        return Part(SLOTS.of(seat), sorted(hand, key=rules.CARDS.index))

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> HandView:
        """Return the cards of one seat and the grid of all cards."""
        hands, seats = hands_of(state, viewer.typed(draft)), state.setup.seats
        seat, is_last = SLOTS.to_enter(draft, seats, number(query, "seat", 0, seats - 1))
        chosen = _chosen(query, list(hands.get(seat, ())))
        others = [hand for other, hand in hands.items() if other != seat]
        chosen, grid, refusal = add_card(query.get("add"), viewer.disclose(rules.copies_left, state), others, chosen)
        return HandView(
            title=Message("Cards of {seat}", seat=Seat(seat)),
            stage=f"hand-{seat}-{viewer.disclose(rules.rounds_played, state)}-{seat in hands}",
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
        rounds, is_long = rules.ROUNDS[state.setup.seats], state.setup.options["long"]
        enter = Message("Enter round {round}", round=state.round + 1)
        if is_long:
            enter = Message("Enter round {round} of deck {deck}", round=state.round + 1, deck=state.deck)
        return RoundSheet(
            next=None if state.finished else enter,
            round=state.round + 1,
            rounds=rounds,
            left=rounds - state.round,
            deck=state.deck,
            is_long=is_long,
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
        rounds = rules.ROUNDS[state.setup.seats]
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
        decks, rounds = divmod(number - 1, rules.ROUNDS[setup.seats])
        return Message("Round {round} of deck {deck}", round=rounds + 1, deck=decks + 1)

    def entry_note(self, steps: Sequence[Step]) -> Message | None:
        """Return "End of deck 1" if the deck ended with the round."""
        deck_step = next((step for step in steps if step.rule == rules.NEW_DECK), None)
        return None if deck_step is None else Message("End of deck {deck}", deck=deck_step.values["deck"])

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the hand of each seat."""
        return {SLOTS.of(seat): cards for seat, cards in enumerate(entry["cards"])}, {}

    def whole(self, state: State, draft: Draft) -> Any | None:
        """Return the round once the draft has every seat's cards."""
        return self.entry_from_pieces(state, draft) if len(draft) == state.setup.seats else None

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the draft in seat order; raise `RuleError` if the form could not have produced it."""
        slots = SLOTS.all(state.setup.seats)
        parts = {slot: draft[slot] for slot in known_slots(draft, slots)}
        for slot in parts:
            rules.read_hand(parts[slot], slots.index(slot))
        rules.take(rules.FULL_DECK, list(hands_of(state, parts).values()))
        return parts

    def pieces(self, state: State, entry: Any) -> Pieces:
        """Return the hands by slot."""
        return self.draft_from_entry(state, entry)[0]

    def entry_from_pieces(self, state: State, pieces: Pieces) -> Any:
        """Return the entry with these hands."""
        return {"cards": [pieces[slot] for slot in SLOTS.all(state.setup.seats)]}

    def is_same_piece(self, name: str, first: Any, second: Any) -> bool:
        """Whether two hands have the same cards."""
        return sorted(first or ()) == sorted(second or ())

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Name the cards of a hand."""
        return PieceWords((SLOTS.owner(name),), [rules.card_name(card) for card in sorted(value or ())])

    def describe_part(self, slot: str, value: Any) -> Message:
        """Name a seat's cards."""
        cards = joined([rules.card_name(card) for card in value])
        return Message("{seat}: {cards}", seat=Seat(SLOTS.owner(slot)), cards=cards)
