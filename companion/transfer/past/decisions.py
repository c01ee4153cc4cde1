"""What somebody decides before an import: the group, who is who, how a date or number is meant, which total wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.storage.batches import batches
from companion.storage.rows import past_imports as rows
from companion.storage.rows.past_imports import ImportRow, PlayRow
from companion.storage.store import Store
from companion.time_slices import Slices
from companion.transfer.past.play import ReadPlay
from companion.transfer.past.settling import Settings, games_of, lowest_of, questions_of, read_of, row_of, settled
from companion.transfer.past.sheets.play import Hints, read_again
from companion.transfer.past.sheets.spreadsheet import SOURCE
from companion.transfer.past.tables import KnownGames

_AT_ONCE = 100  # rows of one transaction, and of one query

NO_ANSWER = Hints()
MEANINGS = {
    "date": {"day": Hints(day_first=True), "month": Hints(day_first=False)},
    "number": {"comma": Hints(decimal=","), "point": Hints(decimal=".")},
}
"""The answers to each question."""


def name_player(store: Store, job: ImportRow, games: KnownGames, number: int, name: str) -> None:
    """Say who a player of the file is here; plays in which two players are one now are left out."""
    before = rows.merged_players(store.rows, job.id, 1)
    store.write(lambda db: rows.name_player(db, job.id, number, name), f"import {job.id}")
    if before or rows.merged_players(store.rows, job.id, 1):
        settle_again(store, job, games)


def choose_group(store: Store, job: ImportRow, group: str) -> None:
    """Say into which group the games go, empty for none."""
    store.write(lambda db: rows.choose_group(db, job.id, group), f"import {job.id}")


def answer(store: Store, job: ImportRow, games: KnownGames, question: str, meaning: str) -> None:
    """Say how the dates, or the numbers, of a file are meant: a question of the import, and one of its `MEANINGS`."""
    questions = {**job.questions, question: [job.questions[question][0], meaning]}
    settle_again(store, replace(job, questions=questions), games, MEANINGS[question][meaning])


def tell_lowest(store: Store, job: ImportRow, games: KnownGames, title: str, *, is_lowest: bool) -> None:
    """Say which total wins in a game of the file."""
    told = [[one, key, times, is_lowest if one == title and asked is not None else asked]
            for one, key, times, asked in job.games]  # fmt: skip
    settle_again(store, replace(job, games=told), games)


def settle_again(store: Store, job: ImportRow, games: KnownGames, hints: Hints = NO_ANSWER) -> None:
    """Settle all plays of an import that is looked at by what is known now."""
    pause = Slices()
    stored = _plays(store, job.id, pause)
    reads = [_answered(read_of(row), hints) for row in stored]
    lowest = None
    if job.source == SOURCE:
        lowest = lowest_of(reads, games) | {title: told for title, _, _, told in job.games if told is not None}
    found = settled(reads, Settings(games, rows.names_of(store.rows, job.id), lowest), pause)
    made = [row_of(row.number, read) for row, read in zip(stored, found, strict=True)]
    changed = [new for old, new in zip(stored, made, strict=True) if new != old]
    for part in batches(changed, _AT_ONCE):
        store.write(partial(rows.change_plays, job=job.id, plays=part), f"import {job.id}")
    counted, questions = games_of(found, lowest, pause), {**questions_of(found), **job.questions}
    store.write(lambda db: rows.note_contents(db, job.id, counted, job.notices, questions), f"import {job.id}")


def _plays(store: Store, job: str, pause: Callable[[], None]) -> list[PlayRow]:
    found: list[PlayRow] = []
    while part := rows.plays_of(store.rows, job, found[-1].number if found else 0, _AT_ONCE):
        found += part
        pause()
    return found


def _answered(read: ReadPlay, hints: Hints) -> ReadPlay:
    if read.cells is None:
        return read
    play, reason, cells = read_again(read.cells, hints)
    return replace(read, play=play, reason=reason, cells=cells)
