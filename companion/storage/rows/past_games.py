"""Insert games that other programs recorded: several in a few statements, each known again by its mark."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.feature import Change
from companion.storage.database import Rows, Transaction, batches, marks
from companion.storage.records import Event, SessionRow
from companion.storage.rows.group_rows import insert_group_session, is_group, is_in, touch_group
from companion.storage.rows.memberships import POSITION
from companion.storage.rows.seat_rows import seat_row, stored_places, tell_features
from companion.storage.rows.session_rows import event_row, result_text, store_title, write_derived
from companion.storage.schema import EVENTS, GROUP_SESSIONS, PAST_MARKS, SEATS, SESSIONS, count, insert

_MARKS_AT_ONCE = 500


@dataclass(frozen=True)
class PastGame:
    """A finished game to insert: its session with the result, its log, and when it ended."""

    mark: bytes
    row: SessionRow
    log: Sequence[Event]
    ended: str


def known_marks(rows: Rows, phone: int, wanted: Sequence[bytes]) -> set[bytes]:
    """Those of the marks by which a phone has a game already."""
    return set(map(bytes, _known(rows, "past_marks", "mark", phone, wanted)))


def known_tables(rows: Rows, phone: int, tables: Sequence[str]) -> set[str]:
    """Those of the ids that are tables which a phone has joined."""
    return set(_known(rows, "members", "session", phone, tables))


def _known(rows: Rows, table: str, column: str, phone: int, wanted: Sequence[Any]) -> Iterator[Any]:
    for part in batches(wanted, _MARKS_AT_ONCE):
        sql = f"SELECT {column} FROM {table} WHERE phone = ? AND {column} IN ({marks(part)})"
        yield from (row[column] for row in rows(sql, [phone, *part]))


def insert_past_games(db: Transaction, phone: int, games: Sequence[PastGame], moment: str) -> None:
    """Insert games of which this phone is the host and the only member; it has none of them yet.

    They have no links, as nobody joins a game that is over, and count as used before all others.
    """
    ids = [game.row.id for game in games]
    insert(db, SESSIONS, *map(_session, games))
    insert(db, SEATS, *(seat for game in games for seat in _seats(game)))
    for game in games:
        store_title(db, game.row)
    db.execute(
        "INSERT INTO members (session, phone, role, joined, at, game)"
        f" SELECT id, ?, 'host', ?, {POSITION}, game FROM sessions WHERE id IN ({marks(ids)}) ORDER BY rowid",
        [phone, moment, *ids],
    )
    insert(db, EVENTS, *(event_row(game.row.id, event) for game in games for event in game.log))
    for game in games:
        write_derived(db, game.row.id, game.log)
    insert(db, PAST_MARKS, *({"phone": phone, "mark": game.mark, "session": game.row.id} for game in games))
    tell_features(db, Change("opened", ids))


def put_into_group(db: Transaction, group: str, phone: int, games: Sequence[PastGame], moment: str, most: int) -> bool:
    """Put inserted games into a group, unless they or the phone are not to be there; whether all have room."""
    if not (is_group(db, group) and is_in(db, group, phone)):
        return False
    sql = (
        f"SELECT m.mark FROM past_marks m WHERE m.mark IN ({marks(games)})"
        " AND EXISTS (SELECT 1 FROM group_sessions g WHERE g.grp = ? AND g.session = m.session)"
    )
    there = {bytes(row["mark"]) for row in db.rows(sql, [*(game.mark for game in games), group])}
    room = most - count(db.rows, GROUP_SESSIONS, grp=group)
    fitting = [game for game in games if game.mark not in there]
    for game in fitting[: max(0, room)]:
        insert_group_session(db, group, game.row.id, replay=False, moment=moment)
    touch_group(db, group, moment)
    return len(fitting) <= room


def _session(game: PastGame) -> dict[str, Any]:
    row = game.row
    return {
        **{"id": row.id, "game": row.game, "setup": json.dumps(row.setup), "made": row.made, "generation": 0},
        **{"result": result_text(row.result or {}), "used": 0, "ended": game.ended},
    }


def _seats(game: PastGame) -> Iterable[dict[str, Any]]:
    row, result = game.row, game.row.result or {}
    for seat, (place, total) in enumerate(zip(stored_places(result), result["totals"], strict=True)):
        figures = json.dumps(result["figures"][seat])
        yield {**seat_row(row.id, row.setup, seat), "place": place, "total": total, "figures": figures}
