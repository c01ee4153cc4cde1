"""SIGINT and SIGTERM end a command by an exception in its main thread."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Terminated(SystemExit):
    """A signal ended the program. A `SystemExit`, as gevent prints the traceback of a `KeyboardInterrupt`."""


_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_received: set[int] = set()


@contextmanager
def terminable() -> Iterator[None]:
    """Raise `Terminated` in the main thread where one of the two arrives in this context."""
    if threading.current_thread() is not threading.main_thread():  # the others may not handle signals
        yield
        return
    before = {number: signal.signal(number, _exit) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _exit(number: int, _frame: FrameType | None) -> None:
    _received.add(number)
    raise Terminated(128 + number)


def was_asked() -> bool:
    """Whether one has come: Python drops what is raised while it frees an object."""
    return bool(_received)
