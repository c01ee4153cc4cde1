"""Long work calls `pause` after each small step, so that a server with one thread answers others in between.

The server says where it may: for each request and job by `pausing`. Elsewhere, as on the command line, nobody waits.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TypeVar

T = TypeVar("T")

_SLICE = 0.005  # seconds
_PAUSE = 0.001  # seconds; the thread that writes to the disk needs some of them too
_wait: ContextVar[Callable[[], object] | None] = ContextVar("wait", default=None)


def pause() -> None:
    """Let others run if this request or job has taken long; the caller must allow for what they change."""
    wait = _wait.get()
    if wait is not None:
        wait()


def in_slices(items: Iterable[T]) -> Iterator[T]:
    """Yield the items with a pause after each, for slow consumers such as a template."""
    for item in items:
        yield item
        pause()


@cache
def _turn() -> threading.Lock:
    """Return the lock of the sleep. It is made at the first one: by then gevent has patched what it is made of."""
    return threading.Lock()


class Slices:
    """Call it after each step of long work: it sleeps briefly if a time slice has passed since the last sleep."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def __call__(self) -> bool:
        """Return whether it slept."""
        if time.monotonic() - self._began < _SLICE:
            return False
        # The lock is held during the sleep, so only one of many long jobs runs in each round of the server.
        with _turn():
            time.sleep(_PAUSE)  # gevent patches it: the server then looks at its other connections
        self._began = time.monotonic()
        return True


@contextmanager
def pausing(wait: Callable[[], object] | None = None) -> Iterator[None]:
    """Make `pause` call `wait` within this context, or without one sleep after each time slice."""
    token = _wait.set(wait or Slices())
    try:
        yield
    finally:
        _wait.reset(token)
