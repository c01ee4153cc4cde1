"""The deck of Six Takes: 104 cards, and the bull heads on each."""

from __future__ import annotations

from collections.abc import Callable

from companion_six_takes.rulebook import ELEVENS, FIFTY_FIVE, FIVES, OTHERS, TENS

CARDS = range(1, 105)
HAND = 10
"""The cards that each player is dealt for a round."""
ROWS, ROW = 4, 5
"""The rows on the table, and the most cards that lie in one of them at the end of a round."""

HEADS = {FIFTY_FIVE: 7, ELEVENS: 5, TENS: 3, FIVES: 2, OTHERS: 1}
"""The bull heads on a card of each kind; a kind is the id of its rule."""
_KINDS: tuple[tuple[str, Callable[[int], bool]], ...] = (
    (FIFTY_FIVE, lambda card: card == 55),
    (ELEVENS, lambda card: card % 11 == 0),
    (TENS, lambda card: card % 10 == 0),
    (FIVES, lambda card: card % 5 == 0),
    (OTHERS, lambda card: True),
)


def kind_of(card: int) -> str:
    """Return the kind of a card, the first that fits: 55 is also a multiple of eleven and of five."""
    return next(kind for kind, fits in _KINDS if fits(card))


def heads_on(card: int) -> int:
    """Return the bull heads on a card."""
    return HEADS[kind_of(card)]
