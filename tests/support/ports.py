"""Ports for the servers of tests, which start a moment after they were given one."""

import os
import random
import socket
from contextlib import suppress
from itertools import count

# Below the ports that connections to elsewhere get, and a range for each worker.
_FIRST, _EACH, _WORKERS = 20_000, 1_500, 8
_tried = count(random.randrange(_EACH))


def free_port():
    """A port that nothing else gets before a server listens on it, at this worker or another one."""
    first = _FIRST + _worker() % _WORKERS * _EACH
    while True:
        port = first + next(_tried) % _EACH
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


def _worker():
    name = os.environ.get("PYTEST_XDIST_WORKER", "")
    return int(name.removeprefix("gw")) if name else random.randrange(_WORKERS)
