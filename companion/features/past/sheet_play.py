"""One play of a sheet, read from its players' cells; `Hints` decide about ambiguous ones."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from companion.engine.names import normalize_name
from companion.features.past.play import LONGEST, LeftOut, Play, Score, Written, clean, times
from companion.features.past.sheet_cells import (
    DRAW,
    NO,
    PRESENT,
    YES,
    is_mark,
    is_number,
    read_date,
    read_place,
    read_points,
    says,
)

Part = Mapping[str, str]
"""The cells of one player in one play, by the kinds of their columns; "number" is that of the player in the file."""
ASKED = {"ambiguous": "date", "mark": "number"}
"""The reasons to leave out a play that an answer can remove: how a date or a number is meant."""
_BETWEEN = re.compile(r"\s*[,;/|&+、]\s*|\s+(?:and|und|et|y|e)\s+|\s*[和與与]\s*")
_WORDS = re.compile(r"\s*[,;/+、]\s*")
_LONGEST_WORDS = 20


class Hints(NamedTuple):
    """How ambiguous cells are read; None if that is not decided. `order` is one of the orders of a date."""

    order: str | None = None
    decimal: str | None = None


NO_HINTS = Hints()
MARK_NAMES = {",": "comma", ".": "point"}
"""The decimal marks, as answers name them."""


def own_of(columns: Iterable[Sequence[Any]]) -> list[tuple[str, str]]:
    """Return the place and the player's name of each `Column` of a player that is read."""
    return [(str(place), name) for place, (name, kind, is_read) in enumerate(columns) if kind == "own" and is_read]


