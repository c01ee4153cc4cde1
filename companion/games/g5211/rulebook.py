"""The rules of 5211 that decide a round, the end or a place: text, place in the rulebook, and what they refuse."""

from collections.abc import Mapping

from companion.engine import Message, Rulebook, by, joined

COLOUR_NAMES: Mapping[str, Message] = {
    "G": Message("green"),
    "Y": Message("yellow"),
    "O": Message("orange"),
    "B": Message("dark blue"),
    "T": Message("teal"),
}
ROUNDS: Mapping[int, int] = {2: 11, 3: 7, 4: 6, 5: 4}
"""The rounds that a deck is enough for, by the number of players."""


def card_name(card: str) -> Message:
    """Return the name of a card.

    >>> str(card_name("B3"))
    'dark blue 3'
    """
    return Message("{colour} {value}", colour=COLOUR_NAMES[card[0]], value=int(card[1]))


RULES = Rulebook("5211", colour=COLOUR_NAMES, colours=COLOUR_NAMES)
rule, refusal, says = RULES.rule, RULES.refusal, RULES.says
# A rule's id, place and title stand on its first line.
# fmt: off

HAND_OF_ROUND = rule("hand", "5211 1, Playing cards", "cards of a round",
    "In a round everybody plays four cards: two at first, then one, then one more. All choose face down and "
    "turn over together, so nobody begins.")
OTHER_NUMBER = refusal(HAND_OF_ROUND,
    "{seat} plays {hand} cards in a round, not {count}", title="more or fewer than four cards in a round")
OTHER_SUM = refusal(HAND_OF_ROUND,
    "{players} players play {played} cards in a round; the counts add up to {sum}",
    title="counts that are not four cards for each player")
rule("removed", "5211, Setup", "cards removed before the game",
    "With two players ten cards are taken out at random and unseen, with three 13, with five 15, with four "
    "none. Everybody is dealt five cards.")
rule("refill", "5211 1, Playing cards", "refilling the hand",
    "After each time that cards are played, everybody draws back up to five. Once the draw pile is empty, the "
    "last round is played without drawing, and the last card in hand is discarded.")
COPIES_OF_CARD = rule("copies", "5211, Components", "how often the deck has a card",
    "Each of the five colours has five roosters, six 2s, five 3s, two 4s, one 5 and one 6.")
TOO_MANY_COPIES = refusal(COPIES_OF_CARD,
    "this deck has {copies} of {card}; with this round {played} would be played",
    title="a card more often than the deck has it")

ROOSTERS = rule("roosters", "5211 2.1, Roosters", "roosters",
    "With exactly two roosters more on the table than there are players, only roosters score, 1 each.",
    by(lambda step: step.values["roosters"] == step.values["needed"],
        {True: says("{needed} roosters on the table, exactly enough: only they score.")},
        says(
            "{count} rooster on the table. Only exactly {needed} would score.",
            "{count} roosters on the table. Only exactly {needed} would score.",
            counted="roosters",
        ),
    ))
LIMIT = rule("limit", "5211 2.2, Limit", "limit",
    "All players' cards count together. A colour with at least three cards more than there are players "
    "leaves whole, and the next largest is looked at.",
    says("{number} {colour} cards; with {limit} or more all are discarded.", number=lambda step: step.values["count"]))
TIE = rule("tie", "5211 2.2, Ties", "tie",
    "Colours with the same number of cards all leave, and the next largest is looked at.",
    says(
        "Tied with {count} card each: {colours}. All are discarded.",
        "Tied with {count} cards each: {colours}. All are discarded.",
    ))
MAJORITY = rule("majority", "5211 2.2, Majority", "majority",
    "Of the colours left, the one with the most cards scores, roosters of that colour included.",
    says(
        "{count} {colour} card, more than any other colour left: it alone scores.",
        "{count} {colour} cards, more than any other colour left: only they score.",
    ))
NOTHING = rule("nothing", "5211 2.2, Ties", "no majority",
    "Where no colour is left that stands alone, nobody scores and all cards are discarded.",
    says("No colour stands alone: nobody scores."))
KEPT = rule("cards", "5211 2, Scoring a round", "cards kept",
    "Everybody keeps those of their own cards that score; each is worth its number, a rooster 1.",
    says("Keeps {cards}.", cards=card_name))

DECK = rule("deck", "5211, End of the game", "rounds of a deck",
    "The cards of a deck are enough for 11, 7, 6 or 4 rounds with 2, 3, 4 or 5 players; "
    "unless the long game is played, the game is over then.",
    says("A deck is used up after {rounds} rounds.", rounds=joined(list(ROUNDS.values()))))
_LONG = Message("5211, Long game")
NEW_DECK = rule("new-deck", _LONG, "new deck",
    "The first deck is always played to its end. As long as nobody has 50 points then, all cards are shuffled again.",
    says("Deck {deck} is used up. The most points are {most}, not yet {target}: a new deck."))
FIFTY = rule("fifty", _LONG, "50 points",
    "When the first deck is used up, and from then on after every round, "
    "the game ends if somebody has 50 points or more.",
    says("The most points are {most}, at least {target}: the game is over."))

_WINNING = Message("5211, Winning")
MOST_POINTS = rule("most-points", _WINNING, "most points",
    "The most points win; with equal points the cards in the score piles are compared.",
    says("{seats} has the most points, {total}.", "{seats} have the most points, {total} each.", counted="seats"))
TIE_CARDS = rule("tie-cards", _WINNING, "tie: cards",
    "With equal points, whoever has more cards in the score pile comes first.",
    says("{seats} before {over}: same total, {total}; more cards in the score pile, {value} against {other}."))
TIE_CARDS_LONG = rule("tie-cards-long", _WINNING, "tie: cards in the long game",
    "With equal points, whoever has more cards in the score pile comes first. The rulebook leaves open "
    "whether the piles of earlier decks count in the long game: usually they do.",
    by("deck",
        {None: says("{seats} before {over}: same total, {total}; more cards from all decks, {value} against {other}.")},
        says("{seats} before {over}: same total, {total}; more cards from deck {deck}, {value} against {other}."),
    ),
    is_ruling=True)
SHARED = rule("shared", _WINNING, "shared place",
    "If the cards are equal too, the place is shared.",
    says("{seats} share the place: same total, {total}; same number of cards, {value}."))
