"""The finished games of a player with their figures, for the statistics."""

from __future__ import annotations

import json
from itertools import groupby
from typing import Any

from companion.stats import Finished
from companion.store import Store

_PLAYED = (
    "FROM seats p CROSS JOIN members m ON m.session = p.session AND m.phone = ? WHERE p.key = ? AND p.place IS NOT NULL"
)


def uncounted(store: Store, phone: int, key: str) -> list[str]:
    """The finished sessions of a player whose figures were not counted yet, the latest first."""
    sql = f"SELECT DISTINCT p.session AS id {_PLAYED} AND p.figures IS NULL ORDER BY m.rowid DESC"
    return [row["id"] for row in store.rows(sql, [phone, key])]


def results_of(store: Store, phone: int, key: str) -> list[Finished]:
    """The games of a player that are over, as far as this phone has joined them, the earliest first."""
    sql = (
        "SELECT s.id, s.game, s.ended, t.name, t.key, t.place, t.total, t.figures FROM"
        f" (SELECT DISTINCT p.session AS id {_PLAYED}) played JOIN sessions s ON s.id = played.id"
        " JOIN seats t ON t.session = s.id ORDER BY s.ended, s.id, t.seat"
    )
    return [_finished(list(rows)) for _, rows in groupby(store.rows(sql, [phone, key]), key=lambda row: row["id"])]


def _finished(seats: list[dict[str, Any]]) -> Finished:
    first = seats[0]
    return Finished(
        first["id"],
        first["game"],
        first["ended"],
        tuple(row["name"] if row["key"] else "" for row in seats),  # nobody: not to be taken for a player of that name
        tuple(row["place"] for row in seats),
        tuple(row["total"] for row in seats),
        tuple(json.loads(row["figures"] or "{}") for row in seats),
    )
