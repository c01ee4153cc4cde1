"""The overlay: the standings of a table over a picture, such as a stream of the game, at a link that does not join."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.feature import Feature

if TYPE_CHECKING:
    from flask import Flask

    from companion.feature import LivePage


def _pages() -> Mapping[str, LivePage]:
    from companion.features.overlay.views import PAGE, overlay_page

    return {PAGE: overlay_page}


def _install(app: Flask) -> None:
    from companion.features.overlay.views import bp

    app.register_blueprint(bp)


FEATURE = Feature(
    "overlay",
    Path(__file__).parent,
    slots={"share": "overlay/share.html"},
    pages=_pages,
    shared={"overlay": "overlay.show"},
    install=_install,
)
