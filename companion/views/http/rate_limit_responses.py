"""Answer 429 with Retry-After to requests over the rate limit; the script of a page waits and retries."""

from __future__ import annotations

from flask import Flask, Response, request

from companion.game import Message
from companion.server.rate_limits import RETRY_AFTER
from companion.views.http.error_pages import problem


def too_soon(seconds: int) -> Message:
    """Return the sentence for a request over the limit."""
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
    """Refuse requests that the server marked as over the limit."""
    app.before_request(_admitted)
