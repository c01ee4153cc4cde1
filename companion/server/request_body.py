"""The body of a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gevent.pywsgi import Input

if TYPE_CHECKING:
    from companion.server.admission import RequestTurn

_MAX_DISCARDED = 1024 * 1024  # bytes of an unread body; if it is longer, the connection is closed instead


class RequestBody(Input):
    """A request's body; after each part of it the request waits for its turn."""

    __slots__ = ("turn",)

    def __init__(self, body: Input) -> None:
        super().__init__(body.rfile, body.content_length, body.socket)
        self.turn: RequestTurn | None = None

    @property
    def is_unread(self) -> bool:
        """Whether the application left a part of the body unread."""
        return self.position < (self.content_length or 0)

    def _do_read(self, length: int | None = None, use_readline: bool = False) -> bytes:
        read: bytes = super()._do_read(length, use_readline)  # type: ignore[misc]
        if self.turn is not None:  # otherwise many bodies that end at the same moment would run in one round
            self.turn.wait()
        return read

    def _discard(self) -> None:
        if (self.content_length or 0) - self.position <= _MAX_DISCARDED:
            super()._discard()  # type: ignore[misc] # the stubs know neither
