"""Search the sessions that a phone has joined by players, game, day and the words that they name, page by page."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, timedelta
from itertools import groupby
from typing import Any

from companion.engine import Game
from companion.engine.names import normalize_name
from companion.engine.pause import in_slices, pause
from companion.features.history import rows as queries
from companion.features.history.results import FinishedGame, finished_game
from companion.features.history.rows import SessionFilter, start_of_span
from companion.games import played_game
from companion.storage.records import TOTALS_ONLY, Rows, batches
from companion.time_zone import beginning_of

PAGE = 30
_BATCH_SIZE = 100
_LATEST = "~"
_SEARCHED = 500  # sessions per query that examines players and words


def day_start(text: str | None, later: int) -> str:
    """The beginning of a day here, or of the day so many days later, as sessions are stored; empty for no day."""
    try:
        start = date.fromisoformat(text or "") + timedelta(later)
        return beginning_of(start).astimezone(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        return ""


@dataclass(frozen=True)
class PastSession:
    """A session in the history; tuples have one item per seat. `made` is when it was opened.

    `game` is the game as the table played it. A key is None if the name was deleted, a place until the game is over,
    and a total also if no points were recorded. In a game without opponents everybody has place 0.
    """

    session: str
    game: Game
    made: str
    is_running: bool
    names: tuple[str, ...]
    keys: tuple[str | None, ...]
    places: tuple[int | None, ...]
    totals: tuple[int | None, ...]
    totals_only: bool
    """Whether only the totals are known."""
    seconds: int | None
    """Its length in seconds by the table's clock; None if no clock ran."""
    sides: Sequence[Sequence[int]]
    """The seats of each team; in a cooperative game one team of all."""

    @property
    def ranked(self) -> list[int]:
        """The seats in the order of their places."""
        return sorted(range(len(self.places)), key=lambda seat: self.places[seat] or 0)

    @property
    def together(self) -> bool | None:
        """Whether all won or all lost a game that they played together; None for any other game."""
        return won_together([place for place in self.places if place is not None])


def won_together(places: Sequence[int]) -> bool | None:
    """Whether all won or all lost a game that they played together, by their places; None for any other game."""
    if places and min(places) > 1:
        return False
    return True if len(places) > 1 and not any(places) else None


def find_sessions(
    rows: Rows, phone: int, wanted: SessionFilter, before: str = "", most: int | None = None
) -> tuple[list[PastSession], str]:
    """Return a page of sessions, latest first, and the start of the next page, empty if this is the last."""
    found: list[dict[str, Any]] = []
    most = PAGE if most is None else most
    for part in _parts(rows, phone, wanted, before):
        found += queries.sessions_of(rows, phone, part, most + 1 - len(found))
        if len(found) > most:
            break
    shown = found[:most]
    more = shown[-1]["at"] if len(found) > most else ""
    return past_sessions(rows, [row["session"] for row in shown]), more


def finished_sessions(rows: Rows, phone: int) -> Iterator[PastSession]:
    """The finished sessions of a phone, the one opened first first, read while they are taken."""
    after = ("", "")
    while joined := queries.joined_sessions(rows, phone, after, _BATCH_SIZE):
        known = past_sessions(rows, [row["session"] for row in joined])
        yield from in_slices(session for session in known if not session.is_running)
        after = (joined[-1]["at"], joined[-1]["session"])


def past_sessions(rows: Rows, sessions: Sequence[str]) -> list[PastSession]:
    """Those of the sessions that exist, in the same order."""
    if not sessions:
        return []
    seats = defaultdict[str, list[dict[str, Any]]](list)
    for row in queries.seats(rows, sessions):
        seats[row["session"]].append(row)
    stored = {row["id"]: row for row in queries.stored_sessions(rows, sessions)}
    return [_past_session(stored[id], seats[id]) for id in sessions if id in stored]


def count_sessions(rows: Rows, phone: int, wanted: SessionFilter) -> int:
    """How many sessions match."""
    return sum(queries.count_sessions(rows, phone, part) for part in _parts(rows, phone, wanted))


def _parts(rows: Rows, phone: int, wanted: SessionFilter, before: str = "") -> Iterator[SessionFilter]:
    """Split a search into parts over consecutive sessions, latest first, with a pause after each."""
    until = min(filter(None, (before, wanted.until)), default=_LATEST)
    if not wanted.looks_inside:
        yield replace(wanted, until=until)
        return
    while until > wanted.since and (since := start_of_span(rows, phone, until, _SEARCHED)) is not None:
        yield replace(wanted, since=max(since, wanted.since), until=until)
        until = since
        pause()


def _past_session(row: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> PastSession:
    result = {} if row["result"] is None else json.loads(row["result"])
    changed = result.get("options", {})
    setup = json.loads(row["setup"])
    game = played_game(row["game"], {**setup.get("options", {}), **changed})
    return PastSession(
        row["id"],
        game,
        row["made"],
        is_running=row["ended"] is None,
        names=tuple([seat["name"] for seat in seats]),
        keys=tuple([seat["key"] for seat in seats]),
        places=tuple([seat["place"] for seat in seats]),
        totals=tuple([None if seat["total"] is None else game.points(seat["total"]) for seat in seats]),
        totals_only=TOTALS_ONLY in setup,
        seconds=result.get("seconds"),
        sides=result.get("sides") or ([range(len(seats))] if "won" in result else ()),
    )


_MOST_OFFERED = 12
_AT_ONCE = 200  # sessions of one query


def offered_words(rows: Rows, phone: int, sessions: Sequence[str]) -> dict[str, str]:
    """The words and places that most of these sessions name, by key, the most frequent first."""
    counts, spelled = Counter[str](), dict[str, str]()
    for part in in_slices(batches(sessions, _AT_ONCE)):
        for key, word, number in queries.count_words(rows, phone, part):
            counts[key] += number
            spelled[key] = word
    most = sorted(counts, key=lambda key: (-counts[key], key))[:_MOST_OFFERED]
    return {key: spelled[key] for key in most}


def finished_games(rows: Rows, sessions: Sequence[str]) -> Iterator[FinishedGame]:
    """The finished ones of these sessions, in the same order."""
    for part in batches(sessions, _AT_ONCE):
        seat_rows = queries.seats_with_figures(rows, part)
        by_session = {id: list(seats) for id, seats in groupby(seat_rows, key=lambda row: row["id"])}
        yield from in_slices(finished_game(by_session[session]) for session in part if session in by_session)


def shown_first(offered: Mapping[str, str], chosen: str) -> list[str]:
    """The offered words, the chosen one first."""
    chosen_key = normalize_name(chosen)
    others = [word for key, word in offered.items() if key != chosen_key]
    return [chosen, *others] if chosen_key else others
