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
    words = catalogue()
    about = Message(
        "Serve an instance to try, with sample games. Tables are deleted a day after they were opened, and all limits"
        " hold."
    )
    parser = subparsers.add_parser("demo", description=about.text(words))
    add_options(parser, is_demo=True)
    seed = Message("play the sample games of this number; by default the stored one, else by chance")
    reset = Message("make all sample games anew now, not when a day has passed")
    parser.add_argument("--seed", metavar="N", help=seed.text(words))
    parser.add_argument("--reset", action="store_true", help=reset.text(words))
    parser.set_defaults(func=run, is_demo=True)
