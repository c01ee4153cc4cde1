"""The engine of 5211: cards, the scoring of a round, score piles, decks that run out, and the end of the game."""

from collections.abc import Mapping, Sequence
from operator import add
from typing import Any

from companion.engine import Json, Message, Places, Seat, Setup, Standing, Step, rank, record
from companion.engine.strict import RuleError, entry_keys, integer, items, shown
from companion.games.g5211 import rulebook

COLOURS = ("G", "Y", "O", "B", "T")
COPIES: Mapping[int, int] = {1: 5, 2: 6, 3: 5, 4: 2, 5: 1, 6: 1}
CARDS = tuple(f"{colour}{value}" for colour in COLOURS for value in COPIES)
FULL_DECK = tuple(COPIES.values()) * len(COLOURS)
"""The number of copies of each card in a deck, in the order of `CARDS`."""
HAND = 4
SEATS = range(2, 6)
_PLACE = {card: index for index, card in enumerate(CARDS)}

Hand = tuple[str, ...]


def value_of(card: str) -> int:
    """Return the points of a card: its number; a rooster is a 1 (Contents).

    >>> value_of("T6")
    6
    """
    return int(card[1])


def worth(cards: Sequence[str]) -> int:
    """Return the points of several cards.

    >>> worth(["T6", "G1"])
    7
    """
    return sum(map(value_of, cards))


def read_hands(value: Any, players: int) -> tuple[Hand, ...]:
    """Read the cards of an entry, four per seat; raise `RuleError` if they are invalid (5211 1)."""
    return tuple([read_hand(hand, seat) for seat, hand in enumerate(items(value, Message("cards"), players))])


def read_hand(value: Any, seat: int) -> Hand:
    """Read the four cards of one seat; raise `RuleError` if they are invalid (5211 1)."""
    cards = items(value, Message("the cards of {seat}", seat=Seat(seat)))
    if len(cards) != HAND:
        raise RuleError(rulebook.OTHER_NUMBER.of(len(cards), seat=Seat(seat), hand=HAND))
    for card in cards:
        if type(card) is not str or card not in _PLACE:
            raise RuleError(
                "{seat} cannot have played {card}: a card is a colour (G, Y, O, B or T) and a number from 1 to 6",
                seat=Seat(seat),
                card=shown(card),
            )
    return tuple(cards)


