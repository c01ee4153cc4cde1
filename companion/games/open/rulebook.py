"""The rules of an open score sheet, in the companion's own words, since it has no rulebook."""

from __future__ import annotations

from companion.game import Message, Rule, says
from companion.games.open import numbers, rules, sentences

_SHEET, _END, _TIES = Message("Sheet, Points"), Message("Sheet, End"), Message("Sheet, Ties")
_LINES = Message("Sheet, Formulas")


RULES = {
    rules.ROUND_POINTS: Rule(
        _SHEET, Message("Points of a round"),
        Message("Each round adds its points to the total. All of a team have the same points."), sentences.round_points,
    ),
    numbers.LINE_POINTS: Rule(
        _SHEET, Message("Lines at the end"),
        Message(
            "Each line is worth its number times its factor. Where a line counts per 2, per 3 and so on, its number is "
            "divided first and rounded down."
        ),
        sentences.line,
    ),
    numbers.STEP_POINTS: Rule(
        _LINES, Message("A line counted by steps"),
        Message(
            "The steps say what each number is worth, from 0 on. Beyond the last step its points stay, or each number "
            "more adds what the table said."
        ),
        sentences.steps,
    ),
    numbers.PLACE_POINTS: Rule(
        _LINES, Message("The most or the fewest of a line"),
        Message(
            "The sides are compared: whoever has the most, or the fewest, gets the points of that place. The table "
            "said what a tie gets: a share rounded down, all of it, what the next place gets, or nothing. A most of 0 "
            "takes no place. It may count only from a number of players on, and not where all have the same."
        ),
        sentences.places,
    ),
    numbers.TIMES_POINTS: Rule(
        _LINES, Message("A line times another"),
        Message("The number of the line is multiplied by the points of another line, and then by its factor."),
        sentences.times,
    ),
    numbers.SEVERAL_POINTS: Rule(
        _LINES, Message("A line made of several"),
        Message("The best or the worst of several lines, or all of them together: nothing is typed for it."),
        sentences.several,
    ),
    numbers.CONDITION: Rule(
        _LINES, Message("A line with a condition"),
        Message("The line gives points only where the points of another line are above a number."),
        sentences.condition,
    ),
    numbers.APART: Rule(
        _LINES, Message("A line that others count"),
        Message("The line gives no points of its own; other lines count with what it comes to."),
        sentences.apart,
    ),
    numbers.SUM_OF_ROUND: Rule(
        _SHEET, Message("What a round adds up to"),
        Message(
            "The table said what the numbers of a round add up to. Others are refused; the host can lift that while "
            "the game runs."
        ),
    ),
    rules.FILLED: Rule(
        _SHEET, Message("The last number of a round"),
        Message("Where the table said so, whoever is last gets what is left of the sum; with the sum 0, they pay it."),
        says(Message("Round {round}: what is left of {sum}")),
    ),
    numbers.NEGATIVE: Rule(
        _SHEET, Message("Numbers below 0"),
        Message(
            "The table chose whether numbers may be below 0; the host can allow it while the game runs. A number that "
            "is divided may not."
        ),
    ),
    numbers.HALVES: Rule(
        _SHEET, Message("Half points"),
        Message("The table chose whether there are half points; the host can allow them while the game runs."),
    ),
    numbers.ORDER: Rule(
        _END, Message("What comes when"),
        Message(
            "The rounds come first, then the lines, once. With any number of rounds the lines end them. "
            "A game that all play together ends when all have won or lost."
        ),
    ),
    rules.LIMIT: Rule(
        _END, Message("A total reaches the limit"),
        Message(
            "After each whole round the totals are compared with the limit. When one has reached it, no round follows."
        ),
        says(Message("{most} reaches {limit}: this was the last round.")),
    ),
    rules.ONE_MORE: Rule(
        _END, Message("One more round after the limit"),
        Message("The table said that one more round is played after the one in which a total reached the limit."),
        says(Message("{most} reaches {limit}: one more round follows.")),
    ),
    rules.TIED_AT_LIMIT: Rule(
        _END, Message("A tie at the limit"),
        Message(
            "The table said that a tie for the first place is played out: another round follows until one is ahead."
        ),
        says(Message("The first place is tied with {total} each: another round follows.")),
    ),
    rules.ALL_WON: Rule(
        _END, Message("Won together"), Message("All play together, and the table says that they won."),
        says(Message("All win together."))
    ),
    rules.ALL_LOST: Rule(
        _END, Message("Lost together"), Message("All play together, and the table says that they lost."),
        says(Message("All lose together."))
    ),
    rules.TIE_LINE: Rule(
        _TIES, Message("A line breaks the tie"),
        Message("With the same total, the number of a line decides: the most, or the fewest. A second one may follow."),
        sentences.by_number,
    ),
    rules.TIE_NUMBER: Rule(
        _TIES, Message("Another number breaks the tie"),
        Message("With the same total, a number that gives no points decides: the most, or the fewest."),
        sentences.by_number,
    ),
    rules.TIE_SEATS: Rule(
        _TIES, Message("The order of the seats"),
        Message("With the same total, who sits earlier comes first. The seats count from the first name."),
        says(Message("{total} each: {seats} sits before {over}")),
    ),
    rules.SHARED: Rule(
        _TIES, Message("A shared place"),
        Message("What is equal in everything that the sheet compares shares the place."),
        says(Message("{seats} share the place with {total} each")),
    ),
}  # fmt: skip
