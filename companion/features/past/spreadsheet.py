"""Reads plays that were kept in a spreadsheet and saved as CSV; docs/past.md says which columns it may have.

The file is read twice: first to detect its formats of dates and numbers and its columns of players, then to read the
plays.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import IO, Any

from companion.engine import Message
from companion.engine.bounds import SPREADSHEET
from companion.engine.names import normalize_name
from companion.engine.pause import in_slices, pause
from companion.features.past import sheet_cells as cells
from companion.features.past.bg_stats import MOST_PLAYERS, MOST_PLAYS, TOO_MANY_PLAYERS, TOO_MANY_PLAYS
from companion.features.past.play import LeftOut, PastFile, PastFileError, ReadPlay, clean, mark_of
from companion.features.past.sheet_cells import NOBODY, PRESENT, is_mark, is_number, says
from companion.features.past.sheet_play import ASKED, Hints, Part, play_of, winners_of
from companion.views.http.responses import unguarded

_LONGEST_CELL = 10_000
_DELIMITER = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)
"""The line before the names of the columns in which Excel names the separator."""
_TOO_LONG = Message(
    "Line {line} is too long: a row has at most {most} characters. Delete what does not belong to the plays, then save"
    " the sheet as CSV once more."
)

_TOO_MANY = Message(
    "This sheet has more than {most} filled cells up to line {line}. Split it, such as one year after another."
)


def _rows_of(file: IO[bytes]) -> Iterator[list[str]]:
    """Yield all rows of a file that are not empty. Raises `PastFileError`."""
    file.seek(0)
    start = file.read(4)
    file.seek(0)
    encoding = "utf-16" if start[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    text = io.TextIOWrapper(file, encoding, newline="")
    number, left, count = 0, SPREADSHEET.text, 0

    def lines() -> Iterator[str]:
        nonlocal number, left
        while line := text.readline(left + 1):
            number, left = number + 1, left - len(line)
            if left < 0:
                raise PastFileError(Message(_TOO_LONG.singular, line=number, most=SPREADSHEET.text))
            yield line

    try:
        reader = csv.reader(lines(), delimiter=_delimiter(text), strict=True)
        for row in reader:
            left = SPREADSHEET.text
            pause()
            filled = sum(cell != "" and not cell.isspace() for cell in row)
            count += filled
            if count > SPREADSHEET.values:
                raise PastFileError(Message(_TOO_MANY.singular, line=number, most=SPREADSHEET.values))
            if filled:
                yield row
    except UnicodeError:
        raise PastFileError(
            "This file is not text in UTF-8. Save the sheet as CSV in UTF-8, then choose that file."
        ) from None
    except csv.Error as error:
        fault = Message("Line {line} cannot be read as CSV: {reason}. Save the sheet as CSV once more.",
                        line=reader.line_num, reason=str(error))  # fmt: skip
        raise PastFileError(fault) from None
    finally:
        text.detach()


def _delimiter(text: IO[str]) -> str:
    """Return the separator of the columns, and seek to the line with their names."""
    first = text.readline(_LONGEST_CELL)
    if told := _DELIMITER.fullmatch(first):
        return told[1]
    text.seek(0)
    return max((";", "\t", ","), key=first.count)


SOURCE = "CSV"
_MOST_COLUMNS, _MOST_SEATS = 200, 200
_SHORTEST_DATE = 5  # characters
_MOST_LINES = 10 * MOST_PLAYS  # of a sheet with a line for each player, all of which are in memory
_EMPTY = Message("There is nothing in this file. Choose a file with a line of column names and a line for each play.")


def read_sheet(file: IO[bytes]) -> PastFile:
    """Read all plays of a sheet. Raises `PastFileError`."""
    rows = _rows_of(file)
    names = next(rows, None)
    if names is None:
        raise PastFileError(_EMPTY)
    header = _Header([unguarded(clean(name, 80)) for name in names[:_MOST_COLUMNS]])
    header.look_through(rows)
    rows = _rows_of(file)
    next(rows)
    sheet, joined = _Sheet(header.hints), 0
    plays = _joined([header.part(row) for row in rows]) if header.is_long else header.plays_of_columns(rows)
    for parts, is_joined in in_slices(plays):
        if len(sheet.plays) >= MOST_PLAYS:
            raise PastFileError(TOO_MANY_PLAYS)
        if len(sheet.names) > MOST_PLAYERS:
            raise PastFileError(TOO_MANY_PLAYERS)
        sheet.add(parts)
        joined += is_joined
    return PastFile(SOURCE, sheet.names, sheet.plays, header.notices(joined))


def _cell(row: Sequence[str], index: int) -> str:
    return unguarded(clean(row[index])) if index < len(row) else ""


def _only(shown: set[Any]) -> Any:
    """The one value besides None; None if there is no such value or several."""
    found = shown - {None}
    return found.pop() if len(found) == 1 else None


class _Header:
    """The columns of a sheet: known ones and those of players, with `hints` for dates and numbers."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._at, others, self._passed = cells.columns_of(names)
        self.is_long = "player" in self._at
        self._players = [] if self.is_long else others
        self._passed += others if self.is_long else []
        self.hints = Hints()
        if not {"date", "game"} <= self._at.keys() or not (self.is_long or self._players):
            raise self._refusal()

    def _refusal(self) -> PastFileError:
        return PastFileError(
            "The first line must name the columns date and game, and either player and score, or one column for each"
            " player. It names: {names}. Of the companion's own files those of past games and of a group's games can be"
            " imported here.",
            names=", ".join(filter(None, self._names))[:200] or "–",
        )

    def look_through(self, rows: Iterable[Sequence[str]]) -> None:
        """Detect the formats in all rows, and ignore columns that have only texts.

        Raises `PastFileError` if there are no rows or too many, or if the column of dates has other numbers, such as
        how often somebody played.
        """
        has_result, has_text = set[int](), set[int]()  # columns with numbers or marks, and with others
        days, marks = set[bool | None](), set[str | None]()
        number, has_dates = 0, False
        scores = [self._at["score"]] if self.is_long and "score" in self._at else self._players
        for number, row in enumerate(in_slices(rows), 1):
            if number > (_MOST_LINES if self.is_long else MOST_PLAYS):
                raise PastFileError(TOO_MANY_PLAYS)
            date = _cell(row, self._at["date"])
            days.add(cells.day_first(date))
            has_dates = has_dates or not (date.isdigit() and len(date) < _SHORTEST_DATE)
            for index in scores:
                cell = _cell(row, index)
                if is_number(cell):
                    marks.add(cells.decimal_mark(cell))
                if cell:
                    (has_result if is_number(cell) or is_mark(cell) else has_text).add(index)
        if not has_dates:
            raise self._refusal() if number else PastFileError(_EMPTY)
        texts = [index for index in self._players if index in has_text - has_result]
        if len(texts) < len(self._players):  # if all are texts, each play is left out with a reason
            self._players = [index for index in self._players if index not in texts]
            self._passed += texts
        self.hints = Hints(_only(days), _only(marks))

    def notices(self, joined: int) -> list[dict[str, Any]]:
        """The notices of the preview about how the file was read."""
        names = [self._names[index] for index in sorted(self._passed) if self._names[index]]
        told: list[dict[str, Any]] = [{"what": "columns", "names": ", ".join(names)[:400]}] if names else []
        return [*told, {"what": "joined", "count": joined}] if joined else told

    def part(self, row: Sequence[str]) -> dict[str, str]:
        """The cells of a row by the kinds of their columns."""
        return {kind: _cell(row, index) for kind, index in self._at.items()}

    def plays_of_columns(self, rows: Iterator[list[str]]) -> Iterator[tuple[list[Part], bool]]:
        """Yield the plays of a sheet with a line for each play and a column for each player."""
        for row in rows:
            shared = self.part(row)
            told, names = shared.pop("winner", ""), [self._names[index] for index in self._players]
            winners = winners_of(told, names)
            parts: list[Part] = []
            for index, name in zip(self._players, names, strict=True):
                cell, is_winner = _cell(row, index), winners is not None and normalize_name(name) in winners
                if cell or is_winner:
                    mark = cell if is_mark(cell) and cell not in PRESENT else ""
                    score = "" if is_mark(cell) else cell
                    parts.append({**shared, "player": name, "score": score, "winner": "1" if is_winner else mark})
            if winners is None and parts:
                parts[0] = {**parts[0], "winner": told}  # an unknown winner: the play will be left out
            yield parts or [shared], False


