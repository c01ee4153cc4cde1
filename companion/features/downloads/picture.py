"""The picture of a shared result: the place and size of each plate, name and number, in the drawing's units."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Response, abort, current_app
from markupsafe import Markup

from companion.engine import Message, joined
from companion.engine.names import split_graphemes
from companion.table.visible_table import VisibleTable
from companion.views.http.assets import PAGE_GLYPHS
from companion.views.http.error_pages import respond
from companion.views.render.plots import Drawing
from companion.views.render.template_helpers import long_date, say, seat_mark, total
from companion.views.render.template_whitespace import without_layout
from companion.views.table.joining import table_of_link
from companion.views.table.standings import final_context, ranked_rows, side_name

bp = Blueprint("picture", __name__)

WIDTH, HEIGHT = 1080, 1350
_HEAD = 236
_FOOT = 92
_ROW, _LOW_ROW, _BETWEEN = 112, 84, 6
_LOW_PLATE = 300
_MOST_IN_ONE = 6  # seats; where there are more, the rows are low, in two columns
_EDGE = 48
_GAP = 18
_BOLD = 1.1  # width of bold letters, relative to normal ones
# The greatest width of a plate, by how many are side by side.
_WIDEST = {1: 460, 2: 440, 3: 330}


Ranked = tuple[int | None, int, int | None]
"""Place (None before the first points), seat, total."""


class Fitted(NamedTuple):
    """A text with the font size in which it fits; cut if it is too long even in the smallest."""

    text: str
    size: int


def compose_picture(title: str, subtitle: str, ranked: Sequence[Ranked], names: Sequence[str]) -> Drawing:
    """Lay out the picture of a ranking, given best first; without places before the first points.

    `ground` is the height of the patterned wall behind the plates.
    """
    on_podium = [row for row in ranked if row[0] and row[0] <= 3][:3]
    below = [row for row in ranked if row not in on_podium]
    columns = 1 if len(ranked) <= _MOST_IN_ONE else 2
    rows, pitch = -(-len(below) // columns), (_ROW if columns == 1 else _LOW_ROW) + _BETWEEN
    ground = HEIGHT - _HEAD - _FOOT - rows * pitch - (_GAP if below else 0)
    return Drawing(
        title=fit_text(title, WIDTH - 2 * _EDGE, 76, 44),
        subtitle=fit_text(subtitle, WIDTH - 2 * _EDGE, 38, 30),
        plates=_podium(on_podium, names, ground),
        rows=[
            _row((index // rows, columns), _HEAD + ground + _GAP + index % rows * pitch, row, names)
            for index, row in enumerate(below)
        ],
        top=_HEAD,
        ground=ground,
    )


def _podium(ranked: Sequence[Ranked], names: Sequence[str], ground: int) -> list[Drawing]:
    """Lay out the podium: first place in the middle, second on the left, third on the right."""
    if not ranked:
        return []
    first, *others = ranked
    ordered = [*others[:1], first, *others[1:]]
    width = _WIDEST[len(ordered)]
    left = (WIDTH - len(ordered) * width - (len(ordered) - 1) * _GAP) // 2
    tallest = ground * 2 // 3
    floor = _HEAD + (ground + tallest) // 2
    return [
        _plate((left + index * (width + _GAP), floor, width, tallest), row, names) for index, row in enumerate(ordered)
    ]


def _plate(room: tuple[int, int, int, int], row: Ranked, names: Sequence[str]) -> Drawing:
    """Lay out a plate; `room` is its left edge, floor and width, and the height of the first place."""
    x, floor, width, tallest = room
    place, seat, points = row
    height = int(tallest * {1: 1, 2: 0.79}.get(place or 0, 0.7))
    name = fit_text(names[seat], width - 56, 52 if place == 1 else 42, 28)
    # Between the mark above and the name below, where many rows leave a low plate.
    is_low = height < _LOW_PLATE
    largest = min(190 if place == 1 else 130, max(56, height - 200)) if is_low else 190 if place == 1 else 130
    number = fit_text(total(points or 0), width - 60, largest, 24)
    baseline = height - 104 if is_low else height // 2 + 30 + number.size // 3
    return Drawing(
        x=x, y=floor - height, width=width, height=height, place=place, seat=seat, letter=seat_mark(names, seat),
        name=name, total=number, baseline=baseline,
    )  # fmt: skip


def _row(column: tuple[int, int], y: int, row: Ranked, names: Sequence[str]) -> Drawing:
    """Lay out a row below the podium; `room` is what its total may take."""
    at, columns = column
    place, seat, points = row
    width = (WIDTH - 2 * _EDGE - (columns - 1) * _GAP) // columns
    room, name = (230, 500) if columns == 1 else (120, 156)
    shown = fit_text(names[seat], name, 44, 24 if columns > 1 else 30)
    x, number = _EDGE + at * (width + _GAP), fit_text(total(points or 0), room, 60, 20)
    height = _ROW if columns == 1 else _LOW_ROW
    return Drawing(
        x=x, y=y, width=width, height=height, place=place, seat=seat, letter=seat_mark(names, seat),
        name=shown, total=number, room=room,
    )  # fmt: skip


def fit_text(text: str, width: float, largest: int, smallest: int) -> Fitted:
    """Return the text in the largest font size in which it fits the width; cut if it does not fit in the smallest.

    >>> fit_text("Ann", 300, 50, 20), fit_text("W" * 40, 100, 50, 20).text
    (Fitted(text='Ann', size=50), 'WWW…')
    """
    text = "".join(character for character in text if character.isprintable() or _is_drawn(character))
    size = max(smallest, min(largest, int(width / max(_ems(text), 0.01))))
    if _ems(text) * size <= width:
        return Fitted(text, size)
    shown = split_graphemes(text)
    while shown and _ems("".join(shown) + "…") * size > width:
        shown.pop()
    return Fitted("".join(shown).rstrip() + "…", size)


def _is_drawn(character: str) -> bool:
    """Whether a character is kept though it is not printable: joiners and unknown ones, unless XML forbids them."""
    return unicodedata.category(character) in ("Cf", "Cn", "Zs") and character not in "\ufffe\uffff"


def _ems(text: str) -> float:
    """Return the approximate width of a bold text in font sizes."""
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
    """Return the content of a glyph of the pages, to be inlined in a picture that loads nothing."""
    return Markup(_symbols(f"{current_app.static_folder}/{PAGE_GLYPHS}")[name])


@bp.get("/r/<token>/picture.svg")
def show(token: str) -> Response:
    """Serve the result as a picture to send."""
    table = table_of_link(token, "result")
    if table.hides:
        abort(404)
    answer = respond("downloads/picture.svg", game=table.game, picture=_picture(table), drawing=drawing)
    answer.mimetype = "image/svg+xml"
    return answer


def _picture(table: VisibleTable) -> Drawing:
    title = final_context(table)["winners_headline"] if table.finished else Message("Still running")
    subtitle = Message("{first}, {second}", first=table.game.title, second=long_date(table.made))
    names = list(table.setup.players)
    sides = ranked_rows(table)
    named = {seats[0]: say(joined([side_name(seats)]), names) for _, seats, _ in sides}
    shown = [named.get(seat, name) for seat, name in enumerate(names)]
    ranked = [(place, seats[0], total) for place, seats, total in sides] or table.plates
    return compose_picture(say(title, names), say(subtitle), ranked, shown)
