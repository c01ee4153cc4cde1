"""The rules of Luz that decide points, places or the lead: their text, and their place in the rulebook."""

from __future__ import annotations

from companion.game import Message, Rule
from companion.games.luz import sentences
from companion.games.luz.rules import (
    EXACT,
    FLOOR,
    HIGHEST_TOTAL,
    LEADER_OPENS,
    MISSED,
    START_CARD,
    TIE_LAST_DEAL,
    TIE_START_CARD,
    WITH_SAFETY,
)
from companion.games.luz.trick_rules import TRICK_RULES

_SCORING = Message("Luz 4, Scoring")
_END = Message("Luz, End of the game")


RULES = {
    EXACT: Rule(
        _SCORING,
        Message("exact bet"),
        Message(
            "Without the safety bead a bet is made only with exactly as many tricks as yellow beads. "
            "It brings 10, 20, 30 or 40 points in deals 1 to 4."
        ),
        sentences.exact,
    ),
    WITH_SAFETY: Rule(
        _SCORING,
        Message("bet with safety"),
        Message(
            "With the safety bead one trick more than the yellow beads is right too. "
            "A bet so made brings half: 5, 10, 15 or 20 points in deals 1 to 4."
        ),
        sentences.with_safety,
    ),
    MISSED: Rule(
        _SCORING,
        Message("missed bet"),
        Message(
            "A missed bet costs 5 points for each trick more or fewer than the yellow beads; "
            "the safety bead does not count here."
        ),
        sentences.missed,
    ),
    FLOOR: Rule(
        _SCORING,
        Message("no total below 0"),
        Message(
            "The rulebook does not say whether a total can fall below 0, and it usually may. "
            "At this table it stops at 0."
        ),
        sentences.floor,
        is_ruling=True,
    ),
    "luz/passing": Rule(
        Message("Luz 1, Sorting the cards"),
        Message("sorting and passing the hand"),
        Message(
            "Everybody gets ten cards, sorts them by suit and number, puts the start card or plus card at the end "
            "where the highest numbers are, and passes the hand face down to the left."
        ),
    ),
    "luz/no-looking": Rule(
        Message("Luz 3, Tricks"),
        Message("looking at numbers and won tricks"),
        Message(
            "Nobody looks at the numbers of the own cards before they are played, at tricks already won, or at the ten "
            "cards set aside. How many tricks each has won stays visible to all."
        ),
    ),
    "luz/beads": Rule(
        Message("Luz 2, Bets"),
        Message("beads of a bet"),
        Message(
            "Everybody takes a yellow bead for each trick they expect; none is allowed. One safety bead at most comes "
            "with them, or alone."
        ),
    ),
    START_CARD: Rule(
        Message("Luz 2, Bets"),
        Message("start card"),
        Message("The start card goes one seat to the left each deal; whoever has it bids and leads first."),
        sentences.start_card,
    ),
    LEADER_OPENS: Rule(
        Message("Luz, Three players"),
        Message("the leader opens deal 4"),
        Message(
            "With three players the highest total bids and leads first in deal 4; "
            "among equals the first clockwise from the start player, who counts too."
        ),
        sentences.leader_opens,
    ),
    HIGHEST_TOTAL: Rule(
        _END,
        Message("highest total"),
        Message("The highest total after the fourth deal wins; with equal totals the last deal is compared."),
        sentences.highest_total,
    ),
    TIE_LAST_DEAL: Rule(
        _END,
        Message("tie: the last deal"),
        Message("With equal totals, whoever scored more in the last deal comes first."),
        sentences.tie_last_deal,
    ),
    TIE_START_CARD: Rule(
        _END,
        Message("tie: the start card"),
        Message(
            "If the last deal is equal too, the first clockwise from the start player comes first; the start player "
            "counts too. Which deal's start player is meant the rulebook leaves open: usually deal 4."
        ),
        sentences.tie_start_card,
        is_ruling=True,
    ),
    **TRICK_RULES,
}
