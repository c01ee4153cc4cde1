"""Strict reading of a whole export; errors name the line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.game import Message, RuleError, shown
from companion.scoring.scoresheet import SheetError, parse
from companion.transfer.export_lines import ImportedSession, Phone, head, phone, session
from companion.transfer.fields import TransferError

T = TypeVar("T")

MOST_BYTES = 1 << 30
LONGEST_LINE = 1 << 26
DEEPEST = 40


@dataclass(frozen=True)
class Export:
    """The parsed content of an export."""

    key: bytes
    phones: tuple[Phone, ...]
    sessions: tuple[ImportedSession, ...]


def read(lines: Iterable[bytes]) -> Export:
    """Parse the lines of an export. Raises `TransferError`, which names the line."""
    numbered = _within(enumerate(lines, 1))
    first = _next(numbered, head)
    if first is None:
        raise TransferError(Message("There is nothing in this file; an export of the companion is expected."))
    key, phone_count, session_count = first
    phones = tuple(_counted(numbered, phone_count, phone))
    sessions = tuple(_counted(numbered, session_count, session))
    for number, line in numbered:
        if line.strip():
            raise _at(number, Message("there is more than its first line tells of"))
    _check_unique(phones, sessions)
    return Export(key, phones, sessions)


def _within(numbered: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    size = 0
    for number, line in numbered:
        size += len(line)
        if size > MOST_BYTES:
            raise _at(number, Message("the file is longer than any that is read ({most} bytes)", most=MOST_BYTES))
        if len(line) > LONGEST_LINE:
            raise _at(number, Message("the line is longer than any that is read ({most} bytes)", most=LONGEST_LINE))
        yield number, line


def _counted(numbered: Iterator[tuple[int, bytes]], count: int, take: Callable[[Any], T]) -> Iterator[T]:
    for place in range(count):
        found = _next(numbered, take)
        if found is None:
            raise TransferError(Message("The file ends too early: {missing} lines are missing.", missing=count - place))
        yield found


def _next(numbered: Iterator[tuple[int, bytes]], take: Callable[[Any], T]) -> T | None:
    number, line = next(numbered, (0, b""))
    if number == 0:
        return None
    try:
        value = parse(line.rstrip(b"\r\n"), Message("a line of an export"))
        _refuse_depth(value)
        return take(value)
    except SheetError as error:
        values = {**error.message.values, "line": number} if "line" in error.message.values else error.message.values
        raise _at(number, Message(error.message.one, **values)) from None
    except RuleError as error:
        raise _at(number, error.message) from None


def _at(number: int, message: Message) -> TransferError:
    return TransferError(Message("line {number}: {fault}", number=number, fault=message))


def _refuse_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST):
        level = [part for whole in level for part in _parts(whole)]
        if not level:
            return
    raise RuleError(Message("this is nested too deep"))


def _parts(value: Any) -> Iterable[Any]:
    if type(value) is dict:
        return value.values()
    return value if type(value) is list else ()


def _check_unique(phones: Sequence[Phone], sessions: Sequence[ImportedSession]) -> None:
    """Check that identifiers are unique and that all members are phones of the file."""
    seen: set[Any] = set()
    for line, told in enumerate([*map(_named_by_phone, phones), *map(_named_by_session, sessions)], 2):
        for name in told:
            if name in seen:
                raise _at(line, Message("{value} stands in the file already", value=shown(name[1])))
            seen.add(name)
    for line, imported in enumerate(sessions, 2 + len(phones)):
        for member, _, _ in imported.members:
            if ("phone", member) not in seen:
                raise _at(line, Message("the file has no phone {number}", number=member))


def _named_by_phone(phone: Phone) -> list[tuple[str, Any]]:
    return [("phone", phone.number), ("token", phone.token.hex())]


def _named_by_session(imported: ImportedSession) -> list[tuple[str, Any]]:
    return [("session", imported.row.id), *(("code", code) for code in imported.codes.values())]
