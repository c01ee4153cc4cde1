"""The scoresheet of a table, and the log of a new table that begins with a game which was read from a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.feature import SheetKey
from companion.features import event_kinds
from companion.scoring.replay import Replay
from companion.scoring.scoresheet import Scoresheet
from companion.storage.records import Event
from companion.table.table import Table


@dataclass(frozen=True)
class ImportedGame:
    """A game that was read and played: its replay, the draft of the running entry, and whether totals were hidden.

    `made` is when the table was opened, as an ISO time in UTC; None if that is unknown. `beside` is what the file has
    for features, such as notes and a clock, by their keys of the scoresheet.
    """

    replay: Replay
    draft: Mapping[str, Any]
    hidden: bool
    made: str | None
    beside: Mapping[str, Any] = field(default_factory=dict)


def sheet_of(replay: Replay) -> Scoresheet:
    """Return the scoresheet of the current entries."""
    return Scoresheet(replay.game, replay.setup, [line.body for line in replay.lines])


def scoresheet_of(table: Table, now: int) -> dict[str, Any]:
    """Return the scoresheet of a table as plain JSON values, with what features keep of it."""
    beside = {key.key: key.write(table, now) for kind, key in sheet_kinds() if table.keeps(kind)}
    return sheet_of(table.replay).as_json() | {key: value for key, value in beside.items() if value}


def sheet_kinds() -> list[tuple[str, SheetKey]]:
    """Return each kind of event that has a key in scoresheets, and that key."""
    return [(kind.name, kind.sheet) for kind in event_kinds().values() if kind.sheet is not None]


def log_of_import(game: ImportedGame, at: str, moment: int) -> Sequence[Event]:
    """Return entries, draft and what features have, at `moment`, as a log; the phone is filled in when it is stored."""
    actions = [("entry", line.body) for line in game.replay.lines]
    actions += [("part", {"slot": slot, "value": value}) for slot, value in game.draft.items()]
    for kind, key in sheet_kinds():
        if key.key in game.beside:
            actions += [(kind, body) for body in key.bodies(game.beside[key.key], game, moment)]
    return [
        Event(number, f"brought-{number}", b"", kind, body, 0, at) for number, (kind, body) in enumerate(actions, 1)
    ]
