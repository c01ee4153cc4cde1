"""Strict reading of an export, one session at a time; errors name the line."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, TypeVar

from companion.game import Message, RuleError, shown
from companion.scoring.scoresheet import SheetError, parse
from companion.sessions.table.photos import Album, album_of
from companion.transfer.export_lines import ImportedSession, head, session
from companion.transfer.exported_groups import ImportedGroup, group
from companion.transfer.fields import TransferError
from companion.transfer.phone_lines import Phone, phone
from companion.transfer.photos.lines import ImportedPhoto, check_logged, photo

T = TypeVar("T")

MOST_BYTES = 1 << 34
LONGEST_LINE = 1 << 26
DEEPEST = 40


@dataclass(frozen=True)
class ExportLine:
    """A line of a file: its number from 1, the byte at which it starts, its content."""

    number: int
    start: int
    content: bytes


@dataclass(frozen=True)
class PhotoPlace:
    """Where the checked line of a photograph stands; the picture is read again when it is stored."""

    line: int
    start: int
    hash: int


@dataclass(frozen=True)
class Export:
    """An export that is being read; `sessions` can be taken once, and only at its end is the whole file checked.

    Until then `groups` and `photos` are empty.
    """

    key: bytes
    phones: tuple[Phone, ...]
    session_count: int
    sessions: Iterator[tuple[ExportLine, ImportedSession]]
    groups: Sequence[ImportedGroup]
    photos: Sequence[PhotoPlace]
    digest: Callable[[], str]
    """The digest of what has been read so far."""


def file_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, cut just above the limit, so that the reader refuses a longer one."""
    return iter(lambda: file.readline(LONGEST_LINE + 1), b"")


def read(lines: Iterable[bytes]) -> Export:
    """Parse the head and the phones of an export. Raises `TransferError`, which names the line."""
    digest = hashlib.sha256()
    numbered = _within(lines, digest.update)
    counted = _next(numbered, head)
    if counted is None:
        raise TransferError(Message("There is nothing in this file; an export of the companion is expected."))
    counts = counted[1]
    unique, groups, photos = _Unique(), list[ImportedGroup](), list[PhotoPlace]()
    phones = tuple(_phones(numbered, counts.phones, unique))
    albums = dict[str, Album]()

    def sessions() -> Iterator[tuple[ExportLine, ImportedSession]]:
        yield from _sessions(numbered, counts.sessions, unique, albums)
        groups.extend(_groups(numbered, counts.groups, unique))
        photos.extend(_photos(numbered, counts.photos, unique, albums))
        _check_end(numbered)

    return Export(counts.key, phones, counts.sessions, sessions(), groups, photos, digest.hexdigest)


def read_session(line: ExportLine) -> ImportedSession:
    """Parse the line of a session. Raises `TransferError`."""
    return _parsed(line, session)


def read_photo(line: ExportLine) -> ImportedPhoto:
    """Parse the line of a photograph. Raises `TransferError`."""
    return _parsed(line, photo)


def _phones(numbered: Iterator[ExportLine], count: int, unique: _Unique) -> Iterator[Phone]:
    for line, parsed in _counted(numbered, count, phone):
        unique.add(line, [("phone", parsed.number), ("token", parsed.token)], [parsed.number, parsed.token.hex()])
        yield parsed


def _sessions(
    numbered: Iterator[ExportLine], count: int, unique: _Unique, albums: dict[str, Album]
) -> Iterator[tuple[ExportLine, ImportedSession]]:
    for line, imported in _counted(numbered, count, session):
        codes = imported.codes.values()
        unique.add(line, [("session", imported.row.id), *(("code", code) for code in codes)], [imported.row.id, *codes])
        for member, _, _ in imported.members:
            if not unique.has(("phone", member)):
                raise _at(line, Message("the file has no phone {number}", number=member))
        if (album := _album(line, imported)).photos:
            albums[imported.row.id] = album
        yield line, imported


