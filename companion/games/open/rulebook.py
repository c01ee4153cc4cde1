"""The rules of an open score sheet, in the companion's own words, since it has no rulebook, and what it refuses."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.engine import MINUS, Message, Rulebook, Sentence, Step, by
from companion.games.open.formulas import BEST, MOST, WORST

RULES = Rulebook("open")
rule, refusal, says = RULES.rule, RULES.refusal, RULES.says


def spelled(terms: Sequence[int]) -> str:
    """Return a sum in the usual notation.

    >>> spelled([12, 5, -3])
    '12 + 5 − 3'
    """
    first, *others = terms
    rest = [f" {MINUS if term < 0 else '+'} {abs(term)}" for term in others]
    return f"{MINUS if first < 0 else ''}{abs(first)}{''.join(rest)}"


def _number(step: Step) -> str:
    """Return the number of a line as it was typed; a sum that is divided or multiplied in brackets."""
    terms = step.values.get("terms")
    number = spelled(terms or [step.values["number"]])
    return f"({number})" if terms and (step.values["per"] > 1 or step.values["factor"] != 1) else number


def _named_number(step: Step) -> Message:
    terms, per, name = step.values.get("terms"), step.values["per"], step.values["name"]
    number = spelled(terms or [step.values["number"]])
    if per == 1:
        return Message("{name} {number}", name=name, number=number)
    return Message("{name} {number} ÷ {per}", name=name, number=f"({number})" if terms else number, per=per)


def _numbered(sentence: Sentence, number: Callable[[Step], Message | str] = _named_number) -> Sentence:
    """Return a sentence in which `{number}` stands for a line, not for its number alone."""
    return lambda step: sentence(replace(step, values={**step.values, "number": number(step)}))


def _times(sentence: Sentence) -> Sentence:
    """Return a sentence about a line that ends with its factor, unless it is 1."""
    numbered = _numbered(sentence)
    return by("factor", {1: numbered}, says("{made}, × {factor}", made=numbered))


# A rule's id, place and title stand on its first line.
# fmt: off

_SHEET, _END, _TIES = Message("Sheet, Points"), Message("Sheet, End"), Message("Sheet, Ties")
_LINES = Message("Sheet, Formulas")

ROUND_POINTS = rule("round", _SHEET, "Points of a round",
    "Each round adds its points to the total. All of a team have the same points.",
    by("terms",
        {None: says("Round {round}")},
        says("Round {round}: {sum}", sum=lambda step: spelled(step.values["terms"])),
    ))
BID_POINTS = rule("bid", _SHEET, "A bid and its tricks",
    "Who takes as many tricks as they bid gets what the table said for a bid that is kept, and for each trick in "
    "it. Who does not gets what it said for each trick too many or too few.",
    by(lambda step: step.values["bid"] == step.values["tricks"],
        {True: says("Round {round}: bid {bid} and kept it, {made} + {tricks} × {each}")},
        says("Round {round}: bid {bid}, took {tricks}"),
    ))
LINE_POINTS = rule("line", _SHEET, "Lines at the end",
    "Each line is worth its number times its factor. Where a line counts per 2, per 3 and so on, its number is "
    "divided first and rounded down.",
    _numbered(
        by(lambda step: (step.values["per"] > 1, step.values["factor"] != 1),
            {
                (False, False): says("{name} {number}"),
                (False, True): says("{name} {number} × {factor}"),
                (True, False): says("{name} {number} ÷ {per}, rounded down"),
                (True, True): says("{name} {number} ÷ {per}, rounded down, × {factor}"),
            }),
        _number))
STEP_POINTS = rule("steps", _LINES, "A line counted by steps",
    "The steps say what each number is worth, from 0 on. Beyond the last step its points stay, or each number "
    "more adds what the table said.",
    _times(says("{number}: step {step}")))
WITHOUT_STEP = refusal(STEP_POINTS,
    "{what} cannot be below 0, as it is counted by steps",
    title="a number below 0 on a line with steps")
PLACE_POINTS = rule("places", _LINES, "The most or the fewest of a line",
    "The sides are compared: whoever has the most, or the fewest, gets the points of that place. The table "
    "said what a tie gets: a share rounded down, all of it, what the next place gets, or nothing. A most of 0 "
    "takes no place. It may count only from a number of players on, and not where all have the same.",
    by("place",
        {None: _numbered(says("{number}: no place"))},
        _times(by(lambda step: (step.values["formula"] == MOST, step.values["tied"] > 1),
            {
                (True, False): says("{number}: place {place} of the most"),
                (True, True): says("{number}: place {place} of the most, shared by {tied}"),
                (False, False): says("{number}: place {place} of the fewest"),
                (False, True): says("{number}: place {place} of the fewest, shared by {tied}"),
            })),
    ))
TIMES_POINTS = rule("times", _LINES, "A line times another",
    "The number of the line is multiplied by the points of another line, and then by its factor.",
    _times(says("{number} × {other} {value}")))
TOO_MANY = refusal(TIMES_POINTS,
    "{what} comes to more than {most} points; check the numbers",
    title="lines that multiply to more points than a sheet holds")
SEVERAL_POINTS = rule("several", _LINES, "A line made of several",
    "The best or the worst of several lines, or all of them together: nothing is typed for it.",
    _times(by("formula",
        {
            BEST: says("{number}, the best of {others}"),
            WORST: says("{number}, the worst of {others}"),
        },
        says("{number}, the sum of {others}"),
    )))
CONDITION = rule("condition", _LINES, "A line with a condition",
    "The line gives points only where the points of another line are above a number.",
    _numbered(says("{number}: nothing, as {other} is {value}, not above {above}")))
APART = rule("apart", _LINES, "A line that others count",
    "The line gives no points of its own; other lines count with what it comes to.",
    _numbered(says("{number}: comes to {value}, without points of its own")))
SUM_OF_ROUND = rule("sum", _SHEET, "What a round adds up to",
    "The table said what the numbers of a round add up to. Others are refused; the host can lift that while "
    "the game runs.")
OFF_SUM = refusal(SUM_OF_ROUND,
    "the numbers of the round add up to {total}, not {sum}; check what each one has",
    title="a round whose numbers do not add up",
    allowed_by="rounds")
BELOW_LEFT = refusal(SUM_OF_ROUND,
    "the others have {total} of {sum} already, so nothing is left for {side}",
    title="a round of which nothing is left for the last one",
    allowed_by="rounds")
LEFT_OUT = refusal(SUM_OF_ROUND,
    "one number of a round can be left out, not {left}: it is what is left of the sum",
    title="a round in which two numbers are left out")
FILLED = rule("filled", _SHEET, "The last number of a round",
    "Where the table said so, whoever is last gets what is left of the sum; with the sum 0, they pay it.",
    says("Round {round}: what is left of {sum}"))
NEGATIVE = rule("negative", _SHEET, "Numbers below 0",
    "The table chose whether numbers may be below 0; the host can allow it while the game runs. A number that "
    "is divided may not.")
BELOW_ZERO = refusal(NEGATIVE,
    "{what} cannot be {value}: this sheet has no numbers below 0",
    title="a number below 0 on a sheet without them",
    allowed_by="negative")
DIVIDED = refusal(NEGATIVE,
    "{what} cannot be below 0, as it is divided by {per}",
    title="a number below 0 on a line that is divided",
    allowed_by="lines")
HALVES = rule("halves", _SHEET, "Half points",
    "The table chose whether there are half points; the host can allow them while the game runs.")
HALF_POINTS = refusal(HALVES,
    "{what} cannot be {value}: this sheet has no half points",
    title="half points on a sheet without them",
    allowed_by="halves")

ORDER = rule("order", _END, "What comes when",
    "The rounds come first, then the lines, once. With any number of rounds the lines end them. "
    "A game that all play together ends when all have won or lost.")
ROUNDS_OVER = refusal(ORDER, "the rounds are over", title="a round after the last one")
NO_ROUNDS = refusal(ORDER, "this sheet has no rounds", title="a round on a sheet without rounds")
NO_LINES = refusal(ORDER, "this sheet has nothing to enter at the end")
LINES_BEFORE_ROUNDS = refusal(ORDER,
    "{rounds} rounds are played before the lines, not {played}",
    title="the lines before the last round")
LINES_TWICE = refusal(ORDER, "the lines are in", title="the lines a second time")
NOT_TOGETHER = refusal(ORDER,
    "this game is not won or lost together",
    title="won or lost, where not all play together")
LIMIT = rule("limit", _END, "A total reaches the limit",
    "After each whole round the totals are compared with the limit. When one has reached it, no round follows.",
    says("{most} reaches {limit}: this was the last round."))
ONE_MORE = rule("limit-more", _END, "One more round after the limit",
    "The table said that one more round is played after the one in which a total reached the limit.",
    says("{most} reaches {limit}: one more round follows."))
TIED_AT_LIMIT = rule("limit-tied", _END, "A tie at the limit",
    "The table said that a tie for the first place is played out: another round follows until one is ahead.",
    says("The first place is tied with {total} each: another round follows."))
ALL_WON = rule("won", _END, "Won together",
    "All play together, and the table says that they won.", says("All win together."))
ALL_LOST = rule("lost", _END, "Lost together",
    "All play together, and the table says that they lost.", says("All lose together."))

_BY_NUMBER = by("fewest",
    {True: says("{total} each: {seats} before {over} with fewer {name}, {value} to {other}")},
    says("{total} each: {seats} before {over} with more {name}, {value} to {other}"))
TIE_LINE = rule("tie-line", _TIES, "A line breaks the tie",
    "With the same total, the number of a line decides: the most, or the fewest. A second one may follow.",
    _BY_NUMBER)
TIE_NUMBER = rule("tie-number", _TIES, "Another number breaks the tie",
    "With the same total, a number that gives no points decides: the most, or the fewest.",
    _BY_NUMBER)
TIE_SEATS = rule("tie-seats", _TIES, "The order of the seats",
    "With the same total, who sits earlier comes first. The seats count from the first name.",
    says("{total} each: {seats} sits before {over}"))
SHARED = rule("shared", _TIES, "A shared place",
    "What is equal in everything that the sheet compares shares the place.",
    says("{seats} share the place with {total} each"))
