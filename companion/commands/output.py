"""Standard output and error for commands: bytes out, errors in one line without a traceback."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from gettext import NullTranslations, translation
from typing import BinaryIO, TextIO

from companion.engine import Catalogue, Message
from companion.games.plug_ins import GameError
from companion.locales import LANGUAGES, SOURCE, Language, game_translations, known_locale, read_locales
from companion.paths import TRANSLATIONS

_ASKED = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as everywhere on a terminal
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_BUFFER = 1 << 16
_BROKEN_PIPE = 141  # what a shell reports for a program that SIGPIPE ended: 128 and the number of the signal


def catalogue() -> Catalogue:
    """The catalogue of the terminal's language, with the texts of games by others; English if it cannot show it."""
    requested = next((value for name in _ASKED if (value := os.environ.get(name))), "")
    language = known_locale(requested.partition(".")[0].partition("@")[0])
    if language is None or language == SOURCE or not _can_be_shown(LANGUAGES[language]):
        return NullTranslations()
    words = translation("messages", TRANSLATIONS, read_locales(language), fallback=True)
    with suppress(GameError):  # reported later, in this language too
        for of_game in game_translations(language):
            words.add_fallback(of_game)
    return words


def _can_be_shown(language: Language) -> bool:
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                f"{language.name}{language.letters}".encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def print_error(sentence: Message, names: Sequence[str] = ()) -> None:
    """Print a message to standard error in the terminal's language, on one line without control characters."""
    write_error(_CONTROL.sub(" ", sentence.text(catalogue(), names)))


def _print_line(line: str) -> None:
    if sys.stderr is not None:
        with suppress(OSError):
            print(line, file=sys.stderr)


write_error: Callable[[str], None] = _print_line
"""Takes the lines of `print_error`; the log as JSON puts its own in this place."""


def print_failure(command: str, fault: Exception | Message) -> int:
    """Print why a command failed: the error's message, or the system's text for an OSError; returns its exit status."""
    said: object = getattr(fault, "message", fault)
    if isinstance(fault, OSError) and fault.filename:
        said = f"{fault.filename}: {fault.strerror}."
    print_error(Message("{label}: {text}", label=f"companion {command}", text=said))
    return 2


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


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a standard stream is open and a terminal."""
    return stream is not None and stream.isatty()


@contextmanager
def progress_bar(label: Message, *, is_wanted: bool = True) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal's standard error, which is given how many are done and how many there are."""
    if not (is_wanted and is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"):
        yield lambda done, total: None
        return
    from click import progressbar  # slow to import

    with progressbar(length=0, label=label.text(catalogue()), show_pos=True, file=sys.stderr) as bar:

        def report(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        yield report
