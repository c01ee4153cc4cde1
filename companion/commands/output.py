"""Standard output and error as commands use them: bytes out, a fault in one line, never a traceback."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO

from companion.commands.language import catalogue
from companion.game import Message

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_BUFFER = 1 << 16
_BROKEN_PIPE = 141  # what a shell reports for a program that SIGPIPE ended: 128 and the number of the signal


def complain(sentence: Message, names: Sequence[str] = ()) -> None:
    """Write a sentence to standard error in the terminal's language, on one line whatever it quotes."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(_CONTROL.sub(" ", sentence.text(catalogue(), names)), file=sys.stderr)


def complain_of(command: str, error: Exception) -> None:
    """Say why a command ended: an error of ours has a sentence, one of the system its own words."""
    fault: object = getattr(error, "message", None)
    if fault is None:
        fault = f"{error.filename}: {error.strerror}." if isinstance(error, OSError) and error.filename else str(error)
    complain(Message("{program}: {fault}", program=f"companion {command}", fault=fault))


def tell(message: Message) -> None:
    """Write a sentence to standard output in the terminal's language."""
    with standard_output() as output:
        output.write(f"{_CONTROL.sub(' ', message.text(catalogue()))}\n".encode())


@contextmanager
def standard_output() -> Iterator[BinaryIO]:
    """Standard output for bytes; the command ends quietly when its reader has gone, with a sentence when it fails."""
    if sys.stdout is None:
        complain(Message("the output cannot be written: it is closed"))
        raise SystemExit(2)
    try:
        # A buffer of our own: PYTHONUNBUFFERED takes away that of sys.stdout, and what cannot be written would stay
        # in it and fail a second time, with a traceback, when the interpreter ends.
        with open(sys.stdout.fileno(), "wb", buffering=_BUFFER, closefd=False) as output:
            yield output
    except BrokenPipeError:
        raise SystemExit(_BROKEN_PIPE) from None
    except OSError as error:
        complain(Message("the output cannot be written: {reason}", reason=error.strerror or str(error)))
        raise SystemExit(2) from None
