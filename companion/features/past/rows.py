"""The tables of imports from other programs, their players and plays, and what finds and groups imported games.

A game's mark identifies it in a later import.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from companion.engine.pause import in_slices
from companion.features.groups.rows import insert_group_session, is_group, is_in, room_in, touch_group
from companion.features.past.play import Contents, Player, ReadPlay, read_play
from companion.storage.records import Rows, Transaction, batches, marks
from companion.storage.rows.instance_key import mark_deleted
from companion.storage.schema import DatabaseTable, Index, delete, exists, insert, select, update
from companion.storage.store import Store

# `games` has the contents of the file besides its plays and players, `place` is the number of the last processed play,
# `runner` identifies the thread that imports, and `beat` is the time of its last write.
PAST_IMPORTS = DatabaseTable(
    "past_imports",
    "id, phone integer, source, file prose, state, made, grp = '', games prose = '', runner = '', beat = '', "
    "place integer = 0, plays integer = 0, known integer = 0, done integer = 0",
    key=("id",),
    indexes=(Index("past_imports_phone", ("phone", "made")),),
    rows="clustered",
)
# Plays that are not imported yet, and plays that are left out, with the reason.
PAST_PLAYS = DatabaseTable(
    "past_plays",
    "job -> past_imports, number integer, mark bytes, body prose, reason prose null",
    key=("job", "number"),
    indexes=(Index("past_plays_left_out", ("job", "number"), where="reason IS NOT NULL"),),
    rows="clustered",
)
# `name` is a player's name in the file, `given` the one here, `offers` are other names here that may be meant.
PAST_PLAYERS = DatabaseTable(
    "past_players",
    "job -> past_imports, number integer, name prose, given prose, offers prose, plays integer",
    key=("job", "number"),
    rows="clustered",
)

READING, READY, RUNNING, STOPPED, DONE = "reading", "ready", "running", "stopped", "done"
"""The states of an import: its file is being read; then it is in preview, running, stopped or finished."""
_IMPORTS = (
    "SELECT id, phone, source, file, state, made, grp, games, beat, plays, known, done, (SELECT count(*) FROM"
    " past_plays WHERE job = past_imports.id AND reason IS NOT NULL) AS left_out FROM past_imports"
    f" WHERE phone = ? AND state <> '{READING}'"
)
_SILENT = timedelta(seconds=15)
_AT_ONCE = 500  # rows deleted per transaction, and marks searched per query


@dataclass(frozen=True, kw_only=True)
class ImportRow(Contents):
    """An import. Numbers of plays: `plays` in the file, `known` here before, `done` imported so far."""

    id: str
    phone: int
    file: str
    state: str
    made: str
    grp: str
    beat: str
    plays: int
    known: int
    done: int
    left_out: int

    @property
    def waiting(self) -> int:
        """The number of plays that are not imported yet."""
        return self.plays - self.known - self.done - self.left_out

    @property
    def shown_state(self) -> str:
        """The state; an import that was running but makes no progress, as its process has ended, is stopped."""
        since = (datetime.now(UTC) - _SILENT).isoformat(timespec="seconds")
        return STOPPED if self.state == RUNNING and self.beat < since else self.state


def name_parts_of_contents(db: Transaction) -> None:
    """Give imports of 0.1.0, whose `games` was a list, today's form."""
    for row in select(db.rows, PAST_IMPORTS, "id games"):
        contents = json.loads(row["games"] or "{}")
        if isinstance(contents, list):  # whether the lowest total wins was not asked
            contents = {"games": [[*game, None] for game in contents]}
            update(db, PAST_IMPORTS, {"games": json.dumps(contents)}, id=row["id"])


def insert_plays(db: Transaction, job: str, plays: Sequence[ReadPlay]) -> None:
    """Insert plays that were read."""
    insert(db, PAST_PLAYS, *({"job": job, "number": play.number, "mark": play.mark, **_told(play)} for play in plays))


