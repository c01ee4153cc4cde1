"""Faster replacements for parts of libraries and of the system; they lean on internals that may change.

With COMPANION_PLAIN=1 in the environment the companion runs without them. Each was measured alone: one that takes less
than 5 % off an entry does not belong here (docs/architecture.md has the figures).
"""

from __future__ import annotations

import os


def is_used() -> bool:
    """Return whether these parts are used."""
    return not os.environ.get("COMPANION_PLAIN")
