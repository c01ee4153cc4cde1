"""The rules of 5211 that decide a round, the end or a place: their text, and their place in the rulebook."""

from companion.engine import Message, Step, joined, named_values, rule, says
from companion.games.g5211 import rules
from companion.games.g5211.rules import Outcome

CAPITALS = {
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


def _roosters(step: Step) -> Message:
    roosters, needed = step.values["roosters"], step.values["needed"]
    if roosters == needed:
        return Message("{needed} roosters on the table, exactly enough: only they score.", needed=needed)
    return Message(
        "{count} rooster on the table. Only exactly {needed} would score.",
        "{count} roosters on the table. Only exactly {needed} would score.",
        roosters,
        needed=needed,
    )


def _limit(step: Step) -> Message:
    return Message(
        "{number} {colour} cards; with {limit} or more all are discarded.",
        number=step.values["count"],
        colour=rules.COLOUR_NAMES[step.values["colour"]],
        limit=step.values["limit"],
    )


def _tie_cards_long(step: Step) -> Message:
    values = named_values(step)
    if values["deck"] is None:
        return Message(
            "{seats} before {over}: same total, {total}; more cards from all decks, {value} against {other}.", **values
        )
    return Message(
        "{seats} before {over}: same total, {total}; more cards from deck {deck}, {value} against {other}.", **values
    )


_COLOURS = Message("5211 2.2, Majority")
_LONG = Message("5211, Long game")
_WINNING = Message("5211, Winning")


RULES = {
    rules.HAND_OF_ROUND: rule(
        "5211 1, Playing cards",
        "cards of a round",
        "In a round everybody plays four cards: two at first, then one, then one more. All choose face down and "
        "turn over together, so nobody begins.",
    ),
    "5211/removed": rule(
        "5211, Setup",
        "cards removed before the game",
        "With two players ten cards are taken out at random and unseen, with three 13, with five 15, with four "
        "none. Everybody is dealt five cards.",
    ),
    "5211/refill": rule(
        "5211 1, Playing cards",
        "refilling the hand",
        "After each time that cards are played, everybody draws back up to five. Once the draw pile is empty, the "
        "last round is played without drawing, and the last card in hand is discarded.",
    ),
    rules.COPIES_OF_CARD: rule(
        "5211, Components",
        "how often the deck has a card",
        "Each of the five colours has five roosters, six 2s, five 3s, two 4s, one 5 and one 6.",
    ),
    rules.ROOSTERS: rule(
        "5211 2.1, Roosters",
        "roosters",
        "With exactly two roosters more on the table than there are players, only roosters score, 1 each.",
        _roosters,
    ),
    rules.LIMIT: rule(
        "5211 2.2, Limit",
        "limit",
        "All players' cards count together. A colour with at least three cards more than there are players "
        "leaves whole, and the next largest is looked at.",
        _limit,
    ),
    rules.TIE: rule(
        "5211 2.2, Ties",
        "tie",
        "Colours with the same number of cards all leave, and the next largest is looked at.",
        says(
            "Tied with {count} card each: {colours}. All are discarded.",
            "Tied with {count} cards each: {colours}. All are discarded.",
            colours=rules.COLOUR_NAMES,
        ),
    ),
    rules.MAJORITY: rule(
        _COLOURS,
        "majority",
        "Of the colours left, the one with the most cards scores, roosters of that colour included.",
        says(
            "{count} {colour} card, more than any other colour left: it alone scores.",
            "{count} {colour} cards, more than any other colour left: only they score.",
            colour=rules.COLOUR_NAMES,
        ),
    ),
    rules.NOTHING: rule(
        "5211 2.2, Ties",
        "no majority",
        "Where no colour is left that stands alone, nobody scores and all cards are discarded.",
        says("No colour stands alone: nobody scores."),
    ),
    rules.KEPT: rule(
        "5211 2, Scoring a round",
        "cards kept",
        "Everybody keeps those of their own cards that score; each is worth its number, a rooster 1.",
        says("Keeps {cards}.", cards=rules.card_name),
    ),
    rules.DECK: rule(
        "5211, End of the game",
        "rounds of a deck",
        "The cards of a deck are enough for 11, 7, 6 or 4 rounds with 2, 3, 4 or 5 players; "
        "unless the long game is played, the game is over then.",
        says("A deck is used up after {rounds} rounds.", rounds=joined(list(rules.ROUNDS.values()))),
    ),
    rules.NEW_DECK: rule(
        _LONG,
        "new deck",
        "The first deck is always played to its end. As long as nobody has 50 points then, all cards are shuffled "
        "again.",
        says("Deck {deck} is used up. The most points are {most}, not yet {target}: a new deck."),
    ),
    rules.FIFTY: rule(
        _LONG,
        "50 points",
        "When the first deck is used up, and from then on after every round, "
        "the game ends if somebody has 50 points or more.",
        says("The most points are {most}, at least {target}: the game is over."),
    ),
    rules.MOST_POINTS: rule(
        _WINNING,
        "most points",
        "The most points win; with equal points the cards in the score piles are compared.",
        says("{seats} has the most points, {total}.", "{seats} have the most points, {total} each.", counted="seats"),
    ),
    rules.TIE_CARDS: rule(
        _WINNING,
        "tie: cards",
        "With equal points, whoever has more cards in the score pile comes first.",
        says("{seats} before {over}: same total, {total}; more cards in the score pile, {value} against {other}."),
    ),
    rules.TIE_CARDS_LONG: rule(
        _WINNING,
        "tie: cards in the long game",
        "With equal points, whoever has more cards in the score pile comes first. The rulebook leaves open "
        "whether the piles of earlier decks count in the long game: usually they do.",
        _tie_cards_long,
        is_ruling=True,
    ),
    rules.SHARED: rule(
        _WINNING,
        "shared place",
        "If the cards are equal too, the place is shared.",
        says("{seats} share the place: same total, {total}; same number of cards, {value}."),
    ),
}
