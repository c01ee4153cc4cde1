"""Decides for each play of a file which game is meant and how totals count, again after each answer of a person."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.engine.pause import in_slices, pause
from companion.features.past import rows
from companion.features.past.play import PastFile, Play, ReadPlay
from companion.features.past.rows import ImportRow
from companion.features.past.sheet_cells import key_of
from companion.features.past.sheet_play import Reading, asked_by, players_of, read_cells, reading_of
from companion.features.past.spreadsheet import SOURCE
from companion.features.past.tables import KnownGames, fault_of, find_game
from companion.games import all_games
from companion.storage.records import batches
from companion.storage.schema import select
from companion.table.service import Tables


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
            read = replace(read, play=play, reason=fault_of(play, names))
        found.append(read)
    return found


def _game(title: str, key: str, games: KnownGames) -> str:
    number = key.removeprefix("bgg ")
    return key if key in all_games() else find_game(games, title, int(number) if number else None)


def _has_halves(play: Play) -> bool:
    return play.is_scored and any((score.halves or 0) % 2 for score in play.scores)


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


def settle(
    file: PastFile | ImportRow,
    plays: Sequence[ReadPlay],
    games: KnownGames,
    names: Mapping[int, str],
    told: dict[str, bool],
    reading: Reading,
) -> tuple[list[ReadPlay], Mapping[int, int], str]:
    """Return the plays as they will be imported, how many each player is in, and what `ImportRow` has of the file.

    The latter is JSON. `told` has by title of a sheet's game whether the lowest total wins.
    """
    lowest = lowest_of(plays, games) | told if file.source == SOURCE else None
    found = settled(plays, games, names, lowest)
    times, counts, questions = Counter[tuple[str, str]](), Counter[int](), dict[str, Sequence[Any]]()
    for read in in_slices(found):
        if read.reason is None and read.play is not None:
            times[read.title, read.play.game] += 1
        if asked := asked_by(read):
            questions.setdefault(asked[0], [asked[1], None])
        if read.reason is None or asked or read.reason["why"] == "twice":
            counts.update(players_of(read, reading))
    listed = [[title, key, count, (lowest or {}).get(title)] for (title, key), count in times.most_common()]
    contents = {"games": listed, "notices": file.notices, "columns": file.columns}
    return found, counts, json.dumps({**contents, "questions": {**questions, **file.questions}})


_AT_ONCE = 100  # rows per transaction and per query


def name_player(service: Tables, job: ImportRow, games: KnownGames, number: int, name: str) -> None:
    """Set the name here of a player of the file; leave out plays in which two players are now the same."""
    before = service.read(rows.merged_players, job.id, 1)
    service.write(lambda db: rows.name_player(db, job.id, number, name), f"import {job.id}")
    if before or service.read(rows.merged_players, job.id, 1):
        settle_again(service, job, games)


def settle_again(service: Tables, job: ImportRow, known_games: KnownGames, **changes: Any) -> None:
    """Settle all plays of an import in preview again, after changes of its `games`, `columns` or `questions`."""
    job = replace(job, **changes)
    stored: list[ReadPlay] = []
    while part := service.read(rows.plays_of, job.id, stored[-1].number if stored else 0, _AT_ONCE):
        stored += part
        pause()
    known = service.read(select, rows.PAST_PLAYERS, "number name given", job=job.id)
    reading = reading_of(job.columns, job.questions, {key_of(row["name"]): row["number"] for row in known})
    reads = [read_cells(read, reading) for read in in_slices(stored)]
    told = {title: lowest for title, _, _, lowest in job.games if lowest is not None}
    found, counts, contents = settle(
        job, reads, known_games, {row["number"]: row["given"] for row in known}, told, reading
    )
    changed = [new for old, new in zip(stored, found, strict=True) if new != old]
    for some in batches(changed, _AT_ONCE):
        service.write(partial(rows.change_plays, job=job.id, plays=some), f"import {job.id}")
    service.write(partial(rows.count_players, job=job.id, counts=counts, contents=contents), f"import {job.id}")
