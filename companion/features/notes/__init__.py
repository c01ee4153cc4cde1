"""What a table writes about its game and its entries: notes, words, and where it was played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.feature import Feature

if TYPE_CHECKING:
    from flask import Flask

    from companion.feature import Cell, EventKind
    from companion.sessions.table.visible_table import VisibleTable


def _events() -> Sequence[EventKind]:
    from companion.features.notes.written import KIND

    return (KIND,)


def _csv(rows: list[list[Cell]], table: VisibleTable) -> list[list[Cell]]:
    from companion.features.notes.views import with_notes

    return with_notes(rows, table)


def _printed(table: VisibleTable) -> Sequence[tuple[str, Sequence[str]]]:
    from companion.features.notes.views import printed_notes

    return printed_notes(table)


def _install(app: Flask) -> None:
    from companion.features.notes.views import bp
    from companion.features.notes.written import notes_of

    app.register_blueprint(bp)
    app.jinja_env.globals["notes_of"] = notes_of


FEATURE = Feature(
    "notes",
    Path(__file__).parent,
    sheet_keys=("notes",),
    events=_events,
    slots={
        "table links": "notes/way.html",
        "below": "notes/of-table.html",
        "entry": "notes/at-entry.html",
        "entry ways": "notes/way-of-entry.html",
        "totals only": "notes/of-totals-only.html",
        "preview": "notes/preview.html",
    },
    csv=_csv,
    printed=_printed,
    install=_install,
)
