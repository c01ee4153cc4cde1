"""The steps of lines with formulas as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import MINUS, Json, Message, Step, joined
from companion.games.open.formulas.formula import BEST, MOST, WORST


def _spelled(terms: Sequence[int]) -> str:
    first, *others = terms
    rest = [f" {MINUS if term < 0 else '+'} {abs(term)}" for term in others]
    return f"{MINUS if first < 0 else ''}{abs(first)}{''.join(rest)}"


def _number(step: Step) -> Message:
    """The name of the line with its number, divided where it is."""
    values = step.values
    terms = values.get("terms")
    number = f"({_spelled(terms)})" if terms and values["per"] > 1 else _spelled(terms or [values["number"]])
    shown = {"name": values["name"], "number": number, "per": values["per"]}
    return Message("{name} {number} ÷ {per}", **shown) if values["per"] > 1 else Message("{name} {number}", **shown)


def _times(made: Message, step: Step) -> Message:
    """A sentence with the factor of the line, where it has one."""
    factor = step.values["factor"]
    return made if factor == 1 else Message("{made}, × {factor}", made=made, factor=factor)


def steps(step: Step) -> Message:
    """The step that a number finds."""
    return _times(Message("{number}: step {step}", number=_number(step), step=step.values["step"]), step)


def places(step: Step) -> Message:
    """The place that a side takes with a line."""
    values = {"number": _number(step), "place": step.values["place"], "tied": step.values["tied"]}
    is_most = step.values["formula"] == MOST
    if values["place"] is None:
        return Message("{number}: no place", **values)
    if values["tied"] > 1:
        made = (
            Message("{number}: place {place} of the most, shared by {tied}", **values)
            if is_most
            else Message("{number}: place {place} of the fewest, shared by {tied}", **values)
        )
    elif is_most:
        made = Message("{number}: place {place} of the most", **values)
    else:
        made = Message("{number}: place {place} of the fewest", **values)
    return _times(made, step)


def times(step: Step) -> Message:
    """The product of two lines."""
    made = Message(
        "{number} × {other} {value}", number=_number(step), other=step.values["other"], value=step.values["value"]
    )
    return _times(made, step)


def several(step: Step) -> Message:
    """The best, the worst or the sum of several lines."""
    values: Json = {"number": _number(step), "others": joined(step.values["others"])}
    if step.values["formula"] == BEST:
        return _times(Message("{number}, the best of {others}", **values), step)
    if step.values["formula"] == WORST:
        return _times(Message("{number}, the worst of {others}", **values), step)
    return _times(Message("{number}, the sum of {others}", **values), step)


def condition(step: Step) -> Message:
    """That a line gives nothing."""
    return Message(
        "{number}: nothing, as {other} is {value}, not above {above}",
        number=_number(step), other=step.values["other"], value=step.values["value"], above=step.values["above"],
    )  # fmt: skip


def apart(step: Step) -> Message:
    """What other lines count with."""
    return Message("{number}: comes to {value}, for other lines", number=_number(step), value=step.values["value"])
