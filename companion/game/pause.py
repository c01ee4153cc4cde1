"""Long computations of an engine call `pause` now and then, so that a server can answer others in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_PAUSE: ContextVar[Callable[[], object] | None] = ContextVar("pause", default=None)


def pause() -> None:
    """Let others run, where somebody waits for that; does nothing otherwise."""
    wait = _PAUSE.get()
    if wait is not None:
        wait()


@contextmanager
def pausing(wait: Callable[[], object]) -> Iterator[None]:
    """Have `pause` call `wait` within this context."""
    token = _PAUSE.set(wait)
    try:
        yield
    finally:
        _PAUSE.reset(token)
