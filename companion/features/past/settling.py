"""Decides for each play of a file which game is meant and how totals count, again after each answer of a person."""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.engine.pause import in_slices, pause
from companion.features.past import rows
from companion.features.past.play import LeftOut, Play, ReadPlay
from companion.features.past.rows import PAST_IMPORTS, ImportRow
from companion.features.past.sheet_cells import ORDERS
from companion.features.past.sheet_play import ASKED, MARK_NAMES, NO_HINTS, Hints, numbers_in, own_of, read_again
from companion.features.past.spreadsheet import SOURCE
from companion.features.past.tables import KnownGames, check, find_game
from companion.games import all_games
from companion.storage.records import batches
from companion.storage.schema import update
from companion.table.service import Tables


def is_coming(read: ReadPlay) -> bool:
    """Whether a play is imported, or may be once questions are answered or players are renamed."""
    return read.reason is None or read.reason["why"] in (*ASKED, "twice")


def settled(
    plays: Sequence[ReadPlay], games: KnownGames, names: Mapping[int, str], told: Mapping[str, bool] | None
) -> list[ReadPlay]:
    """Return the plays as they will be imported; `names` of players are by number.

    A game has half points in all its plays or in none. `told` has by title whether the lowest total wins; if it is
    None, each play says so.
    """
    scored = [(read.title, read.play) for read in plays if read.play is not None and read.play.is_scored]
    halves = {title for title, play in in_slices(scored) if _has_halves(play)}
    lowest = Counter[str]()
    for title, scored_play in scored:
        lowest[title] += 1 if scored_play.lowest_wins else -1
    found = []
    for read in in_slices(plays):
        title, play = read.title, read.play
        if play is not None:
            is_lowest = play.lowest_wins if play.is_scored else lowest[title] > 0  # without points as most plays of it
            is_lowest = is_lowest if told is None else told.get(title, False)
            game = _game(title, play.game, games)
            has_halves = _has_halves(play) if game else title in halves
            play = replace(play, game=game, lowest_wins=is_lowest, has_halves=has_halves)
            read = replace(read, play=play, reason=_fault(play, names))
        found.append(read)
    return found


def _game(title: str, key: str, games: KnownGames) -> str:
    number = key.removeprefix("bgg ")
    return key if key in all_games() else find_game(games, title, int(number) if number else None)


def _has_halves(play: Play) -> bool:
    return play.is_scored and any((score.halves or 0) % 2 for score in play.scores)


def _fault(play: Play, names: Mapping[int, str]) -> Mapping[str, Any] | None:
    try:
        check(play, names)
    except LeftOut as error:
        return error.reason
    return None


def lowest_of(plays: Sequence[ReadPlay], games: KnownGames) -> dict[str, bool]:
    """Return by title whether the lowest total wins in unknown games; highest, unless marked winners show lowest."""
    shown: dict[str, set[bool]] = {}
    for read in plays:
        play = read.play
        if play is None or not play.is_scored or len(play.scores) < 2 or find_game(games, read.title):
            continue
        seen = shown.setdefault(read.title, set())
        totals = [score.halves or 0 for score in play.scores]
        won = {total for total, score in zip(totals, play.scores, strict=True) if score.is_winner}
        if len(won) == 1 and min(totals) != max(totals):
            seen |= {best == min(totals) for best in won if best in (min(totals), max(totals))}
    return {title: seen == {True} for title, seen in shown.items()}


def contents_of(
    plays: Sequence[ReadPlay],
    lowest: Mapping[str, bool] | None,
    **others: Any,
) -> str:
    """Return the JSON of a file's games, most frequent first, its questions, and what `others` has for `ImportRow`."""
    counts, questions = Counter[tuple[str, str]](), dict[str, Sequence[Any]]()
    for read in in_slices(plays):
        if read.reason is None and read.play is not None:
            counts[read.title, read.play.game] += 1
        elif read.reason is not None and read.reason["why"] in ASKED:
            why, text = read.reason.values()
            questions.setdefault(ASKED[why], [text, None])
    games = [[title, key, times, (lowest or {}).get(title)] for (title, key), times in counts.most_common()]
    others["questions"] = {**questions, **others["questions"]}
    return json.dumps({"games": games, **others})


