"""Refuses what comes too soon after too much, with the seconds to wait; a phone with script waits them by itself."""

from __future__ import annotations

from flask import Flask, Response, request

from companion.game import Message
from companion.server.rate_limits import RETRY_AFTER
from companion.views.error_pages import problem


def too_soon(seconds: int) -> Message:
    """The sentence about a request that was not admitted."""
    return Message(
        "Too much came from here in a short time, so this was not done. Try again in {count} second.",
        "Too much came from here in a short time, so this was not done. Try again in {count} seconds.",
        seconds,
    )


def _admitted() -> Response | None:
    seconds = request.environ.get(RETRY_AFTER)
    if seconds is None:
        return None
    answer = problem(too_soon(seconds), 429)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def init_app(app: Flask) -> None:
    app.before_request(_admitted)
