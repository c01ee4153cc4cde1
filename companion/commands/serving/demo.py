"""`companion demo`: a public instance to try, with sample games, where everything is deleted after a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.commands.language import catalogue
from companion.commands.serving.options import add_options
from companion.commands.serving.serve import run
from companion.game import Message

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction


def add_parser(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    """Add the command `demo` and its options to the command line."""
    about = Message(
        "Serve an instance to try, with sample games. Tables are deleted a day after they were opened, and all limits"
        " hold."
    )
    parser = subparsers.add_parser("demo", description=about.text(catalogue()))
    add_options(parser, is_demo=True)
    parser.set_defaults(func=run, is_demo=True)
