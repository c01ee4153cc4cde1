"""Resource usage of the server, for tests and for monitoring: numbers only, no personal data."""

import os
from pathlib import Path

COUNTERS = "companion.server.counters"
"""Key in a request's environment: a function that returns the server's connection counts."""
BEGAN = "companion.server.began"
"""Key in a request's environment: when it had arrived, in seconds of `time.perf_counter`."""
REQUEST_ENDED = "companion.server.request_ended"
"""Key in a request's environment: a function that takes the pattern of its address and how many seconds it took."""
_PROCESS = Path("/proc/self")


def process_counts() -> dict[str, int]:
    """Threads, open files and resident memory (bytes) of this process; empty where there is no /proc."""
    try:
        resident = int((_PROCESS / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        threads, files = len(os.listdir(_PROCESS / "task")), len(os.listdir(_PROCESS / "fd"))
    except (OSError, ValueError):
        return {}
    return {"threads": threads, "open_files": files - 1, "memory": resident}  # minus the directory just listed
