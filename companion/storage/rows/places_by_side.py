"""The places of finished games that were stored before places were those of teams."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.storage.rows.seat_rows import stored_places


def places_by_side(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, int, int]]:
    """Return session, seat and place of each seat in finished sessions with `id`, `setup` and `result`."""
    for row in rows:
        result = json.loads(row["result"])
        if result["ranking"]:
            sides = _sides(json.loads(row["setup"]).get("options", {}))
            for seat, place in enumerate(stored_places({**result, "sides": sides})):
                yield row["id"], seat, place


def _sides(options: Mapping[str, Any]) -> Sequence[Sequence[int]]:
    """Return the teams of a table with these options: those of an open sheet, or of Ingenious in teams."""
    return [[0, 2], [1, 3]] if options.get("mode") == "team" else options.get("teams") or ()
