"""The address at which `companion serve` listens, and the banner that shows it with its QR code."""

import errno
import os
import socket
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO
from typing import TextIO
from urllib.parse import urlsplit

from companion.commands.output import catalogue
from companion.commands.serving.options import DEFAULT_PORT, ServeError
from companion.engine import Message

_FOR_PHONES = Message("The companion is running. Open it on a phone in the same Wi-Fi, or scan the code:")
_FOR_ALL = Message("The companion is running. Open it on a phone, or scan the code:")
_HERE_ONLY = Message("The companion is running, for this machine only:")


def listener_of(args: Namespace, host: str) -> socket.socket:
    """Return the socket to listen at: a new one, or with --develop that of the process which watches the files."""
    if args.develop_server is None:
        return listening_socket(host, args.port)
    listener = socket.socket(fileno=args.develop_server)
    listener.setblocking(False)
    return listener


def listening_socket(host: str, port: str) -> socket.socket:
    """Return a socket that listens at the address; raise `ServeError` if that is not possible."""
    from companion.server.wsgi import listen

    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65535):
        raise ServeError("{port} is not a port; a port is a whole number from 1 to 65535.", port=repr(port))
    try:
        return listen(host, int(port))
    except (socket.gaierror, UnicodeError):
        raise ServeError(
            "{host} is not an address; leave --host out to be reached at all addresses of this machine.",
            host=repr(host),
        ) from None
    except OSError as error:
        raise ServeError(_why_not(error, host, int(port))) from None


def _why_not(error: OSError, host: str, port: int) -> Message:
    number = str(port)
    if error.errno == errno.EADDRINUSE:
        other = str(port + 1 if 1023 < port < 65535 else DEFAULT_PORT)
        return Message("Port {port} is in use; choose another one, such as --port {other}.", port=number, other=other)
    if error.errno == errno.EACCES:
        return Message(
            "Port {port} needs more rights than you have here; choose one above 1023, such as --port 5000.", port=number
        )
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return Message(
            "{host} is not an address of this machine; leave --host out to be reached at all of its addresses.",
            host=host,
        )
    reason = os.strerror(error.errno) if error.errno else Message("unknown reason")
    return Message("{host} cannot be listened at, port {port}: {reason}.", host=host, port=number, reason=reason)


def print_banner(out: TextIO, bases: Sequence[str], database: str, *, is_public: bool = False) -> None:
    """Print the addresses, the QR code of the first one, the path of the database and how to stop."""
    first, *others = bases
    here_only = urlsplit(first).hostname in ("localhost", "127.0.0.1", "::1")
    words = catalogue()
    running = _HERE_ONLY if here_only else _FOR_ALL if is_public else _FOR_PHONES
    lines = [running.text(words), "", f"  {first}", ""]
    if not here_only:
        has_colours = out.isatty() and os.environ.get("TERM", "dumb") != "dumb" and not os.environ.get("NO_COLOR")
        with suppress(UnicodeEncodeError):  # the terminal's encoding may lack its characters
            drawing = qr_terminal(first, colour=has_colours)
            drawing.encode(_encoding(out))
            lines += [*drawing.splitlines(), ""]
    if others:
        also = Message("Where a phone does not reach that, one of these may do:")
        lines += [also.text(words), *(f"  {base}" for base in others), ""]
    location, stop = Message("Everything is kept in {database}", database=database), Message("Press Ctrl-C to stop.")
    print_text(out, "\n".join([*lines, location.text(words), stop.text(words)]))


def qr_terminal(text: str, *, colour: bool = True) -> str:
    """A QR code to print in a terminal, two rows of it in one line.

    The light modules are drawn, so that without colours it is right on a dark terminal; with colours (fixed white on
    fixed black, not the terminal's own) it is right on any.
    """
    from qrcode.constants import ERROR_CORRECT_L  # slow to import, and not before gevent has patched
    from qrcode.main import QRCode

    code, drawing = QRCode(error_correction=ERROR_CORRECT_L), StringIO()
    code.add_data(text)
    code.print_ascii(drawing, invert=True)
    before, after = ("\x1b[38;5;231;48;5;16m", "\x1b[0m") if colour else ("", "")
    return "".join(f"{before}{line}{after}\n" for line in drawing.getvalue().splitlines())


def print_text(out: TextIO, text: str) -> None:
    """Print with replacements for characters that the terminal lacks, flush, and ignore a closed terminal."""
    with suppress(OSError):
        print(text.encode(_encoding(out), "replace").decode(_encoding(out)), file=out, flush=True)


def _encoding(out: TextIO) -> str:
    return out.encoding or "utf-8"