class _Run:
    """Consecutive lines of one play."""

    def __init__(self) -> None:
        self.parts, self.seated, self.is_joined = list[Part](), set[str](), False


def _joined(lines: Sequence[Part]) -> Iterator[tuple[list[Part], bool]]:
    """Join the lines of each play, in the order of their first lines; yield whether separate lines were joined.

    Consecutive lines with the same play, date and game are one play, unless a player comes twice. Separate lines are
    joined if a column identifies the play, or if one of them is a single line.
    """
    runs: list[_Run] = []
    of_play: dict[tuple[str, ...], list[_Run]] = defaultdict(list)
    for run in in_slices(_runs(lines)):
        key = _play_of(run.parts[0])
        others = of_play[key]
        host = others[-1] if others else _Run()
        may_join = key[0] or 1 in (len(run.parts), len(host.parts))
        seats = len(host.parts) + len(run.parts)
        if others and may_join and seats <= _MOST_SEATS and not host.seated & run.seated:
            host.parts += run.parts
            host.seated |= run.seated
            host.is_joined = not key[0]
        else:
            runs.append(run)
            others.append(run)
    for run in runs:
        yield run.parts, run.is_joined


def _runs(lines: Sequence[Part]) -> Iterator[_Run]:
    for _, same in groupby(lines, _play_of):
        run = _Run()
        for part in same:
            name = normalize_name(part["player"])
            if name in run.seated or len(run.parts) == _MOST_SEATS:
                yield run
                run = _Run()
            run.parts.append(part)
            run.seated |= set() if says(part["player"], NOBODY) else {name}
        yield run


