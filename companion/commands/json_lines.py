"""Shared by commands from JSON to JSON: read a file or standard input, write one answer, or one per line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, BinaryIO

from companion.commands.language import catalogue
from companion.commands.output import print_error, standard_output
from companion.game import Message
from companion.scoring.scoresheet import SheetError

Work = Callable[[bytes], Mapping[str, Any]]
"""Returns the answer to the text of one JSON value. Raises `SheetError`."""

# Answers have no cycles, so skip that check.
_encode = json.JSONEncoder(check_circular=False).encode


def add_arguments(parser: argparse.ArgumentParser, metavar: str, path: Message, lines: Message, work: Work) -> None:
    """Add the path of the input and --lines; `path` and `lines` are their help, `work` answers one input."""
    words = catalogue()
    parser.add_argument("path", metavar=metavar, help=path.text(words))
    parser.add_argument("--lines", action="store_true", help=lines.text(words))
    parser.set_defaults(func=run, work=work)


def run(options: argparse.Namespace) -> int:
    """Answer the input; the exit status: 0, or 2 on an error."""
    try:
        with standard_output() as output:
            if options.lines:
                answer_lines(lines_of(options.path), output, options.work)
            else:
                output.write(_written(options.work(b"".join(lines_of(options.path)))))
    except SheetError as error:
        print_error(error.describe(), error.names)
        return 2
    return 0


def lines_of(path: str) -> Iterator[bytes]:
    """Yield the lines of a file, or of standard input for "-". Raises `SheetError`."""
    try:
        if path != "-":
            with open(path, "rb") as file:
                yield from file
        elif sys.stdin is not None:
            yield from sys.stdin.buffer
        else:
            raise SheetError(Message("standard input cannot be read: it is closed"))
    except OSError as error:
        raise SheetError(Message("{path} cannot be read: {reason}", path=path, reason=error.strerror)) from None


def answer_lines(lines: Iterable[bytes], output: BinaryIO, work: Work) -> None:
    """Write one answer per line; an invalid line gets its error instead."""
    for line in lines:
        output.write(_written(answer_line(line.removesuffix(b"\n"), work)))


def answer_line(line: bytes, work: Work) -> Mapping[str, Any]:
    """The answer to a line, or an object with its error and the entry at fault."""
    try:
        return work(line)
    except SheetError as error:
        return {"error": error.text(), "entry": error.entry}


def _written(value: Mapping[str, Any]) -> bytes:
    return _encode(value).encode("ascii") + b"\n"
