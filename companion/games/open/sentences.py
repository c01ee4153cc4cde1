"""The steps of an open score sheet as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import MINUS, Message, Step, joined_seats, named_values


def spelled(terms: Sequence[int]) -> str:
    """Return a sum in the usual notation.

    >>> spelled([12, 5, -3])
    '12 + 5 − 3'
    """
    first, *others = terms
    rest = [f" {MINUS if term < 0 else '+'} {abs(term)}" for term in others]
    return f"{MINUS if first < 0 else ''}{abs(first)}{''.join(rest)}"


def round_points(step: Step) -> Message:
    """The points of a round."""
    if "terms" in step.values:
        return Message("Round {round}: {sum}", round=step.values["round"], sum=spelled(step.values["terms"]))
    return Message("Round {round}", round=step.values["round"])


def filled(step: Step) -> Message:
    """The points of a side whose number follows from the others."""
    return Message("Round {round}: what is left of {sum}", **step.values)


def line(step: Step) -> Message:
    """The points of a line."""
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


def limit(step: Step) -> Message:
    """Which total ends the rounds."""
    return Message("{most} reaches {limit}: this was the last round.", **step.values)


def one_more(step: Step) -> Message:
    """Which total is followed by one more round."""
    return Message("{most} reaches {limit}: one more round follows.", **step.values)


def tied_at_limit(step: Step) -> Message:
    """With which total the first place is tied, so that another round follows."""
    return Message("The first place is tied with {total} each: another round follows.", **step.values)


def won(step: Step) -> Message:
    """A cooperative game that was won."""
    return Message("All win together.")


def lost(step: Step) -> Message:
    """A cooperative game that was lost."""
    return Message("All lose together.")


def by_number(step: Step) -> Message:
    """Which seats come first by a number."""
    values = named_values(step)
    if step.values["fewest"]:
        return Message("{total} each: {seats} before {over} with fewer {name}, {value} to {other}", **values)
    return Message("{total} each: {seats} before {over} with more {name}, {value} to {other}", **values)


def by_seat(step: Step) -> Message:
    """Which seats come first by the order of the seats."""
    values = named_values(step)
    return Message("{total} each: {seats} sits before {over}", **values)


def shared(step: Step) -> Message:
    """Which seats share a place."""
    return Message("{seats} share the place with {total} each", total=step.values["total"],
                   seats=joined_seats(step.values["seats"]))  # fmt: skip
