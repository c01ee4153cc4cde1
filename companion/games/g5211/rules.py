"""The engine of 5211: rounds, score piles, decks that run out, and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
from types import MappingProxyType
from typing import Any

from companion.game import Message, Places, Setup, Standing, Step, entry_keys, rank, record
from companion.games.g5211.cards import CARDS, FULL_DECK, HAND, read_hands, take
from companion.games.g5211.scoring import Outcome, score_round


@record
class State:
    """A game of 5211 after some rounds.

    `cards` are the numbers of cards in each seat's score piles from all decks, `pile` those from the last deck. `round`
    is the number of rounds played with the current deck, `deck` the number of that deck, from 1. `left` are the numbers
    of copies of each card not yet played from it, in the order of `CARDS`.
    """

    setup: Setup
    totals: tuple[int, ...]
    finished: bool
    outcomes: tuple[Outcome, ...]
    cards: tuple[int, ...]
    pile: tuple[int, ...]
    deck: int
    round: int
    left: tuple[int, ...]


TARGET = 50
REMOVED = MappingProxyType({2: 10, 3: 13, 4: 0, 5: 15})
# Some of the 100 cards are removed, and each player has one card left in hand when the draw pile is used up.
ROUNDS = MappingProxyType({players: (100 - out - players) // (HAND * players) for players, out in REMOVED.items()})
DECK, NEW_DECK, FIFTY = "5211/deck", "5211/new-deck", "5211/fifty"
MOST_POINTS = "5211/most-points"
TIE_CARDS, TIE_CARDS_LONG, SHARED = "5211/tie-cards", "5211/tie-cards-long", "5211/shared"

_ENTRY = Message("the round")


def start(setup: Setup) -> State:
    """Return the state before the first round."""
    nothing = (0,) * setup.seats
    return State(setup, nothing, False, (), nothing, nothing, 1, 0, FULL_DECK)


def rounds_played(state: State) -> int:
    """Return the number of rounds played with all decks."""
    return len(state.outcomes)


def copies_left(state: State) -> dict[str, int]:
    """Return the number of copies of each card that are not yet played from the current deck."""
    return dict(zip(CARDS, state.left, strict=True))


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Play one round of four cards per seat (5211 2); raise `RuleError` for an entry that the rules do not allow."""
    entry_keys(entry, _ENTRY, ("cards",))
    hands = read_hands(entry["cards"], state.setup.seats)
    left = take(state.left, hands)
    scored = score_round(hands)
    cards_kept = tuple(map(len, scored.kept))
    totals = _sums(state.totals, scored.points)
    finished, is_new_deck, steps = _ending(state, max(totals))
    after = State(
        setup=state.setup,
        totals=totals,
        finished=finished,
        outcomes=(*state.outcomes, scored.outcome),
        cards=_sums(state.cards, cards_kept),
        pile=_sums(state.pile, cards_kept) if state.round else cards_kept,
        deck=state.deck + is_new_deck,
        round=0 if is_new_deck else state.round + 1,
        left=FULL_DECK if is_new_deck else left,
    )
    return after, scored.steps + steps


def _sums(numbers: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(add, numbers, more))


def _ending(before: State, most: int) -> tuple[bool, bool, tuple[Step, ...]]:
    """Return whether a round ends the game, whether a new deck follows, and why (5211, End of the game, Long game).

    `before` is the state before the round, `most` the highest total after it.
    """
    is_used_up = before.round + 1 == ROUNDS[before.setup.seats]
    if not before.setup.options["long"]:
        return is_used_up, False, ()
    values = {"deck": before.deck, "most": most, "target": TARGET}
    if most >= TARGET and (is_used_up or before.deck > 1):
        return True, False, (Step(FIFTY, values=values),)
    return False, is_used_up, (Step(NEW_DECK, values=values),) if is_used_up else ()


def standing(state: State) -> Standing:
    """Rank by points, then by cards in the score pile; equal seats share a place (5211, Winning)."""
    options = state.setup.options
    last_deck = state.deck if state.round else max(1, state.deck - 1)
    extra_values = {TIE_CARDS_LONG: {"deck": last_deck if _last_deck_only(state) else None}}
    rule = TIE_CARDS_LONG if options["long"] else TIE_CARDS
    places, reasons = ranking(state.totals, deciding_cards(state), rule, extra_values)
    details = {
        "outcomes": [outcome.as_json() for outcome in state.outcomes],
        "cards": list(state.cards),
        "deck": state.deck,
        "round": state.round,
        "rounds": ROUNDS[state.setup.seats],
    }
    return Standing(state.totals, places, reasons, details)


def _last_deck_only(state: State) -> bool:
    options = state.setup.options
    return bool(options["long"] and options["long_tiebreak"] == "last-deck")


def deciding_cards(state: State) -> tuple[int, ...]:
    """Return each seat's number of cards for ties: from all decks, or from the last deck (a ruling; 5211, Winning)."""
    return state.pile if _last_deck_only(state) else state.cards


def ranking(
    totals: Sequence[int],
    cards: Sequence[int],
    rule: str = TIE_CARDS,
    extra_values: Mapping[str, Mapping[str, Any]] | None = None,
) -> tuple[Places, tuple[Step, ...]]:
    """Rank by points, then by cards in the score pile; return the places and the steps of ties (5211, Winning).

    `rule` is the rule of a tie broken by cards; `extra_values` gives further values for the steps of a rule.

    >>> ranking([31, 40, 40], [20, 17, 18])[0]
    ((2,), (1,), (0,))
    """
    return rank(list(zip(totals, cards, strict=True)), (rule, SHARED), extra_values)
