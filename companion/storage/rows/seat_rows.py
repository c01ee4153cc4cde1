"""The seats of sessions as rows, and the results of their games by seat."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Standing
from companion.engine.names import normalize_name
from companion.engine.ranking import places_by_seat
from companion.storage.records import Transaction, Update
from companion.storage.schema import SEATS, SESSIONS, insert, update, value


def seats_of(session: str, setup: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of the players of a session's setup, by seat; one without a name has no key."""
    names = dict(enumerate(setup.get("players", ())))
    keys = {
        seat: normalize_name(name) or None for seat, name in names.items() if seat not in setup.get("anonymous", ())
    }
    return [{"session": session, "seat": seat, "name": name, "key": keys.get(seat)} for seat, name in names.items()]


def change_seats(db: Transaction, session: str, players: Sequence[str]) -> None:
    """Store the players after the last seat was added or removed; the other seats stay unchanged."""
    setup = json.loads(value(db.rows, SESSIONS, "setup", id=session))
    stored, seats = setup["players"], len(players)
    setup = {"opened_seats": len(stored), **setup, "players": [*stored[:seats], *players[len(stored) :]]}
    if "anonymous" in setup:
        setup["anonymous"] = [seat for seat in setup["anonymous"] if seat < seats]
    update(db, SESSIONS, {"setup": json.dumps(setup)}, id=session)
    db.execute("DELETE FROM seats WHERE session = ? AND seat >= ?", [session, seats])
    insert(db, SEATS, *seats_of(session, setup)[len(stored) :])
    db.derive(Update("people", [session]))


def store_results(db: Transaction, session: str, result: Mapping[str, Any] | None) -> None:
    """Store each seat's place, total and figures, or clear them if `result` is None: the game is open again.

    A game that ended before anything was scored has no ranking; then no seat has a place. Place 1 is a win: who came
    first without an opponent has place 0. In a game that all lost together each seat has place 2.
    """
    sql = "UPDATE seats SET place = NULL, total = NULL, figures = NULL WHERE session = ? AND place IS NOT NULL"
    db.execute(sql, [session])
    if result is None or not result["ranking"]:
        return
    for seat, (place, total) in enumerate(zip(stored_places(result), result["totals"], strict=True)):
        update(db, SEATS, {"place": place, "total": total}, session=session, seat=seat)
    if (figures := result.get("figures")) is not None:
        store_figures(db, session, figures)


def stored_places(result: Mapping[str, Any]) -> list[int]:
    """The places of a result by seat, as `store_results` stores them.

    >>> stored_places({"totals": [4, 7, 4, 7], "ranking": [[1, 3], [0, 2]], "sides": [[0, 2], [1, 3]]})
    [2, 1, 2, 1]
    >>> stored_places({"totals": [4], "ranking": [[0]]}), stored_places({"totals": [4], "ranking": [[0]], "won": False})
    ([0], [2])
    """
    standing = standing_of(result)
    places = places_by_seat(standing)
    return [0] * len(places) if standing.won or places == [1] else places


def shown_place(stored: int | None) -> int | None:
    """The place to show for one as `store_results` stores it."""
    return 1 if stored == 0 else stored


def standing_of(result: Mapping[str, Any]) -> Standing:
    """A stored result as a standing, without reasons."""
    sides = result.get("sides") or ()
    return Standing(result["totals"], result["ranking"], (), {}, result.get("won"), sides)


def store_figures(db: Transaction, session: str, figures: Sequence[Mapping[str, Any]] | None) -> None:
    """Store the figures of a finished session by seat; None if there are none."""
    for (seat,) in db.execute("SELECT seat FROM seats WHERE session = ? AND place IS NOT NULL", [session]).fetchall():
        stored = json.dumps({} if figures is None else figures[seat])
        update(db, SEATS, {"figures": stored}, session=session, seat=seat)
