"""Why the site cannot be served."""

from __future__ import annotations

from companion.game import MessageError


class ServeError(MessageError):
    """Why the site cannot be served: `message` is one sentence for people."""
