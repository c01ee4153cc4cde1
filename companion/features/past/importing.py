"""Reads an uploaded file of plays, and decides for each which game is meant and how totals count.

What a person answers in the preview decides it again.
"""

import re
import secrets
import threading
import unicodedata
from codecs import BOM_UTF8
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import IO, Any

from companion.engine import Message
from companion.engine.names import clean_name, is_invisible, normalize_name, normalized
from companion.engine.pause import in_slices, pause
from companion.features.history.rows import list_players as known_players
from companion.features.past import rows
from companion.features.past.bg_stats import read_export
from companion.features.past.play import Contents, PastFileError, Play, ReadPlay, clean
from companion.features.past.rows import ImportRow, known_marks, values_here
from companion.features.past.sheet_cells import key_of
from companion.features.past.sheet_play import Reading, asked_by, players_of, read_cells
from companion.features.past.spreadsheet import read_sheet
from companion.features.past.tables import KnownGames, fault_of, find_game
from companion.scoring.scoresheet import MAX_NAME_LENGTH
from companion.storage.records import batches, now
from companion.storage.rows.memberships import PhoneRef, phone_number
from companion.storage.schema import insert, select, update
from companion.table.service import Tables

_AT_ONCE = 100  # rows of one transaction, or of one query
_MOST_KNOWN = 2000  # players here that are compared
_MOST_KEPT = 10  # imports of a phone
_MOST_OFFERED = 4  # names
_LONGEST_READING = timedelta(hours=1)
_turn = threading.Lock()  # one file at a time, as reading needs much memory
_LOOKS_LIKE = Message(
    "This file looks like {look}. Choose the .json file of BG Stats, or a sheet that was saved as CSV in UTF-8."
)
_REFUSED = {
    rb"PK\x03\x04": Message(_LOOKS_LIKE.singular, look=Message("an archive or a workbook of Excel")),
    rb"%PDF": Message(_LOOKS_LIKE.singular, look=Message("a PDF")),
    rb"\x89PNG|\xff\xd8\xff": Message(_LOOKS_LIKE.singular, look=Message("a picture")),
    rb"\s*<(?:!doctype\s+)?html": Message(
        "This file is a web page (HTML). Choose the .json file of BG Stats, or a sheet that was saved as CSV in UTF-8."
    ),
    rb"\s*<": Message(
        "This file is XML, as BoardGameGeek gives its plays out. Let BG Stats fetch the plays from there, then choose"
        " the .json file of Settings, Export; or save the plays as a sheet in CSV."
    ),
    rb'\s*\{\s*"(?:companion|format)"': Message(
        "This is a file of the companion itself. A game goes in under “Import a game”; all of an instance by the"
        " command companion import."
    ),
    rb'\s*\{\s*"evening"': Message(
        "This file holds a club evening, whose games are at their tables. Nothing of it can be imported."
    ),
}
"""How files begin that hold no plays, or not as these are read here, and what is said of them."""


def take_file(service: Tables, stream: IO[bytes], name: str, phone: PhoneRef, games: KnownGames) -> str:
    """Read a file and store it as an import of this phone; return the import's id. Raises `PastFileError`."""
    with _turn:
        (contents, plays), job = _read(stream), secrets.token_urlsafe(12)
        number = service.write(lambda db: phone_number(db, phone, now()))
        _make_room(service, number)
        new, known = _compared(service, number, plays)
        here = {player.key: player.name for player in service.read(known_players, number, 0, _MOST_KNOWN)}
        found, contents = settle(with_suggestions(contents, here), new, games)
        row = {"id": job, "phone": number, "source": contents.source, "file": clean(name, 80), "state": rows.READING}
        service.write(lambda db: insert(db, rows.PAST_IMPORTS, {**row, "made": now()}), f"import {job}")
        for part in batches(found, _AT_ONCE):
            service.write(partial(rows.insert_plays, job=job, plays=part), f"import {job}")
        for players in batches(contents.players, _AT_ONCE):
            service.write(partial(rows.insert_players, job=job, players=players), f"import {job}")
        ready = {"state": rows.READY, "plays": len(plays), "known": known, "games": contents.as_json()}
        service.write(lambda db: update(db, rows.PAST_IMPORTS, ready, id=job), f"import {job}")
        return job


