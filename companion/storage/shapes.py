"""Shapes of the values in an export of all data: each reads a value strictly, and raises `RuleError` for another."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from companion.engine import Message, RuleError, entry_keys, integer, items, one_of, shown
from companion.engine.scoring.scoresheet import check_new_names, read_name

T = TypeVar("T")
Shape = Callable[[Any, Message], Any]
"""Reads a value, which error messages call so."""
MOST = 2**53
_MOMENT = Message("a moment")


def field(key: str) -> Message:
    """How error messages name the value under a key."""
    return Message("the field {key}", key=key)


def cannot_be(what: Message, value: Any) -> RuleError:
    """The error for a value that is not valid."""
    return RuleError("{what} cannot be {value}", what=what, value=shown(value))


def text(pattern: str) -> Shape:
    """A string that matches the whole pattern (ASCII)."""

    def read(value: Any, what: Message) -> str:
        if type(value) is not str or not re.fullmatch(pattern, value, re.ASCII):
            raise cannot_be(what, value)
        return value

    return read


SESSION_ID = text(r"[\w-]{1,64}")


def hexadecimal(length: int | None) -> Shape:
    """Bytes in lower-case hexadecimal: exactly `length` of them, or at most 64 if that is None."""
    size = "0,64" if length is None else str(length)
    digits = text(rf"([0-9a-f]{{2}}){{{size}}}")
    return lambda value, what: bytes.fromhex(digits(value, what))


def number(low: int = 0, high: int = MOST) -> Shape:
    """A whole number."""
    return lambda value, what: integer(value, what, low, high)


def choice(*values: Any) -> Shape:
    """One of some values."""
    return lambda value, what: one_of(value, what, values)


def moment(value: Any, _: Message = _MOMENT) -> str:
    """An ISO 8601 time with a time zone."""
    read: str = text(r"2[01]\d\d-[\d:.T+-]{5,35}")(value, _MOMENT)
    try:
        is_whole = datetime.fromisoformat(read).tzinfo is not None
    except ValueError:
        is_whole = False
    if not is_whole:
        raise cannot_be(_MOMENT, value)
    return read


def name(value: Any, _: Message) -> str:
    """A name that a form takes."""
    read = read_name(value)
    check_new_names([read])
    return read


def anything(value: Any, _: Message) -> Any:
    """Any value; what it has to be is checked later."""
    return value


def nullable(shape: Shape, none: Any = None) -> Shape:
    """A value, or what stands for none."""
    return lambda value, what: value if value == none and type(value) is type(none) else shape(value, what)


def listed(shape: Shape, most: int, by: Callable[[Any], Any] | None = None) -> Shape:
    """A list of at most so many values, no two of which have the same key."""

    def read(value: Any, what: Message) -> list[Any]:
        values = items(value, what)
        if len(values) > most:
            count = len(values)
            raise RuleError("{what} has {count} items; {most} are the most", what=what, count=count, most=most)
        found = [shape(each, what) for each in values]
        return found if by is None else distinct(found, what, by)

    return read


def distinct(values: list[T], what: Message, key: Callable[[T], Any]) -> list[T]:
    """The values unchanged, if no two have the same key."""
    seen: set[Any] = set()
    for value in values:
        if key(value) in seen:
            raise RuleError("{what} names {value} twice", what=what, value=shown(key(value)))
        seen.add(key(value))
    return values


def read_fields(
    value: Any, called: Message, shapes: Mapping[str, Shape], defaults: Mapping[str, Any]
) -> dict[str, Any]:
    """The values of an object with these keys and no others; a key with a default may be missing."""
    entry_keys(value, called, [key for key in shapes if key not in defaults], defaults)
    whole = {**defaults, **value}
    return {key: shape(whole[key], field(key)) for key, shape in shapes.items()}


def record(called: Message, shapes: Mapping[str, Shape], **defaults: Any) -> Callable[..., dict[str, Any]]:
    """An object, read by `read_fields`."""
    return lambda value, _=None: read_fields(value, called, shapes, defaults)
