"""A game of 5211 between two rounds."""

from __future__ import annotations

from companion.game import Setup, record
from companion.games.g5211.scoring import Outcome


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
