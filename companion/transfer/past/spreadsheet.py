"""Reads plays that were kept in a spreadsheet and saved as CSV; docs/past.md says which columns it may have."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO

from companion.game import Message
from companion.game.names import normalize_name
from companion.transfer.past.bg_stats import MOST_PLAYERS, MOST_PLAYS, too_many_players, too_many_plays
from companion.transfer.past.play import PastFile, Play, ReadPlay, Score, clean, mark_of, read_score, times
from companion.transfer.past.reasons import LeftOut, PastFileError
from companion.transfer.past.sheet_dates import read_date

SOURCE = "CSV"
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "date": ("date", "day", "played", "日期", "時間", "时间"),
    "game": ("game", "title", "遊戲", "游戏", "桌遊", "桌游"),
    "player": ("player", "name", "玩家", "姓名"),
    "score": ("score", "points", "total", "分數", "分数", "得分", "總分", "总分"),
    "winner": ("winner", "winners", "won", "win", "勝者", "胜者", "贏家", "赢家", "勝", "胜"),
    "place": ("place", "rank", "position", "名次"),
    "team": ("team", "side", "隊伍", "队伍", "隊", "队"),
    "play": ("play", "id", "session", "場次", "场次"),
    "minutes": ("minutes", "duration", "分鐘", "分钟"),
    "": ("location", "place played", "notes", "note", "comment", "comments", "地點", "地点", "備註", "备注"),
}
"""The names of columns that are known, in English and Chinese; those of the last are passed over."""
_KNOWN = {normalize_name(name): column for column, names in COLUMNS.items() for name in names}
_YES = frozenset(("1", "yes", "y", "true", "x", "won", "win", "✓", "✔", "是", "勝", "胜", "贏", "赢"))
_MOST_COLUMNS, _MOST_SEATS = 200, 200
_LONGEST_CELL = 10_000
_LONGEST_ROW = 50_000  # characters; a row is read in one piece, and others wait so long
_EMPTY = Message("There is nothing in this file. Choose a file with a line of column names and a line for each play.")
_NOT_TEXT = Message("This file is not text in UTF-8. Save the sheet as CSV in UTF-8, then choose that file.")
_NO_COLUMNS = Message(
    "The first line must name the columns date and game, and either player and score, or one column for each player."
    " It names: {names}."
)
_BROKEN = Message("Line {line} cannot be read as CSV: {reason}. Save the sheet as CSV once more.")
_TOO_LONG = Message(
    "Line {line} is too long: a row has at most {most} characters. Delete what does not belong to the plays, then save"
    " the sheet as CSV once more."
)

Row = Mapping[str, str]


def read_sheet(file: IO[bytes], pause: Callable[[], None]) -> PastFile:
    """Read all plays of a sheet; `pause` is called now and then. Raises `PastFileError`."""
    rows = _rows(file, pause)
    names = next(rows, None)
    if names is None:
        raise PastFileError(_EMPTY)
    header = _Header([clean(name, 80) for name in names])
    sheet = _Sheet()
    for group in header.plays(rows):
        if len(sheet.plays) >= MOST_PLAYS:
            raise too_many_plays()
        if len(sheet.names) > MOST_PLAYERS:
            raise too_many_players()
        sheet.add(group)
        pause()
    if not sheet.plays:
        raise PastFileError(_EMPTY)
    return PastFile(SOURCE, list(sheet.names.values()), sheet.plays)


def _rows(file: IO[bytes], pause: Callable[[], None]) -> Iterator[list[str]]:
    """The rows that are not empty."""
    start = file.read(4)
    file.seek(0)
    encoding = "utf-16" if start[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    text = io.TextIOWrapper(file, encoding, newline="")
    try:
        first = text.readline(_LONGEST_CELL)
        text.seek(0)
        delimiter = max((";", "\t", ","), key=first.count)
        lines = _Lines(text)
        reader = csv.reader(lines, delimiter=delimiter, strict=True)
        for row in reader:
            lines.begin_row()
            pause()
            if any(cell.strip() for cell in row):
                yield row
    except (UnicodeError, UnicodeDecodeError):
        raise PastFileError(_NOT_TEXT) from None
    except csv.Error as error:
        raise PastFileError(Message(_BROKEN.singular, line=reader.line_num, reason=str(error))) from None
    finally:
        text.detach()


class _Lines:
    """The lines of a sheet, refused where those of one row are longer than any row is."""

    def __init__(self, text: IO[str]) -> None:
        self._text, self._number, self._left = text, 0, _LONGEST_ROW

    def begin_row(self) -> None:
        """Note that the lines so far are of rows that were read."""
        self._left = _LONGEST_ROW

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._text.readline(self._left + 1)
        if not line:
            raise StopIteration
        self._number += 1
        self._left -= len(line)
        if self._left < 0:
            raise PastFileError(Message(_TOO_LONG.singular, line=self._number, most=_LONGEST_ROW))
        return line


class _Header:
    """The columns of a sheet: those that are known, and those of players."""

    def __init__(self, names: Sequence[str]) -> None:
        kinds = [_KNOWN.get(normalize_name(name)) for name in names[:_MOST_COLUMNS]]
        self._at = {kind: index for index, kind in reversed([*enumerate(kinds)]) if kind}
        self._players = [(index, name) for index, (name, kind) in enumerate(zip(names, kinds, strict=False))
                         if kind is None and name]  # fmt: skip
        is_long = "player" in self._at
        if not {"date", "game"} <= self._at.keys() or not (is_long or self._players):
            raise PastFileError(Message(_NO_COLUMNS.singular, names=", ".join(filter(None, names))[:200] or "–"))
        self.plays = self._of_lines if is_long else self._of_columns

    def _cell(self, row: Sequence[str], kind: str) -> str:
        index = self._at.get(kind, len(row))
        return clean(row[index]) if index < len(row) else ""

    def _of_columns(self, rows: Iterator[list[str]]) -> Iterator[list[Row]]:
        """The plays of a sheet with one line a play and one column a player; a part for each player with a cell."""
        for row in rows:
            shared = {kind: self._cell(row, kind) for kind in ("date", "game", "minutes")}
            winners = {normalize_name(name) for name in self._cell(row, "winner").replace(";", ",").split(",")}
            parts: list[Row] = []
            for index, name in self._players:
                cell = clean(row[index]) if index < len(row) else ""
                if cell or normalize_name(name) in winners:
                    is_mark = normalize_name(cell) in _YES and not cell.isdigit()
                    is_won = normalize_name(name) in winners or is_mark
                    score = "" if is_mark or cell in ("-", "–", "0x") else cell
                    parts.append({**shared, "player": name, "score": score, "winner": "1" if is_won else ""})
            yield parts or [shared]

    def _of_lines(self, rows: Iterator[list[str]]) -> Iterator[list[Row]]:
        """The plays of a sheet with one line a player: lines below each other with the same play, date and game.

        A player who comes again begins another play.
        """
        parts: list[Row] = []
        seated: set[str] = set()
        for row in rows:
            part = {kind: self._cell(row, kind) for kind in self._at}
            is_other = bool(parts) and _play_of(part) != _play_of(parts[0])
            if is_other or part["player"] in seated or len(parts) == _MOST_SEATS:
                yield parts
                parts, seated = [], set()
            parts.append(part)
            seated.add(part["player"])
        if parts:
            yield parts


def _play_of(part: Row) -> tuple[str, ...]:
    return part.get("play", ""), part["date"], normalize_name(part["game"])


class _Sheet:
    """The plays read so far, and the names of their players by normalized name."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.plays: list[ReadPlay] = []
        self._numbers: dict[str, int] = {}
        self._seen: Counter[bytes] = Counter()

    def add(self, parts: Sequence[Row]) -> None:
        """Add the play that these parts describe, one for each player."""
        first = parts[0]
        title, date = first["game"], first["date"]
        mark = self._mark(parts)
        try:
            self.plays.append(ReadPlay(mark, title, date, self._play(parts, title, date)))
        except LeftOut as reason:
            self.plays.append(ReadPlay(mark, title, date, reason=reason))

    def _mark(self, parts: Sequence[Row]) -> bytes:
        """The mark of a play: equal ones of a file differ by how many there were before."""
        seats = sorted((normalize_name(part.get("player", "")), part.get("score", "")) for part in parts)
        plain = mark_of("csv", *_play_of(parts[0]), repr(seats))
        self._seen[plain] += 1
        return plain if self._seen[plain] == 1 else mark_of(plain.hex(), str(self._seen[plain]))

    def _play(self, parts: Sequence[Row], title: str, date: str) -> Play:
        if not title:
            raise LeftOut("no-game")
        minutes = parts[0].get("minutes", "")
        length = int(minutes) if minutes.isascii() and minutes.isdigit() else None
        made, ended = times(read_date(date), length, date)
        if not any("player" in part for part in parts):
            raise LeftOut("players")
        return Play(title, "", made, ended, tuple([self._score(part) for part in parts]))

    def _score(self, part: Row) -> Score:
        name = part["player"]
        key = normalize_name(name)
        if not key:
            raise LeftOut("no-name")
        number = self._numbers.setdefault(key, len(self._numbers))
        self.names.setdefault(key, name)
        place = part.get("place", "")
        rank = int(place) if place.isascii() and place.isdigit() and len(place) < 4 else 0
        winner = normalize_name(part.get("winner", ""))
        is_winner = winner in _YES or winner == key or (rank == 1 and not winner)
        return Score(number, read_score(part.get("score")), is_winner, rank, part.get("team", ""))
