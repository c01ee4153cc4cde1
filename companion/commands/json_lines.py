"""What the commands that answer JSON with JSON share: a file or standard input in, one answer out or one a line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

from companion.commands.language import catalogue
from companion.commands.output import complain, standard_output
from companion.game import Message
from companion.scoring.scoresheet import SheetError

Work = Callable[[bytes], dict[str, Any]]
"""Answers the text of one JSON value, or raises `SheetError`."""

# Made once; an answer holds no loops that a look-out for them would find.
_encode = json.JSONEncoder(check_circular=False).encode


def add_arguments(parser: argparse.ArgumentParser, metavar: str, path: Message, lines: Message, work: Work) -> None:
    """Let a command take a file of what it works on, or with --lines many; `path` and `lines` say what those are."""
    words = catalogue()
    parser.add_argument("path", metavar=metavar, help=path.text(words))
    parser.add_argument("--lines", action="store_true", help=lines.text(words))
    parser.set_defaults(func=run, work=work)


def run(options: argparse.Namespace) -> int:
    """Answer what the options name; 0, or 2 where it cannot be answered."""
    try:
        with standard_output() as output:
            if options.lines:
                answer_lines(lines_of(options.path), output, options.work)
            else:
                output.write(_written(options.work(b"".join(lines_of(options.path)))))
    except SheetError as error:
        complain(error.describe(), error.names)
        return 2
    return 0


def lines_of(path: str) -> Iterator[bytes]:
    """The lines of a file, or of standard input for "-", as they are read; `SheetError` where they cannot be."""
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
    """Answer one a line; a bad one has its error in its place."""
    for line in lines:
        output.write(_written(answer_line(line.removesuffix(b"\n"), work)))


def answer_line(line: bytes, work: Work) -> dict[str, Any]:
    """The answer to a line, or what is wrong with it and in which entry."""
    try:
        return work(line)
    except SheetError as error:
        return {"error": error.text(), "entry": error.entry}


def _written(value: dict[str, Any]) -> bytes:
    return _encode(value).encode("ascii") + b"\n"
