"""What a request finds of this instance: its sessions, and how often join codes were guessed wrong."""

from __future__ import annotations

from companion.server.abuse_limits import JoinCodeLimits
from companion.sessions.service import Sessions
from companion.views.http.current import current_application


def sessions() -> Sessions:
    """Return the sessions of this instance."""
    kept: Sessions = current_application().extensions["companion"]
    return kept


def guesses() -> JoinCodeLimits:
    """Return the recent wrong join codes."""
    kept: JoinCodeLimits = current_application().extensions["companion.guesses"]
    return kept
