"""The steps of an open score sheet as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import MINUS, Json, Message, Step, joined, named_values
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


def steps(step: Step) -> Message:
    """The step of a number."""
    return _times(Message("{number}: step {step}", number=_number(step), step=step.values["step"]), step)


def places(step: Step) -> Message:
    """The place that a side takes with a line."""
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


def times(step: Step) -> Message:
    """The product of two lines."""
    sentence = Message(
        "{number} × {other} {value}", number=_number(step), other=step.values["other"], value=step.values["value"]
    )
    return _times(sentence, step)


def several(step: Step) -> Message:
    """The best, the worst or the sum of several lines."""
    values: Json = {"number": _number(step), "others": joined(step.values["others"])}
    if step.values["formula"] == BEST:
        return _times(Message("{number}, the best of {others}", **values), step)
    if step.values["formula"] == WORST:
        return _times(Message("{number}, the worst of {others}", **values), step)
    return _times(Message("{number}, the sum of {others}", **values), step)


def condition(step: Step) -> Message:
    """A line that gives nothing because its condition does not hold."""
    return Message(
        "{number}: nothing, as {other} is {value}, not above {above}",
        number=_number(step), other=step.values["other"], value=step.values["value"], above=step.values["above"],
    )  # fmt: skip


def apart(step: Step) -> Message:
    """A line that only other lines use, or that breaks ties."""
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


def round_points(step: Step) -> Message:
    """The points of a round."""
    if "terms" in step.values:
        return Message("Round {round}: {sum}", round=step.values["round"], sum=spelled(step.values["terms"]))
    return Message("Round {round}", round=step.values["round"])


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


def by_number(step: Step) -> Message:
    """Which seats come first by a number."""
    values = named_values(step)
    if step.values["fewest"]:
        return Message("{total} each: {seats} before {over} with fewer {name}, {value} to {other}", **values)
    return Message("{total} each: {seats} before {over} with more {name}, {value} to {other}", **values)
