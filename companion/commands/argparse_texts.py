"""The words that argparse itself writes into help and errors, in the language of the terminal."""

from __future__ import annotations

import argparse

from companion.game import Catalogue, Message

# Listed here to be found as texts to translate; argparse asks for them by its own names.
WORDS = (
    Message("usage: "),
    Message("positional arguments"),
    Message("options"),
    Message("show this help message and exit"),
    Message("the following arguments are required: %s"),
    Message("unrecognized arguments: %s"),
    Message("argument %(argument_name)s: %(message)s"),
    Message("expected one argument"),
    Message("ignored explicit argument %r"),
    Message("ambiguous option: %(option)s could match %(matches)s"),
    Message("invalid choice: %(value)r (choose from %(choices)s)"),
)


def speak(words: Catalogue) -> None:
    """Let argparse take its words from a catalogue: it looks them up under these two names of its module."""
    vars(argparse).update(_=words.gettext, ngettext=words.ngettext)
