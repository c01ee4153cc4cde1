"""What a table of Luz that hides totals does not show: other seats' bets and what they come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message, Seat
from companion.game.redaction import Hidden
from companion.games.luz.describe import describe_part, seat_of_bet
from companion.games.luz.draft import ALL_BETS
from companion.games.luz.form_state import forecast

LIMITS = Message(
    "Secret in Luz: bets, points, totals and places. Who took which trick is shown to all. The beads of a bet "
    "lie open on the table, so whoever counts along there can add up. With three players the leader opens deal "
    "4: all know then who is first."
)


def sheet(made: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    if made.get("rows"):
        return {**made, "rows": _rows(made["rows"], hidden)}
    return {**made, "bidders": _bets(made["bidders"], hidden)} if made.get("bidders") else dict(made)


def _bets(bets: Sequence[tuple[int, Message | None]], hidden: Hidden) -> list[tuple[int, Message | None]]:
    """Each seat's bet; of a hidden one only whether it is in."""
    return [(seat, Message("bet is in") if told and seat in hidden else told) for seat, told in bets]


def _rows(rows: Sequence[Mapping[str, Any]], hidden: Hidden) -> list[dict[str, Any]]:
    """A row a seat; of a hidden one only the tricks."""
    nothing = {"pictures": (), "needs": None, "bet": None, "points": None}
    return [{**row, **nothing} if row["seat"] in hidden else dict(row) for row in rows]


def outcome(made: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    return dict(made)


def view(made: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """The fields of the bets as they are, since they are entered there; the tricks without bets and points."""
    if made["mode"] == "bets":
        return {**made, "bets": _bets(made["bets"], hidden)}
    told = forecast(made["deal"], made["scoring"], hidden)
    return {**made, "rows": _rows(made["rows"], hidden), "scoring": (), "forecast": told}


def part(slot: str, value: Any) -> Message:
    if slot == ALL_BETS:
        return Message("the bets")
    seat = seat_of_bet(slot)
    return describe_part(slot, value) if seat is None else Message("the bet of {seat}", seat=Seat(seat))


def fault(message: Message) -> Message:
    """Nothing that is refused in Luz tells of a total."""
    return message
