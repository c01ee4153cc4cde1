"""The companion where it could not be started, as a file of a game or its own is at fault: each page says why."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response

from companion import paths
from companion.views.develop import access
from companion.views.develop.error_page import error_page

_log = logging.getLogger(__name__)


def broken_app(config: Mapping[str, Any], error: Exception) -> Flask:
    """Return an application that answers every address with the page of this error, and log it.

    It needs nothing that may fail.
    """
    _log.error("the companion could not be started", exc_info=error)
    app = Flask("companion", template_folder=str(paths.TEMPLATES), static_folder=str(paths.STATIC))
    app.config.update(TRUSTED_HOSTS=config["TRUSTED_HOSTS"])
    access.init_app(app)

    @app.route("/", defaults={"address": ""}, methods=["GET", "POST"])
    @app.route("/<path:address>", methods=["GET", "POST"])
    def explain(address: str) -> Response:
        page = error_page(error)
        page.headers["Cache-Control"] = "no-store"
        return page

    return app
