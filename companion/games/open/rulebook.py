"""The rules of an open score sheet: those that its table chose, in the companion's own words."""

from __future__ import annotations

from companion.game import Message, Rule
from companion.games.open import sentences
from companion.games.open.refusals import HALVES, NEGATIVE, ORDER
from companion.games.open.rules import (
    ALL_LOST,
    ALL_WON,
    LIMIT,
    LINE_POINTS,
    ROUND_POINTS,
    SHARED,
    TIE_LINE,
    TIE_NUMBER,
    TIE_SEATS,
)

_SHEET, _END, _TIES = Message("Sheet, Points"), Message("Sheet, End"), Message("Sheet, Ties")


RULES = {
    ROUND_POINTS: Rule(
        _SHEET, Message("Points of a round"),
        Message("Each round adds its points to the total. All of a team have the same points."), sentences.round_points,
    ),
    LINE_POINTS: Rule(
        _SHEET, Message("Lines at the end"),
        Message(
            "Each line is worth its number times its factor. Where a line counts per 2, per 3 and so on, its number is "
            "divided first and rounded down."
        ),
        sentences.line,
    ),
    NEGATIVE: Rule(
        _SHEET, Message("Numbers below 0"),
        Message(
            "The table chose whether numbers may be below 0; the host can allow it while the game runs. A number that "
            "is divided may not."
        ),
    ),
    HALVES: Rule(
        _SHEET, Message("Half points"),
        Message("The table chose whether there are half points; the host can allow them while the game runs."),
    ),
    ORDER: Rule(
        _END, Message("What comes when"),
        Message(
            "The rounds come first, then the lines, once. With any number of rounds the lines end them. "
            "A game that all play together ends when all have won or lost."
        ),
    ),
    LIMIT: Rule(
        _END, Message("A total reaches the limit"),
        Message(
            "After each whole round the totals are compared with the limit. When one has reached it, no round follows."
        ),
        sentences.limit,
    ),
    ALL_WON: Rule(
        _END, Message("Won together"), Message("All play together, and the table says that they won."), sentences.won
    ),
    ALL_LOST: Rule(
        _END, Message("Lost together"), Message("All play together, and the table says that they lost."), sentences.lost
    ),
    TIE_LINE: Rule(
        _TIES, Message("A line breaks the tie"),
        Message("With the same total, the number of one line decides: the most, or the fewest."), sentences.by_number,
    ),
    TIE_NUMBER: Rule(
        _TIES, Message("Another number breaks the tie"),
        Message("With the same total, a number that gives no points decides: the most, or the fewest."),
        sentences.by_number,
    ),
    TIE_SEATS: Rule(
        _TIES, Message("The order of the seats"),
        Message("With the same total, who sits earlier comes first. The seats count from the first name."),
        sentences.by_seat,
    ),
    SHARED: Rule(
        _TIES, Message("A shared place"),
        Message("What is equal in everything that the sheet compares shares the place."),
        sentences.shared,
    ),
}  # fmt: skip
