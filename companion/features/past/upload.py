"""Reads an uploaded file of plays, removes those that the phone has, and stores it as an import to preview."""

import re
import secrets
import threading
import unicodedata
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import IO

from companion.engine import Message
from companion.engine.names import clean_name, normalize_name, normalized
from companion.engine.pause import in_slices
from companion.features.history.rows import list_players as known_players
from companion.features.past import rows
from companion.features.past.bg_stats import read_export
from companion.features.past.play import PastFile, PastFileError, ReadPlay, clean
from companion.features.past.rows import PlayerRow, known_marks, known_tables
from companion.features.past.settling import settle
from companion.features.past.sheet_cells import key_of
from companion.features.past.sheet_play import reading_of
from companion.features.past.spreadsheet import read_sheet
from companion.features.past.tables import KnownGames, is_name
from companion.scoring.scoresheet import MAX_NAME_LENGTH
from companion.storage.records import batches, now
from companion.storage.rows.memberships import PhoneRef, phone_number
from companion.storage.schema import insert, select, update
from companion.table.service import Tables

_AT_ONCE = 100  # rows of one transaction
_MOST_KNOWN = 2000  # players here that are compared
_MOST_KEPT = 10  # imports of a phone
_LONGEST_READING = timedelta(hours=1)
_turn = threading.Lock()  # one file at a time, as reading needs much memory
_LOOKS = ((b"PK\x03\x04", Message("an archive or a workbook of Excel")), (b"%PDF", Message("a PDF")),
          (b"\x89PNG", Message("a picture")), (b"\xff\xd8\xff", Message("a picture")))  # fmt: skip
_XML = Message(
    "This file is XML, as BoardGameGeek gives its plays out. Let BG Stats fetch the plays from there, then choose the"
    " .json file of Settings, Export; or save the plays as a sheet in CSV."
)
_WEB_PAGE = Message(
    "This file is a web page (HTML). Choose the .json file of BG Stats, or a sheet that was saved as CSV in UTF-8."
)
_GAME = Message(
    "This is a file of the companion itself. A game goes in under “Import a game”; all of an instance by the command"
    " companion import."
)
_EVENING = Message("This file holds a club evening, whose games are at their tables. Nothing of it can be imported.")
_OWN = {b"companion": _GAME, b"format": _GAME, b"evening": _EVENING}
"""Messages about the companion's own files, by their first key."""


def take_file(service: Tables, file: IO[bytes], name: str, phone: PhoneRef, games: KnownGames) -> str:
    """Read a file and store it as an import of this phone; return the import's id. Raises `PastFileError`."""
    with _turn:
        read = _read(file)
        job = secrets.token_urlsafe(12)
        number = service.write(lambda db: phone_number(db, phone, now()))
        _make_room(service, number)
        new, known = _compared(service, number, read.plays)
        here = {player.key: player.name for player in service.read(known_players, number, 0, _MOST_KNOWN)}
        given = [*map(Suggestions(here).of, in_slices(read.players))]
        numbers = {key_of(name or ""): number for number, name in enumerate(read.players)}
        reading = reading_of(read.columns, read.questions, numbers)
        names = {number: name for number, (name, _) in enumerate(given)}
        found, counts, contents = settle(read, new, games, names, {}, reading)
        numbered = [replace(play, number=place) for place, play in enumerate(found, 1)]
        row = {"id": job, "phone": number, "source": read.source, "file": clean(name, 80), "state": rows.READING}
        service.write(lambda db: insert(db, rows.PAST_IMPORTS, {**row, "made": now()}), f"import {job}")
        for part in batches(numbered, _AT_ONCE):
            service.write(partial(rows.insert_plays, job=job, plays=part), f"import {job}")
        listed = [
            PlayerRow(number, name or "", *given[number], counts[number]) for number, name in enumerate(read.players)
        ]
        for players in batches(listed, _AT_ONCE):
            service.write(partial(rows.insert_players, job=job, players=players), f"import {job}")
        ready = {"state": rows.READY, "plays": len(read.plays), "known": known, "games": contents}
        service.write(lambda db: update(db, rows.PAST_IMPORTS, ready, id=job), f"import {job}")
        return job


def _read(file: IO[bytes]) -> PastFile:
    start = file.read(64)
    for sign, look in _LOOKS:
        if start.startswith(sign):
            raise PastFileError(
                "This file looks like {look}. Choose the .json file of BG Stats, or a sheet that was saved as CSV in"
                " UTF-8.",
                look=look,
            )
    text = start.removeprefix(BOM_UTF8)
    if text.lstrip().startswith(b"<"):
        raise PastFileError(_WEB_PAGE if re.match(rb"\s*<(?:!doctype\s+)?html", text, re.IGNORECASE) else _XML)
    if (own := re.match(rb'\s*\{\s*"(\w+)"', text)) and own[1] in _OWN:
        raise PastFileError(_OWN[own[1]])
    is_json = text.lstrip().startswith((b"{", b"["))
    file.seek(len(start) - len(text) if is_json else 0)
    return read_export(file) if is_json else read_sheet(file)


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
    tables = service.read(known_tables, phone, list({play.table for play in read if play.table}))
    plays, seen = [], set[bytes]()
    for play in in_slices(read):
        if play.mark in here or play.table in tables:
            continue
        again = replace(play, play=None, cells=None, reason={"why": "again"})
        plays.append(again if play.mark in seen else play)
        seen.add(play.mark)
    return plays, len(read) - len(plays)


_MOST = 4


class Suggestions:
    """Suggests players who are `known` here: names by key, the most frequent first."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self._known = known
        self._plain: dict[str, list[str]] = defaultdict(list)
        self._words: dict[str, list[str]] = defaultdict(list)
        for key, name in known.items():
            self._plain[_plain(key)].append(name)
            for word in set(_plain(key).split()):
                self._words[word].append(name)

    def of(self, name: str | None) -> tuple[str, list[str]]:
        """Return the likeliest name here, empty for an unnamed player, and others that may be meant.

        >>> suggestions = Suggestions({"ann": "Ann", "zoë": "Zoë", "ben k.": "Ben K."})
        >>> suggestions.of("ANN"), suggestions.of("Zoe"), suggestions.of("Ben"), suggestions.of(None)
        (('Ann', []), ('Zoë', ['Zoe']), ('Ben', ['Ben K.']), ('', []))
        """
        as_written = clean(name, MAX_NAME_LENGTH)
        if name is None or not as_written or not is_name(as_written):
            return "", []
        cleaned = clean(clean_name(name), MAX_NAME_LENGTH)
        key = normalize_name(cleaned)
        for known in (normalize_name(as_written), key):
            if known in self._known:
                return self._known[known], []
        alike = self._plain.get(_plain(key), [])
        given = alike[0] if len(alike) == 1 else cleaned
        words = [other for word in _plain(key).split() if word in self._words for other in self._words[word]]
        others = dict.fromkeys([*alike, *words, cleaned])
        return given, [other for other in others if other != given][:_MOST]


def _plain(key: str) -> str:
    """A normalized name without accents."""
    return "".join([one for one in normalized("NFD", key) if not unicodedata.combining(one)])
