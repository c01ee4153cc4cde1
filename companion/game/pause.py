"""Long work calls `pause` regularly, so that a server can answer other requests in between."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_PAUSE: ContextVar[Callable[[], object] | None] = ContextVar("pause", default=None)


def pause() -> None:
    """Call the function that `pausing` has set; do nothing outside that context."""
    wait = _PAUSE.get()
    if wait is not None:
        wait()


@contextmanager
def pausing(wait: Callable[[], object]) -> Iterator[None]:
    """Make `pause` call `wait` within this context."""
    token = _PAUSE.set(wait)
    try:
        yield
    finally:
        _PAUSE.reset(token)
