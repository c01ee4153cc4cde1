"""Redaction of Luz: at a table that hides totals, the bets of other seats and their points are removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message, Seat
from companion.game.pages.secrecy import Hidden, Secrecy
from companion.games.luz.describe import describe_part
from companion.games.luz.draft import ALL_BETS, SLOTS
from companion.games.luz.form_state import forecast

_LIMITS = Message(
    "Secret in Luz: bets, points, totals and places. Who took which trick is shown to all. The beads of a bet "
    "lie open on the table, so whoever counts along there can add up. With three players the leader opens deal "
    "4: all know then who is first."
)


def sheet(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """Remove the bets of hidden seats."""
    if values.get("rows"):
        return {**values, "rows": _rows(values["rows"], hidden)}
    return {**values, "bidders": _bets(values["bidders"], hidden)} if values.get("bidders") else dict(values)


def _bets(bets: Sequence[tuple[int, Message | None]], hidden: Hidden) -> list[tuple[int, Message | None]]:
    """Replace the bets of hidden seats by whether they are entered."""
    return [(seat, Message("bet is in") if bet and seat in hidden else bet) for seat, bet in bets]


def _rows(rows: Sequence[Mapping[str, Any]], hidden: Hidden) -> list[dict[str, Any]]:
    """Remove everything but the tricks from the rows of hidden seats."""
    nothing = {"pictures": (), "needs": None, "bet": None, "points": None}
    return [{**row, **nothing} if row["seat"] in hidden else dict(row) for row in rows]


def outcome(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """Remove the bets of hidden seats from the picture of a deal; the page of a deal has nothing secret."""
    return {**values, "rows": _rows(values["rows"], hidden)} if "rows" in values else dict(values)


def view(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """Keep the fields of the bets, which are entered there; remove bets and points of hidden seats from the rest."""
    if values["mode"] == "bets":
        return {**values, "bets": _bets(values["bets"], hidden)}
    visible = forecast(values["deal"], values["scoring"], hidden)
    return {**values, "rows": _rows(values["rows"], hidden), "scoring": (), "forecast": visible}


def part(slot: str, value: Any) -> Message:
    """Describe a trick, or say whose bet was entered."""
    if slot == ALL_BETS:
        return Message("the bets")
    seat = SLOTS.seat_of(slot)
    return describe_part(slot, value) if seat is None else Message("the bet of {seat}", seat=Seat(seat))


SECRECY = Secrecy(limits=_LIMITS, sheet=sheet, outcome=outcome, view=view, part=part)
