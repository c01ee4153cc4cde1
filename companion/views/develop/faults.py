"""What failed, for whoever writes a game: the error, its file and line, the lines around it, and how it came there."""

from __future__ import annotations

import linecache
import os
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.games import GameError
from companion.games.plug_ins import package_folders
from companion.paths import PACKAGE

_AROUND = 5  # lines before and after the one at fault
_AROUND_FRAME = 1
_MOST_CAUSES = 5


@dataclass(frozen=True)
class Line:
    """A line of source; `is_at_fault` marks the one that failed."""

    number: int
    text: str
    is_at_fault: bool


@dataclass(frozen=True)
class Frame:
    """A place that the program was at: file, line, function and the lines around it."""

    file: str
    line: int
    function: str
    lines: Sequence[Line]

    @property
    def name(self) -> str:
        """The file with the folder that it is in."""
        return "/".join(Path(self.file).parts[-2:])


@dataclass(frozen=True)
class Fault:
    """An error: its type, what it says, where it was raised, and its frames, the last call first.

    `own` are the other frames in files of games, `others` those of the companion and its libraries.
    """

    kind: str
    message: str
    at: Frame | None
    own: Sequence[Frame]
    others: Sequence[Frame]


def faults_of(error: BaseException) -> list[Fault]:
    """Return an error and what caused it, as far as that is known; what only reports a game's error is left out."""
    folders = game_folders()
    causes = list(_chain(error))
    told = [cause for cause in causes if not (isinstance(cause, GameError) and cause is not causes[-1])]
    return [_fault(cause, folders) for cause in told[:_MOST_CAUSES]]


def game_folders() -> list[str]:
    """Return the folders of all games, installed ones and the companion's own, without importing them."""
    built_in = [path for path in (PACKAGE / "games").iterdir() if path.is_dir()]
    return [f"{folder}{os.sep}" if folder.is_dir() else str(folder) for folder in (*package_folders(), *built_in)]


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        yield cause
        seen.add(id(cause))
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)


def _fault(error: BaseException, own: Sequence[str]) -> Fault:
    frames = [
        _frame(frame.filename, frame.lineno or 1, frame.name) for frame in traceback.extract_tb(error.__traceback__)
    ]
    frames = [frame for frame in reversed(frames) if frame.lines]
    of_games = [frame for frame in frames if frame.file.startswith(tuple(own))]
    at = _place_named(error) or next(iter(of_games or frames), None)
    if at is not None:
        at = _frame(at.file, at.line, at.function, _AROUND)
    others = [frame for frame in frames if frame not in of_games]
    before = [frame for frame in of_games if at is None or (frame.file, frame.line) != (at.file, at.line)]
    # A syntax error says its place in its text, too, which is shown beside it.
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return Fault(type(error).__name__, message, at, before, others)


def _place_named(error: BaseException) -> Frame | None:
    """Return the place that an error names, as syntax errors of Python and of templates do."""
    file, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    is_named = isinstance(file, str) and isinstance(line, int) and os.path.isfile(file)
    return _frame(str(file), int(line or 1), "") if is_named else None


def _frame(file: str, line: int, function: str, around: int = _AROUND_FRAME) -> Frame:
    linecache.checkcache(file)
    lines = linecache.getlines(file)
    first = max(line - around, 1)
    shown = [
        Line(number, text.rstrip("\n"), number == line)
        for number, text in enumerate(lines[first - 1 : line + around], first)
    ]
    return Frame(file, line, function, shown)
