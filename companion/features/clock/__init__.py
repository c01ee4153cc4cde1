"""The clock of a table: the time of the game and of turns, which entries pass on."""

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
    from companion.features.clock.taps import CLOCK

    return (CLOCK,)


def _csv(rows: list[list[Cell]], table: VisibleTable) -> list[list[Cell]]:
    from companion.features.clock.views import with_length

    return with_length(rows, table)


def _install(app: Flask) -> None:
    from companion.features.clock.views import init_app

    init_app(app)


FEATURE = Feature(
    "clock",
    Path(__file__).parent,
    sheet_keys=("clock",),
    events=_events,
    slots={
        "head": "clock/head.html",
        "overlay": "clock/overlay.html",
        "table links": "clock/way.html",
        "preview": "clock/preview.html",
        "hand-over": "clock/handover.html",
    },
    csv=_csv,
    install=_install,
)