def _play_of(part: Part) -> tuple[str, ...]:
    return part.get("play", ""), part["date"], normalize_name(part["game"])


class _Sheet:
    """The plays read so far, and their players' names by number, None for unnamed ones."""

    def __init__(self, hints: Hints) -> None:
        self.names: list[str | None] = []
        self.plays: list[ReadPlay] = []
        self._hints = hints
        self._numbers: dict[str, int] = {}
        self._seen: Counter[bytes] = Counter()

    def add(self, parts: Sequence[Part]) -> None:
        """Add a play from the parts of its players."""
        title, date = parts[0]["game"], parts[0]["date"]
        mark, table = self._mark(parts), parts[0].get("play", "")
        parts = [{**part, "number": self._number(part["player"])} if part.get("player") else part for part in parts]
        try:
            self.plays.append(ReadPlay(mark, title, date, play_of(parts, self._hints), table=table))
        except LeftOut as error:
            again = {"parts": parts, "hints": list(self._hints)} if error.reason["why"] in ASKED else None
            self.plays.append(ReadPlay(mark, title, date, reason=error.reason, cells=again, table=table))

    def _number(self, name: str) -> str:
        key = "" if says(name, NOBODY) else normalize_name(name)
        if key not in self._numbers:
            self._numbers[key] = len(self.names)
            self.names.append(name if key else None)
        return str(self._numbers[key])

    def _mark(self, parts: Sequence[Part]) -> bytes:
        """The mark of a play, which includes how many equal plays the file has before it."""
        seats = sorted((normalize_name(part.get("player", "")), part.get("score", "")) for part in parts)
        plain = mark_of("csv", *_play_of(parts[0]), repr(seats))
        self._seen[plain] += 1
        return plain if self._seen[plain] == 1 else mark_of(plain.hex(), str(self._seen[plain]))
