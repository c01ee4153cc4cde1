"""The rules of 5211 that decide a round, the end or a place: their text, and their place in the rulebook."""

from __future__ import annotations

from companion.game import Message, Rule
from companion.games.g5211 import sentences
from companion.games.g5211.refusals import COPIES_OF_CARD, HAND_OF_ROUND
from companion.games.g5211.rules import DECK, FIFTY, MOST_POINTS, NEW_DECK, SHARED, TIE_CARDS, TIE_CARDS_LONG
from companion.games.g5211.scoring import KEPT, LIMIT, MAJORITY, NOTHING, ROOSTERS, TIE

_COLOURS = Message("5211 2.2, Majority")
_LONG = Message("5211, Long game")
_WINNING = Message("5211, Winning")


RULES = {
    HAND_OF_ROUND: Rule(
        Message("5211 1, Playing cards"),
        Message("cards of a round"),
        Message(
            "In a round everybody plays four cards: two at first, then one, then one more. All choose face down and "
            "turn over together, so nobody begins."
        ),
    ),
    "5211/removed": Rule(
        Message("5211, Setup"),
        Message("cards removed before the game"),
        Message(
            "With two players ten cards are taken out at random and unseen, with three 13, with five 15, with four "
            "none. Everybody is dealt five cards."
        ),
    ),
    "5211/refill": Rule(
        Message("5211 1, Playing cards"),
        Message("refilling the hand"),
        Message(
            "After each time that cards are played, everybody draws back up to five. Once the draw pile is empty, the "
            "last round is played without drawing, and the last card in hand is discarded."
        ),
    ),
    COPIES_OF_CARD: Rule(
        Message("5211, Components"),
        Message("how often the deck has a card"),
        Message("Each of the five colours has five roosters, six 2s, five 3s, two 4s, one 5 and one 6."),
    ),
    ROOSTERS: Rule(
        Message("5211 2.1, Roosters"),
        Message("roosters"),
        Message("With exactly two roosters more on the table than there are players, only roosters score, 1 each."),
        sentences.roosters,
    ),
    LIMIT: Rule(
        Message("5211 2.2, Limit"),
        Message("limit"),
        Message(
            "All players' cards count together. A colour with at least three cards more than there are players "
            "leaves whole, and the next largest is looked at."
        ),
        sentences.limit,
    ),
    TIE: Rule(
        Message("5211 2.2, Ties"),
        Message("tie"),
        Message("Colours with the same number of cards all leave, and the next largest is looked at."),
        sentences.tie,
    ),
    MAJORITY: Rule(
        _COLOURS,
        Message("majority"),
        Message("Of the colours left, the one with the most cards scores, roosters of that colour included."),
        sentences.majority,
    ),
    NOTHING: Rule(
        Message("5211 2.2, Ties"),
        Message("no majority"),
        Message("Where no colour is left that stands alone, nobody scores and all cards are discarded."),
        sentences.nothing,
    ),
    KEPT: Rule(
        Message("5211 2, Scoring a round"),
        Message("cards kept"),
        Message("Everybody keeps those of their own cards that score; each is worth its number, a rooster 1."),
        sentences.kept,
    ),
    DECK: Rule(
        Message("5211, End of the game"),
        Message("rounds of a deck"),
        Message(
            "The cards of a deck are enough for 11, 7, 6 or 4 rounds with 2, 3, 4 or 5 players; "
            "unless the long game is played, the game is over then."
        ),
        sentences.deck,
    ),
    NEW_DECK: Rule(
        _LONG,
        Message("new deck"),
        Message(
            "The first deck is always played to its end. As long as nobody has 50 points then, all cards are shuffled "
            "again."
        ),
        sentences.new_deck,
    ),
    FIFTY: Rule(
        _LONG,
        Message("50 points"),
        Message(
            "When the first deck is used up, and from then on after every round, "
            "the game ends if somebody has 50 points or more."
        ),
        sentences.fifty,
    ),
    MOST_POINTS: Rule(
        _WINNING,
        Message("most points"),
        Message("The most points win; with equal points the cards in the score piles are compared."),
        sentences.most_points,
    ),
    TIE_CARDS: Rule(
        _WINNING,
        Message("tie: cards"),
        Message("With equal points, whoever has more cards in the score pile comes first."),
        sentences.tie_cards,
    ),
    TIE_CARDS_LONG: Rule(
        _WINNING,
        Message("tie: cards in the long game"),
        Message(
            "With equal points, whoever has more cards in the score pile comes first. The rulebook leaves open "
            "whether the piles of earlier decks count in the long game: usually they do."
        ),
        sentences.tie_cards_long,
        is_ruling=True,
    ),
    SHARED: Rule(
        _WINNING,
        Message("shared place"),
        Message("If the cards are equal too, the place is shared."),
        sentences.shared,
    ),
}
