"""The small pieces of a page, at hand in every template; those that stay the same are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from flask import Flask
from jinja2 import pass_context
from jinja2.runtime import Context

from companion.views.template_helpers import seat_mark

# The macros of parts.html, at hand in every template: parts of a page are rendered block by block, without imports.
PIECES = ("cite", "act_fields", "plate", "beads", "pad_row", "pad_line", "deletion")
# Those that are the same for the same arguments in every language: a page has some hundred of them.
CACHED_MACROS = ("glyph", "piece")
POINTS = ("gained", "summed")
MARKS = ("mark",)


def init_app(app: Flask) -> None:
    """Put the small pieces at hand of every template; they make their addresses as the app does then."""
    pieces = app.jinja_env.get_template("shared/macros.html").module
    app.jinja_env.globals.update(
        {name: getattr(pieces, name) for name in PIECES}
        | {name: lru_cache(maxsize=4096)(getattr(pieces, name)) for name in CACHED_MACROS}
        | {name: _cached_marks(getattr(pieces, name)) for name in MARKS}
        | {name: _cached_points(getattr(pieces, name)) for name in POINTS}
    )


def _cached_marks(macro: Callable[..., str]) -> Callable[..., str]:
    kept = lru_cache(maxsize=4096)(macro)

    @pass_context
    def mark(context: Context, seat: int, who: str | Sequence[str], size: str = "") -> str:
        """The mark of a seat. `who` are the names of the table, where a macro has them from its caller; else one name,
        which is that of the seat at the page's table, or of a person at none."""
        names = context.get("names", ()) if isinstance(who, str) else who
        is_seated = names is who or (seat < len(names) and names[seat] == who)
        return kept(seat, seat_mark(names if is_seated else (str(who),), seat if is_seated else 0), size)

    return mark


def _cached_points(macro: Callable[[int | None], str]) -> Callable[[int | None], str]:
    kept = lru_cache(maxsize=1024)(macro)
    # Hidden points are told in words, so in the language of the page.
    return lambda points: macro(points) if points is None else kept(points)
