"""companion score: a scoresheet in, its result out; with --lines one of each a line."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from typing import Any, BinaryIO

from companion.commands.json_lines import add_arguments, answer_line, answer_lines
from companion.commands.language import catalogue
from companion.game import Message
from companion.game.results import Result
from companion.scoring.scoresheet import parse, result


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the command's parser."""
    about = Message("Score a scoresheet; the result goes to standard output.")
    parser = subparsers.add_parser("score", description=about.text(catalogue()))
    path, lines = Message("the scoresheet, - for standard input"), Message("one scoresheet a line, one result a line")
    add_arguments(parser, "SHEET.json", path, lines, score)


def score(text: bytes) -> Result:
    """The result of a scoresheet given as JSON text. Raises `SheetError`."""
    return result(parse(text))


def score_lines(lines: Iterable[bytes], output: BinaryIO) -> None:
    """Score one scoresheet a line; a bad one has its error in its place."""
    answer_lines(lines, output, score)


def score_line(line: bytes) -> Mapping[str, Any]:
    """The result of a scoresheet, or what is wrong with it and in which entry.

    >>> score_line(b"")
    {'error': 'there is nothing here; a scoresheet is expected', 'entry': None}
    """
    return answer_line(line, score)
