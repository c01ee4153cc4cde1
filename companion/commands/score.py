"""companion score: a scoresheet in, its result out; with --lines one of each a line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from companion.commands.output import complain, standard_output
from companion.game import Message
from companion.scoresheet import SheetError, parse, result

# Made once; a result holds no loops that a look-out for them would find.
_encode = json.JSONEncoder(check_circular=False).encode


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    parser = subparsers.add_parser("score", description="Score a scoresheet; the result goes to standard output.")
    parser.add_argument("sheet", metavar="SHEET.json", help="the scoresheet, - for standard input")
    parser.add_argument("--lines", action="store_true", help="one scoresheet a line, one result a line")
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    """Score what the options name; 0, or 2 where it cannot be scored."""
    try:
        with standard_output() as output:
            if options.lines:
                score_lines(lines_of(options.sheet), output)
            else:
                output.write(_written(result(parse(b"".join(lines_of(options.sheet))))))
    except SheetError as error:
        complain(str(error))
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


def score_lines(lines: Iterable[bytes], output: BinaryIO) -> None:
    """Score one scoresheet a line; a bad one has its error in its place."""
    for line in lines:
        output.write(_written(score_line(line.removesuffix(b"\n"))))


def score_line(line: bytes) -> dict[str, Any]:
    """The result of a scoresheet, or what is wrong with it and in which entry.

    >>> score_line(b"")
    {'error': 'there is nothing here; a scoresheet is expected', 'entry': None}
    """
    try:
        return result(parse(line))
    except SheetError as error:
        return {"error": error.text(), "entry": error.entry}


def _written(value: dict[str, Any]) -> bytes:
    return _encode(value).encode("ascii") + b"\n"
