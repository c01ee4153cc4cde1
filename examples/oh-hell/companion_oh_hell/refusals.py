"""What the rules of Oh Hell forbid, each with its rule."""

from __future__ import annotations

from companion.engine import Refusal

HOOK = Refusal(
    "all bids together are {cards}, as many as there are tricks: one of them has to be another",
    rule="oh-hell/hook",
    title="bids that add up to the number of tricks",
)
TRICKS_MISSING = Refusal(
    "the tricks add up to {sum}, not {cards}",
    rule="oh-hell/tricks",
    title="tricks that do not add up to the cards of a hand",
)
TOO_FEW_CARDS = Refusal(
    "with {players} players a deal has at most {cards} cards each: choose a smaller largest deal",
    rule="oh-hell/deals",
    title="a deal for which the deck is too small",
)
REFUSALS = (HOOK, TRICKS_MISSING, TOO_FEW_CARDS)