def _read(file: IO[bytes]) -> tuple[Contents, list[ReadPlay]]:
    start = file.read(64).removeprefix(BOM_UTF8)
    for beginning, refusal in _REFUSED.items():
        if re.match(beginning, start, re.IGNORECASE):
            raise PastFileError(refusal)
    file.seek(0)
    return read_export(file) if start.lstrip().startswith((b"{", b"[")) else read_sheet(file)


def _make_room(service: Tables, phone: int) -> None:
    """Delete a phone's incomplete imports, and beyond a limit its oldest ones that are not running."""
    others = [row for row in service.read(rows.imports_of, phone) if row.state != rows.RUNNING]
    before = (datetime.now(UTC) - _LONGEST_READING).isoformat(timespec="seconds")
    unread = service.read(select, rows.PAST_IMPORTS, "id made", phone=phone, state=rows.READING)
    abandoned = [row["id"] for row in unread if row["made"] < before]
    for old in [*(other.id for other in others[_MOST_KEPT - 1 :]), *abandoned]:
        rows.delete_import(service.write, old)


def _compared(service: Tables, phone: int, read: Sequence[ReadPlay]) -> tuple[list[ReadPlay], int]:
    """Return the plays that are not here yet, and how many are; repeated ones in the file are left out."""
    here = service.read(known_marks, phone, [play.mark for play in read])
    tables = set(service.read(values_here, "members", "session", phone, [play.table for play in read if play.table]))
    plays, seen = list[ReadPlay](), set[bytes]()
    for play in in_slices(read):
        if play.mark in here or play.table in tables:
            continue
        new = replace(play, number=len(plays) + 1)
        plays.append(replace(new, play=None, cells=None, reason={"why": "again"}) if play.mark in seen else new)
        seen.add(play.mark)
    return plays, len(read) - len(plays)


def with_suggestions(contents: Contents, here: Mapping[str, str]) -> Contents:
    """Return contents with the likeliest names of their players here, and others that may be meant.

    `here` has names by key, the most frequent first. Names that differ only in accents, or share a word, may be one.
    """
    same: dict[str, list[str]] = defaultdict(list)
    alike: dict[str, list[str]] = defaultdict(list)
    for key, name in here.items():
        same[_plain(key)].append(name)
        for word in set(_plain(key).split()):
            alike[word].append(name)
    players = []
    for player in in_slices(contents.players):
        as_written, cleaned = clean(player.name, MAX_NAME_LENGTH), clean(clean_name(player.name), MAX_NAME_LENGTH)
        key, given, others = normalize_name(cleaned), "", list[str]()
        if known := here.get(normalize_name(as_written), here.get(key)):
            given = known
        elif not is_invisible(as_written):
            plain = same.get(_plain(key), [])
            given = plain[0] if len(plain) == 1 else cleaned
            words = [name for word in _plain(key).split() for name in alike.get(word, ())]
            others = [name for name in dict.fromkeys([*plain, *words, cleaned]) if name != given]
        players.append(player._replace(given=given, offers=others[:_MOST_OFFERED]))
    return replace(contents, players=players)


def _plain(key: str) -> str:
    """A normalized name without accents."""
    return "".join([one for one in normalized("NFD", key) if not unicodedata.combining(one)])


def settle(contents: Contents, plays: Sequence[ReadPlay], games: KnownGames) -> tuple[list[ReadPlay], Contents]:
    """Return the plays as they will be imported, and the contents with what they show."""
    reads, reading, contents = _read_again(contents, plays)
    scored = [read.play for read in reads if read.play is not None and read.play.is_scored]
    halves = {play.title for play in in_slices(scored) if _has_halves(play)}
    lowest, names = _lowest_in(scored, contents, games), contents.names
    found, times, counts = list[ReadPlay](), Counter[tuple[str, str]](), Counter[int]()
    for read in in_slices(reads):
        if play := read.play:
            game = find_game(games, play)
            is_lowest = lowest.get(play.title, False) if contents.columns or not play.is_scored else play.lowest_wins
            has_halves = _has_halves(play) if game else play.title in halves
            play = replace(play, game=game, lowest_wins=is_lowest, has_halves=has_halves)
            read = replace(read, play=play, reason=fault_of(play, names))
            times[play.title, game] += read.reason is None
        if read.reason is None or asked_by(read) or read.reason["why"] == "twice":
            counts.update(players_of(read, reading))
        found.append(read)
    asked = lowest if contents.columns else {}
    listed = [[title, key, count, asked.get(title)] for (title, key), count in times.most_common() if count]
    players = [player._replace(plays=counts[player.number]) for player in contents.players]
    return found, replace(contents, games=listed, players=players)


