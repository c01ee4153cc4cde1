"""Long work done in slices, so that a server with one thread answers others in between."""

import threading
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

SLICE = 0.005  # seconds
PAUSE = 0.001  # seconds; the thread that writes to the disk needs some of them too

_turn = threading.Lock()


class Slices:
    """Call it after each small step of long work: other requests run then, whose changes the caller must allow for."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def __call__(self) -> None:
        """Sleep briefly where SLICE seconds have passed since the last sleep."""
        if time.monotonic() - self._began < SLICE:
            return
        # The lock is held during the sleep, so only one of many long jobs runs in each round of the server.
        with _turn:
            time.sleep(PAUSE)  # gevent patches it: the server then looks at its other connections
        self._began = time.monotonic()


def in_slices(items: Iterable[T]) -> Iterator[T]:
    """Yield the items with a time slice after each, for slow consumers such as a template."""
    slices = Slices()
    for item in items:
        yield item
        slices()
