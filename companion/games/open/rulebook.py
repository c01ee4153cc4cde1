"""The rules of an open score sheet, in the companion's own words, since it has no rulebook."""

from __future__ import annotations

from companion.game import Message, rule, says
from companion.games.open import numbers, rules, sentences

_SHEET, _END, _TIES = Message("Sheet, Points"), Message("Sheet, End"), Message("Sheet, Ties")
_LINES = Message("Sheet, Formulas")


RULES = {
    rules.ROUND_POINTS: rule(
        _SHEET, "Points of a round",
        "Each round adds its points to the total. All of a team have the same points.", sentences.round_points,
    ),
    numbers.LINE_POINTS: rule(
        _SHEET, "Lines at the end",
        "Each line is worth its number times its factor. Where a line counts per 2, per 3 and so on, its number is "
            "divided first and rounded down.",
        sentences.line,
    ),
    numbers.STEP_POINTS: rule(
        _LINES, "A line counted by steps",
        "The steps say what each number is worth, from 0 on. Beyond the last step its points stay, or each number "
            "more adds what the table said.",
        sentences.steps,
    ),
    numbers.PLACE_POINTS: rule(
        _LINES, "The most or the fewest of a line",
        "The sides are compared: whoever has the most, or the fewest, gets the points of that place. The table "
            "said what a tie gets: a share rounded down, all of it, what the next place gets, or nothing. A most of 0 "
            "takes no place. It may count only from a number of players on, and not where all have the same.",
        sentences.places,
    ),
    numbers.TIMES_POINTS: rule(
        _LINES, "A line times another",
        "The number of the line is multiplied by the points of another line, and then by its factor.",
        sentences.times,
    ),
    numbers.SEVERAL_POINTS: rule(
        _LINES, "A line made of several",
        "The best or the worst of several lines, or all of them together: nothing is typed for it.",
        sentences.several,
    ),
    numbers.CONDITION: rule(
        _LINES, "A line with a condition",
        "The line gives points only where the points of another line are above a number.",
        sentences.condition,
    ),
    numbers.APART: rule(
        _LINES, "A line that others count",
        "The line gives no points of its own; other lines count with what it comes to.",
        sentences.apart,
    ),
    numbers.SUM_OF_ROUND: rule(
        _SHEET, "What a round adds up to",
        "The table said what the numbers of a round add up to. Others are refused; the host can lift that while "
            "the game runs.",
    ),
    rules.FILLED: rule(
        _SHEET, "The last number of a round",
        "Where the table said so, whoever is last gets what is left of the sum; with the sum 0, they pay it.",
        says("Round {round}: what is left of {sum}"),
    ),
    numbers.NEGATIVE: rule(
        _SHEET, "Numbers below 0",
        "The table chose whether numbers may be below 0; the host can allow it while the game runs. A number that "
            "is divided may not.",
    ),
    numbers.HALVES: rule(
        _SHEET, "Half points",
        "The table chose whether there are half points; the host can allow them while the game runs.",
    ),
    numbers.ORDER: rule(
        _END, "What comes when",
        "The rounds come first, then the lines, once. With any number of rounds the lines end them. "
            "A game that all play together ends when all have won or lost.",
    ),
    rules.LIMIT: rule(
        _END, "A total reaches the limit",
        "After each whole round the totals are compared with the limit. When one has reached it, no round follows.",
        says("{most} reaches {limit}: this was the last round."),
    ),
    rules.ONE_MORE: rule(
        _END, "One more round after the limit",
        "The table said that one more round is played after the one in which a total reached the limit.",
        says("{most} reaches {limit}: one more round follows."),
    ),
    rules.TIED_AT_LIMIT: rule(
        _END, "A tie at the limit",
        "The table said that a tie for the first place is played out: another round follows until one is ahead.",
        says("The first place is tied with {total} each: another round follows."),
    ),
    rules.ALL_WON: rule(
        _END, "Won together", "All play together, and the table says that they won.",
        says("All win together.")
    ),
    rules.ALL_LOST: rule(
        _END, "Lost together", "All play together, and the table says that they lost.",
        says("All lose together.")
    ),
    rules.TIE_LINE: rule(
        _TIES, "A line breaks the tie",
        "With the same total, the number of a line decides: the most, or the fewest. A second one may follow.",
        sentences.by_number,
    ),
    rules.TIE_NUMBER: rule(
        _TIES, "Another number breaks the tie",
        "With the same total, a number that gives no points decides: the most, or the fewest.",
        sentences.by_number,
    ),
    rules.TIE_SEATS: rule(
        _TIES, "The order of the seats",
        "With the same total, who sits earlier comes first. The seats count from the first name.",
        says("{total} each: {seats} sits before {over}"),
    ),
    rules.SHARED: rule(
        _TIES, "A shared place",
        "What is equal in everything that the sheet compares shares the place.",
        says("{seats} share the place with {total} each"),
    ),
}  # fmt: skip
