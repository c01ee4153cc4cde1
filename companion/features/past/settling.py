"""Settles the plays of a file, again after each answer: which game is meant, and how its totals count."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.features.past import rows
from companion.features.past.play import LeftOut, Play, ReadPlay, read_play
from companion.features.past.rows import ImportRow, PlayRow
from companion.features.past.sheet_play import ASKED, Hints, read_again
from companion.features.past.spreadsheet import SOURCE
from companion.features.past.tables import KnownGames, check
from companion.game.pause import pause
from companion.games import all_games
from companion.storage.database import batches
from companion.storage.store import Store

TWICE = "twice"


def is_coming(read: ReadPlay) -> bool:
    """Whether a play is imported, or would be after an answer or another name for a player."""
    return read.reason is None or read.reason.why in (*ASKED, TWICE)


def settled(
    plays: Sequence[ReadPlay], games: KnownGames, names: Mapping[int, str], told: Mapping[str, bool] | None
) -> list[ReadPlay]:
    """Return the plays as they will be imported, with names by number.

    A game has half points in all its plays or in none. What is `told` says by title where the lowest total wins, else
    each play does.
    """
    halves, lowest = set[str](), Counter[str]()
    for read in plays:
        if read.play is not None and read.play.is_scored:
            lowest[read.title] += 1 if read.play.lowest_wins else -1
            if _has_halves(read.play):
                halves.add(read.title)
        pause()
    found = []
    for read in plays:
        if read.play is not None:
            if told is not None:
                is_lowest = told.get(read.title, False)
            else:  # without points it says nothing about which total wins: it counts with the others of its game
                is_lowest = read.play.lowest_wins if read.play.is_scored else lowest[read.title] > 0
            play = replace(read.play, game=_game(read.title, read.play.game, games), lowest_wins=is_lowest)
            play = replace(play, has_halves=_has_halves(play) if play.game else read.title in halves)
            read = replace(read, play=play, reason=_fault(play, names))
        found.append(read)
        pause()
    return found


def _game(title: str, key: str, games: KnownGames) -> str:
    number = key.removeprefix("bgg ")
    return key if key in all_games() else games.find(title, int(number) if number else None)


def _has_halves(play: Play) -> bool:
    return play.is_scored and any((score.halves or 0) % 2 for score in play.scores)


def _fault(play: Play, names: Mapping[int, str]) -> LeftOut | None:
    try:
        check(play, names)
    except LeftOut as reason:
        return reason
    return None


def lowest_of(plays: Sequence[ReadPlay], games: KnownGames) -> dict[str, bool]:
    """Return by title, of games that are not here, whether the lowest total wins, as far as marked winners show it."""
    shown: dict[str, set[bool]] = {}
    for read in plays:
        play = read.play
        if play is None or not play.is_scored or len(play.scores) < 2 or games.find(read.title, None):
            continue
        seen = shown.setdefault(read.title, set())
        totals = [score.halves or 0 for score in play.scores]
        won = {total for total, score in zip(totals, play.scores, strict=True) if score.is_winner}
        if len(won) == 1 and min(totals) != max(totals):
            seen |= {best == min(totals) for best in won if best in (min(totals), max(totals))}
    return {title: seen == {True} for title, seen in shown.items()}


def note_contents(
    store: Store,
    job: str,
    plays: Sequence[ReadPlay],
    lowest: Mapping[str, bool] | None,
    notices: Sequence[Any],
    answered: Mapping[str, Sequence[Any]],
) -> None:
    """Note the games of a file, the most frequent first, what is told of it, and what is asked or was answered.

    A game has its title, the key of the game here, the number of plays, and what is told of its totals; a question a
    text of the file that can be read in two ways, and its answer.
    """
    counts, questions = Counter[tuple[str, str]](), dict[str, Sequence[Any]]()
    for read in plays:
        if read.reason is None and read.play is not None:
            counts[read.title, read.play.game] += 1
        elif read.reason is not None and read.reason.why in ASKED:
            questions.setdefault(ASKED[read.reason.why], [next(iter(read.reason.values.values())), None])
        pause()
    games = [[title, key, times, (lowest or {}).get(title)] for (title, key), times in counts.most_common()]
    questions |= answered
    store.write(lambda db: rows.note_contents(db, job, games, notices, questions), f"import {job}")


def row_of(number: int, read: ReadPlay) -> PlayRow:
    """Return a play as it is stored."""
    body: dict[str, Any] = {"title": read.title, "at": read.at}
    if read.play is not None:
        body = read.play.as_json()
    if read.cells is not None:
        body["cells"] = read.cells
    return PlayRow(number, read.mark, body, None if read.reason is None else read.reason.as_json())


def read_of(row: PlayRow) -> ReadPlay:
    """Restore a play from the output of `row_of`."""
    body, stored = row.body, dict(row.reason or {})
    play = read_play(body) if "scores" in body else None
    reason = LeftOut(stored.pop("why"), **stored) if stored else None
    return ReadPlay(row.mark, body["title"], body["at"], play, reason, body.get("cells"))


_AT_ONCE = 100  # rows of one transaction, and of one query

NO_ANSWER = Hints()
MEANINGS = {
    "date": {"day": Hints(day_first=True), "month": Hints(day_first=False)},
    "number": {"comma": Hints(decimal=","), "point": Hints(decimal=".")},
}
"""The answers to each question."""


def name_player(store: Store, job: ImportRow, games: KnownGames, number: int, name: str) -> None:
    """Set who a player of the file is here; plays in which two players are now the same are left out."""
    before = rows.merged_players(store.rows, job.id, 1)
    store.write(lambda db: rows.name_player(db, job.id, number, name), f"import {job.id}")
    if before or rows.merged_players(store.rows, job.id, 1):
        settle_again(store, job, games)


def choose_group(store: Store, job: ImportRow, group: str) -> None:
    """Set the group for the games, empty for none."""
    store.write(lambda db: rows.choose_group(db, job.id, group), f"import {job.id}")


def answer(store: Store, job: ImportRow, games: KnownGames, question: str, meaning: str) -> None:
    """Answer a question about the dates or numbers of a file with one of its `MEANINGS`."""
    questions = {**job.questions, question: [job.questions[question][0], meaning]}
    settle_again(store, replace(job, questions=questions), games, MEANINGS[question][meaning])


def tell_lowest(store: Store, job: ImportRow, games: KnownGames, title: str, *, is_lowest: bool) -> None:
    """Set which total wins in a game of the file."""
    told = [[one, key, times, is_lowest if one == title and asked is not None else asked]
            for one, key, times, asked in job.games]  # fmt: skip
    settle_again(store, replace(job, games=told), games)


def settle_again(store: Store, job: ImportRow, games: KnownGames, hints: Hints = NO_ANSWER) -> None:
    """Settle all plays of an import in its preview, with the answers so far."""
    stored: list[PlayRow] = []
    while part := rows.plays_of(store.rows, job.id, stored[-1].number if stored else 0, _AT_ONCE):
        stored += part
        pause()
    reads = [_answered(read_of(row), hints) for row in stored]
    lowest = None
    if job.source == SOURCE:
        lowest = lowest_of(reads, games) | {title: told for title, _, _, told in job.games if told is not None}
    found = settled(reads, games, rows.names_of(store.rows, job.id), lowest)
    made = [row_of(row.number, read) for row, read in zip(stored, found, strict=True)]
    changed = [new for old, new in zip(stored, made, strict=True) if new != old]
    for some in batches(changed, _AT_ONCE):
        store.write(partial(rows.change_plays, job=job.id, plays=some), f"import {job.id}")
    note_contents(store, job.id, found, lowest, job.notices, job.questions)


def _answered(read: ReadPlay, hints: Hints) -> ReadPlay:
    if read.cells is None:
        return read
    play, reason, cells = read_again(read.cells, hints)
    return replace(read, play=play, reason=reason, cells=cells)