def _told(play: ReadPlay) -> dict[str, str | None]:
    body = {"title": play.title, "at": play.at, **(play.play.as_json() if play.play else {})}
    body |= {"cells": play.cells} if play.cells else {}
    return {"body": json.dumps(body), "reason": json.dumps(play.reason) if play.reason else None}


def insert_players(db: Transaction, job: str, players: Sequence[Player]) -> None:
    """Insert the players of the file."""
    values = [{"job": job, **each._asdict(), "offers": json.dumps(each.offers)} for each in players]
    insert(db, PAST_PLAYERS, *values)


def find_import(rows: Rows, phone: int, job: str) -> ImportRow | None:
    """An import of this phone that was read; None if there is none."""
    found = next(map(_import, rows(f"{_IMPORTS} AND id = ?", [phone, job])), None)
    if found is None:
        return None
    players = select(rows, PAST_PLAYERS, "number name given offers plays", order="number", job=job)
    return replace(found, players=[Player(**{**row, "offers": json.loads(row["offers"])}) for row in players])


def imports_of(rows: Rows, phone: int) -> list[ImportRow]:
    """The imports of a phone without their players, the latest first."""
    return [*map(_import, rows(f"{_IMPORTS} ORDER BY made DESC, id", [phone]))]


def _import(row: Mapping[str, Any]) -> ImportRow:
    return ImportRow(**{**row, **json.loads(row["games"])})


def change_plays(db: Transaction, job: str, plays: Sequence[ReadPlay]) -> None:
    """Store settled plays, unless plays have been imported."""
    if exists(db.rows, PAST_IMPORTS, id=job, state=READY):
        for play in plays:
            update(db, PAST_PLAYS, _told(play), job=job, number=play.number)


def change_contents(db: Transaction, job: str, contents: Contents) -> None:
    """Store changed contents, and in how many plays each player is, unless plays have been imported."""
    if exists(db.rows, PAST_IMPORTS, id=job, state=READY):
        update(db, PAST_IMPORTS, {"games": contents.as_json()}, id=job)
        counts = {player.number: player.plays for player in contents.players}
        for row in select(db.rows, PAST_PLAYERS, "number plays", job=job):
            if row["plays"] != counts[row["number"]]:
                update(db, PAST_PLAYERS, {"plays": counts[row["number"]]}, job=job, number=row["number"])


def name_player(db: Transaction, job: str, number: int, given: str) -> None:
    """Set who a player of the file is here, unless plays have been imported."""
    if exists(db.rows, PAST_IMPORTS, id=job, state=READY):
        update(db, PAST_PLAYERS, {"given": given}, job=job, number=number)


def choose_group(db: Transaction, job: str, group: str) -> None:
    """Set the group for the games, empty for none, unless plays have been imported."""
    update(db, PAST_IMPORTS, {"grp": group}, id=job, state=READY)


def plays_of(rows: Rows, job: str, after: int, most: int, *, is_left_out: bool | None = None) -> list[ReadPlay]:
    """The next plays of an import after a number in the file: all, those that are left out, or those that are not."""
    which = {None: "", True: " AND reason IS NOT NULL", False: " AND reason IS NULL"}[is_left_out]
    sql = (
        f"SELECT number, mark, body, reason FROM past_plays WHERE job = ? AND number > ?{which} ORDER BY number LIMIT ?"
    )
    return [*map(_play, rows(sql, [job, after, most]))]


def _play(row: Mapping[str, Any]) -> ReadPlay:
    body = json.loads(row["body"])
    return ReadPlay(
        bytes(row["mark"]),
        body["title"],
        body["at"],
        read_play(body) if "scores" in body else None,
        json.loads(row["reason"] or "null"),
        body.get("cells"),
        number=row["number"],
    )


def start_import(db: Transaction, job: str, runner: str, moment: str) -> bool:
    """Make this the runner of the import; False if nothing is left to import."""
    sql = "UPDATE past_imports SET state = ?, runner = ?, beat = ? WHERE id = ? AND state NOT IN (?, ?)"
    return bool(db.execute(sql, [RUNNING, runner, moment, job, READING, DONE]).rowcount)


