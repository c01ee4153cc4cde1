"""The objects behind Flask's proxies `request`, `g` and `current_app`.

A proxy finds its object at each use of an attribute, in several calls, and a request
looks a hundred times.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, current_app, g, request
from flask.ctx import _AppCtxGlobals

from companion.views.http.page_request import PageRequest

current_request: Callable[[], PageRequest] = request._get_current_object  # type: ignore[attr-defined]
"""Return the request; raise RuntimeError outside one."""
current_globals: Callable[[], _AppCtxGlobals] = g._get_current_object
"""Return what is kept for the rest of the request, as `flask.g` does."""
current_application: Callable[[], Flask] = current_app._get_current_object  # type: ignore[attr-defined]
"""Return the application."""
