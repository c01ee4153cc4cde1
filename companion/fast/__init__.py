"""What is done faster than a library or the system does it, by parts that these do not promise to keep.

With COMPANION_PLAIN=1 in the environment the companion runs without them. Each was measured alone: one that takes less
than 5 % off an entry does not belong here (docs/architecture.md has the figures).
"""

from __future__ import annotations

import os


def is_used() -> bool:
    """Return whether these parts are used."""
    return not os.environ.get("COMPANION_PLAIN")
