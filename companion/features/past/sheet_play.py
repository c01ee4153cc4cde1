"""One play of a sheet, read from its players' cells; `Hints` decide about ambiguous ones."""

import re
from collections.abc import Mapping, Sequence
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
    read_date,
    read_place,
    read_points,
    says,
)

Part = Mapping[str, str]
"""The cells of one player in one play, by the kinds of their columns; "number" is that of the player in the file."""
ASKED = {"ambiguous": "date", "mark": "number"}
"""The reasons to leave out a play that an answer can remove: how a date or a number is meant."""
_BETWEEN = re.compile(r"\s*[,;/&+、]\s*|\s+(?:and|und|et|y|e)\s+|\s*[和與与]\s*")
_WORDS = re.compile(r"\s*[,;/+、]\s*")
_LONGEST_WORDS = 20


class Hints(NamedTuple):
    """How ambiguous cells are read; None if that is not decided."""

    day_first: bool | None = None
    decimal: str | None = None


def read_again(cells: Mapping[str, Any], answer: Hints) -> dict[str, Any]:
    """Read the cells of a play with an answer; return the changed fields of its `ReadPlay`."""
    hints: list[Any] = [known if told is None else told for known, told in zip(cells["hints"], answer, strict=True)]
    cells = {**cells, "hints": hints}
    try:
        return {"cells": cells, "play": play_of(cells["parts"], Hints(*hints)), "reason": None}
    except LeftOut as error:
        return {"cells": cells, "play": None, "reason": error.reason}


def play_of(parts: Sequence[Part], hints: Hints) -> Play:
    """Return the play that these parts describe, one for each player. Raises `LeftOut`."""
    first = parts[0]
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
            return read_date(f"{part['date']} {time}", hints.day_first)
        except LeftOut as error:
            if error.reason["why"] in ASKED:
                raise LeftOut("ambiguous", date=part["date"][:40]) from None
    return read_date(part["date"], hints.day_first)


def _minutes(part: Part) -> float | None:
    for kind, seconds in (("minutes", 60), ("seconds", 1)):
        if re.fullmatch(r"\d{1,6}(?:[.,]0+)?", part.get(kind, "")):
            return int(re.split("[.,]", part[kind])[0]) * seconds / 60
    return None


def _score(part: Part, hints: Hints) -> Score:
    if not part["player"] or not part.get("number"):
        raise LeftOut("no-name")
    cell = part.get("score", "")
    halves = None if is_mark(cell) or cell in PRESENT else read_points(cell, hints.decimal)
    is_winner, place = is_mark(cell) and says(cell, YES), read_place(part.get("place", ""))
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
    found = {normalize_name(name) for name in _BETWEEN.split(text) if name}
    return found if found and found <= keys else None


def _written(part: Part) -> Written:
    words = [clean(word) for word in _WORDS.split(part.get("expansion", "")) if word and not says(word, NO)]
    return Written(part.get("note", ""), part.get("location", ""), tuple(words[:_LONGEST_WORDS]))
