"""Import an export: read it strictly, then add the tables that are missing here, a few in each transaction.

The whole file is checked before anything is written; errors name the line. It may not fit into memory, so sessions and
lines of features are read again when they are stored. An import that was stopped has added whole tables only; the next
one with the same file adds the rest.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, BinaryIO, NamedTuple, TypeVar

from companion.commands.data import FileError
from companion.engine import Message, RuleError, shown
from companion.engine.bounds import EXPORT, Bounds
from companion.engine.pause import in_slices
from companion.feature import ExportLines
from companion.features import export_lines, handlers
from companion.features.takeout.export_lines import HEAD, ImportedSession, head, phone, session, validate
from companion.features.takeout.rows import lowest_use
from companion.games import get_game
from companion.scoring.game_stats import seat_figures
from companion.scoring.scoresheet import SheetError, parse_within
from companion.storage import credentials, schema
from companion.storage.records import NewSession, SessionRow, Transaction, batches
from companion.storage.rows.exported import PhoneNumbers, Row, check_phones
from companion.storage.rows.instance_key import KEY, ensure_key, remove_value, set_value, value_of
from companion.storage.rows.session_rows import insert_session
from companion.storage.schema import count, exists, select
from companion.storage.store import Store
from companion.table.table_loader import opened_table

T = TypeVar("T")
Report = Callable[[int, int], None]
"""A function of the numbers of tables done and of all tables."""

MOST_BYTES = 1 << 34
_A_LINE = Message("a line of an export")


class ExportLine(NamedTuple):
    """A line of a file: its number from 1, the byte at which it starts, and the hash of its content."""

    number: int
    start: int
    hash: int

    def error(self, fault: Message) -> FileError:
        """The error for a fault of this line."""
        return FileError("line {number}: {fault}", number=self.number, fault=fault)

    def parsed(self, content: bytes, take: Callable[[Any], T], bounds: Bounds = EXPORT) -> T:
        """The content, parsed as JSON and read by `take`. Raises `FileError`."""
        try:
            return take(parse_within(bounds, content.rstrip(b"\r\n"), _A_LINE))
        except SheetError as error:
            message = error.message
            values = {**message.values, "line": self.number} if "line" in message.values else message.values
            raise self.error(Message(message.singular, **values)) from None
        except RuleError as error:
            raise self.error(error.message) from None


class SessionPlace(NamedTuple):
    """A valid session of an export: its line, and what is needed before that is read again."""

    id: str
    used: int
    number: int
    events: int
    line: ExportLine


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
        first = next(self._lines, None)
        if first is None:
            raise FileError("There is nothing in this file; an export of the companion is expected.")
        self.counts = first[0].parsed(first[1], head)
        self.phones = {each["phone"]: each for _, each in self._counted("phones", self._phone)}
        self.places: list[SessionPlace] = []
        self.refused: list[tuple[SessionRow, Message]] = []
        self._results: dict[str, Mapping[str, Any] | None] = {}  # replayed results that differ from those of the file
        for done, (line, imported) in enumerate(self._counted("sessions", self._session), 1):
            self._replay(line, imported)
            report(done, self.counts["sessions"])
        self.left_out: list[Message] = []
        self.more = list(self._more())
        for line, content in self._lines:
            if content.strip():
                raise line.error(Message("there is more than its first line tells of"))

    def _within(self, file: BinaryIO) -> Iterator[tuple[ExportLine, bytes]]:
        size = 0
        # Lines are cut just above the limit, so that a longer one is refused.
        for number, content in enumerate(iter(lambda: file.readline(EXPORT.bytes + 1), b""), 1):
            line = ExportLine(number, size, hash(content))
            size += len(content)
            if size > MOST_BYTES:
                raise line.error(Message("the file is longer than any that is read ({most} bytes)", most=MOST_BYTES))
            if len(content) > EXPORT.bytes:
                raise line.error(Message("the line is longer than any that is read ({most} bytes)", most=EXPORT.bytes))
            self.digest.update(content)
            yield line, content

    def _phone(self, value: Any) -> Row:
        read = phone(value)
        self._add("phone", read["phone"])
        self._add("token", read["token"].hex())
        return read

    def _session(self, value: Any) -> ImportedSession:
        imported = session(value)
        self._add("session", imported.row.id)
        for code in imported.codes.values():
            self._add("code", code)
        check_phones(imported.members, self.phones)
        found = {(key, imported.row.id): lines.remember(imported.log) for key, lines in export_lines().items()}
        self._remembered |= {key: each for key, each in found.items() if each is not None}
        return imported

    def _replay(self, line: ExportLine, imported: ImportedSession) -> None:
        row = imported.row
        try:
            result = validate(imported).result
        except RuleError as error:
            self.refused.append((replace(row, setup={}), error.message))
            return
        self.places.append(SessionPlace(row.id, imported.used, imported.number, len(imported.log), line))
        if result != row.result:
            self._results[row.id] = result

    def _more(self) -> Iterator[tuple[str, ExportLine, str]]:
        """Yield kind, line and identifier of the lines of features; skip those of unknown features."""
        for key in [key for key in self.counts if key not in HEAD]:
            lines = export_lines().get(key)
            for line, name in self._counted(key, partial(self._name, lines) if lines else lambda value: ""):
                if lines:
                    yield key, line, name

    def _name(self, lines: ExportLines, value: Any) -> str:
        """Check the line of a feature, and return its identifier. Raises `RuleError`."""
        read = lines.read(value)
        name = lines.check(read, self._remembered.get((lines.key, read.get("session", ""))), self.phones)
        self._add(lines.key, name)
        self.left_out += lines.left_out(read)
        return name

    def _counted(self, kind: str, take: Callable[[Any], T]) -> Iterator[tuple[ExportLine, T]]:
        for left in range(self.counts[kind], 0, -1):
            if (found := next(self._lines, None)) is None:
                raise FileError("The file ends too early: {missing} lines are missing.", missing=left)
            line, content = found
            yield line, line.parsed(content, take)

    def _add(self, kind: str, value: Any) -> None:
        if (kind, value) in self._seen:
            raise RuleError("{value} stands in the file already", value=shown(value))
        self._seen.add((kind, value))

    def load(self, place: SessionPlace) -> ImportedSession:
        """Read a session again. Raises `FileError` if the file has changed."""
        imported = self.again(place.line, session)
        result = self._results.get(place.id, imported.row.result)
        return replace(imported, row=replace(imported.row, result=result))

    def again(self, line: ExportLine, take: Callable[[Any], T]) -> T:
        """Read a line again. Raises `FileError` if the file has changed."""
        self._file.seek(line.start)
        content = self._file.readline(EXPORT.bytes + 1)
        if hash(content) != line.hash:
            raise FileError("The file was changed while it was read.")
        return line.parsed(content, take)


_TABLES, _EVENTS = 10, 1000  # at most in one transaction, which other writers wait for
_PHONES = 100


class ImportReport(NamedTuple):
    """The outcome of an import: how many sessions were added, and how much of the export is here.

    `counts` has how many tables, log entries, phones, stored setups and groups are here, and how many there should be,
    without sessions that the rules refuse or that were deleted here.
    """

    added: int
    renewed: bool  # whether the links of the imported sessions are new, because this instance has another key
    replaced: bool  # whether the export's key replaced another one
    counts: Mapping[str, tuple[int, int]]
    shorter: int  # how many tables that were here before have fewer log entries than in the export
    is_complete: bool  # whether all is here that should be


class _State(NamedTuple):
    """What all runs of an import have in common, also those that go on after a stop."""

    key: bytes  # of this instance
    shift: int  # is added to each session's `used`
    is_replaced: bool  # whether the export's key replaced another one


def import_data(store: Store, export: Export, report: Report) -> ImportReport:
    """Import an export; `report` is called after each transaction. Raises `FileError`, `StoreError` or OSError."""
    state = store.write(lambda db: _begin(db, export, goes_on=True))
    added = _add_all(store, export, report, state)
    for key, line, _ in export.more:
        lines = export_lines()[key]
        lines.add(store, export.again(line, lines.read), export.phones)
    store.write(lambda db: remove_value(db, _name(export)))
    is_renewed = state.key != export.counts["key"] and bool(added)
    return ImportReport(len(added), is_renewed, state.is_replaced, *_compare(store, export, added))


def merge_data(store: Store, export: Export, report: Report) -> tuple[int, list[Message]]:
    """Import what is one phone's, whose groups go into those that are here.

    Returns how many tables are new, and what was left out, and why. It costs what the file has, however much others
    have here, and an import that was stopped leaves nothing to go on.
    """
    state = store.write(lambda db: _begin(db, export, goes_on=False))
    added, left_out = _add_all(store, export, report, state), list[Message]()
    for key, found in groupby(export.more, itemgetter(0)):
        lines = export_lines()[key]
        rows = (export.again(line, lines.read) for _, line, _ in in_slices(found))
        if lines.merge:
            left_out += lines.merge(store, rows, export.phones) or ()  # a plug-in may tell nothing
            continue
        for row in rows:
            lines.add(store, row, export.phones)
    return len(added), left_out


def _add_all(store: Store, export: Export, report: Report, state: _State) -> set[str]:
    """Insert the sessions and phones that are missing; return the ids of the inserted sessions."""
    # In the order of opening, which decides between games that ended at the same time.
    in_order = sorted(export.places, key=lambda place: place.number)
    new = [place for place in in_slices(in_order) if not exists(store.rows, schema.SESSIONS, id=place.id)]
    everything, done = len(export.places), len(export.places) - len(new)
    added: set[str] = set()
    for places in _batches(new):
        added |= _add_sessions(store, export, places, state)
        done += len(places)
        report(done, everything)
    _add_phones(store, export)
    return added


def _begin(db: Transaction, export: Export, *, goes_on: bool) -> _State:
    """Return the state of a stopped import of this export, or that of a new one; stored, if it goes on after a stop."""
    stored = value_of(db.rows, _name(export))
    if stored is not None:
        return _State(ensure_key(db), **json.loads(stored))
    before = value_of(db.rows, KEY)
    lowest = lowest_use(db)
    if lowest is None:  # an instance without sessions adopts the export's key, so that its links remain valid
        set_value(db, KEY, export.counts["key"])
    key = ensure_key(db)
    # Imported sessions come after those of this instance in the order of use.
    highest = max((place.used for place in export.places), default=0)
    state = _State(key, 0 if lowest is None else lowest - 1 - highest, before not in (None, key))
    if goes_on:
        set_value(db, _name(export), json.dumps({"shift": state.shift, "is_replaced": state.is_replaced}).encode())
    return state


def _name(export: Export) -> str:
    return f"import {export.digest.hexdigest()}"


# Tables


def _batches(places: Sequence[SessionPlace]) -> Iterator[list[SessionPlace]]:
    batch: list[SessionPlace] = []
    for place in places:
        batch.append(place)
        if len(batch) == _TABLES or sum(each.events for each in batch) >= _EVENTS or place is places[-1]:
            yield batch
            batch = []


def _add_sessions(store: Store, export: Export, places: Sequence[SessionPlace], state: _State) -> set[str]:
    """Insert sessions in one transaction, except those that came here meanwhile; return the ids of the inserted."""
    batch = [export.load(place) for place in places]

    def job(db: Transaction) -> set[str]:
        numbers = PhoneNumbers(db, export.phones)
        new = [each for each in batch if not exists(db.rows, schema.SESSIONS, id=each.row.id)]
        for imported in new:
            put_session(db, imported, numbers, state.key, state.shift)
        store.database.advance_sequences(db)
        return {imported.row.id for imported in new}

    return store.write(job)


def put_session(db: Transaction, imported: ImportedSession, phones: PhoneNumbers, key: bytes, shift: int) -> None:
    """Insert a session with its phones; `shift` is added to its `used`."""
    setup = dict(imported.row.setup)
    if "claims" in setup:
        setup["claims"] = {seat: phones.find(phone) for seat, phone in setup["claims"].items()}
    row = replace(imported.row, setup=setup)
    links = {
        role: (_free_code(db, code), credentials.token_hash(credentials.link_token(key, row.id, role, row.generation)))
        for role, code in imported.codes.items()
    }
    members = list(phones.known(imported.members))
    roles = {member["phone"]: member["role"] for member in members}
    log = tuple(replace(event, phone=phones.find(event.phone)) for event in imported.log)
    if row.is_totals_only and row.result is not None:
        # The figures tell whether points were recorded; those of other games are computed when a page needs them.
        table = opened_table(row, get_game(row.game))
        table.catch_up(log)
        row = replace(row, result={**row.result, "figures": seat_figures(table.replay)})
    joined = {member["phone"]: member["joined"] for member in members}
    insert_session(db, NewSession(row, links, roles, log), row.ended, joined, imported.used + shift)


def _free_code(db: Transaction, code: str) -> str:
    """The code, or a new one if a session here has it already."""
    while exists(db.rows, schema.LINKS, code=code):
        code = credentials.new_code()
    return code


# Phones with setups


def _add_phones(store: Store, export: Export) -> None:
    """Insert missing phones without sessions, and the missing setups of all phones."""

    def job(db: Transaction, phones: Sequence[Row]) -> None:
        numbers = PhoneNumbers(db, export.phones)
        for line in phones:
            number = numbers.find(line["phone"])
            for each in handlers("phone lines"):
                for row in line[each.key]:
                    each.add(db, number, row)
        store.database.advance_sequences(db)

    for part in batches([*export.phones.values()], _PHONES):
        store.write(partial(job, phones=part))


def _compare(store: Store, export: Export, added: Set[str]) -> tuple[dict[str, tuple[int, int]], int, bool]:
    """Return the last three fields of `ImportReport`; `added` are the sessions that are new here."""
    phones, lists, lines = export.phones.values(), handlers("phone lines"), export_lines().items()
    with store.snapshot():
        deleted = {row["id"]: row["deleted"] for row in select(store.rows, schema.SESSIONS, "id deleted")}
        lengths = {place.id: place.events for place in export.places if deleted.get(place.id) is None}
        logs = {id: count(store.rows, schema.EVENTS, session=id) for id in lengths if id in deleted}
        tokens = {row["id"]: bytes(row["token"]) for row in select(store.rows, schema.PHONES, "id token")}
        groups = {(key, name) for key, of in lines if of.present for name in of.present(store)}
        setups = {
            (each.key, tokens[phone], each.identity(row))
            for each in lists
            for phone, rows in each.write(store).items()
            for row in rows
        }
    shorter = {id for id, length in logs.items() if length < lengths[id]}
    wanted_phones = {phone["token"] for phone in phones}
    wanted_groups = {(key, name) for key, _, name in export.more if export_lines()[key].present}
    wanted_setups = {
        (each.key, phone["token"], each.identity(row)) for each in lists for phone in phones for row in phone[each.key]
    }
    counts = {
        "tables": (len(logs), len(lengths)),
        # A log here may have grown since.
        "entries": (sum(min(length, lengths[id]) for id, length in logs.items()), sum(lengths.values())),
        "phones": (len(wanted_phones.intersection(tokens.values())), len(wanted_phones)),
        "setups": (len(wanted_setups & setups), len(wanted_setups)),
        "groups": (len(wanted_groups & groups), len(wanted_groups)),
    }
    is_whole = all(number == of for kind, (number, of) in counts.items() if kind != "entries")
    return counts, len(shorter - added), is_whole and not shorter & added