def take(left: Sequence[int], hands: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Return the deck without these hands; raise `RuleError` if it has too few copies of a card (5211, Components).

    `left` and the result are the numbers of copies not yet played, in the order of `CARDS`.
    """
    after = list(left)
    for hand in hands:
        for card in hand:
            after[_PLACE[card]] -= 1
    if min(after) < 0:
        place = next(place for place, copies in enumerate(after) if copies < 0)
        copies = FULL_DECK[place]
        raise RuleError(
            rulebook.TOO_MANY_COPIES.of(
                copies=copies, card=rulebook.card_name(CARDS[place]), played=copies - after[place]
            )
        )
    return tuple(after)


def read_counts(value: Any, players: int) -> dict[str, int]:
    """Read how many cards of each colour were played in a round; raise `RuleError` unless it is four per player."""
    played = HAND * players
    entry_keys(value, Message("counts"), COLOURS)
    counts = {
        colour: integer(
            value[colour], Message("the count of {colour}", colour=rulebook.COLOUR_NAMES[colour]), 0, played
        )
        for colour in COLOURS
    }
    if sum(counts.values()) != played:
        raise RuleError(rulebook.OTHER_SUM.of(players=players, played=played, sum=sum(counts.values())))
    return counts


def read_roosters(value: Any, counts: Mapping[str, int]) -> int:
    """Read how many of these cards are roosters; raise `RuleError` if the deck has too few for that number."""
    others = sum(COPIES.values()) - COPIES[1]
    least = sum(max(0, count - others) for count in counts.values())
    return integer(value, Message("roosters"), least, sum(min(count, COPIES[1]) for count in counts.values()))


@record
class Outcome:
    """The outcome of a round (5211 2): `scored` is "roosters", a colour or None.

    `counts` holds the number of cards of each colour, in the order of `COLOURS`. `bust` are the colours over the limit,
    `tied` the groups of tied colours that were discarded, largest first.
    """

    scored: str | None
    roosters: int
    counts: tuple[int, ...]
    bust: tuple[str, ...]
    tied: tuple[tuple[str, ...], ...]

    def as_json(self) -> Json:
        """Return the outcome as a JSON object."""
        return {
            "scored": self.scored,
            "roosters": self.roosters,
            "counts": dict(zip(COLOURS, self.counts, strict=True)),
            "bust": list(self.bust),
            "tied": [list(tie) for tie in self.tied],
        }


@record
class RoundScore:
    """A scored round: the outcome, the cards that each seat keeps and their points (5211 2), and the steps."""

    outcome: Outcome
    kept: tuple[Hand, ...]
    points: tuple[int, ...]
    steps: tuple[Step, ...]


CAPITALS: Mapping[str, Message] = {
    "G": Message("Green"),
    "Y": Message("Yellow"),
    "O": Message("Orange"),
    "B": Message("Dark blue"),
    "T": Message("Teal"),
}


def headline(outcome: Outcome) -> Message:
    """Say what scores, in a few words."""
    if outcome.scored == "roosters":
        return Message("Roosters score")
    if outcome.scored is None:
        return Message("Nobody scores")
    return Message("{colour} scores", colour=CAPITALS[outcome.scored])


def needed_roosters(players: int) -> int:
    """Return the exact number of roosters with which roosters score (5211 2.1)."""
    return players + 2


def limit(players: int) -> int:
    """Return the number of cards at which a colour is discarded (5211 2.2, Limit)."""
    return players + 3


def judge(counts: tuple[int, ...], roosters: int, players: int) -> Outcome:
    """Decide what scores: exactly players + 2 roosters, else the largest colour that is not tied (5211 2.1, 2.2).

    `counts` holds the number of cards of each colour, in the order of `COLOURS`. Colours with players + 3 cards or more
    are discarded first, then tied colours, largest first.

    >>> judge((8, 4, 2, 0, 2), roosters=3, players=4).scored
    'Y'
    >>> judge((5, 5, 3, 2, 1), roosters=6, players=4).scored
    'roosters'
    >>> judge((5, 5, 2, 2, 2), roosters=0, players=4).tied
    (('G', 'Y'), ('O', 'B', 'T'))
    """
    if roosters == needed_roosters(players):
        return Outcome("roosters", roosters, counts, (), ())
    scored, too_many = None, limit(players)
    ties = []
    for number in sorted({number for number in counts if 0 < number < too_many}, reverse=True):
        if counts.count(number) == 1:
            scored = COLOURS[counts.index(number)]
            break
        ties.append(tuple([colour for colour, count in zip(COLOURS, counts, strict=True) if count == number]))
    bust = tuple([colour for colour, count in zip(COLOURS, counts, strict=True) if count >= too_many])
    return Outcome(scored, roosters, counts, bust, tuple(ties))


def cascade(outcome: Outcome, players: int) -> tuple[Step, ...]:
    """Return the steps that explain an outcome, stage by stage; they have no points."""
    steps = [Step(rulebook.ROOSTERS, values={"roosters": outcome.roosters, "needed": needed_roosters(players)})]
    if outcome.scored == "roosters":
        return tuple(steps)
    counts = dict(zip(COLOURS, outcome.counts, strict=True))
    for colour in outcome.bust:
        steps.append(Step(rulebook.LIMIT, values={"colour": colour, "count": counts[colour], "limit": limit(players)}))
    for tie in outcome.tied:
        steps.append(Step(rulebook.TIE, values={"colours": list(tie), "count": counts[tie[0]]}))
    if outcome.scored:
        steps.append(Step(rulebook.MAJORITY, values={"colour": outcome.scored, "count": counts[outcome.scored]}))
    else:
        steps.append(Step(rulebook.NOTHING))
    return tuple(steps)


def score_round(hands: Sequence[Hand]) -> RoundScore:
    """Score the cards that all seats played in a round; each card kept is worth its number (5211 2).

    >>> score_round([("Y3", "Y6", "G2", "G2"), ("Y1", "O2", "B2", "B2")]).points
    (9, 1)
    """
    played = "".join(map("".join, hands))
    outcome = judge(tuple(map(played.count, COLOURS)), played.count("1"), len(hands))
    kept_mark = "1" if outcome.scored == "roosters" else outcome.scored or "none"
    kept = tuple([tuple([card for card in hand if kept_mark in card]) for hand in hands])
    points = tuple([worth(cards) for cards in kept])
    gains = [
        Step(rulebook.KEPT, seat, points[seat], {"cards": list(cards)}) for seat, cards in enumerate(kept) if cards
    ]
    return RoundScore(outcome, kept, points, (*cascade(outcome, len(hands)), *gains))


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
    entry_keys(entry, Message("the round"), ("cards",))
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
    is_used_up = before.round + 1 == rulebook.ROUNDS[before.setup.seats]
    if not before.setup.options["long"]:
        return is_used_up, False, ()
    values = {"deck": before.deck, "most": most, "target": TARGET}
    if most >= TARGET and (is_used_up or before.deck > 1):
        return True, False, (Step(rulebook.FIFTY, values=values),)
    return False, is_used_up, (Step(rulebook.NEW_DECK, values=values),) if is_used_up else ()


def standing(state: State) -> Standing:
    """Rank by points, then by cards in the score pile; equal seats share a place (5211, Winning)."""
    last_deck = state.deck if state.round else max(1, state.deck - 1)
    extra_values = {rulebook.TIE_CARDS_LONG: {"deck": last_deck if _last_deck_only(state) else None}}
    rule = rulebook.TIE_CARDS_LONG if state.setup.options["long"] else rulebook.TIE_CARDS
    places, reasons = ranking(state.totals, deciding_cards(state), rule, extra_values)
    details = {
        "outcomes": [outcome.as_json() for outcome in state.outcomes],
        "cards": list(state.cards),
        "deck": state.deck,
        "round": state.round,
        "rounds": rulebook.ROUNDS[state.setup.seats],
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
    rule: str = rulebook.TIE_CARDS,
    extra_values: Mapping[str, Mapping[str, Any]] | None = None,
) -> tuple[Places, tuple[Step, ...]]:
    """Rank by points, then by cards in the score pile; return the places and the steps of ties (5211, Winning).

    `rule` is the rule of a tie broken by cards; `extra_values` gives further values for the steps of a rule.

    >>> ranking([31, 40, 40], [20, 17, 18])[0]
    ((2,), (1,), (0,))
    """
    return rank(list(zip(totals, cards, strict=True)), (rule, rulebook.SHARED), extra_values)