def _album(line: ExportLine, imported: ImportedSession) -> Album:
    try:
        return album_of(imported.log)
    except RuleError as error:
        raise _at(line, error.message) from None


def _groups(numbered: Iterator[ExportLine], count: int, unique: _Unique) -> Iterator[ImportedGroup]:
    for line, imported in _counted(numbered, count, group):
        unique.add(line, [("group", imported.id)], [imported.id])
        for phone_of_group in imported.phones:
            if not unique.has(("phone", phone_of_group.phone)):
                raise _at(line, Message("the file has no phone {number}", number=phone_of_group.phone))
        yield imported


def _photos(
    numbered: Iterator[ExportLine], count: int, unique: _Unique, albums: Mapping[str, Album]
) -> Iterator[PhotoPlace]:
    """The places of the photographs, which are checked; the pictures may be more than fit into memory."""

    def logged(value: Any) -> ImportedPhoto:
        imported = photo(value)
        check_logged(imported, albums)
        return imported

    for line, imported in _counted(numbered, count, logged):
        place = f"{imported.session} {imported.row.number}"
        unique.add(line, [("photo", place)], [place])
        yield PhotoPlace(line.number, line.start, hash(line.content))


def _check_end(numbered: Iterator[ExportLine]) -> None:
    for line in numbered:
        if line.content.strip():
            raise _at(line, Message("there is more than its first line tells of"))


class _Unique:
    """The identifiers that were read so far."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, Any]] = set()

    def add(self, line: ExportLine, names: Sequence[tuple[str, Any]], values: Sequence[Any]) -> None:
        """Remember the identifiers of a line. Raises `TransferError` if one was read before."""
        for name, value in zip(names, values, strict=True):
            if name in self._seen:
                raise _at(line, Message("{value} stands in the file already", value=shown(value)))
            self._seen.add(name)

    def has(self, name: tuple[str, Any]) -> bool:
        """Whether an identifier was read."""
        return name in self._seen


def _within(lines: Iterable[bytes], update: Callable[[bytes], None]) -> Iterator[ExportLine]:
    size = 0
    for number, content in enumerate(lines, 1):
        line = ExportLine(number, size, content)
        size += len(content)
        if size > MOST_BYTES:
            raise _at(line, Message("the file is longer than any that is read ({most} bytes)", most=MOST_BYTES))
        if len(content) > LONGEST_LINE:
            raise _at(line, Message("the line is longer than any that is read ({most} bytes)", most=LONGEST_LINE))
        update(content)
        yield line


def _counted(numbered: Iterator[ExportLine], count: int, take: Callable[[Any], T]) -> Iterator[tuple[ExportLine, T]]:
    for place in range(count):
        parsed = _next(numbered, take)
        if parsed is None:
            raise TransferError(Message("The file ends too early: {missing} lines are missing.", missing=count - place))
        yield parsed


def _next(numbered: Iterator[ExportLine], take: Callable[[Any], T]) -> tuple[ExportLine, T] | None:
    line = next(numbered, None)
    return None if line is None else (line, _parsed(line, take))


def _parsed(line: ExportLine, take: Callable[[Any], T]) -> T:
    try:
        value = parse(line.content.rstrip(b"\r\n"), Message("a line of an export"))
        _refuse_depth(value)
        return take(value)
    except SheetError as error:
        message = error.message
        values = {**message.values, "line": line.number} if "line" in message.values else message.values
        raise _at(line, Message(message.singular, **values)) from None
    except RuleError as error:
        raise _at(line, error.message) from None


def _at(line: ExportLine, message: Message) -> TransferError:
    return TransferError(Message("line {number}: {fault}", number=line.number, fault=message))


def _refuse_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST):
        level = [part for node in level for part in _parts(node)]
        if not level:
            return
    raise RuleError(Message("this is nested too deep"))


def _parts(value: Any) -> Iterable[Any]:
    if type(value) is dict:
        return value.values()
    return value if type(value) is list else ()
