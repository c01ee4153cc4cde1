"""Strict parsing of the values in an export; each function raises `RuleError` for an invalid value."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from companion.game import Message, MessageError, RuleError, shown

T = TypeVar("T")

_MOMENT = Message("a moment")


class TransferError(MessageError):
    """A file cannot be written or read; `message` is one sentence for people."""


def field(key: str) -> Message:
    """How error messages name the value under a key."""
    return Message("the field {key}", key=key)


def text(value: Any, what: Message, pattern: str) -> str:
    """A string that matches the whole pattern (ASCII)."""
    if type(value) is not str or not re.fullmatch(pattern, value, re.ASCII):
        raise RuleError(Message("{what} cannot be {value}", what=what, value=shown(value)))
    return value


def hexadecimal(value: Any, what: Message, length: int | None) -> bytes:
    """Bytes in lower-case hexadecimal: exactly `length` of them, or at most 64 if that is None."""
    digits = text(value, what, r"([0-9a-f]{2}){0,64}")
    if length is not None and len(digits) != 2 * length:
        raise RuleError(Message("{what} cannot be {value}", what=what, value=shown(value)))
    return bytes.fromhex(digits)


def moment(value: Any) -> str:
    """An ISO 8601 time with a time zone."""
    moment = text(value, _MOMENT, r"2[01]\d\d-[\d:.T+-]{5,35}")
    try:
        is_whole = datetime.fromisoformat(moment).tzinfo is not None
    except ValueError:
        is_whole = False
    if not is_whole:
        raise RuleError(Message("{what} cannot be {value}", what=_MOMENT, value=shown(value)))
    return moment


def distinct(values: tuple[T, ...], what: Message, key: Callable[[T], Any]) -> tuple[T, ...]:
    """The values unchanged, if no two have the same key."""
    seen: set[Any] = set()
    for value in values:
        if key(value) in seen:
            raise RuleError(Message("{what} names {value} twice", what=what, value=shown(key(value))))
        seen.add(key(value))
    return values


def refuse_more(values: list[Any], key: str, most: int) -> None:
    """Raise `RuleError` if there are more values under a key than the most that are read."""
    if len(values) > most:
        raise RuleError(
            Message("{what} has {count} items; {most} are the most", what=field(key), count=len(values), most=most)
        )