def _read_again(contents: Contents, plays: Sequence[ReadPlay]) -> tuple[list[ReadPlay], Reading, Contents]:
    """Return the plays as their cells are read, how they were, and the contents with questions and notices of that."""
    listed = enumerate(contents.columns)
    own = [(str(place), name) for place, (name, kind, is_read) in listed if kind == "own" and is_read]
    numbers = {key_of(player.name): player.number for player in contents.players}
    questions, found, twice = dict(contents.questions), list[ReadPlay](), set[int]()
    reading = Reading(own, numbers, {kind: given for kind, (_, given) in questions.items()})
    for play in in_slices(plays):
        read = read_cells(play, reading)
        while (asked := asked_by(read)) and asked[0] not in questions:
            kind, text = asked
            reading.answers[kind] = contents.shown.get(kind)
            questions[kind] = [text, reading.answers[kind]]
            read = read_cells(play, reading)
        twice.update(score.player for score, times in (read.play.counted if read.play else ()) if times > 1)
        found.append(read)
    guests = sorted(player.name for player in contents.players if player.number in twice and player.name)
    told = [("guests", guests), ("unread", sorted(reading.unread))]
    notices = [notice for notice in contents.notices if notice["what"] not in dict(told)]
    notices += [{"what": what, "count": len(n), "names": ", ".join(n)[:200]} for what, n in told if n]
    return found, reading, replace(contents, questions=questions, notices=notices)


def _has_halves(play: Play) -> bool:
    return play.is_scored and any((score.halves or 0) % 2 for score in play.scores)


def _lowest_in(plays: Sequence[Play], contents: Contents, games: KnownGames) -> Mapping[str, bool]:
    """Return by title whether the lowest total wins, by the `plays` with points.

    Where each play says so, that is as in most of them. A sheet does not: of a game unknown here the highest total
    wins, unless marked winners show the lowest, or a person says so.
    """
    if not contents.columns:
        ways = Counter[str]()
        for play in in_slices(plays):
            ways[play.title] += 1 if play.lowest_wins else -1
        return {title: balance > 0 for title, balance in ways.items()}
    shown: dict[str, set[bool]] = {}
    for play in in_slices(plays):
        if len(play.scores) < 2 or find_game(games, play):
            continue
        seen = shown.setdefault(play.title, set())
        totals = [score.halves or 0 for score in play.scores]
        won = {total for total, score in zip(totals, play.scores, strict=True) if score.is_winner}
        if len(won) == 1 and min(totals) != max(totals):
            seen |= {best == min(totals) for best in won if best in (min(totals), max(totals))}
    told = {title: lowest for title, _, _, lowest in contents.games if lowest is not None}
    return {title: seen == {True} for title, seen in shown.items()} | told


def name_player(service: Tables, job: ImportRow, games: KnownGames, number: int, given: str) -> None:
    """Set the name here of a player of the file; leave out plays in which two players are now the same."""
    service.write(lambda db: rows.name_player(db, job.id, number, given), f"import {job.id}")
    named = service.read(rows.find_import, job.phone, job.id)  # another device may have named one meanwhile
    if named is not None and (job.merged or named.merged):
        settle_again(service, named, games)


def settle_again(service: Tables, job: ImportRow, known_games: KnownGames, **changes: Any) -> None:
    """Settle all plays of an import in preview again, after changes of its contents."""
    stored: list[ReadPlay] = []
    while part := service.read(rows.plays_of, job.id, stored[-1].number if stored else 0, _AT_ONCE):
        stored += part
        pause()
    found, contents = settle(replace(job, **changes), stored, known_games)
    changed = [new for old, new in zip(stored, found, strict=True) if new != old]
    for some in batches(changed, _AT_ONCE):
        service.write(partial(rows.change_plays, job=job.id, plays=some), f"import {job.id}")
    service.write(partial(rows.change_contents, job=job.id, contents=contents), f"import {job.id}")
