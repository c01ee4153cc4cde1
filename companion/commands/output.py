"""Standard output and error as commands use them: bytes out, a fault in one line, never a traceback."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_BUFFER = 1 << 16


def complain(sentence: str) -> None:
    """Write a sentence to standard error, on one line whatever it quotes."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(_CONTROL.sub(" ", sentence), file=sys.stderr)


@contextmanager
def standard_output() -> Iterator[BinaryIO]:
    """Standard output for bytes; the command ends quietly when its reader has gone, with a sentence when it fails."""
    if sys.stdout is None:
        complain("the output cannot be written: it is closed")
        raise SystemExit(2)
    try:
        # A buffer of our own: PYTHONUNBUFFERED takes away that of sys.stdout, and what cannot be written would stay
        # in it and fail a second time, with a traceback, when the interpreter ends.
        with open(sys.stdout.fileno(), "wb", buffering=_BUFFER, closefd=False) as output:
            yield output
    except BrokenPipeError:
        raise SystemExit(1) from None
    except OSError as error:
        complain(f"the output cannot be written: {error.strerror or error}")
        raise SystemExit(2) from None
