"""The seats of sessions as rows: the player and, once the game is over, place, total and figures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from companion.game.names import normalize_name
from companion.game.ranking import places_by_seat
from companion.storage.database import Transaction
from companion.storage.schema import SEATS, insert


def store_seats(db: Transaction, session: str, setup: Mapping[str, Any], first: int = 0) -> None:
    """Store the players of a session's setup by seat, from seat `first` on."""
    seats = range(first, len(setup.get("players", ())))
    insert(db, SEATS, *(seat_row(session, setup, seat) for seat in seats))


def seat_row(session: str, setup: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """The row of a seat before the game is over; one without a name has no key."""
    name = setup["players"][seat]
    key = None if seat in setup.get("anonymous", ()) else normalize_name(name) or None
    return {"session": session, "seat": seat, "name": name, "key": key}


def change_seats(db: Transaction, session: str, players: Sequence[str]) -> None:
    """Store the players after the last seat was added or removed; the other seats stay unchanged."""
    setup = json.loads(db.execute("SELECT setup FROM sessions WHERE id = ?", [session]).fetchone()[0])
    stored, seats = setup["players"], len(players)
    setup = {"opened_seats": len(stored), **setup, "players": [*stored[:seats], *players[len(stored) :]]}
    if "anonymous" in setup:
        setup["anonymous"] = [seat for seat in setup["anonymous"] if seat < seats]
    db.execute("UPDATE sessions SET setup = ? WHERE id = ?", [json.dumps(setup), session])
    db.execute("DELETE FROM seats WHERE session = ? AND seat >= ?", [session, seats])
    store_seats(db, session, setup, len(stored))


def rename_seat(db: Transaction, session: str, seat: int, name: str, key: str | None) -> None:
    """Store a new name for a seat; `key` is None if it shall count for no player."""
    db.execute("UPDATE seats SET name = ?, key = ? WHERE session = ? AND seat = ?", [name, key, session, seat])


def store_results(db: Transaction, session: str, result: Mapping[str, Any] | None) -> None:
    """Store each seat's place, total and figures, or clear them if `result` is None: the game is open again.

    A game that ended before anything was scored has no ranking; then no seat has a place. Place 1 is a win: who came
    first without an opponent has place 0. In a game that all lost together each seat has place 2.
    """
    db.execute(
        "UPDATE seats SET place = NULL, total = NULL, figures = NULL WHERE session = ? AND place IS NOT NULL", [session]
    )
    if result is None or not result["ranking"]:
        return
    figures = result.get("figures")
    for seat, (place, total) in enumerate(zip(stored_places(result), result["totals"], strict=True)):
        sql = "UPDATE seats SET place = ?, total = ? WHERE session = ? AND seat = ?"
        db.execute(sql, [place, total, session, seat])
    if figures is not None:
        store_figures(db, session, figures)


def stored_places(result: Mapping[str, Any]) -> list[int]:
    """The places of a result by seat, as `store_results` stores them.

    >>> stored_places({"ranking": [[0, 2], [1, 3]], "sides": [[0, 2], [1, 3]]}), stored_places({"ranking": [[0]]})
    ([1, 2, 1, 2], [0])
    """
    places = places_by_seat(result["ranking"], result.get("sides") or ())
    together = result.get("won")
    if together is not None or len(places) == 1:
        return [2 if together is False else 0] * len(places)
    return places


def store_figures(db: Transaction, session: str, figures: Sequence[Mapping[str, Any]] | None) -> None:
    """Store the figures of a finished session by seat; None if there are none."""
    for (seat,) in db.execute("SELECT seat FROM seats WHERE session = ? AND place IS NOT NULL", [session]).fetchall():
        stored = json.dumps({} if figures is None else figures[seat])
        db.execute("UPDATE seats SET figures = ? WHERE session = ? AND seat = ?", [stored, session, seat])
