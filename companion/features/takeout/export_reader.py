"""Strict reading of an export, one line at a time; errors name the line.

The whole file is checked before anything is written. It may not fit into memory, so sessions and lines of features are
read again when they are stored.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, Self, TypeVar

from companion.commands.data import FileError
from companion.engine import Message, RuleError, shown
from companion.engine.bounds import EXPORT, Bounds
from companion.features import export_lines
from companion.features.takeout.export_lines import HEAD, ImportedSession, head, phone, session, validate
from companion.scoring.scoresheet import SheetError, parse_within
from companion.storage.records import SessionRow
from companion.storage.rows.exported import Row, check_phones

T = TypeVar("T")
Report = Callable[[int, int], None]
"""A function of the numbers of tables done and of all tables."""

MOST_BYTES = 1 << 34
_A_LINE = Message("a line of an export")


@dataclass(frozen=True)
class ExportLine:
    """A line of a file: its number from 1, the byte at which it starts, its content and the hash of that."""

    number: int
    start: int
    content: bytes
    hash: int

    @property
    def place(self) -> Self:
        """The line without its content."""
        return replace(self, content=b"")

    def error(self, fault: Message) -> FileError:
        """The error for a fault of this line."""
        return FileError("line {number}: {fault}", number=self.number, fault=fault)

    def parsed(self, take: Callable[[Any], T], bounds: Bounds = EXPORT) -> T:
        """The content, parsed as JSON and read by `take`. Raises `FileError`."""
        try:
            return take(parse_within(bounds, self.content.rstrip(b"\r\n"), _A_LINE))
        except SheetError as error:
            message = error.message
            values = {**message.values, "line": self.number} if "line" in message.values else message.values
            raise self.error(Message(message.singular, **values)) from None
        except RuleError as error:
            raise self.error(error.message) from None


@dataclass(frozen=True)
class SessionPlace:
    """A valid session of an export: where its line is, and what is needed before that is read again."""

    id: str
    used: int
    number: int
    events: int
    place: ExportLine


class Export:
    """An export in a seekable file, checked as a whole; no two lines may have the same identifier. Raises `FileError`.

    It has `counts`, `phones` by number, and after replaying the sessions the `places` of the valid ones and those
    `refused` by the rules. `more` has kind, line and identifier of each line of a feature, `left_out` the reasons to
    omit some. `report` is called after each session.
    """

    def __init__(self, file: BinaryIO, report: Report = lambda done, total: None) -> None:
        self.digest = hashlib.sha256()
        self._file, self._lines = file, self._within(file)
        self._seen: set[tuple[str, Any]] = set()
        self._remembered: dict[tuple[str, str], Any] = {}
        line = next(self._lines, None)
        if line is None:
            raise FileError("There is nothing in this file; an export of the companion is expected.")
        self.counts = line.parsed(head)
        self.phones = {each["phone"]: each for each in self._phones()}
        self.places: list[SessionPlace] = []
        self.refused: list[tuple[SessionRow, Message]] = []
        self._results: dict[str, Mapping[str, Any] | None] = {}  # replayed results that differ from those of the file
        for done, (line, imported) in enumerate(self._sessions(), 1):
            self._replay(line, imported)
            report(done, self.counts["sessions"])
        self.left_out: list[Message] = []
        self.more = list(self._more())
        for line in self._lines:
            if line.content.strip():
                raise line.error(Message("there is more than its first line tells of"))

    def _within(self, file: BinaryIO) -> Iterator[ExportLine]:
        size = 0
        # Lines are cut just above the limit, so that a longer one is refused.
        for number, content in enumerate(iter(lambda: file.readline(EXPORT.bytes + 1), b""), 1):
            line = ExportLine(number, size, content, hash(content))
            size += len(content)
            if size > MOST_BYTES:
                raise line.error(Message("the file is longer than any that is read ({most} bytes)", most=MOST_BYTES))
            if len(content) > EXPORT.bytes:
                raise line.error(Message("the line is longer than any that is read ({most} bytes)", most=EXPORT.bytes))
            self.digest.update(content)
            yield line

    def _phones(self) -> Iterator[Row]:
        for line, read in self._counted("phones", phone):
            self._add(line, "phone", read["phone"])
            self._add(line, "token", read["token"].hex())
            yield read

    def _sessions(self) -> Iterator[tuple[ExportLine, ImportedSession]]:
        for line, imported in self._counted("sessions", session):
            self._add(line, "session", imported.row.id)
            for code in imported.codes.values():
                self._add(line, "code", code)
            try:
                check_phones(imported.members, self.phones)
                found = {key: lines.remember(imported.log) for key, lines in export_lines().items()}
            except RuleError as error:
                raise line.error(error.message) from None
            self._remembered |= {(key, imported.row.id): each for key, each in found.items() if each is not None}
            yield line, imported

    def _replay(self, line: ExportLine, imported: ImportedSession) -> None:
        row = imported.row
        try:
            result = validate(imported).result
        except RuleError as error:
            self.refused.append((replace(row, setup={}), error.message))
            return
        self.places.append(SessionPlace(row.id, imported.used, imported.number, len(imported.log), line.place))
        if result != row.result:
            self._results[row.id] = result

    def _more(self) -> Iterator[tuple[str, ExportLine, str]]:
        """Yield kind, line and identifier of the lines of features; skip those of unknown features."""
        for key in [key for key in self.counts if key not in HEAD]:
            lines = export_lines().get(key)
            for line, read in self._counted(key, lines.read if lines else lambda value: value):
                if lines is None:
                    continue
                try:
                    name = lines.check(read, self._remembered.get((key, read.get("session", ""))), self.phones)
                except RuleError as error:
                    raise line.error(error.message) from None
                self._add(line, key, name)
                self.left_out += lines.left_out(read)
                yield key, line.place, name

    def _counted(self, kind: str, take: Callable[[Any], T]) -> Iterator[tuple[ExportLine, T]]:
        for done in range(count := self.counts[kind]):
            line = next(self._lines, None)
            if line is None:
                raise FileError("The file ends too early: {missing} lines are missing.", missing=count - done)
            yield line, line.parsed(take)

    def _add(self, line: ExportLine, kind: str, value: Any) -> None:
        if (kind, value) in self._seen:
            raise line.error(Message("{value} stands in the file already", value=shown(value)))
        self._seen.add((kind, value))

    def load(self, place: SessionPlace) -> ImportedSession:
        """Read a session again. Raises `FileError` if the file has changed."""
        imported = self._line(place.place).parsed(session)
        result = self._results.get(place.id, imported.row.result)
        return replace(imported, row=replace(imported.row, result=result))

    def load_more(self, key: str, place: ExportLine) -> Row:
        """Read the line of a feature again. Raises `FileError` if the file has changed."""
        return self._line(place).parsed(export_lines()[key].read)

    def _line(self, place: ExportLine) -> ExportLine:
        self._file.seek(place.start)
        content = self._file.readline(EXPORT.bytes + 1)
        if hash(content) != place.hash:
            raise FileError("The file was changed while it was read.")
        return replace(place, content=content)
