"""How much of everything is in use, for tests and for whoever runs the companion: numbers only, no names."""

from __future__ import annotations

import os
from pathlib import Path

COUNTERS = "companion.server.counters"
"""Where the server offers, in a request's environment, what counts its connections."""
_PROCESS = Path("/proc/self")


def process_counts() -> dict[str, int]:
    """Threads, open files and resident memory in bytes of this process; nothing where the system does not tell."""
    try:
        resident = int((_PROCESS / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        threads, files = len(os.listdir(_PROCESS / "task")), len(os.listdir(_PROCESS / "fd"))
    except (OSError, ValueError):
        return {}
    return {"threads": threads, "open_files": files - 1, "memory": resident}  # one file is that listing