def stop_import(db: Transaction, job: str) -> None:
    """Stop an import once its current transaction is done."""
    update(db, PAST_IMPORTS, {"state": STOPPED, "runner": ""}, id=job, state=RUNNING)


def note_progress(
    db: Transaction, job: str, runner: str, moment: str, taken: Sequence[ReadPlay], done: int, known: int
) -> bool:
    """Store that a runner takes these plays, or, without plays, that it is done; False if it must stop."""
    sql = (
        "UPDATE past_imports SET beat = ?, done = done + ?, known = known + ?, place = ?, state = ?"
        " WHERE id = ? AND runner = ? AND state = ?"
    )
    place = taken[-1].number if taken else 0
    values = [moment, done, known, place, RUNNING if taken else DONE, job, runner, RUNNING]
    if not db.execute(sql, values).rowcount:
        return False
    for play in taken:
        if play.reason:
            update(db, PAST_PLAYS, {"reason": json.dumps(play.reason)}, job=job, number=play.number)
        else:
            delete(db, PAST_PLAYS, job=job, number=play.number)
    return True


def delete_import(write: Callable[[Callable[[Transaction], bool], str], bool], job: str) -> None:
    """Delete an import with its remaining plays; imported games stay."""
    while write(partial(_delete_part, job=job), f"import {job}"):
        pass


def _delete_part(db: Transaction, job: str) -> bool:
    """Delete some rows of an import, at last the import itself; False once it is gone."""
    stop_import(db, job)
    for table in ("past_plays", "past_players"):
        some = f"SELECT number FROM {table} WHERE job = ? ORDER BY number LIMIT ?"
        if db.execute(f"DELETE FROM {table} WHERE job = ? AND number IN ({some})", [job, job, _AT_ONCE]).rowcount:
            return True
    mark_deleted(db)
    return bool(db.execute("DELETE FROM past_imports WHERE id = ?", [job]).rowcount)


def expire(store: Store, before: str, **_: bool) -> None:
    """Delete imports without activity since an ISO time; their games stay."""
    for row in store.rows("SELECT id FROM past_imports WHERE made < ? AND beat < ?", [before, before]):
        delete_import(store.write, row["id"])


def values_here(rows: Rows, table: str, column: str, phone: int, wanted: Sequence[Any]) -> Iterator[Any]:
    """The values of a column, out of some, which a phone has in a table."""
    for part in in_slices(batches(wanted, _AT_ONCE)):
        sql = f"SELECT {column} FROM {table} WHERE phone = ? AND {column} IN ({marks(part)})"
        yield from (row[column] for row in rows(sql, [phone, *part]))


def known_marks(rows: Rows, phone: int, wanted: Sequence[bytes]) -> set[bytes]:
    """Those of the marks that a phone's games have."""
    return set(map(bytes, values_here(rows, "past_marks", "mark", phone, wanted)))


def put_into_group(db: Transaction, group: str, phone: int, sessions: Mapping[bytes, str], moment: str) -> bool:
    """Put inserted games, by their marks, into a group if the phone is in it; return whether there is room for all."""
    if not (is_group(db, group) and is_in(db, group, phone)):
        return False
    sql = (
        f"SELECT m.mark FROM past_marks m WHERE m.mark IN ({marks([*sessions])})"
        " AND EXISTS (SELECT 1 FROM group_sessions g WHERE g.grp = ? AND g.session = m.session)"
    )
    there = {bytes(row["mark"]) for row in db.rows(sql, [*sessions, group])}
    room = room_in(db, group)
    fitting = [session for mark, session in sessions.items() if mark not in there]
    for session in fitting[: max(0, room)]:
        insert_group_session(db, group, session, replay=False, moment=moment)
    touch_group(db, group, moment)
    return len(fitting) <= room
