"""The guide to the scoring of Luz, with examples that the engine scores."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Message
from companion.game.pages.help import Example

GUIDE: Sequence[tuple[Message, Sequence[Message | Example]]] = (
    (
        Message("Four deals of ten tricks"),
        (
            Message(
                "You see everybody's cards but your own. Before each deal you say how many of its ten tricks you will "
                "take; points come from that bet alone."
            ),
            Message("After the fourth deal the highest total wins."),
        ),
    ),
    (
        Message("Who takes a trick"),
        (
            Message(
                "The suit that is led must be followed by whoever has it. Yellow is trump and beats every other suit; "
                "without a trump the highest card of the suit led takes the trick."
            ),
            Example("luz/trick", (("players", "4"), ("leader", "0"), ("cards", "R4.R3.B3.R2"))),
            Message("A single trump is enough, however small."),
            Example("luz/trick", (("players", "4"), ("leader", "2"), ("cards", "G10.G2.Y1.P9"))),
        ),
    ),
    (
        Message("What a bet brings"),
        (
            Message(
                "Take exactly as many tricks as yellow beads: 10, 20, 30 or 40 points in deals 1 to 4. Take the blue "
                "safety bead as well and one trick more is right too, but a bet that is made brings half."
            ),
            Example("luz/bet", (("deal", "1"), ("beads", "3"), ("tricks", "3"), ("safety", "on"))),
            Message(
                "A missed bet costs 5 points for each trick too many or too few, counted from the yellow beads, "
                "with the safety bead too."
            ),
            Example("luz/bet", (("deal", "1"), ("beads", "3"), ("tricks", "6"), ("safety", "on"))),
        ),
    ),
    (
        Message("Who opens, and ties"),
        (
            Message(
                "The start card goes one seat to the left each deal; whoever holds it bids and leads first. With three "
                "players the leader opens the fourth deal instead."
            ),
            Message(
                "Equal totals: the better last deal comes first, then whoever sits nearest clockwise to the start "
                "card, its holder before all others."
            ),
            Example(
                "luz/ranking", (("players", "4"), ("holder", "2"), ("totals", "45.45.20.30"), ("latest", "20.20.-5.40"))
            ),
        ),
    ),
)
