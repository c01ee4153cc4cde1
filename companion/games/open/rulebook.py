"""The rules of an open score sheet: those that its table chose, in the companion's own words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import MINUS, Message, Rule, Seat, Step, joined
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


def _names(seats: Sequence[int]) -> joined:
    return joined([Seat(seat) for seat in seats])


def spelled(terms: Sequence[int]) -> str:
    """Return a sum as people write it.

    >>> spelled([12, 5, -3])
    '12 + 5 − 3'
    """
    first, *others = terms
    rest = [f" {MINUS if term < 0 else '+'} {abs(term)}" for term in others]
    return f"{MINUS if first < 0 else ''}{abs(first)}{''.join(rest)}"


def _round(step: Step) -> Message:
    if "terms" in step.values:
        return Message("Round {round}: {sum}", round=step.values["round"], sum=spelled(step.values["terms"]))
    return Message("Round {round}", round=step.values["round"])


def _line(step: Step) -> Message:
    values = step.values
    number = spelled(values["terms"]) if "terms" in values else spelled([values["number"]])
    is_sum = "terms" in values
    shown = {"name": values["name"], "number": f"({number})" if is_sum else number, "factor": values["factor"]}
    if values["per"] > 1:
        return Message("{name} {number} ÷ {per}, rounded down, × {factor}", **shown, per=values["per"])
    return Message("{name} {number} × {factor}", **shown)


def _limit(step: Step) -> Message:
    return Message("{most} reaches {limit}: this was the last round.", **step.values)


def _won(step: Step) -> Message:
    return Message("All win together.")


def _lost(step: Step) -> Message:
    return Message("All lose together.")


def _by_number(step: Step) -> Message:
    values = {**step.values, "seats": _names(step.values["seats"]), "over": _names(step.values["over"])}
    if step.values["fewest"]:
        return Message("{total} each: {seats} before {over} with fewer {name}, {value} to {other}", **values)
    return Message("{total} each: {seats} before {over} with more {name}, {value} to {other}", **values)


def _by_seat(step: Step) -> Message:
    values = {**step.values, "seats": _names(step.values["seats"]), "over": _names(step.values["over"])}
    return Message("{total} each: {seats} sits before {over}", **values)


def _shared(step: Step) -> Message:
    return Message("{seats} share the place with {total} each", total=step.values["total"],
                   seats=_names(step.values["seats"]))  # fmt: skip


RULES = {
    ROUND_POINTS: Rule(
        _SHEET, Message("Points of a round"),
        Message("Each round adds its points to the total. All of a team have the same points."), _round,
    ),
    LINE_POINTS: Rule(
        _SHEET, Message("Lines at the end"),
        Message(
            "Each line is worth its number times its factor. Where a line counts per 2, per 3 and so on, its number is "
            "divided first and rounded down."
        ),
        _line,
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
        _limit,
    ),
    ALL_WON: Rule(
        _END, Message("Won together"), Message("All play together, and the table says that they won."), _won
    ),
    ALL_LOST: Rule(
        _END, Message("Lost together"), Message("All play together, and the table says that they lost."), _lost
    ),
    TIE_LINE: Rule(
        _TIES, Message("A line breaks the tie"),
        Message("With the same total, the number of one line decides: the most, or the fewest."), _by_number,
    ),
    TIE_NUMBER: Rule(
        _TIES, Message("Another number breaks the tie"),
        Message("With the same total, a number that gives no points decides: the most, or the fewest."), _by_number,
    ),
    TIE_SEATS: Rule(
        _TIES, Message("The order of the seats"),
        Message("With the same total, who sits earlier comes first. The seats count from the first name."), _by_seat,
    ),
    SHARED: Rule(
        _TIES, Message("A shared place"),
        Message("What is equal in everything that the sheet compares shares the place."),
        _shared,
    ),
}  # fmt: skip
