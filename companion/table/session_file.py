"""Session files: reading an imported game strictly, writing one, and its log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from companion.engine import Message, RuleError, entry_keys, flag, one_of, shown
from companion.engine.names import clean_name
from companion.engine.pages.secrecy import secrecy_of
from companion.engine.pause import in_slices
from companion.engine.scoring.replay import LoggedEntry, Record
from companion.engine.scoring.scoresheet import Scoresheet, SheetError, check_new_names, read
from companion.feature import SheetKey
from companion.features import event_kinds
from companion.storage.records import Event
from companion.table.actions import MAX_ENTRIES
from companion.table.table import Table

_KEYS = ("companion", "made", "hidden", "sheet", "draft")
_FILE = Message("the session file")
_FIRST_YEAR = 2000


@dataclass(frozen=True)
class ImportedGame:
    """A game that was read and played: its record, the draft of the running entry, and whether totals were hidden.

    `made` is when the table was opened, as an ISO time in UTC; None if that is unknown. `beside` is what the file has
    for features, such as notes and a clock, by their keys of the scoresheet.
    """

    record: Record
    draft: Mapping[str, Any]
    hidden: bool
    made: str | None
    beside: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the game as the JSON values of a session file."""
        sheet = sheet_of(self.record).as_json()
        return _file({**sheet, **self.beside}, self.draft, self.hidden, self.made)


def sheet_of(record: Record) -> Scoresheet:
    """Return the scoresheet of the current entries."""
    return Scoresheet(record.game, record.setup, [line.body for line in record.lines])


def session_file(table: Table, now: int) -> dict[str, Any]:
    """Return the session file of a table at a moment in milliseconds: all that another companion needs to continue."""
    draft = valid_draft(table) if table.is_played else table.draft  # without its rules nothing can be checked
    return _file(scoresheet_of(table, now), draft, table.row.hidden, table.row.made)


def scoresheet_of(table: Table, now: int) -> dict[str, Any]:
    """Return the scoresheet of a table as plain JSON values, with what features keep of it."""
    beside = {key.key: key.write(table, now) for kind, key in _sheet_kinds() if table.keeps(kind)}
    return sheet_of(table.record).as_json() | {key: value for key, value in beside.items() if value}


def _sheet_kinds() -> list[tuple[str, SheetKey]]:
    """Return each kind of event that has a key in scoresheets, and that key."""
    return [(kind.name, kind.sheet) for kind in event_kinds().values() if kind.sheet is not None]


def valid_draft(table: Table) -> Mapping[str, Any]:
    """Return the draft of a table; empty if a later correction has made it invalid."""
    try:
        return _read_draft(table.record, dict(table.draft))
    except RuleError:
        return {}


def _file(sheet: dict[str, Any], draft: Mapping[str, Any], hidden: bool, created: str | None) -> dict[str, Any]:
    return {"companion": 1, "made": created, "hidden": hidden, "sheet": sheet, "draft": dict(draft)}


def read_parsed(value: Any) -> ImportedGame:
    """Read a game that may have come from anywhere from JSON values; raise `SheetError` if it is invalid."""
    try:
        game = read_game(_with_clean_names(value))
        check_new_names(game.record.setup.players)
        return game
    except RuleError as error:
        raise SheetError(error.message) from None


def _with_clean_names(value: Any) -> Any:
    """Return a scoresheet with its names as those that are typed; a session keeps the names that it has."""
    players = value.get("players") if type(value) is dict else None
    if type(players) is not list:
        return value
    return {**value, "players": [(clean_name(name) or name) if type(name) is str else name for name in players]}


def read_game(value: Any) -> ImportedGame:
    """Read a game from JSON values; raise `SheetError` or `RuleError` if it is invalid."""
    if type(value) is not dict or "companion" not in value:
        record = _played(read(value))
        return ImportedGame(record, {}, False, None, _read_beside(value, record))
    entry_keys(value, _FILE, _KEYS)
    one_of(value["companion"], Message("companion"), (1,))
    hidden, created = flag(value["hidden"], Message("hidden")), _read_made(value["made"])
    record = _played(read(value["sheet"]))
    if hidden:
        secrecy_of(record.game)  # raises where no table of the game can hide totals
    try:
        draft = _read_draft(record, value["draft"])
    except RuleError as error:
        what = Message("what is half entered: {reason}", reason=error.message)
        raise SheetError(what, names=record.setup.players) from None
    return ImportedGame(record, draft, hidden, created, _read_beside(value["sheet"], record))


def _read_beside(sheet: Any, record: Record) -> Mapping[str, Any]:
    """Read what a scoresheet has for features."""
    try:
        beside = {key.key: key.read(sheet[key.key], record) for _, key in _sheet_kinds() if key.key in sheet}
    except RuleError as error:
        raise SheetError(error.message, names=record.setup.players) from None
    return {key: value for key, value in beside.items() if value}


def _played(sheet: Scoresheet) -> Record:
    if len(sheet.entries) > MAX_ENTRIES:
        count = len(sheet.entries)
        raise SheetError(Message("there are {count} entries; at most {most} are taken", count=count, most=MAX_ENTRIES))
    record = Record(sheet.game, sheet.setup)
    for number, entry in enumerate(in_slices(sheet.entries), 1):
        try:
            record.add(LoggedEntry(number, entry))
        except RuleError as error:
            raise SheetError(error.message, number, sheet.setup.players) from None
    return record


def _read_draft(record: Record, draft: Any) -> Mapping[str, Any]:
    """Read the parts of the running entry in their order; raise `RuleError` if no form could have made them."""
    if type(draft) is not dict:
        raise RuleError("{what} must be an object, not {value}", what=Message("draft"), value=shown(draft))
    state, form = record.states[-1], record.game.form
    if draft and state.finished:
        raise RuleError("the game is over; nothing can follow")
    parts = form.validate_draft(state, draft) if draft else {}
    if parts and form.whole(state, parts) is not None:
        raise RuleError("it is a whole entry and belongs among the entries")
    return parts


def _read_made(value: Any) -> str | None:
    """Read an optional time; returns it in UTC, at the latest now."""
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value)
        if moment.utcoffset() is None or moment.year < _FIRST_YEAR:
            raise ValueError
        moment = min(moment.astimezone(UTC), datetime.now(UTC))
    except (TypeError, ValueError, OverflowError):
        raise RuleError("made must be a moment such as {such}", such="2026-01-31T18:00:00+00:00") from None
    return moment.isoformat(timespec="seconds")


def log_of_import(game: ImportedGame, at: str, moment: int) -> Sequence[Event]:
    """Return entries and draft as the log of a new session; the phone is filled in when it is stored.

    What features have in the file is taken over at `moment`, in milliseconds.
    """
    actions = [("entry", line.body) for line in game.record.lines]
    actions += [("part", {"slot": slot, "value": value}) for slot, value in game.draft.items()]
    for kind, key in _sheet_kinds():
        if key.key in game.beside:
            actions += [(kind, body) for body in key.bodies(game.beside[key.key], game, moment)]
    return [
        Event(number, f"brought-{number}", b"", kind, body, 0, at) for number, (kind, body) in enumerate(actions, 1)
    ]
