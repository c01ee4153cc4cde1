"""The replay: a game moment by moment, at its table, and at a link for people who do not join it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.feature import Feature

if TYPE_CHECKING:
    from flask import Flask


def _install(app: Flask) -> None:
    from companion.features.replay.views import bp

    app.register_blueprint(bp)


FEATURE = Feature(
    "replay",
    Path(__file__).parent,
    slots={
        "share": "replay/share.html",
        "entry links": "replay/entry-link.html",
        "act links": "replay/act-link.html",
        "plot links": "replay/plot-link.html",
    },
    shared={"replay": "replay.shared"},
    install=_install,
)
