"""The progress bar of a long command: one line on standard error, only on a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import TextIO

from companion.commands.language import catalogue
from companion.game import Message

_EVERY = 0.1  # seconds between two drawings
_WIDTH = 24  # of the bar
_START_OF_LINE, _CLEAR_TO_END = "\r", "\x1b[K"


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a standard stream is open and a terminal."""
    return stream is not None and stream.isatty()


class ProgressBar:
    """A bar on standard error, which is cleared at the end; draws nothing where that is no terminal.

    `label` has the values `done` and `total`.
    """

    def __init__(self, label: Message, *, is_wanted: bool = True) -> None:
        self._label, self._words = label, catalogue()
        self._is_shown = is_wanted and is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._next = float("-inf")

    def __enter__(self) -> Callable[[int, int], None]:
        return self._report

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._next > 0:
            self._write(_START_OF_LINE + _CLEAR_TO_END)

    def _report(self, done: int, total: int) -> None:
        """Draw the bar, at most once in `_EVERY` seconds."""
        if not self._is_shown or (done < total and time.monotonic() < self._next):
            return
        self._next = time.monotonic() + _EVERY
        filled = _WIDTH * done // total
        label = Message(self._label.one, done=done, total=total).text(self._words)
        self._write(f"{_START_OF_LINE}[{'#' * filled}{'.' * (_WIDTH - filled)}] {label}{_CLEAR_TO_END}")

    def _write(self, text: str) -> None:
        with suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()
