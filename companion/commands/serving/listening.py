"""The address at which `companion serve` listens."""

from __future__ import annotations

import errno
import os
from argparse import Namespace
from typing import TYPE_CHECKING

from companion.commands.serving.options import DEFAULT_PORT, ServeError
from companion.game import Message

if TYPE_CHECKING:
    import socket


def listener_of(args: Namespace, host: str) -> socket.socket:
    """Return the socket to listen at: a new one, or with --develop that of the process which watches the files."""
    from socket import socket as of_descriptor

    if args.develop_server is None:
        return listening_socket(host, args.port)
    listener = of_descriptor(fileno=args.develop_server[0])
    listener.setblocking(False)
    return listener


def listening_socket(host: str, port: str) -> socket.socket:
    """Return a socket that listens at the address; raise `ServeError` if that is not possible."""
    from socket import gaierror

    from companion.server.wsgi import listen

    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65535):
        raise ServeError(Message("{port} is not a port; a port is a whole number from 1 to 65535.", port=repr(port)))
    try:
        return listen(host, int(port))
    except (gaierror, UnicodeError):
        fault = Message(
            "{host} is not an address; leave --host out to be reached at all addresses of this machine.",
            host=repr(host),
        )
        raise ServeError(fault) from None
    except OSError as error:
        raise ServeError(_why_not(error, host, int(port))) from None


def _other_port(port: int) -> int:
    return port + 1 if 1023 < port < 65535 else DEFAULT_PORT


def _why_not(error: OSError, host: str, port: int) -> Message:
    number = str(port)
    if error.errno == errno.EADDRINUSE:
        other = str(_other_port(port))
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
