"""One play of a sheet, read from the cells of its players as `Reading` says."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.features.past import sheet_cells as cells
from companion.features.past.play import LONGEST, LeftOut, Play, ReadPlay, Score, clean, times
from companion.features.past.sheet_cells import DRAW, NO, PRESENT, YES, key_of, says

Part = Mapping[str, str]
"""The cells of one player in one play, by the kinds of their columns."""
ASKED = {"ambiguous": "date", "mark": "number"}
"""The reasons to leave out a play that an answer can remove, and the question about it."""
MEANINGS: Mapping[str, Sequence[str]] = {"date": tuple(cells.ORDERS), "number": tuple(cells.MARKS)}
"""The answers to each question: the order of the numbers of a date, and the decimal mark."""
_BETWEEN = re.compile(r"\s*[,;/|&+、]\s*|\s+(?:and|und|et|y|e)\s+|\s*[和與与]\s*")
_WORDS = re.compile(r"\s*[,;/+、]\s*")
_LONGEST_WORDS = 20
_ANY_DAY = "2000-01-01"


@dataclass(frozen=True)
class Reading:
    """How the cells of a sheet are read.

    `own` are the columns of players that are read, by places, with their names; `numbers` are those of the file's
    players, by the keys of their names. `answers` has one of `MEANINGS` for a question, None if that is not decided.
    `unread` collects the times and lengths that are none.
    """

    own: Sequence[tuple[str, str]]
    numbers: Mapping[str, int]
    answers: dict[str, str | None]
    unread: set[str] = field(default_factory=set)


def read_cells(read: ReadPlay, reading: Reading) -> ReadPlay:
    """Return a play as its cells are read; one without cells is read already."""
    if not read.cells:
        return read
    try:
        return replace(read, play=_play_of(_parts_in(read, reading), reading), reason=None)
    except LeftOut as error:
        return replace(read, play=None, reason=error.reason)


def _parts_in(read: ReadPlay, reading: Reading) -> Sequence[Part]:
    """Return the cells of a play by player; those of a line for a whole play have still to be divided."""
    kept = read.cells or {}
    parts: Sequence[Part] = parts_of(kept["row"], reading.own) if "row" in kept else kept["parts"]
    return parts


def asked_by(read: ReadPlay) -> tuple[str, str] | None:
    """Return the question that a play is left out for, with the ambiguous text; None if there is none."""
    if read.reason is None or read.reason["why"] not in ASKED or not read.cells:
        return None
    why, text = read.reason.values()
    return ASKED[why], text


def players_of(read: ReadPlay, reading: Reading) -> list[int]:
    """Return the numbers of the players of a play, also of one that is left out for a question."""
    if read.play:
        return [score.player for score in read.play.scores]
    return [reading.numbers[key_of(part["player"])] for part in _parts_in(read, reading) if part.get("player")]


def parts_of(row: Mapping[str, str], own: Sequence[tuple[str, str]]) -> list[Part]:
    """Return the parts of a play that is one row: of players in columns of their `own`, by places, or in one cell.

    `row` has the cells by kind, those of players' own columns by the place of the column.
    """
    told, listed = row.get("winner", ""), row.get("players", "")
    parts: list[dict[str, str]] = []
    for kind, cell in row.items():
        if kind.startswith("place "):
            parts += [{"player": name, "place": kind[6:]} for name in names_in(cell)]
    parts += [{"player": name} for name in names_in(listed) if not cells.is_number(listed)]
    winners = winners_of(told, [part["player"] for part in parts] + [name for _, name in own]) or ()
    for place, name in own:
        if row.get(place) or key_of(name) in winners:
            parts.append({"player": name, "score": row.get(place, "")})
    shared = {kind: cell for kind, cell in row.items() if kind not in ("players", "winner") and not _is_of_seat(kind)}
    # A mark does not say whose it is, but for the only player.
    shared["winner" if len(parts) == 1 and says(told, YES) else "winners"] = told
    return [{**shared, **part} for part in parts or [{}]]


def _is_of_seat(kind: str) -> bool:
    return kind.isdigit() or kind.startswith("place ")


def names_in(cell: str) -> Iterator[str]:
    """Yield the names in a cell.

    >>> [*names_in("Ann; Ben & Cleo")], [*names_in("A/B")], [*names_in("-")]
    (['Ann', 'Ben', 'Cleo'], ['A', 'B'], [])
    """
    return (name for name in _BETWEEN.split(cell) if name and not says(name, PRESENT))


def _play_of(parts: Sequence[Part], reading: Reading) -> Play:
    """Return the play that these parts describe, one for each player. Raises `LeftOut`."""
    first = parts[0]
    if says(first.get("incomplete", ""), YES):
        raise LeftOut("ignored")
    if not first["game"]:
        raise LeftOut("no-game")
    made, ended = times(_moment(first, reading), _minutes(first, reading), first["date"])
    if not any("player" in part for part in parts):
        raise LeftOut("players")
    scores = _with_winners([_score(part, reading) for part in parts], parts)
    teams, ranks = {score.team for score in scores}, {score.rank for score in scores}
    # A single team, or a single place that is not the first: all won or lost together.
    is_lost = len(ranks) == 1 and max(ranks) > 1 and not any(score.is_winner for score in scores)
    is_together = is_lost or (len(teams) == 1 and teams != {""})
    words = [clean(word) for word in _WORDS.split(first.get("expansion", "")) if word and not says(word, NO)]
    note, place, expansions = first.get("note", ""), first.get("location", ""), tuple(words[:_LONGEST_WORDS])
    return Play(
        first["game"], "", made, ended, tuple(scores), cooperative=is_together,
        note=note, place=place, expansions=expansions,
    )  # fmt: skip


def _moment(part: Part, reading: Reading) -> datetime:
    """Return when a play began; if the date has no time, that of another column counts."""
    time, order = part.get("time", ""), reading.answers.get("date")
    moment = cells.read_date(part["date"], order)
    if cells.moments_of(f"{_ANY_DAY}T{time}"):
        dated = f"{part['date']} {time}"
        return cells.read_date(dated, order) if cells.moments_of(dated) else moment
    if time and not says(time, NO):
        reading.unread.add(time)
    return moment


def _minutes(part: Part, reading: Reading) -> float | None:
    for kind, seconds in (("minutes", 60), ("seconds", 1)):
        if re.fullmatch(r"\d{1,6}(?:[.,]0+)?", part.get(kind, "")):
            return int(re.split("[.,]", part[kind])[0]) * seconds / 60
        if part.get(kind) and not says(part[kind], NO):
            reading.unread.add(part[kind])
    return None


def _score(part: Part, reading: Reading) -> Score:
    if not part["player"]:
        raise LeftOut("no-name")
    written = part.get("score", "")
    cell = written.rstrip("* ")  # as in "10 *" for who won a tie
    halves = None if cells.is_mark(cell) or cell in PRESENT else cells.read_points(cell, reading.answers.get("number"))
    number, place = reading.numbers[key_of(part["player"])], cells.read_place(part.get("place", ""))
    is_starred = "*" in written and not part.get("winner")  # which says it in words
    return Score(number, halves, is_starred, place, part.get("team", "")[:LONGEST])


def _with_winners(scores: Sequence[Score], parts: Sequence[Part]) -> list[Score]:
    """Return the scores with the winners marked. Raises `LeftOut` if a winner is not a player."""
    names = [part["player"] for part in parts]
    marks = [part.get("winner") or _mark_in(part.get("score", "")) for part in parts]
    won = []
    for part, name, mark in zip(parts, names, marks, strict=True):
        text = part.get("winners") or ("" if says(mark, YES) else mark)
        winners = winners_of(text, names)
        if winners is None:
            raise LeftOut("winner", name=clean(text, 40))
        won.append(says(mark, YES) or key_of(name) in winners)
    has_winner = any(won)
    # Who lost in a cell of scores does not say who won: places may.
    is_told = has_winner or any(part.get("winner") for part in parts) or any(score.is_winner for score in scores)
    found = []
    for score, mark, is_won in zip(scores, marks, won, strict=True):
        is_shared = says(mark, DRAW) and not has_winner
        is_first = score.rank == 1 and not is_told
        found.append(score._replace(is_winner=is_won or score.is_winner or is_shared or is_first))
    return found


def _mark_in(cell: str) -> str:
    """Return what a cell of scores says about winning; empty for a number, and where somebody only took part."""
    return cell if cells.is_mark(cell) and cell not in PRESENT else ""


def winners_of(text: str, names: Sequence[str]) -> set[str] | None:
    """Return the keys of the named winners; None if one of them is not among `names`.

    >>> winners_of("Ann & Ben", ["Ann", "Ben"]) == {"ann", "ben"}, winners_of("Zoe", ["Ann"]), winners_of("-", ["Ann"])
    (True, None, set())
    """
    if not text or says(text, NO | DRAW):
        return set()
    keys = set(map(key_of, names))
    if key_of(text) in keys:
        return {key_of(text)}
    found = set(map(key_of, names_in(text)))
    return found if found and found <= keys else None
