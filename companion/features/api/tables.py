"""The standings and the log of a table, in the words of the scoresheet, as a stranger may see them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import abort

from companion.engine import Message
from companion.features import shared_pages
from companion.table.visible_table import VisibleTable
from companion.views.table.joining import table_of_link

Answer = dict[str, Any]
Reading = tuple[object, Callable[[], Answer]]


def _read(make: Callable[[VisibleTable], Answer], page: str, token: str) -> Reading:
    """Return the version of the table that a link to a shared page shows, and what makes the answer."""
    if page not in ("result", *shared_pages()):  # the folder of its feature is not there
        abort(404)
    table = table_of_link(token, page)
    # Names are not in the log: they may change while the version stays.
    return (table.version, table.hides, table.setup.players), partial(make, table)


def _result(table: VisibleTable) -> Answer:
    """Return what standings and log have in common; a hidden total is null, and so is a hidden ranking."""
    return {
        "game": table.game.key,
        "players": table.setup.players,
        "finished": table.finished,
        "totals": table.totals if table.is_scored else [None] * table.setup.seats,
        "ranking": None if table.standing is None else table.standing.ranking,
    }


def standings(table: VisibleTable) -> Answer:
    """Return the players, best first; in seat order, without places, if they are hidden or nothing is scored."""
    players = table.setup.players
    rows = [
        {"place": place, "seat": seat, "player": players[seat], "total": total if table.is_scored else None}
        for place, seat, total in table.plates
    ]
    return {**_result(table), "standings": rows}


def log(table: VisibleTable) -> Answer:
    """Return the entries that stand, with points and steps as in the result of a scoresheet, and totals after each."""
    standing = table.standing
    reasons = [] if standing is None else [step.as_json() for step in standing.reasons]
    details = None if standing is None else {**standing.details, "ranking_steps": reasons}
    entries = [
        {
            "number": number,
            "points": table.points(number),
            "totals": table.totals_after(number),
            "steps": [step.as_json() for step in table.steps(number)],
        }
        for number in range(1, table.count + 1)
    ]
    return {**_result(table), "details": details, "entries": entries}


_EXAMPLE: Answer = {
    "game": "luz",
    "players": ["Ann", "Ben", "Cleo"],
    "finished": False,
    "totals": [30, 5, -10],
    "ranking": [[0], [1], [2]],
}
_PLACE = {"place": 1, "seat": 0, "player": "Ann", "total": 30}
_STEP = {"rule": "luz/bet-exact", "seat": 0, "points": 30}
_ENTRY = {"number": 1, "points": [30, 5, -10], "totals": [30, 5, -10], "steps": [_STEP]}
_STANDINGS = (Message("The standings of a table"), {**_EXAMPLE, "standings": [_PLACE]})
_LOG = (Message("The entries of a table, with points and reasons"), {**_EXAMPLE, "details": {}, "entries": [_ENTRY]})
READINGS = {
    "r/standings": (partial(_read, standings, "result"), *_STANDINGS),
    "o/standings": (partial(_read, standings, "overlay"), *_STANDINGS),
    "replay/standings": (partial(_read, standings, "replay"), *_STANDINGS),
    "replay/log": (partial(_read, log, "replay"), *_LOG),
}
"""A link shows no more here than on its own page."""
