"""The guide to the scoring of 5211, with examples that the engine scores."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Message
from companion.game.pages.help import Example
from companion.games.g5211.cards import COLOURS


def _counted(counts: str, roosters: int) -> Example:
    """Return an example with four players and the cards of each colour."""
    numbers = zip(COLOURS, counts.split(), strict=True)
    return Example("5211/colours", (("players", "4"), *numbers, ("roosters", str(roosters))))


GUIDE: Sequence[tuple[Message, Sequence[Message | Example]]] = (
    (
        Message("Four cards each"),
        (
            Message(
                "In a round everybody plays four cards: two at once, then one and one more. All of them together "
                "decide what scores; you keep those of your own cards that do, and each is worth its number."
            ),
            Example("5211/round", (("players", "2"), ("cards", "G1G2G2Y3.G3G4Y6B1"), ("seat", "0"))),
        ),
    ),
    (
        Message("First the roosters"),
        (
            Message(
                "Every 1 is a rooster. Two more roosters than players, not one more or less: then the roosters alone "
                "score, whatever their colours."
            ),
            _counted("8 4 2 0 2", 6),
        ),
    ),
    (
        Message("Then the largest colour"),
        (
            Message(
                "Else the colour with the most cards scores, its roosters among them. But three more cards than "
                "players are too many: such a colour is out, and the next one has its turn."
            ),
            _counted("8 4 2 0 2", 3),
            Message("Colours of the same size put each other out, and the next one has its turn."),
            _counted("5 5 3 2 1", 2),
            Message("It can happen that nothing is left."),
            _counted("5 5 2 2 2", 0),
        ),
    ),
    (
        Message("The end"),
        (
            Message(
                "A deck brings eleven rounds for two players, seven for three, six for four and four for five. The "
                "most points win; if they are equal, more cards in the score pile do, else the win is shared."
            ),
            Example("5211/ranking", (("players", "3"), ("totals", "31.31.24"), ("cards", "17.19.15"))),
            Message(
                "In the long game the first deck is played to its end, and new decks follow until somebody has 50 "
                "points; from the second deck on the round that brings them is the last."
            ),
        ),
    ),
)
