"""The rules of an open score sheet, in the companion's own words, since it has no rulebook."""

from collections.abc import Sequence

from companion.engine import MINUS, Json, Message, Step, joined, named_values, rule, says
from companion.games.open import numbers, rules
from companion.games.open.formulas import BEST, MOST, WORST


def _number(step: Step) -> Message:
    """The name of the line with its number and its divisor, if it has one."""
    values = step.values
    terms = values.get("terms")
    number = f"({spelled(terms)})" if terms and values["per"] > 1 else spelled(terms or [values["number"]])
    fields = {"name": values["name"], "number": number, "per": values["per"]}
    return Message("{name} {number} ÷ {per}", **fields) if values["per"] > 1 else Message("{name} {number}", **fields)


def _times(sentence: Message, step: Step) -> Message:
    """A sentence with the factor of the line, unless it is 1."""
    factor = step.values["factor"]
    return sentence if factor == 1 else Message("{made}, × {factor}", made=sentence, factor=factor)


def _steps(step: Step) -> Message:
    return _times(Message("{number}: step {step}", number=_number(step), step=step.values["step"]), step)


def _places(step: Step) -> Message:
    values = {"number": _number(step), "place": step.values["place"], "tied": step.values["tied"]}
    is_most = step.values["formula"] == MOST
    if values["place"] is None:
        return Message("{number}: no place", **values)
    if values["tied"] > 1:
        sentence = (
            Message("{number}: place {place} of the most, shared by {tied}", **values)
            if is_most
            else Message("{number}: place {place} of the fewest, shared by {tied}", **values)
        )
    elif is_most:
        sentence = Message("{number}: place {place} of the most", **values)
    else:
        sentence = Message("{number}: place {place} of the fewest", **values)
    return _times(sentence, step)


def _product(step: Step) -> Message:
    sentence = Message(
        "{number} × {other} {value}", number=_number(step), other=step.values["other"], value=step.values["value"]
    )
    return _times(sentence, step)


def _several(step: Step) -> Message:
    values: Json = {"number": _number(step), "others": joined(step.values["others"])}
    if step.values["formula"] == BEST:
        return _times(Message("{number}, the best of {others}", **values), step)
    if step.values["formula"] == WORST:
        return _times(Message("{number}, the worst of {others}", **values), step)
    return _times(Message("{number}, the sum of {others}", **values), step)


def _condition(step: Step) -> Message:
    return Message(
        "{number}: nothing, as {other} is {value}, not above {above}",
        number=_number(step), other=step.values["other"], value=step.values["value"], above=step.values["above"],
    )  # fmt: skip


def _apart(step: Step) -> Message:
    return Message(
        "{number}: comes to {value}, without points of its own", number=_number(step), value=step.values["value"]
    )


def spelled(terms: Sequence[int]) -> str:
    """Return a sum in the usual notation.

    >>> spelled([12, 5, -3])
    '12 + 5 − 3'
    """
    first, *others = terms
    rest = [f" {MINUS if term < 0 else '+'} {abs(term)}" for term in others]
    return f"{MINUS if first < 0 else ''}{abs(first)}{''.join(rest)}"


def _round_points(step: Step) -> Message:
    if "terms" in step.values:
        return Message("Round {round}: {sum}", round=step.values["round"], sum=spelled(step.values["terms"]))
    return Message("Round {round}", round=step.values["round"])


def _line(step: Step) -> Message:
    values = step.values
    per, factor = values["per"], values["factor"]
    number = spelled(values.get("terms") or [values["number"]])
    is_counted = per > 1 or factor != 1
    fields = {"name": values["name"], "number": f"({number})" if "terms" in values and is_counted else number}
    if not is_counted:
        return Message("{name} {number}", **fields)
    if factor == 1:
        return Message("{name} {number} ÷ {per}, rounded down", **fields, per=per)
    if per > 1:
        return Message("{name} {number} ÷ {per}, rounded down, × {factor}", **fields, per=per, factor=factor)
    return Message("{name} {number} × {factor}", **fields, factor=factor)


def _by_number(step: Step) -> Message:
    values = named_values(step)
    if step.values["fewest"]:
        return Message("{total} each: {seats} before {over} with fewer {name}, {value} to {other}", **values)
    return Message("{total} each: {seats} before {over} with more {name}, {value} to {other}", **values)


_SHEET, _END, _TIES = Message("Sheet, Points"), Message("Sheet, End"), Message("Sheet, Ties")
_LINES = Message("Sheet, Formulas")


RULES = {
    rules.ROUND_POINTS: rule(
        _SHEET, "Points of a round",
        "Each round adds its points to the total. All of a team have the same points.", _round_points,
    ),
    numbers.LINE_POINTS: rule(
        _SHEET, "Lines at the end",
        "Each line is worth its number times its factor. Where a line counts per 2, per 3 and so on, its number is "
            "divided first and rounded down.",
        _line,
    ),
    numbers.STEP_POINTS: rule(
        _LINES, "A line counted by steps",
        "The steps say what each number is worth, from 0 on. Beyond the last step its points stay, or each number "
            "more adds what the table said.",
        _steps,
    ),
    numbers.PLACE_POINTS: rule(
        _LINES, "The most or the fewest of a line",
        "The sides are compared: whoever has the most, or the fewest, gets the points of that place. The table "
            "said what a tie gets: a share rounded down, all of it, what the next place gets, or nothing. A most of 0 "
            "takes no place. It may count only from a number of players on, and not where all have the same.",
        _places,
    ),
    numbers.TIMES_POINTS: rule(
        _LINES, "A line times another",
        "The number of the line is multiplied by the points of another line, and then by its factor.",
        _product,
    ),
    numbers.SEVERAL_POINTS: rule(
        _LINES, "A line made of several",
        "The best or the worst of several lines, or all of them together: nothing is typed for it.",
        _several,
    ),
    numbers.CONDITION: rule(
        _LINES, "A line with a condition",
        "The line gives points only where the points of another line are above a number.",
        _condition,
    ),
    numbers.APART: rule(
        _LINES, "A line that others count",
        "The line gives no points of its own; other lines count with what it comes to.",
        _apart,
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
        _by_number,
    ),
    rules.TIE_NUMBER: rule(
        _TIES, "Another number breaks the tie",
        "With the same total, a number that gives no points decides: the most, or the fewest.",
        _by_number,
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
