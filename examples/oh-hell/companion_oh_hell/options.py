"""The options of a table of Oh Hell, and the number of cards in each deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import Message, Option, RuleError, Setup
from companion_oh_hell.rulebook import TOO_FEW_CARDS

DECK = 52
MOST = 10
"""The largest hand that the options allow."""

OPTIONS = (
    Option(
        key="largest",
        title=Message("Largest deal"),
        help=Message("The most cards that a player is dealt."),
        default=7,
        choices=tuple([(cards, Message("{count}", count=cards)) for cards in (3, 5, 7, 8, MOST)]),
    ),
    Option(
        key="back",
        title=Message("Deals"),
        help=Message("Whether the deals get smaller again after the largest one."),
        default=True,
        choices=((True, Message("up and down")), (False, Message("only up"))),
    ),
    Option(
        key="hook",
        title=Message("The last bid"),
        help=Message("Whether all bids together may be as many as there are tricks."),
        default=True,
        choices=((True, Message("never as many as tricks")), (False, Message("free"))),
    ),
    Option(
        key="missed",
        title=Message("A missed bid"),
        help=Message("What it brings to take more or fewer tricks than bid."),
        default="zero",
        choices=(("zero", Message("nothing")), ("minus", Message("−1 per trick off"))),
    ),
    Option(
        key="dealer",
        title=Message("First dealer"),
        help=Message("Who deals first. The dealer bids last, and the next player clockwise deals after that."),
        default=0,
        choices=None,
    ),
)


def cards_by_deal(options: Mapping[str, Any]) -> range | tuple[int, ...]:
    """Return how many cards each player has in each deal."""
    up = range(1, options["largest"] + 1)
    return (*up, *reversed(up[:-1])) if options["back"] else up


def fits(setup: Setup) -> None:
    """Raise `RuleError` if the deck has too few cards for the largest deal."""
    largest = DECK // setup.seats
    if setup.options["largest"] > largest:
        raise RuleError(TOO_FEW_CARDS.of(players=setup.seats, cards=largest))
