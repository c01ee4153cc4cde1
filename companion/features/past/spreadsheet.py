"""Reads plays that were kept in a spreadsheet and saved as CSV; docs/past.md says which columns it may have."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import IO

from companion.engine import Message
from companion.engine.bounds import SPREADSHEET
from companion.engine.names import normalize_name
from companion.engine.pause import in_slices, pause
from companion.features.past import sheet_cells as cells
from companion.features.past.bg_stats import MOST_PLAYERS, MOST_PLAYS, TOO_MANY_PLAYERS, TOO_MANY_PLAYS
from companion.features.past.play import Contents, PastFileError, Player, ReadPlay, clean, mark_of
from companion.features.past.sheet_cells import Column, is_mark, is_number, key_of
from companion.features.past.sheet_play import Part, parts_of
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
_MOST_COLUMNS, _MOST_SEATS, _MOST_TIMES = 200, 200, 100
_SHORTEST_DATE = 5  # characters
_MOST_LINES = 10 * MOST_PLAYS  # of a sheet with a line for each player
_EMPTY = Message("There is nothing in this file. Choose a file with a line of column names and a line for each play.")
Line = dict[str, str]
"""The cells of a row by the kinds of their columns, those of players' own ones by the places of these."""


def read_sheet(file: IO[bytes]) -> tuple[Contents, list[ReadPlay]]:
    """Read all plays of a sheet, whose cells are still to be read, and what else it has. Raises `PastFileError`."""
    rows = _rows_of(file)
    names = next(rows, None)
    if names is None:
        raise PastFileError(_EMPTY)
    sheet = _Sheet([unguarded(clean(name, 80)) for name in names[:_MOST_COLUMNS]])
    lines = in_slices(sheet.lines(rows))
    played: list[Sequence[Line]] = []
    for play in _blocks(lines, sheet.joined) if sheet.is_long else ([line] for line in lines):
        played += [play] * _times(play[0])
        if len(played) > MOST_PLAYS:
            raise PastFileError(TOO_MANY_PLAYS)
    if not sheet.has_dates:
        raise sheet.refusal() if played else PastFileError(_EMPTY)
    plays = [sheet.play(lines) for lines in in_slices(played)]
    players = [Player(number, name if key else "") for number, (key, name) in enumerate(sheet.players.items())]
    counts = {"continued": sheet.continued, "joined": len(sheet.joined)}
    notices = [{"what": what, "count": count} for what, count in counts.items() if count]
    shown = {"date": sheet.orders[0] if sheet.orders else set[str](), "number": sheet.marks}
    given = {kind: next(iter(meanings)) for kind, meanings in shown.items() if len(meanings) == 1}
    return Contents(SOURCE, players, notices=notices, columns=sheet.ticked(), shown=given), plays


def _times(line: Part) -> int:
    """Return how often a play was played, as BoardGameGeek counts it."""
    quantity = line.get("quantity", "")
    return min(max(1, int(quantity)), _MOST_TIMES) if quantity.isdecimal() and len(quantity) < 5 else 1


def _blocks(lines: Iterable[Line], joined: set[int]) -> list[list[Line]]:
    """Return the lines of each play. Those of one `play` belong together wherever they are.

    Of the others those below each other do, with the same date, game and time, until the first player comes again. A
    single line takes others from further below; `joined` gets the places of such plays.
    """
    blocks, latest, before = list[list[Line]](), dict[object, int](), None
    for count, line in enumerate(lines, 1):
        if count > _MOST_LINES:
            raise PastFileError(TOO_MANY_PLAYS)
        play = _play_of(line)
        key = play if play[0] else (*play, line.get("time", ""))
        place = latest.get(key, -1)
        block = blocks[place] if place >= 0 else []
        is_apart = not play[0] and key != before
        is_new = is_apart and len(block) > 1 and place not in joined
        is_again = block and not play[0] and (first := key_of(block[0]["player"])) and key_of(line["player"]) == first
        if not block or is_new or is_again or len(block) == _MOST_SEATS:
            latest[key] = len(blocks)
            blocks.append([line])
        else:
            block.append(line)
            if is_apart:
                joined.add(place)
        before = key
    return blocks


def _play_of(part: Part) -> tuple[str, ...]:
    return part.get("play", ""), part["date"], normalize_name(part["game"])


