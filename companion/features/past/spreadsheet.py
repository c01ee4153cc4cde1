"""Reads plays that were kept in a spreadsheet and saved as CSV; docs/past.md says which columns it may have."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import IO, Any

from companion.engine import Message
from companion.engine.bounds import SPREADSHEET
from companion.engine.names import normalize_name
from companion.engine.pause import in_slices, pause
from companion.features.past import sheet_cells as cells
from companion.features.past.bg_stats import MOST_PLAYERS, MOST_PLAYS, TOO_MANY_PLAYERS, TOO_MANY_PLAYS
from companion.features.past.play import PastFile, PastFileError, ReadPlay, clean, mark_of
from companion.features.past.sheet_cells import Column, is_mark, is_number, key_of
from companion.features.past.sheet_play import Part, asked_by, parts_of, read_cells, reading_of
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


def read_sheet(file: IO[bytes]) -> PastFile:
    """Read all plays of a sheet. Raises `PastFileError`."""
    rows = _rows_of(file)
    names = next(rows, None)
    if names is None:
        raise PastFileError(_EMPTY)
    sheet = _Sheet([unguarded(clean(name, 80)) for name in names[:_MOST_COLUMNS]])
    lines = in_slices(sheet.lines(rows))
    for play in _blocks(lines, sheet.joined) if sheet.is_long else ([line] for line in lines):
        for _ in range(_times(play[0])):
            if len(sheet.plays) >= MOST_PLAYS:
                raise PastFileError(TOO_MANY_PLAYS)
            sheet.plays.append(play)
    if not sheet.has_dates:
        raise sheet.refusal() if sheet.plays else PastFileError(_EMPTY)
    return sheet.file()


def _times(line: Part) -> int:
    """Return how often a play was played, as BoardGameGeek counts it."""
    quantity = line.get("quantity", "")
    return min(max(1, int(quantity)), _MOST_TIMES) if quantity.isdecimal() and len(quantity) < 5 else 1


def _blocks(lines: Iterable[Part], joined: set[int]) -> list[list[Part]]:
    """Return the lines of each play. Those of one `play` belong together wherever they are.

    Of the others those below each other do, with the same date, game and time, until the first player comes again. A
    single line takes others from further below; `joined` gets the places of such plays.
    """
    blocks, latest, before = list[list[Part]](), dict[object, int](), None
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


def _only(shown: Iterable[Any]) -> Any:
    """The one value besides None; None if there is no such value or several."""
    found = set(shown) - {None}
    return found.pop() if len(found) == 1 else None


class _Sheet:
    """A sheet while it is read: its columns, the plays so far, and the players by the keys of their names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.columns = cells.columns_of(names)
        kinds = {column.kind for column in self.columns if column.is_read}
        self.is_long = "player" in kinds
        self.has_dates = False
        has_players = kinds & {"player", "players", "own"} or any(kind.startswith("place ") for kind in kinds)
        if not {"date", "game"} <= kinds or not has_players:
            raise self.refusal()
        self.plays: list[Sequence[Part]] = []
        self._own = [(str(place), column.name) for place, column in enumerate(self.columns) if column.kind == "own"]
        self._results, self._texts = Counter[str](), Counter[str]()
        self.joined = set[int]()
        self._continued = 0
        self._players: dict[str, str] = {}
        self._seen: Counter[bytes] = Counter()
        self._orders: set[str] | None = None
        self._marks = set[str | None]()

    def refusal(self) -> PastFileError:
        """The reason to refuse the sheet."""
        return PastFileError(
            "The first line must name the columns date and game, and either player and score, or one column for each"
            " player. It names: {names}. Of the companion's own files those of past games and of a group's games can be"
            " imported here.",
            names=", ".join([column.name for column in self.columns if column.name])[:200] or "–",
        )

    def lines(self, rows: Iterable[Sequence[str]]) -> Iterator[dict[str, str]]:
        """Yield the cells of each row by the kinds of their columns, those of players' own ones by their places.

        An empty date or game, as of merged cells, is that of the line above.
        """
        above: dict[str, str] = {}
        for row in rows:
            read = [(place, column) for place, column in enumerate(self.columns[: len(row)]) if column.is_read]
            line = dict.fromkeys(
                [column.kind for column in self.columns if column.is_read and column.kind != "own"], ""
            )
            for place, column in read:
                line[str(place) if column.kind == "own" else column.kind] = unguarded(clean(row[place]))
            is_same = not line["date"] and not line["game"]
            kept = [
                kind for kind in ("date", "game", *(("play", "time") if is_same else ())) if not line.get(kind, "-")
            ]
            line |= {kind: above[kind] for kind in kept if kind in above}
            self._continued += bool(above and ("date" in kept or "game" in kept))
            above = line
            self._look_at(line)
            yield line

    def _look_at(self, line: Mapping[str, str]) -> None:
        """Note what a line shows of the formats, and of which columns have results."""
        date = line["date"]
        self.has_dates = self.has_dates or not (date.isdigit() and len(date) < _SHORTEST_DATE)
        if orders := cells.meanings_of_date(date).keys():
            self._orders = {*orders} if self._orders is None else self._orders & orders
        for place in (*dict(self._own), "score", "players"):
            cell = line.get(place, "")
            is_result = is_number(cell.rstrip("* ")) or is_mark(cell)
            (self._results if is_result else self._texts)[place] += bool(cell)
            if is_number(cell):
                self._marks.add(cells.decimal_mark(cell))

    def _play(self, lines: Sequence[Part]) -> ReadPlay:
        """Return a play with its cells, which are still to be read."""
        first = lines[0]
        parts = lines if self.is_long else parts_of(first, self._own)
        for part in parts:
            if name := part.get("player"):
                self._players.setdefault(key_of(name), name)
        if len(self._players) > MOST_PLAYERS:
            raise PastFileError(TOO_MANY_PLAYERS)
        cells = {"parts": lines} if self.is_long else {"row": first}
        return ReadPlay(self._mark(lines), first["game"], first["date"], cells=cells, table=first.get("play", ""))

    def _mark(self, lines: Sequence[Part]) -> bytes:
        """The mark of a play, which includes how many equal plays the file has before it."""
        parts = lines
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

    def file(self) -> PastFile:
        """What was read, by what the file shows of its formats."""
        plays = [self._play(lines) for lines in in_slices(self.plays)]
        columns = [self._ticked(place, column) for place, column in enumerate(self.columns)]
        shown = {"date": _only(self._orders or ()), "number": _only(self._marks)}
        numbers = {key: number for number, key in enumerate(self._players)}
        questions = dict[str, list[Any]]()
        reading = reading_of(columns, questions, numbers)
        twice = set[int]()
        for place, play in in_slices(enumerate(plays)):
            read = read_cells(play, reading)
            while (asked := asked_by(read)) and asked[0] not in questions:
                questions[asked[0]] = [asked[1], shown[asked[0]]]
                reading = reading_of(columns, questions, numbers)
                read = read_cells(play, reading)
            twice.update(score.player for score, times in (read.play.counted if read.play else ()) if times > 1)
            plays[place] = read
        if not self._own and not questions:
            plays = [replace(read, cells=None) for read in plays]
        players = [name if key else None for key, name in self._players.items()]
        guests = sorted(filter(None, [players[number] for number in twice]))
        counts = {"continued": self._continued, "joined": len(self.joined), "guests": len(guests)}
        names = ", ".join(guests)[:200]
        notices = [{"what": what, "count": count, "names": names} for what, count in counts.items() if count]
        return PastFile(SOURCE, players, plays, notices, columns, questions)

    def _ticked(self, place: int, column: Column) -> Column:
        """Return a column; one of a player counts at first if it has results, and is none of sums or the like."""
        has_names = self._texts["players"] > self._results["players"]
        if column.kind == "players":
            return column._replace(is_read=column.is_read and has_names)
        if column.kind != "own":
            return column
        is_alone = not has_names and all(other.kind != "place 1" for other in self.columns)
        is_any = any(self._results[own] for own, _ in self._own)  # else each play says what is wrong with it
        has_results = self._results[str(place)] >= self._texts[str(place)] or not is_any
        return column._replace(is_read=is_alone and has_results and not cells.is_summary(column.name))
