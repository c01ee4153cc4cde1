"""The picture of a result: where each plate, name and number of it stands, in the units of the drawing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import current_app
from markupsafe import Markup

from companion.game.names import split_graphemes
from companion.views.template_helpers import seat_mark, total
from companion.views.template_whitespace import without_layout

WIDTH, HEIGHT = 1080, 1350
_HEAD = 236
_FOOT = 92
_ROW = 112
_EDGE = 48
_GAP = 18
_BOLD = 1.1  # how much wider bold letters are
# By how many plates stand side by side: the widest that one may be.
_WIDEST = {1: 460, 2: 440, 3: 330}


Ranked = tuple[int | None, int, int | None]
"""A place, None where nobody has one; the seat; its total."""


@dataclass(frozen=True)
class Fitted:
    """A text as it fits: its size, and what is left of it where it is too long even so."""

    text: str
    size: int


@dataclass(frozen=True)
class Plate:
    """A seat of the podium: its place, its frame, and what stands in it."""

    x: int
    y: int
    width: int
    height: int
    place: int | None
    seat: int
    letter: str
    name: Fitted
    total: Fitted


@dataclass(frozen=True)
class Row:
    """A seat beside the podium, below it."""

    y: int
    place: int | None
    seat: int
    letter: str
    name: Fitted
    total: Fitted


@dataclass(frozen=True)
class Picture:
    """What picture.svg draws; `ground` is the height of the patterned wall behind the plates."""

    title: Fitted
    subtitle: Fitted
    plates: Sequence[Plate]
    rows: Sequence[Row]
    top: int
    ground: int


def compose_picture(title: str, subtitle: str, ranked: Sequence[Ranked], names: Sequence[str]) -> Picture:
    """The picture of a ranking, given as (place, seat, total), best first; without places before the first points."""
    stand = [row for row in ranked if row[0] and row[0] <= 3][:3]
    below = [row for row in ranked if row not in stand]
    ground = HEIGHT - _HEAD - _FOOT - len(below) * (_ROW + 6) - (_GAP if below else 0)
    return Picture(
        fit_text(title, WIDTH - 2 * _EDGE, 76, 44),
        fit_text(subtitle, WIDTH - 2 * _EDGE, 38, 30),
        _podium(stand, names, ground),
        [_row(_HEAD + ground + _GAP + index * (_ROW + 6), row, names) for index, row in enumerate(below)],
        _HEAD,
        ground,
    )


def _podium(stand: Sequence[Ranked], names: Sequence[str], ground: int) -> list[Plate]:
    """The first in the middle, the second to the left, the third to the right, all on one floor."""
    if not stand:
        return []
    first, *others = stand
    ordered = [*others[:1], first, *others[1:]]
    width = _WIDEST[len(ordered)]
    left = (WIDTH - len(ordered) * width - (len(ordered) - 1) * _GAP) // 2
    tallest = ground * 2 // 3
    floor = _HEAD + (ground + tallest) // 2
    return [
        _plate((left + index * (width + _GAP), floor, width, tallest), row, names) for index, row in enumerate(ordered)
    ]


def _plate(room: tuple[int, int, int, int], row: Ranked, names: Sequence[str]) -> Plate:
    """A plate in its room: left edge, floor, width, and the height of the first place."""
    x, floor, width, tallest = room
    place, seat, points = row
    height = int(tallest * {1: 1, 2: 0.79}.get(place or 0, 0.7))
    name = fit_text(names[seat], width - 56, 52 if place == 1 else 42, 28)
    number = fit_text(total(points or 0), width - 60, 190 if place == 1 else 130, 24)
    return Plate(x, floor - height, width, height, place, seat, seat_mark(names, seat), name, number)


def _row(y: int, row: Ranked, names: Sequence[str]) -> Row:
    place, seat, points = row
    number = fit_text(total(points or 0), 230, 60, 20)
    return Row(y, place, seat, seat_mark(names, seat), fit_text(names[seat], 500, 44, 30), number)


def fit_text(text: str, width: float, largest: int, smallest: int) -> Fitted:
    """A text in the largest size in which it fits a width; cut where it does not in the smallest.

    >>> fit_text("Ann", 300, 50, 20), fit_text("W" * 40, 100, 50, 20).text
    (Fitted(text='Ann', size=50), 'WWW…')
    """
    text = "".join(character for character in text if character.isprintable() or _is_drawn(character))
    size = max(smallest, min(largest, int(width / max(_ems(text), 0.01))))
    if _ems(text) * size <= width:
        return Fitted(text, size)
    seen = split_graphemes(text)
    while seen and _ems("".join(seen) + "…") * size > width:
        seen.pop()
    return Fitted("".join(seen).rstrip() + "…", size)


def _is_drawn(character: str) -> bool:
    """Joiners and characters that are newer than this program; those that no XML may hold are not."""
    return unicodedata.category(character) in ("Cf", "Cn", "Zs") and character not in "\ufffe\uffff"


def _ems(text: str) -> float:
    """About how wide a bold text is, in the size of its letters."""
    return _BOLD * sum(max(map(_em, cluster)) for cluster in split_graphemes(text))


def _em(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1
    if character in "MWmw@%—…":
        return 0.98
    return 0.72 if character.isupper() else 0.33 if character in " .,:;'!|iIjl" else 0.63


@cache
def _symbols(path: str) -> dict[str, str]:
    sprite = without_layout(Path(path).read_text("utf-8"))
    return dict(re.findall(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', sprite, re.DOTALL))


def drawing(name: str) -> Markup:
    """What a glyph of the sprite is drawn with, to stand in a picture that loads nothing."""
    return Markup(_symbols(f"{current_app.static_folder}/glyphs.svg")[name])
