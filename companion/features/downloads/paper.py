"""The scoresheet on one sheet of paper."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from flask import Blueprint, render_template

from companion.engine import Message, Option, Seat, joined
from companion.features import handlers
from companion.table.visible_table import PadRow, VisibleTable, without
from companion.views.http.requests import visible_table_for
from companion.views.render.plots import Drawing
from companion.views.render.template_helpers import long_date, say
from companion.views.table.live_pages import common, ranking_reasons
from companion.views.table.standings import side_name

bp = Blueprint("paper", __name__)

WIDTH, HEIGHT = 190.0, 250.0
SIZES = (10.0, 9.0, 8.0, 7.5, 7.0)  # points; print.css has a class for each
_POINT = 0.3528
_LEADING = 1.36  # a row's height in font sizes, as in print.css
_LATIN = 0.58  # average width of a letter, in font sizes
_GUTTER = 6.0
_MOST_COLUMNS = 4
_HEAD_ROWS = 2.4  # the names over a column, and the gap above them
_TITLE = 20.0
_NAME_SIZE, _NAME_WIDTH, _NAME_ROW, _NAME_GAP = 11.0, 44.0, 4.6, 1.7
_NOTE_SIZE, _NOTE_WIDTH, _NOTE_ROW = 8.5, 92.0, 4.0


@dataclass(frozen=True)
class PrintedRow:
    """A row of the sheet: an entry's title, and points and running total by seat, None where hidden."""

    title: str
    points: Sequence[int | None]
    totals: Sequence[int | None]
    is_sum: bool = False


def layout_paper(
    printed: Sequence[PrintedRow], names: Sequence[str], notes: Sequence[str], earlier: Callable[[int], str]
) -> Drawing:
    """Lay out rows in the largest font that fits, as columns and the index of their font size in `SIZES`.

    If none fits, `earlier` titles a row that sums up some.
    """
    height = HEIGHT - _head_height(names, notes)
    capacities = [
        (_columns(printed, points), int(height / (points * _POINT * _LEADING) - _HEAD_ROWS)) for points in SIZES
    ]
    size = next(
        (size for size, (columns, rows) in enumerate(capacities) if len(printed) <= columns * rows), len(SIZES) - 1
    )
    most, rows = max(1, capacities[size][0]), capacities[size][1]
    shown = _summed(printed, most * rows, earlier)
    # Columns of about the same length are easier to read than a full one beside a short one.
    each = max(1, -(-len(shown) // max(1, -(-len(shown) // rows))))
    columns = [shown[start : start + each] for start in range(0, max(1, len(shown)), each)]
    return Drawing(columns=columns, size=size)


def _head_height(names: Sequence[str], notes: Sequence[str]) -> float:
    standing = sum(_NAME_ROW * _rows(name, _NAME_SIZE, _NAME_WIDTH) + _NAME_GAP for name in names)
    return _TITLE + max(standing + 4, _NOTE_ROW * sum(_rows(note, _NOTE_SIZE, _NOTE_WIDTH) for note in notes) + 10)


def _rows(text: str, points: float, width: float) -> int:
    return max(1, ceil(_width(text, points) / width))


def _columns(printed: Sequence[PrintedRow], points: float) -> int:
    """Return how many columns of these rows fit side by side; 0 if not even one does."""
    title = max((_width(row.title, points) for row in printed), default=0)
    cell = max(
        (len(f"{gain}{total}") for row in printed for gain, total in zip(row.points, row.totals, strict=True)),
        default=2,
    )
    seats = len(printed[0].points) if printed else 1
    width = title + seats * (cell + 2.3) * 0.59 * points * _POINT
    return min(_MOST_COLUMNS, int((WIDTH + _GUTTER) / (width + _GUTTER)))


def _summed(printed: Sequence[PrintedRow], most: int, earlier: Callable[[int], str]) -> Sequence[PrintedRow]:
    if len(printed) <= most:
        return printed
    first, rest = printed[: len(printed) - most + 1], printed[len(printed) - most + 1 :]
    by_seat: list[Any] = [*zip(*[row.points for row in first], strict=True)]
    gains = [None if None in points else sum(points) for points in by_seat]
    return [PrintedRow(earlier(len(first)), gains, first[-1].totals, is_sum=True), *rest]


def _width(text: str, points: float) -> float:
    ems = sum(1.0 if unicodedata.east_asian_width(character) in "WF" else _LATIN for character in text)
    return ems * points * _POINT


def _earlier(count: int) -> str:
    return say(Message("{count} entry before", "{count} entries before", count))


@bp.get("/t/<session>/print")
def show(session: str) -> str:
    """Show names, places, every entry with points and running totals, the chosen options and the ranking's reasons."""
    table = visible_table_for(session)
    names = table.setup.players
    settled = [say(reason["sentence"], names) for reason in ranking_reasons(table)]
    chosen = [(option.is_ruling, say(option.title), say(what, names)) for option, what in _chosen_options(table)]
    teams = [say(joined([side_name(side)]), names) for side in (table.standing.sides if table.standing else ())]
    written = [section for printed in handlers("printed") for section in printed(table)]
    lines = [line for _, section in written for line in section]
    notes = [f"{title} {what}" for _, title, what in chosen] + settled + teams + lines
    rows = [row for number in range(1, table.count + 1) for row in _rows_of_entry(table, table.pad_row(number))]
    paper = layout_paper(rows, names, notes, _earlier)
    return render_template(
        "downloads/print.html", **common(table), dated=long_date(table.made), standings=table.plates, chosen=chosen,
        settled=settled, teams=teams, written=written, paper=paper,
    )  # fmt: skip


def _rows_of_entry(table: VisibleTable, row: PadRow) -> Iterator[PrintedRow]:
    """Yield the lines of an entry as the score pad has them: its points, then its bonus at the end of the game."""
    after = table.totals_after(row.number)
    yield PrintedRow(say(table.title(row.number)), row.points, without(after, row.bonus))
    if row.bonus is not None:
        yield PrintedRow(say(Message("Final bonus")), row.bonus, after)


def _chosen_options(table: VisibleTable) -> list[tuple[Option, Any]]:
    """Return the options that differ from their default, each with the description of its value, if it has one."""
    options, seats = table.setup.options, table.setup.seats
    return [
        (option, description)
        for option in table.game.options
        if options[option.key] != option.default_for(seats)
        and (description := _describe(option, options[option.key])) is not None
    ]


def _describe(option: Option, value: Any) -> Message | joined | None:
    if option.choices is None:
        return joined([Seat(value)])
    known = next((label for choice, label in option.choices if choice == value), None)
    return joined([value]) if known is None and type(value) is int else known
