"""The views that the templates of Qwixx show: a paper to cross, the seats that are done, and all papers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine import Message
from companion.engine.pages.viewer import View
from companion_qwixx.paper import EMPTY, MOST_PENALTIES, ROWS, Paper, is_locked
from companion_qwixx.rulebook import ROW_NAMES


@dataclass(frozen=True, kw_only=True)
class Box:
    """A number of a row: whether it is crossed, and whether this is `kept` because it can no longer change."""

    number: int
    crossed: bool
    kept: bool


@dataclass(frozen=True, kw_only=True)
class Row:
    """A row of a paper; `locked` if its last number is crossed there."""

    colour: str
    boxes: Sequence[Box]
    locked: bool


@dataclass(frozen=True, kw_only=True)
class PaperView(View):
    """What form.html shows: the paper of one seat, and which seats are done."""

    title: Message
    stage: str
    seat: int
    done: Collection[int]
    rows: Sequence[Row]
    penalties: int
    least: int
    most: int = MOST_PENALTIES
    is_last: bool
    row_names: Mapping[str, Message] = field(default_factory=lambda: ROW_NAMES)


@dataclass(frozen=True, kw_only=True)
class PapersSheet(View):
    """What sheet.html shows: the seats whose paper is entered, and the locked rows."""

    next: Message
    done: Collection[int]
    locked: Sequence[Message]


@dataclass(frozen=True, kw_only=True)
class PapersView(View):
    """What replay.html shows: each seat's rows and penalties, None where they are hidden."""

    papers: Sequence[tuple[Sequence[Row], int] | None]
    row_names: Mapping[str, Message] = field(default_factory=lambda: ROW_NAMES)


def rows_of(paper: Paper, before: Paper = EMPTY, locked: Collection[str] = ()) -> list[Row]:
    """Return the rows of a paper; crosses `before` and whole rows that are `locked` for all are kept."""
    return [
        Row(
            colour=colour,
            boxes=[
                Box(
                    number=number,
                    crossed=number in paper[colour],
                    kept=colour in locked or index <= max(map(list(numbers).index, before[colour]), default=-1),
                )
                for index, number in enumerate(numbers)
            ],
            locked=is_locked(paper, colour),
        )
        for colour, numbers in ROWS.items()
    ]
