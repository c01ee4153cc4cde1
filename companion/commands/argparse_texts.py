"""Translations of argparse's own texts in help and errors."""

from __future__ import annotations

import argparse

from companion.game import Catalogue, Message

# Listed here for the extraction of messages only; argparse looks them up itself.
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


def translate_argparse(words: Catalogue) -> None:
    """Make argparse use a catalogue: it calls these two names of its module."""
    vars(argparse).update(_=words.gettext, ngettext=words.ngettext)
