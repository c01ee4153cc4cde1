"""Strict reading of plain JSON values; whatever is wrong is a `RuleError` with a sentence."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from companion.game.message import Message, MessageError, Seat

_LONGEST_SHOWN = 40


class RuleError(MessageError):
    """An entry or a setting that the rules or the contract do not allow; `message` says why."""


def shown(value: Any) -> str:
    """A value as it stands in the JSON, on one line and cut where it is long."""
    try:
        text = json.dumps(value, ensure_ascii=True)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def entry_keys(value: Any, what: Message, required: Collection[str], optional: Collection[str] = ()) -> None:
    """Refuse anything but an object that has all required keys and no unknown one."""
    if type(value) is not dict:
        raise RuleError(Message("{what} must be an object, not {value}", what=what, value=shown(value)))
    for key in required:
        if key not in value:
            raise RuleError(Message("{what} lacks the key {key}", what=what, key=shown(key)))
    for key in value:
        if key not in required and key not in optional:
            raise RuleError(Message("{what} has an unknown key {key}", what=what, key=shown(key)))


def integer(value: Any, what: Message, low: int, high: int) -> int:
    """A whole number from `low` to `high`, both allowed; true and 1.0 are not numbers here."""
    if type(value) is not int:
        raise RuleError(Message("{what} must be a whole number, not {value}", what=what, value=shown(value)))
    if not low <= value <= high:
        raise RuleError(
            Message(
                "{what} must be {low} to {high}, not {value}",
                what=what, low=low, high=high, value=shown(value),
            )
        )  # fmt: skip
    return value


def whole(value: Any, what: Message, low: int | None = None) -> int:
    """A whole number of any size, or one that is at least `low`; true and 1.0 are not numbers here."""
    if type(value) is not int:
        raise RuleError(Message("{what} must be a whole number, not {value}", what=what, value=shown(value)))
    if low is not None and value < low:
        raise RuleError(Message("{what} must be {low} or more, not {value}", what=what, low=low, value=shown(value)))
    return value


def flag(value: Any, what: Message) -> bool:
    """True or false and nothing else."""
    if type(value) is not bool:
        raise RuleError(Message("{what} must be true or false, not {value}", what=what, value=shown(value)))
    return value


def items(value: Any, what: Message, length: int | None = None) -> list[Any]:
    """A list, of an exact length where one is given."""
    if type(value) is not list:
        raise RuleError(Message("{what} must be a list, not {value}", what=what, value=shown(value)))
    if length is not None and len(value) != length:
        raise RuleError(
            Message("{what} must have {length} items, not {count}", what=what, length=length, count=len(value))
        )
    return value


def by_seat(value: Any, what: Message, seats: int | range, low: int | None = None) -> tuple[int, ...]:
    """A whole number a seat, each at least `low`; `seats` is how many there are, or how many there can be."""
    numbers = items(value, what, seats if isinstance(seats, int) else None)
    if isinstance(seats, range):
        integer(len(numbers), Message("the number of {what}", what=what), seats[0], seats[-1])
    return tuple([whole(number, Message("{what} of {seat}", what=what, seat=Seat(seat)), low)
                  for seat, number in enumerate(numbers)])  # fmt: skip


def one_of(value: Any, what: Message, choices: Collection[Any]) -> Any:
    """One of the choices, of the same type (true is not 1)."""
    for choice in choices:
        if type(value) is type(choice) and value == choice:
            return choice
    listed = ", ".join(shown(choice) for choice in choices)
    raise RuleError(
        Message("{what} must be one of {choices}, not {value}", what=what, choices=listed, value=shown(value))
    )
