"""The photographs of the end of a game, which people at the table add."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.feature import Feature

if TYPE_CHECKING:
    from flask import Flask

    from companion.feature import EventKind, ExportLines


def _events() -> Sequence[EventKind]:
    from companion.features.photos.album import PHOTO

    return (PHOTO,)


def _export() -> Sequence[ExportLines]:
    from companion.features.photos.export import LINES

    return (LINES,)


def _install(app: Flask) -> None:
    from companion.features.photos.views import bp, seen_album, shown_photos

    app.register_blueprint(bp)
    app.jinja_env.globals.update(seen_album=seen_album, shown_photos=shown_photos)


FEATURE = Feature(
    "photos",
    Path(__file__).parent,
    events=_events,
    slots={
        "final links": "photos/way.html",
        "below": "photos/of-table.html",
        "host": "photos/for-host.html",
        "downloads": "photos/downloads.html",
    },
    export=_export,
    install=_install,
)
