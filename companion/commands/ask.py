"""companion ask: a question in, the referee's verdict out; with --lines one of each a line."""

from __future__ import annotations

import argparse
from typing import Any

from companion.commands.json_lines import add_arguments
from companion.commands.language import catalogue
from companion.game import Message
from companion.game.results import Verdict
from companion.scoring.referee import ask
from companion.scoring.scoresheet import parse


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the command's parser."""
    about = Message("Settle a disputed point; the verdict goes to standard output.")
    parser = subparsers.add_parser("ask", description=about.text(catalogue()))
    path, lines = Message("the question, - for standard input"), Message("one question a line, one verdict a line")
    add_arguments(parser, "QUESTION.json", path, lines, answer)


def answer(text: bytes) -> Verdict:
    """The referee's verdict on a question given as JSON text. Raises `SheetError`."""
    return ask(parse(text, Message("a question")))
