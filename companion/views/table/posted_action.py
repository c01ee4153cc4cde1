"""The action of a POST request: its key, the version that the phone saw, and the headers of its response."""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress

from flask import Response, abort, g, request

from companion.game.pages.form import number
from companion.server.counters import BEGAN
from companion.sessions.actions import Action
from companion.storage.error_messages import StoreError
from companion.views.http.identity import clear_cached_table, find_table, phone

_LONGEST_KEY = 64
_LAST_EVENT = 9999
_ACTION_FIELDS = ("act", "version")
_FORMER_BLUEPRINTS = {"actions": "acts", "amendments": "amending", "amendment_form": "editing"}
"""Digests hold the names that these had when the first were stored."""


def read_action() -> Action:
    """Return the action of this request; abort with 400 where its key or version is missing or malformed."""
    posted = request
    key, versions = posted.form.get("act", ""), posted.form.getlist("version")
    # PostgreSQL stores no NUL, so an action under such a key would not be known again.
    if not 1 <= len(key) <= _LONGEST_KEY or "\0" in key or not versions or not _is_version(versions[-1]):
        abort(400)
    # Digests are stored: with another endpoint, a request sent again after an update would look like another.
    blueprint, _, view = (posted.endpoint or "").partition(".")
    digested = repr((f"{_FORMER_BLUEPRINTS.get(blueprint, blueprint)}.{view}", sorted(posted_fields()))).encode()
    clear_cached_table()
    g.action_began = posted.environ.get(BEGAN) or time.perf_counter()
    g.action = action = Action(phone() or abort(404), key, int(versions[-1]), hashlib.sha256(digested).digest())
    return action


def _is_version(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def posted_fields() -> list[tuple[str, str]]:
    """Return the posted fields except those that every action has."""
    return [(name, value) for name, value in request.form.items(multi=True) if name not in _ACTION_FIELDS]


def posted_event() -> int | None:
    """Return the number of the event that an undo or a redo was drawn for; None where the form does not say."""
    return number(request.form, "event", 1, _LAST_EVENT)


def current_action() -> Action:
    """Return the action that this request has read."""
    action: Action = g.action
    return action


def session_of_request() -> str:
    """Return the session in the address of this request."""
    session: str = (request.view_args or {})["session"]
    return session


def add_version_headers(response: Response) -> Response:
    """Add the version that the action of this request made, and the previous version that changed entries."""
    action: Action | None = g.get("action")
    table = None
    if action and response.status_code < 400:
        with suppress(StoreError):  # the database went away since; the action is done all the same
            table = find_table(session_of_request())
    if action and table:
        event = table.log.by_key.get(action.key)
        version = event.number if event else action.base_version
        # To set instead of to add would compare each with all others.
        response.headers.add("Act-Version", str(version))
        response.headers.add("Act-Since", str(table.log.last_before(version)))
    return response