def read_again(cells: Mapping[str, Any], answer: Hints, own: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
    """Read the cells of a play with an answer; return the changed fields of its `ReadPlay`.

    `own` are the columns of players that are read, with their names.
    """
    hints: list[Any] = [known if told is None else told for known, told in zip(cells["hints"], answer, strict=True)]
    hints[0] = {True: "day", False: "month"}.get(hints[0], hints[0])  # as version 0.1.0 stored it
    cells = {**cells, "hints": hints}
    parts = _numbered(cells, own)
    try:
        return {"cells": cells, "play": play_of(parts, Hints(*hints)), "reason": None}
    except LeftOut as error:
        return {"cells": cells, "play": None, "reason": error.reason}


def _numbered(cells: Mapping[str, Any], own: Sequence[tuple[str, str]]) -> Sequence[Part]:
    if "row" not in cells:
        parts: Sequence[Part] = cells["parts"]
        return parts
    numbers = cells["numbers"]
    return [
        {**part, "number": numbers[normalize_name(part["player"])]} if "player" in part else part
        for part in parts_of(cells["row"], own)
    ]


def numbers_in(cells: Mapping[str, Any], columns: Sequence[Sequence[Any]]) -> list[int]:
    """Return the numbers of the players in the cells of a play."""
    return [int(part["number"]) for part in _numbered(cells, own_of(columns)) if part.get("number")]


def parts_of(row: Mapping[str, str], own: Sequence[tuple[str, str]]) -> list[Part]:
    """Return the parts of a play that is one row: of players in columns of their `own`, by places, or in one cell.

    `row` has the cells by kind, those of players' own columns by the place of the column.
    """
    shared = {kind: cell for kind, cell in row.items() if not (kind.isdigit() or kind.startswith("place "))}
    told, listed = shared.pop("winner", ""), shared.pop("players", "")
    parts: list[dict[str, str]] = []
    for kind, cell in row.items():
        if kind.startswith("place "):
            parts += [{**shared, "player": name, "place": kind[6:]} for name in names_in(cell)]
    if not is_number(listed):
        parts += [{**shared, "player": name} for name in names_in(listed)]
    winners = winners_of(told, [part["player"] for part in parts] + [name for _, name in own])
    for place, name in own:
        cell, is_winner = row.get(place, ""), winners is not None and normalize_name(name) in winners
        if cell or is_winner:
            parts.append({**shared, "player": name, "score": cell})
    for part in parts:
        cell = part.get("score", "")
        mark = cell if is_mark(cell) and cell not in PRESENT else ""
        is_winner = winners is not None and normalize_name(part["player"]) in winners
        part |= {"score": "" if is_mark(cell) else cell, "winner": "1" if is_winner else mark}
    if winners is None and parts:
        parts[0]["winner"] = told  # an unknown winner: the play will be left out
    return [*parts] or [shared]


def names_in(cell: str) -> Iterator[str]:
    """Yield the names in a cell.

    >>> [*names_in("Ann; Ben & Cleo")], [*names_in("A/B")], [*names_in("-")]
    (['Ann', 'Ben', 'Cleo'], ['A', 'B'], [])
    """
    return (name for name in _BETWEEN.split(cell) if name and not says(name, PRESENT))


def play_of(parts: Sequence[Part], hints: Hints) -> Play:
    """Return the play that these parts describe, one for each player. Raises `LeftOut`."""
    first = parts[0]
    if says(first.get("incomplete", ""), YES):
        raise LeftOut("ignored")
    if not first["game"]:
        raise LeftOut("no-game")
    made, ended = times(_moment(first, hints), _minutes(first), first["date"])
    if not any("player" in part for part in parts):
        raise LeftOut("players")
    scores = _with_winners([_score(part, hints) for part in parts], parts)
    teams = {score.team for score in scores}
    ranks = {score.rank for score in scores}
    # A single team, or a single place that is not the first: all won or lost together.
    is_together = len(teams) == 1 and teams != {""}
    is_lost = len(ranks) == 1 and max(ranks) > 1 and not any(score.is_winner for score in scores)
    return Play(
        first["game"], "", made, ended, tuple(scores), cooperative=is_together or is_lost, written=_written(first)
    )  # fmt: skip


def _moment(part: Part, hints: Hints) -> datetime:
    """Return when a play began; if the date has no time, that of another column counts."""
    time = part.get("time", "")
    if time:
        try:
            return read_date(f"{part['date']} {time}", hints.order)
        except LeftOut as error:
            if error.reason["why"] in ASKED:
                raise LeftOut("ambiguous", date=part["date"][:40]) from None
    return read_date(part["date"], hints.order)


def _minutes(part: Part) -> float | None:
    for kind, seconds in (("minutes", 60), ("seconds", 1)):
        if re.fullmatch(r"\d{1,6}(?:[.,]0+)?", part.get(kind, "")):
            return int(re.split("[.,]", part[kind])[0]) * seconds / 60
    return None


def _score(part: Part, hints: Hints) -> Score:
    if not part["player"] or not part.get("number"):
        raise LeftOut("no-name")
    written = part.get("score", "")
    cell = written.rstrip("* ")  # as in "10 *" for who won a tie
    halves = None if is_mark(cell) or cell in PRESENT else read_points(cell, hints.decimal)
    is_winner, place = "*" in written or (is_mark(cell) and says(cell, YES)), read_place(part.get("place", ""))
    return Score(int(part["number"]), halves, is_winner, place, part.get("team", "")[:LONGEST])


def _with_winners(scores: Sequence[Score], parts: Sequence[Part]) -> list[Score]:
    """Return the scores with the winners marked. Raises `LeftOut` if a winner is not a player."""
    names = [part["player"] for part in parts]
    told = [part.get("winner", "") for part in parts]
    is_marked = any(told) or any(score.is_winner for score in scores)
    has_winner = any(says(text, YES) for text in told)
    found = []
    for score, name, text in zip(scores, names, told, strict=True):
        if says(text, YES | NO):
            is_winner = says(text, YES)
        elif says(text, DRAW):
            is_winner = not has_winner
        elif text:
            winners = winners_of(text, names)
            if winners is None:
                raise LeftOut("winner", name=clean(text, 40))
            is_winner = normalize_name(name) in winners
        else:
            is_winner = score.is_winner or (score.rank == 1 and not is_marked)
        found.append(score._replace(is_winner=is_winner))
    return found


def winners_of(text: str, names: Sequence[str]) -> set[str] | None:
    """Return the keys of the named winners; None if one of them is not among `names`.

    >>> winners_of("Ann & Ben", ["Ann", "Ben"]) == {"ann", "ben"}, winners_of("Zoe", ["Ann"]), winners_of("-", ["Ann"])
    (True, None, set())
    """
    keys = {normalize_name(name) for name in names}
    if not text or says(text, NO | DRAW):
        return set()
    if normalize_name(text) in keys:
        return {normalize_name(text)}
    found = set(map(normalize_name, names_in(text)))
    return found if found and found <= keys else None


def _written(part: Part) -> Written:
    words = [clean(word) for word in _WORDS.split(part.get("expansion", "")) if word and not says(word, NO)]
    return Written(part.get("note", ""), part.get("location", ""), tuple(words[:_LONGEST_WORDS]))