class _Sheet:
    """A sheet while it is read: its columns, what their cells show, and the players by the keys of their names.

    `joined` are the places of plays whose lines stand apart, `continued` is the number of lines that go on with the one
    above. `orders` has the orders that all dates may have, `marks` the decimal marks that numbers show.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._columns = cells.columns_of(names)
        self._blank = {column.kind: "" for column in self._columns if column.is_read and column.kind != "own"}
        self._own = [(str(place), column.name) for place, column in enumerate(self._columns) if column.kind == "own"]
        self.is_long = "player" in self._blank
        has_players = self._own or any(kind in ("player", "players") or kind[:6] == "place " for kind in self._blank)
        if not self._blank.keys() >= {"date", "game"} or not has_players:
            raise self.refusal()
        self.has_dates, self.continued, self.joined = False, 0, set[int]()
        self.players: dict[str, str] = {}
        self._results, self._texts, self._seen = Counter[str](), Counter[str](), Counter[bytes]()
        self.orders, self.marks = list[set[str]](), set[str]()

    def refusal(self) -> PastFileError:
        """The reason to refuse the sheet."""
        return PastFileError(
            "The first line must name the columns date and game, and either player and score, or one column for each"
            " player. It names: {names}. Of the companion's own files those of past games and of a group's games can be"
            " imported here.",
            names=", ".join([column.name for column in self._columns if column.name])[:200] or "–",
        )

    def lines(self, rows: Iterable[Sequence[str]]) -> Iterator[Line]:
        """Yield the cells of each row; an empty date or game, as of merged cells, is that of the line above."""
        above: Line = {}
        for row in rows:
            line = dict(self._blank)
            for place, (column, cell) in enumerate(zip(self._columns, row, strict=False)):
                if column.is_read:
                    line[str(place) if column.kind == "own" else column.kind] = unguarded(clean(cell))
            empty = [kind for kind in ("date", "game") if not line[kind]]
            self.continued += bool(above and empty)
            if len(empty) == 2:
                empty += [kind for kind in ("play", "time") if not line.get(kind, "-")]
            line |= {kind: above[kind] for kind in empty if kind in above}
            above = line
            self._look_at(line)
            yield line

    def _look_at(self, line: Line) -> None:
        """Note what a line shows of the formats, and of which columns have results."""
        date = line["date"]
        self.has_dates = self.has_dates or not (date.isdigit() and len(date) < _SHORTEST_DATE)
        if orders := cells.moments_of(date).keys() - {""}:
            self.orders = [set.intersection(orders, *self.orders)]
        for place in (*dict(self._own), "score", "players"):
            cell = line.get(place, "")
            is_result = is_number(cell.rstrip("* ")) or is_mark(cell)
            (self._results if is_result else self._texts)[place] += bool(cell)
            if is_number(cell) and (mark := cells.decimal_mark(cell)):
                self.marks.add(mark)

    def play(self, lines: Sequence[Line]) -> ReadPlay:
        """A play with its cells, which are still to be read. Raises `PastFileError`."""
        first = lines[0]
        parts: Sequence[Part] = lines if self.is_long else parts_of(first, self._own)
        for part in parts:
            if name := part.get("player"):
                self.players.setdefault(key_of(name), name)
        if len(self.players) > MOST_PLAYERS:
            raise PastFileError(TOO_MANY_PLAYERS)
        cells = {"parts": lines} if self.is_long else {"row": first}
        return ReadPlay(self._mark(lines), first["game"], first["date"], cells=cells, table=first.get("play", ""))

    def _mark(self, lines: Sequence[Line]) -> bytes:
        """The mark of a play, which includes how many equal plays the file has before it."""
        parts: Sequence[Part] = lines
        if not self.is_long:
            # What has no results is no part of the mark, whatever is ticked.
            parts = parts_of(lines[0], [own for own in self._own if self._results[own[0]] or not self._texts[own[0]]])
        seats = []
        for part in parts:
            name, score = part.get("player", ""), part.get("score", "")
            seats.append((key_of(name) or normalize_name(name), score if self.is_long or not is_mark(score) else ""))
        plain = mark_of("csv", *_play_of(lines[0]), repr(sorted(seats)))
        self._seen[plain] += 1
        return plain if self._seen[plain] == 1 else mark_of(plain.hex(), str(self._seen[plain]))

    def ticked(self) -> list[Column]:
        """The columns; one of a player counts at first if it has results, and is none of sums or the like."""
        has_names = self._texts["players"] > self._results["players"]
        is_alone = not has_names and all(column.kind != "place 1" for column in self._columns)
        is_any = any(self._results[place] for place, _ in self._own)  # else each play says what is wrong with it
        found = []
        for place, column in enumerate(self._columns):
            is_read = column.is_read
            if column.kind == "players":
                is_read = is_read and has_names
            elif column.kind == "own":
                has_results = self._results[str(place)] >= self._texts[str(place)] or not is_any
                is_read = is_alone and has_results and not cells.is_summary(column.name)
            found.append(column._replace(is_read=is_read))
        return found
