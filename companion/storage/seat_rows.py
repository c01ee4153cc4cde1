"""The seats of the sessions as rows: who sat there, and once a game is over its place, total and figures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlite_utils import Database

from companion.game.names import normalize_name
from companion.game.ranking import places_by_seat

TABLE = (
    "CREATE TABLE seats (session TEXT NOT NULL REFERENCES sessions (id), seat INTEGER NOT NULL, name TEXT NOT NULL,"
    " key TEXT, place INTEGER, total INTEGER, figures TEXT, PRIMARY KEY (session, seat)) WITHOUT ROWID"
)


def seat_players(db: Database, session: str, setup: Mapping[str, Any]) -> None:
    """Keep who sits where, as the setup says; a seat without a name is nobody's."""
    db.execute("DELETE FROM seats WHERE session = ?", [session])
    for seat, name in enumerate(setup.get("players", ())):
        key = None if seat in setup.get("anonymous", ()) else normalize_name(name) or None
        db.execute("INSERT INTO seats (session, seat, name, key) VALUES (?, ?, ?, ?)", [session, seat, name, key])


def name_seat(db: Database, session: str, seat: int, name: str, key: str | None) -> None:
    db.execute("UPDATE seats SET name = ?, key = ? WHERE session = ? AND seat = ?", [name, key, session, seat])


def score_seats(db: Database, session: str, result: Mapping[str, Any] | None) -> None:
    """Keep each seat's place, total and figures; with None the game is open again and they are taken out.

    A game that stopped before anything was scored has no ranking: nobody has a place, and it counts for nobody.
    """
    db.execute(
        "UPDATE seats SET place = NULL, total = NULL, figures = NULL WHERE session = ? AND place IS NOT NULL", [session]
    )
    if result is None or not result["ranking"]:
        return
    figures = result.get("figures")
    for seat, (place, total) in enumerate(zip(places_by_seat(result["ranking"]), result["totals"], strict=True)):
        sql = "UPDATE seats SET place = ?, total = ? WHERE session = ? AND seat = ?"
        db.execute(sql, [place, total, session, seat])
    if figures is not None:
        keep_figures(db, session, figures)


def keep_figures(db: Database, session: str, figures: Sequence[Mapping[str, Any]] | None) -> None:
    """Keep the figures of a session that is over; None for one that has none."""
    for (seat,) in db.execute("SELECT seat FROM seats WHERE session = ? AND place IS NOT NULL", [session]).fetchall():
        told = json.dumps({} if figures is None else figures[seat])
        db.execute("UPDATE seats SET figures = ? WHERE session = ? AND seat = ?", [told, session, seat])
