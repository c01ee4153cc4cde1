"""The banner of `companion serve`: the site's addresses, its QR code, and how to stop it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO
from urllib.parse import urlsplit

from companion.commands.output import catalogue
from companion.game import Message
from companion.qr_codes import qr_terminal

_FOR_PHONES = Message("The companion is running. Open it on a phone in the same Wi-Fi, or scan the code:")
_FOR_ALL = Message("The companion is running. Open it on a phone, or scan the code:")
_HERE_ONLY = Message("The companion is running, for this machine only:")


def print_banner(out: TextIO, bases: Sequence[str], database: str, *, is_public: bool = False) -> None:
    """Print the addresses, the QR code of the first one, the path of the database and how to stop."""
    first, *others = bases
    here_only = urlsplit(first).hostname in ("localhost", "127.0.0.1", "::1")
    words = catalogue()
    running = _HERE_ONLY if here_only else _FOR_ALL if is_public else _FOR_PHONES
    lines = [running.text(words), "", f"  {first}", ""]
    if not here_only:
        lines += _drawable(qr_terminal(first, colour=_has_colours(out)), _encoding(out))
    if others:
        also = Message("Where a phone does not reach that, one of these may do:")
        lines += [also.text(words), *(f"  {base}" for base in others), ""]
    location, stop = Message("Everything is kept in {database}", database=database), Message("Press Ctrl-C to stop.")
    print_text(out, "\n".join([*lines, location.text(words), stop.text(words)]))


def print_text(out: TextIO, text: str) -> None:
    """Print with replacements for characters that the terminal lacks, flush, and ignore a closed terminal."""
    with suppress(OSError):
        print(text.encode(_encoding(out), "replace").decode(_encoding(out)), file=out, flush=True)


def _encoding(out: TextIO) -> str:
    return out.encoding or "utf-8"


def _drawable(drawing: str, encoding: str) -> list[str]:
    """The lines of a drawing; none if the terminal's encoding lacks its characters."""
    try:
        drawing.encode(encoding)
    except UnicodeEncodeError:
        return []
    return [*drawing.splitlines(), ""]


def _has_colours(out: TextIO) -> bool:
    return out.isatty() and os.environ.get("TERM", "dumb") != "dumb" and not os.environ.get("NO_COLOR")
