"""What a request finds of this instance: its sessions, and how often join codes were guessed wrong."""

from __future__ import annotations

from flask import current_app

from companion.server.abuse_limits import JoinCodeLimits
from companion.sessions.service import Sessions


def sessions() -> Sessions:
    """Return the sessions of this instance."""
    kept: Sessions = current_app.extensions["companion"]
    return kept


def guesses() -> JoinCodeLimits:
    """Return the recent wrong join codes."""
    kept: JoinCodeLimits = current_app.extensions["companion.guesses"]
    return kept
