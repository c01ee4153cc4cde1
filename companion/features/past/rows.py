"""The tables of imports from other programs, their players and plays, and the insertion of finished games.

A game's mark identifies it in a later import.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from companion.engine.pause import in_slices
from companion.features.groups.rows import insert_group_session, is_group, is_in, room_in, touch_group
from companion.features.past.play import ReadPlay, read_play
from companion.storage.records import Event, Rows, SessionRow, Transaction, batches, marks
from companion.storage.rows.instance_key import mark_deleted
from companion.storage.schema import DatabaseTable, Index, delete, exists, insert, select, update
from companion.storage.store import Store

# `place` is the number of the last processed play, `runner` identifies the thread that imports, and `beat` is the time
# of its last write.
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
_AT_ONCE = 500  # rows deleted per transaction, and marks searched per query


@dataclass(frozen=True)
class ImportRow:
    """An import. Numbers of plays: `plays` in the file, `known` here before, `done` imported so far.

    `games` has for each game the title in the file, the key of the game here, the number of plays, and whether the
    lowest total wins, None if that is not asked. `notices` are about the file. `questions` has for each kind an
    ambiguous text of the file and the answer, None until there is one. `columns` are those of a sheet, each with its
    name, its kind and whether it is read.
    """

    id: str
    phone: int
    source: str
    file: str
    state: str
    made: str
    grp: str
    games: Sequence[Any]
    beat: str
    plays: int
    known: int
    done: int
    left_out: int
    notices: Sequence[Any] = ()
    questions: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    columns: Sequence[Sequence[Any]] = ()

    @property
    def waiting(self) -> int:
        """The number of plays that are not imported yet."""
        return self.plays - self.known - self.done - self.left_out


@dataclass(frozen=True)
class PlayerRow:
    """A player of the file: the name there and here, names here that may be meant, and the number of plays."""

    number: int
    name: str
    given: str
    offers: Sequence[str]
    plays: int


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


def insert_players(db: Transaction, job: str, players: Sequence[PlayerRow]) -> None:
    """Insert the players of the file."""
    insert(db, PAST_PLAYERS, *({"job": job, **asdict(each), "offers": json.dumps(each.offers)} for each in players))


def find_import(rows: Rows, phone: int, job: str) -> ImportRow | None:
    """An import of this phone that was read; None if there is none."""
    return next(map(_import, rows(f"{_IMPORTS} AND id = ?", [phone, job])), None)


def imports_of(rows: Rows, phone: int) -> list[ImportRow]:
    """The imports of a phone, the latest first."""
    return [*map(_import, rows(f"{_IMPORTS} ORDER BY made DESC, id", [phone]))]


def _import(row: Mapping[str, Any]) -> ImportRow:
    return ImportRow(**{**row, **json.loads(row["games"])})


def players_of(rows: Rows, job: str, start: int = 0, most: int = 1_000_000) -> list[PlayerRow]:
    """Players of the file: first those with other names to choose from, then by number of plays."""
    sql = (
        "SELECT number, name, given, offers, plays FROM past_players WHERE job = ? AND plays > 0"
        " ORDER BY CASE offers WHEN '[]' THEN 1 ELSE 0 END, plays DESC, number LIMIT ? OFFSET ?"
    )
    return [PlayerRow(**{**row, "offers": json.loads(row["offers"])}) for row in rows(sql, [job, most, start])]


def names_of(rows: Rows, job: str) -> dict[int, str]:
    """The names here of all players of the file, by number."""
    return {row["number"]: row["given"] for row in select(rows, PAST_PLAYERS, "number given", job=job)}


def numbers_of_players(rows: Rows, job: str) -> tuple[int, int]:
    """How many players of the file are in plays that may be imported, and of how many other names may be meant."""
    sql = (
        "SELECT count(*) AS n, coalesce(sum(CASE offers WHEN '[]' THEN 0 ELSE 1 END), 0) AS doubtful FROM past_players"
        " WHERE job = ? AND plays > 0"
    )
    (row,) = rows(sql, [job])
    return int(row["n"]), int(row["doubtful"])


def count_players(db: Transaction, job: str, counts: Mapping[int, int], contents: str) -> None:
    """Store in how many plays each player is, and what else the file has, unless plays have been imported."""
    if exists(db.rows, PAST_IMPORTS, id=job, state=READY):
        update(db, PAST_IMPORTS, {"games": contents}, id=job)
        for row in select(db.rows, PAST_PLAYERS, "number plays", job=job):
            if row["plays"] != counts.get(row["number"], 0):
                update(db, PAST_PLAYERS, {"plays": counts.get(row["number"], 0)}, job=job, number=row["number"])


def merged_players(rows: Rows, job: str, most: int) -> list[str]:
    """Names here that several players of the file were given."""
    sql = (
        "SELECT given FROM past_players WHERE job = ? AND given <> '' AND plays > 0 GROUP BY given HAVING count(*) > 1"
        " ORDER BY given LIMIT ?"
    )
    return [row["given"] for row in rows(sql, [job, most])]


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


def change_plays(db: Transaction, job: str, plays: Sequence[ReadPlay]) -> None:
    """Store settled plays, unless the import has begun."""
    if exists(db.rows, PAST_IMPORTS, id=job, state=READY):
        for play in plays:
            update(db, PAST_PLAYS, _told(play), job=job, number=play.number)


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


@dataclass(frozen=True)
class PastGame:
    """A finished game to insert: its session with the result, its log, and when it ended."""

    mark: bytes
    row: SessionRow
    log: Sequence[Event]
    ended: str


def known_marks(rows: Rows, phone: int, wanted: Sequence[bytes]) -> set[bytes]:
    """Those of the marks that a phone's games have."""
    return set(map(bytes, _known(rows, "past_marks", "mark", phone, wanted)))


def known_tables(rows: Rows, phone: int, tables: Sequence[str]) -> set[str]:
    """Those of the ids that belong to tables which a phone has joined."""
    return set(_known(rows, "members", "session", phone, tables))


def _known(rows: Rows, table: str, column: str, phone: int, wanted: Sequence[Any]) -> Iterator[Any]:
    for part in in_slices(batches(wanted, _AT_ONCE)):
        sql = f"SELECT {column} FROM {table} WHERE phone = ? AND {column} IN ({marks(part)})"
        yield from (row[column] for row in rows(sql, [phone, *part]))


def put_into_group(db: Transaction, group: str, phone: int, games: Sequence[PastGame], moment: str) -> bool:
    """Put inserted games into a group if the phone is in it; return whether there is room for all."""
    if not (is_group(db, group) and is_in(db, group, phone)):
        return False
    sql = (
        f"SELECT m.mark FROM past_marks m WHERE m.mark IN ({marks(games)})"
        " AND EXISTS (SELECT 1 FROM group_sessions g WHERE g.grp = ? AND g.session = m.session)"
    )
    there = {bytes(row["mark"]) for row in db.rows(sql, [*(game.mark for game in games), group])}
    room = room_in(db, group)
    fitting = [game for game in games if game.mark not in there]
    for game in fitting[: max(0, room)]:
        insert_group_session(db, group, game.row.id, replay=False, moment=moment)
    touch_group(db, group, moment)
    return len(fitting) <= room
