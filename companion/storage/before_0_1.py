"""What a database from before version 0.1.0 needs to become one of schema 1. Goes with 0.2.0."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

BETS_IN_ONE_PART = "SELECT session, number, body FROM events WHERE kind = 'part' AND body LIKE '%\"slot\": \"bets\"%'"
"""Finds the events of Luz that have the bets of all seats as one part."""
SPLIT_BETS = "UPDATE events SET kind = 'parts', body = {body} WHERE session = {session} AND number = {number}"


def split_bets(rows: Iterable[tuple[str, int, str]]) -> Iterator[dict[str, str | int]]:
    """Yield the values of `SPLIT_BETS` for rows of `BETS_IN_ONE_PART`: each seat's bet as a part of its own."""
    for session, number, body in rows:
        parts = {f"bet-{seat}": bet for seat, bet in enumerate(json.loads(body)["value"])}
        yield {"session": session, "number": number, "body": json.dumps({"parts": parts})}
