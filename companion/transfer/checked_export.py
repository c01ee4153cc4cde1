"""The first pass over an export: check all of it, so that nothing is written of a file with an error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from companion.game import Message, RuleError
from companion.storage.records import SessionRow
from companion.storage.rows.evening_rows import EveningRow
from companion.transfer.export_lines import ImportedSession
from companion.transfer.export_reader import (
    LONGEST_LINE,
    ExportLine,
    PhotoPlace,
    file_lines,
    read,
    read_photo,
    read_session,
)
from companion.transfer.exported_groups import ImportedGroup
from companion.transfer.fields import TransferError
from companion.transfer.phone_lines import Phone
from companion.transfer.photos.lines import ImportedPhoto
from companion.transfer.validation import check_installed, validate

Report = Callable[[int, int], None]
"""Takes how many tables are done, of how many."""


@dataclass(frozen=True)
class SessionPlace:
    """A valid session of an export: where its line stands, with what is needed before it is read again."""

    id: str
    used: int
    number: int
    events: int
    line: int
    start: int
    hash: int


@dataclass(frozen=True)
class CheckedExport:
    """An export that was checked. Its sessions stay in the file, as they may be more than fit into memory."""

    file: BinaryIO
    key: bytes
    digest: str
    phones: Mapping[int, Phone]
    sessions: Sequence[SessionPlace]
    refused: Sequence[tuple[SessionRow, Message]]
    """The sessions that break the rules, and why."""
    refused_evenings: Sequence[tuple[EveningRow, Message]]
    """The club evenings of games that are not installed here."""
    groups: Sequence[ImportedGroup]
    photos: Sequence[PhotoPlace]
    results: Mapping[str, Mapping[str, Any] | None]
    """The results of those sessions whose log leads to another one than the file tells."""

    def load(self, place: SessionPlace) -> ImportedSession:
        """Read a session again. Raises `TransferError` if the file was changed meanwhile."""
        imported = read_session(self._line(place))
        if place.id not in self.results:
            return imported
        return replace(imported, row=replace(imported.row, result=self.results[place.id]))

    def load_photo(self, place: PhotoPlace) -> ImportedPhoto:
        """Read a photograph again. Raises `TransferError` if the file was changed meanwhile."""
        return read_photo(self._line(place))

    def _line(self, place: SessionPlace | PhotoPlace) -> ExportLine:
        self.file.seek(place.start)
        content = self.file.readline(LONGEST_LINE + 1)
        if hash(content) != place.hash:
            raise TransferError(Message("The file was changed while it was read."))
        return ExportLine(place.line, place.start, content)


def check_export(file: BinaryIO, report: Report) -> CheckedExport:
    """Read a whole export and replay its sessions; `file` must be seekable. Raises `TransferError`."""
    export = read(file_lines(file))
    places: list[SessionPlace] = []
    refused: list[tuple[SessionRow, Message]] = []
    results: dict[str, Mapping[str, Any] | None] = {}
    for done, (line, imported) in enumerate(export.sessions, 1):
        row = imported.row
        try:
            result = validate(imported).result
        except RuleError as error:
            refused.append((replace(row, setup={}), error.message))
        else:
            places.append(_place(line, imported))
            if result != row.result:
                results[row.id] = result
        report(done, export.session_count)
    phones = {phone.number: phone for phone in export.phones}
    checked = [_playable(group) for group in export.groups]
    groups, lacking = [group for group, _ in checked], [evening for _, evenings in checked for evening in evenings]
    return CheckedExport(
        file, export.key, export.digest(), phones, places, refused, lacking, groups, export.photos, results
    )  # fmt: skip


def _playable(group: ImportedGroup) -> tuple[ImportedGroup, list[tuple[EveningRow, Message]]]:
    """Return a group with those of its evenings whose game is installed here, and the others with the reason."""
    kept, lacking = [], []
    for evening in group.evenings:
        try:
            check_installed(evening.row.setup["game"])
        except RuleError as error:
            lacking.append((evening.row, error.message))
        else:
            kept.append(evening)
    return replace(group, evenings=tuple(kept)), lacking


def _place(line: ExportLine, imported: ImportedSession) -> SessionPlace:
    return SessionPlace(
        imported.row.id,
        imported.used,
        imported.number,
        len(imported.log),
        line.number,
        line.start,
        hash(line.content),
    )
