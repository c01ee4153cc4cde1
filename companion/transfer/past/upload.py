"""Takes a file of plays: reads all of it, compares it with what is here, and keeps it as an import to look at."""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import IO, Any

from companion.game import Message
from companion.storage.batches import batches
from companion.storage.records import now
from companion.storage.rows import past_imports as rows
from companion.storage.rows.memberships import PhoneRef, phone_number
from companion.storage.rows.past_games import known_marks
from companion.storage.rows.past_imports import PlayerRow, PlayRow
from companion.storage.rows.player_queries import list_players as known_players
from companion.storage.store import Store
from companion.time_slices import Slices
from companion.transfer.past.bg_stats import read_export
from companion.transfer.past.play import PastFile, Play, ReadPlay, clean
from companion.transfer.past.reasons import LeftOut, PastFileError
from companion.transfer.past.spreadsheet import read_sheet
from companion.transfer.past.suggestions import Suggestions
from companion.transfer.past.tables import KnownGames, check

MAX_BYTES = 32 * 1024 * 1024
_AT_ONCE = 100  # rows of one transaction
_MOST_KNOWN = 2000  # players here that are compared
_MOST_KEPT = 10  # imports of a phone
_LONGEST_READING = timedelta(hours=1)
_turn = threading.Lock()  # a file takes much memory while it is read, so that is done with one at a time
_LOOKS = ((b"PK\x03\x04", Message("an archive or a workbook of Excel")), (b"%PDF", Message("a PDF")),
          (b"\x89PNG", Message("a picture")), (b"\xff\xd8\xff", Message("a picture")))  # fmt: skip
_OTHER = Message(
    "This file looks like {look}. Choose the .json file of BG Stats, or a sheet that was saved as CSV in UTF-8."
)


def take_file(store: Store, file: IO[bytes], name: str, phone: PhoneRef, games: KnownGames) -> str:
    """Read a file and keep it as an import of this phone; returns the import's id. Raises `PastFileError`."""
    with _turn:
        return _take(store, file, name, phone, games, Slices())


def _take(
    store: Store, file: IO[bytes], name: str, phone: PhoneRef, games: KnownGames, slices: Callable[[], None]
) -> str:
    read = _read(file, slices)
    job = secrets.token_urlsafe(12)

    def insert(db: Any) -> int:
        number = phone_number(db, phone, now())
        rows.insert_import(db, job, number, read.source, clean(name, 80), now())
        return number

    number = store.write(insert, f"import {job}")
    _make_room(store, number, job)
    plays, known = _compared(store, number, read, games, slices)
    for part in batches(plays, _AT_ONCE):
        store.write(partial(rows.insert_plays, job=job, plays=part), f"import {job}")
    for players in batches(_players(store, number, read, plays, slices), _AT_ONCE):
        store.write(partial(rows.insert_players, job=job, players=players), f"import {job}")
    counted = _games(plays, slices)
    store.write(lambda db: rows.make_ready(db, job, len(read.plays), known, counted), f"import {job}")
    return job


def _read(file: IO[bytes], pause: Callable[[], None]) -> PastFile:
    start = file.read(64)
    look = next((look for sign, look in _LOOKS if start.startswith(sign)), None)
    if look is not None:
        raise PastFileError(Message(_OTHER.singular, look=look))
    mark = b"\xef\xbb\xbf"
    is_json = start.removeprefix(mark).lstrip()[:1] in (b"{", b"[")
    file.seek(len(mark) if start.startswith(mark) and is_json else 0)
    return read_export(file, pause) if is_json else read_sheet(file, pause)


def _make_room(store: Store, phone: int, job: str) -> None:
    """Delete the oldest imports of a phone that do not run, so that it keeps few, and what a stop left half read."""
    others = [other for other in rows.imports_of(store.rows, phone) if other.id != job and other.state != rows.RUNNING]
    before = (datetime.now(UTC) - _LONGEST_READING).isoformat(timespec="seconds")
    abandoned = rows.abandoned_imports(store.rows, phone, before)
    for old in [*(other.id for other in others[_MOST_KEPT - 1 :]), *abandoned]:
        delete_import(store, old)


def delete_import(store: Store, job: str) -> None:
    """Delete an import, with what is not imported yet; games that were imported stay."""
    while store.write(lambda db: rows.delete_part(db, job), f"import {job}"):
        pass


def _compared(
    store: Store, phone: int, read: PastFile, games: KnownGames, pause: Callable[[], None]
) -> tuple[list[PlayRow], int]:
    """Return the plays that are not here yet, with the reason of those that are left out, and how many are here."""
    here: set[bytes] = set()
    for part in batches([play.mark for play in read.plays], _AT_ONCE):
        here |= known_marks(store.rows, phone, part)
        pause()
    plays, known = [], 0
    for number, play in enumerate(_with_games(read.plays, games, pause), 1):
        if play.mark in here:
            known += 1
        else:
            plays.append(_row(number, play))
        here.add(play.mark)
        pause()
    return plays, known


def _with_games(plays: Sequence[ReadPlay], games: KnownGames, pause: Callable[[], None]) -> Iterator[ReadPlay]:
    """The plays with the games here that are meant; a game has half points in all its plays or in none."""
    halves = set()
    for read in plays:
        if read.play is not None and _has_halves(read.play):
            halves.add(read.title)
        pause()
    for read in plays:
        if read.play is None:
            yield read
            continue
        number = read.play.game.removeprefix("bgg ")
        key = games.find(read.title, int(number) if number else None)
        has_halves = read.title in halves if not key else _has_halves(read.play)
        yield replace(read, play=replace(read.play, game=key, has_halves=has_halves))


def _has_halves(play: Play) -> bool:
    return any((score.halves or 0) % 2 for score in play.scores)


def _row(number: int, read: ReadPlay) -> PlayRow:
    reason = read.reason
    if read.play is not None:
        try:
            check(read.play)
        except LeftOut as error:
            reason = error
    body = {"title": read.title, "at": read.at} if read.play is None else read.play.as_json()
    return PlayRow(number, read.mark, body, None if reason is None else reason.as_json())


def _players(
    store: Store, phone: int, read: PastFile, plays: Sequence[PlayRow], pause: Callable[[], None]
) -> list[PlayerRow]:
    """Return the players of the plays that will be imported, the most frequent first."""
    counts: Counter[int] = Counter()
    for play in plays:
        if play.reason is None:
            counts.update(score[0] for score in play.body["scores"])
        pause()
    known = {row["key"]: row["name"] for row in known_players(store.rows, phone, 0, _MOST_KNOWN)}
    suggestions, found = Suggestions(known), []
    for number, times in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        name = read.players[number]
        given, offers = suggestions.of(name)
        found.append(PlayerRow(number, name or "", given, offers, times))
        pause()
    return found


def _games(plays: Sequence[PlayRow], pause: Callable[[], None]) -> list[tuple[str, str, int]]:
    """Return title, key of the game here and number of plays of each game, the most frequent first."""
    counts: Counter[tuple[str, str]] = Counter()
    for play in plays:
        if play.reason is None:
            counts[play.body["title"], play.body["game"]] += 1
        pause()
    return [(title, key, times) for (title, key), times in counts.most_common()]
