"""What migrations compute from the rows of earlier versions. A migration writes what it always wrote, so this stays.

It has copies of what it needs of other modules, which may change; what they write since is up to later migrations.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

POSITION = "coalesce(ended, made) || ' ' || made || ' ' || (1000000000000 + rowid)"
"""A session's place in a history: when it ended, when it was opened, and as which one."""


def name_key(name: str) -> str:
    """The key of a name that is equal for all its spellings.

    >>> name_key("  Mei  Ling "), name_key("ZOE\u0308") == name_key("zoë")
    ('mei ling', True)
    """
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", storable(name)).casefold())
    return " ".join(unicodedata.normalize("NFC", folded).split())


def storable(name: str) -> str:
    """A name without NUL, which PostgreSQL cannot store."""
    return name.replace("\0", "\ufffd")


def named_seats(setup: Mapping[str, Any]) -> Iterator[tuple[int, str, str | None]]:
    """Seat, name and key of each player of a setup; the key is None for a seat without a name.

    >>> list(named_seats({"players": ["Ann", "Player 2"], "anonymous": [1]}))
    [(0, 'Ann', 'ann'), (1, 'Player 2', None)]
    """
    for seat, name in enumerate(setup.get("players", ())):
        yield seat, storable(name), None if seat in setup.get("anonymous", ()) else name_key(name) or None


def stored_places(result: Mapping[str, Any], sides: Sequence[Sequence[int]]) -> list[int]:
    """The places of a result by seat: of its teams, 0 where nobody had an opponent, 2 where all lost together.

    >>> stored_places({"ranking": [[0, 2], [1, 3]]}, [[0, 2], [1, 3]]), stored_places({"ranking": [[0]]}, [])
    ([1, 2, 1, 2], [0])
    """
    places = _places(result["ranking"], sides)
    together = result.get("won")
    if together is not None or len(places) == 1:
        return [2 if together is False else 0] * len(places)
    return places


def _places(ranking: Sequence[Sequence[int]], sides: Sequence[Sequence[int]]) -> list[int]:
    side_of = {seat: tuple(side) for side in sides for seat in side}
    places: dict[int, int] = {}
    place = 1
    for seats in ranking:
        places |= dict.fromkeys(seats, place)
        place += len({side_of.get(seat, (seat,)) for seat in seats})
    return [places[seat] for seat in sorted(places)]


def places_by_side(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, int, int]]:
    """Return session, seat and place of each seat in finished sessions with `id`, `setup` and `result`."""
    for row in rows:
        result = json.loads(row["result"])
        if result["ranking"]:
            for seat, place in enumerate(stored_places(result, _sides(json.loads(row["setup"]).get("options", {})))):
                yield row["id"], seat, place


def _sides(options: Mapping[str, Any]) -> Sequence[Sequence[int]]:
    """Return the teams of a table with these options: those of an open sheet, or of Ingenious in teams."""
    return [[0, 2], [1, 3]] if options.get("mode") == "team" else options.get("teams") or ()


def session_title(game: str, setup: Mapping[str, Any]) -> tuple[str, str] | None:
    """Key and title that a session with this setup gives its game, an open sheet; None where it has its usual title.

    >>> session_title("open", {"options": {"name": "Café"}}), session_title("luz", {})
    (('café', 'Café'), None)
    """
    title = setup.get("options", {}).get("name") if game == "open" else None
    return (name_key(title), storable(title)) if title else None
