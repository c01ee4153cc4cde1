"""Standard output and error for commands: bytes out, errors in one line without a traceback."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO

from companion.commands.language import catalogue
from companion.game import Message

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_BUFFER = 1 << 16
_BROKEN_PIPE = 141  # what a shell reports for a program that SIGPIPE ended: 128 and the number of the signal


def print_error(sentence: Message, names: Sequence[str] = ()) -> None:
    """Print a message to standard error in the terminal's language, on one line without control characters."""
    _write(_CONTROL.sub(" ", sentence.text(catalogue(), names)))


def _print_line(line: str) -> None:
    if sys.stderr is not None:
        with suppress(OSError):
            print(line, file=sys.stderr)


_write: Callable[[str], None] = _print_line


def redirect_errors(write: Callable[[str], None]) -> None:
    """Let `print_error` give its lines to a function."""
    global _write
    _write = write


def print_failure(command: str, error: Exception) -> None:
    """Print why a command failed: the error's message, or the system's text for an OSError."""
    fault: object = getattr(error, "message", None)
    if fault is None:
        fault = f"{error.filename}: {error.strerror}." if isinstance(error, OSError) and error.filename else str(error)
    print_error(Message("{program}: {fault}", program=f"companion {command}", fault=fault))


def print_message(message: Message) -> None:
    """Print a message to standard output in the terminal's language."""
    with standard_output() as output:
        output.write(f"{_CONTROL.sub(' ', message.text(catalogue()))}\n".encode())


@contextmanager
def standard_output() -> Iterator[BinaryIO]:
    """Standard output for bytes; exits quietly if its reader is closed, with a message on another error."""
    if sys.stdout is None:
        print_error(Message("the output cannot be written: it is closed"))
        raise SystemExit(2)
    try:
        # A separate buffer: with PYTHONUNBUFFERED sys.stdout has none, and unwritten data in that of sys.stdout would
        # fail a second time, with a traceback, when the interpreter exits.
        with open(sys.stdout.fileno(), "wb", buffering=_BUFFER, closefd=False) as output:
            yield output
    except BrokenPipeError:
        raise SystemExit(_BROKEN_PIPE) from None
    except OSError as error:
        print_error(Message("the output cannot be written: {reason}", reason=error.strerror or str(error)))
        raise SystemExit(2) from None
