"""The entry point, and how SIGINT and SIGTERM end a command: by an exception in its main thread."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_received: set[int] = set()


class Terminated(SystemExit):
    """A signal ended the program. A `SystemExit`, as gevent prints the traceback of a `KeyboardInterrupt`."""


@contextmanager
def terminable() -> Iterator[None]:
    """Raise `Terminated` in the main thread where one of the two arrives in this context."""
    if threading.current_thread() is not threading.main_thread():  # the others may not handle signals
        yield
        return
    before = {number: signal.signal(number, _exit) for number in _SIGNALS}
    sys.unraisablehook = _drop_terminated
    try:
        yield
    finally:
        sys.unraisablehook = sys.__unraisablehook__
        for number, handler in before.items():
            signal.signal(number, handler)


def _drop_terminated(unraisable: "sys.UnraisableHookArgs") -> None:
    """Print nothing of a signal that came while Python could raise nothing; `was_asked` tells it."""
    if not isinstance(unraisable.exc_value, Terminated):
        sys.__unraisablehook__(unraisable)


def _exit(number: int, _frame: FrameType | None) -> None:
    _received.add(number)
    raise Terminated(128 + number)


def was_asked() -> bool:
    """Whether one has come: Python drops what is raised while it frees an object."""
    return bool(_received)


def main() -> int:
    """Run the command line, which is imported once signals are handled; returns the exit status."""
    try:
        with terminable():
            from companion.commands import cli

            return cli.main()
    except Terminated as error:
        if error.code == 128 + signal.SIGTERM:
            # By the signal itself, which the service manager does not take for a failure.
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTERM)
        raise