def counts_of(plays: Sequence[ReadPlay], columns: Sequence[Sequence[Any]]) -> Counter[int]:
    """Return in how many plays that may be imported each player of the file is."""
    counts = Counter[int]()
    for play in in_slices(filter(is_coming, plays)):
        counts.update(
            [score.player for score in play.play.scores] if play.play else numbers_in(play.cells or {}, columns)
        )
    return counts


_AT_ONCE = 100  # rows per transaction and per query

MEANINGS = {
    "date": {order: Hints(order) for order in ORDERS},
    "number": {name: Hints(decimal=mark) for mark, name in MARK_NAMES.items()},
}
"""The answers to each question."""


def name_player(service: Tables, job: ImportRow, games: KnownGames, number: int, name: str) -> None:
    """Set the name here of a player of the file; leave out plays in which two players are now the same."""
    before = service.read(rows.merged_players, job.id, 1)
    service.write(lambda db: rows.name_player(db, job.id, number, name), f"import {job.id}")
    if before or service.read(rows.merged_players, job.id, 1):
        settle_again(service, job, games)


def answer(service: Tables, job: ImportRow, games: KnownGames, question: str, meaning: str) -> None:
    """Answer a question about the dates or numbers of a file with one of its `MEANINGS`."""
    questions = {**job.questions, question: [job.questions[question][0], meaning]}
    settle_again(service, replace(job, questions=questions), games, MEANINGS[question][meaning])


def set_lowest_wins(service: Tables, job: ImportRow, games: KnownGames, title: str, *, is_lowest: bool) -> None:
    """Set whether the lowest total wins in a game of the file."""
    told = [[one, key, times, is_lowest if one == title and asked is not None else asked]
            for one, key, times, asked in job.games]  # fmt: skip
    settle_again(service, replace(job, games=told), games)


def choose_columns(service: Tables, job: ImportRow, games: KnownGames, places: Collection[str]) -> None:
    """Read the results of the players who have these columns of their own, and of no others."""
    columns = [[name, kind, str(place) in places if kind == "own" else is_read]
               for place, (name, kind, is_read) in enumerate(job.columns)]  # fmt: skip
    settle_again(service, replace(job, columns=columns), games)


def settle_again(service: Tables, job: ImportRow, games: KnownGames, hints: Hints = NO_HINTS) -> None:
    """Settle all plays of an import in preview again, with the answers so far."""
    stored: list[ReadPlay] = []
    while part := service.read(rows.plays_of, job.id, stored[-1].number if stored else 0, _AT_ONCE):
        stored += part
        pause()
    own = own_of(job.columns)
    reads = [replace(read, **read_again(read.cells, hints, own)) if read.cells else read for read in in_slices(stored)]
    lowest = None
    if job.source == SOURCE:
        lowest = lowest_of(reads, games) | {title: told for title, _, _, told in job.games if told is not None}
    found = settled(reads, games, service.read(rows.names_of, job.id), lowest)
    changed = [new for old, new in zip(stored, found, strict=True) if new != old]
    for some in batches(changed, _AT_ONCE):
        service.write(partial(rows.change_plays, job=job.id, plays=some), f"import {job.id}")
    counts = counts_of(found, job.columns)
    service.write(lambda db: rows.count_players(db, job.id, counts), f"import {job.id}")
    told = {"notices": job.notices, "questions": job.questions, "columns": job.columns}
    contents = contents_of(found, lowest, **told)
    service.write(lambda db: update(db, PAST_IMPORTS, {"games": contents}, id=job.id), f"import {job.id}")
