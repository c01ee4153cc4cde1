"""Luz: what each bet is worth in four deals."""

from typing import Any


def totals(sheet: dict[str, Any]) -> list[int]:
    seats = range(len(sheet["players"]))
    may_be_negative = sheet["options"].get("negative_totals", True)
    points = [0 for _ in seats]
    for deal, entry in enumerate(sheet["entries"], 1):
        if "end" in entry:
            break
        tricks = entry["tricks"] if "tricks" in entry else [entry["winners"].count(seat) for seat in seats]
        for seat in seats:
            bet = entry["bets"][seat]
            points[seat] += bet_points(deal, bet["beads"], bet["safety"], tricks[seat])
            if points[seat] < 0 and not may_be_negative:
                points[seat] = 0
    return points


def bet_points(deal: int, beads: int, safety: bool, tricks: int) -> int:
    if safety and tricks in (beads, beads + 1):
        return 5 * deal
    if tricks == beads:
        return 10 * deal
    return -5 * abs(tricks - beads)
