"""companion score, and what commands have in common that answer JSON with JSON, one value a line with --lines."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.commands.output import print_error, standard_output
from companion.engine import Message
from companion.engine.results import Result
from companion.scoring.scoresheet import SheetError, parse, result

Work = Callable[[bytes], Mapping[str, Any]]
"""Answers the text of one JSON value. Raises `SheetError`."""

# Answers have no cycles, so skip that check.
_encode = json.JSONEncoder(check_circular=False).encode


def run(options: argparse.Namespace) -> int:
    """Answer the input; the exit status: 0, or 2 on an error."""
    try:
        with standard_output() as output:
            if options.lines:
                output.writelines(_written(answer_line(line.removesuffix(b"\n"), options.work))
                                  for line in lines_of(options.path))  # fmt: skip
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


def answer_line(line: bytes, work: Work) -> Mapping[str, Any]:
    """The answer to a line, or an object with its error and the entry at fault."""
    try:
        return work(line)
    except SheetError as error:
        return {"error": error.text(), "entry": error.entry}


def _written(value: Mapping[str, Any]) -> bytes:
    return _encode(value).encode("ascii") + b"\n"


def add_score(subparsers: Any) -> None:
    """Add the command `score`."""
    about = Message("Score a scoresheet; the result goes to standard output.")
    path, lines = Message("the scoresheet, - for standard input"), Message("one scoresheet a line, one result a line")
    add_command(subparsers, "score", about, ("SHEET.json", path), lines, score)


def add_command(
    subparsers: Any, name: str, about: Message, path: tuple[str, Message], lines: Message, work: Work
) -> None:
    """Add a command that answers each JSON value with another; `path` is the name of its argument, and its help."""
    parser = subparsers.add_parser(name, description=about)
    parser.add_argument("path", metavar=path[0], help=path[1])
    parser.add_argument("--lines", action="store_true", help=lines)
    parser.set_defaults(func=run, work=work)


def score(text: bytes) -> Result:
    """The result of a scoresheet given as JSON text. Raises `SheetError`."""
    return result(parse(text))
