"""`companion serve --develop`: a process that serves, started again whenever a file of a game or the companion changes.

This process holds the listening socket, so while the other one starts, connections wait and none is refused.
"""

import logging
import multiprocessing
import os
import signal
import socket
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from companion.commands.output import catalogue
from companion.commands.serving.listening import listening_socket, print_text
from companion.commands.serving.options import ServeError
from companion.engine import Message
from companion.extras import install_command
from companion.games.plug_ins import package_folders
from companion.paths import PACKAGE, STATIC, TEMPLATES
from companion.server import addresses

Run = Callable[[Namespace], int]
_REFUSED = 2  # the status of a server that has said in one sentence why it does not start
_GROUPED, _STEP = 200, 20  # milliseconds
_PATIENCE = 10  # seconds that a server may take to end before it is killed


def check_develop(args: Namespace) -> None:
    """Raise `ServeError` where a companion that shows its source would be offered to strangers."""
    option = "--public-url" if args.public_url is not None else "--behind-proxy" if args.behind_proxy else None
    if option is not None:
        raise ServeError(
            "--develop shows the source of what fails, so it does not go together with {option} (or its variable of"
            " the environment). Leave one of them out.",
            option=option,
        )


def check_address(listener: socket.socket) -> None:
    """Raise `ServeError` where a socket listens at an address that can be reached from outside the home network."""
    bound = listener.getsockname()[0]
    is_any = bound in ("0.0.0.0", "::")
    for address in addresses.network_addresses(ipv6=":" in bound) if is_any else [bound]:
        if not addresses.home_address(address):
            raise ServeError(
                "--develop shows the source of what fails, and {address} can be reached from outside the home"
                " network. Leave --host out to listen at this machine only, or name an address of the home"
                " network.",
                address=address,
            )


def supervise(run: Run, args: Namespace, host: str) -> None:
    """Serve by `run` in another process, started again at each change, until SIGINT or SIGTERM; raises `ServeError`."""
    try:
        from watchfiles import run_process
    except ImportError:
        raise ServeError(
            "--develop needs the package watchfiles. Install it with {command}.", command=install_command("develop")
        ) from None
    logging.getLogger("watchfiles").setLevel(logging.ERROR)
    refused = multiprocessing.get_context("spawn").Event()
    folders = [folder for folder in (PACKAGE, TEMPLATES, STATIC, *package_folders()) if folder.exists()]
    with listening_socket(host, args.port) as listener:
        check_address(listener)
        with suppress(KeyboardInterrupt):
            run_process(*folders, target=_serve, args=(run, args, listener, refused), callback=_tell, debounce=_GROUPED,
                        step=_STEP, sigint_timeout=_PATIENCE)  # fmt: skip
    if refused.is_set():
        raise SystemExit(_REFUSED)


def _serve(run: Run, args: Namespace, listener: socket.socket, refused: Event) -> None:
    """Serve in a process of its own; one that refuses to start ends the process that watches, too."""
    if os.environ["WATCHFILES_CHANGES"] != "[]":  # the banner is printed once
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    args.develop_server = listener.detach()
    if run(args) == _REFUSED:
        refused.set()
        os.kill(os.getppid(), signal.SIGTERM)


def _tell(changes: set[tuple[Any, str]]) -> None:
    first = min(Path(path) for _, path in changes)
    line = Message("Changed: {file}. The companion starts again.", file=f"{first.parent.name}/{first.name}")
    print_text(sys.stdout, line.text(catalogue()))


def end_with_parent(stop: Any) -> None:
    """Set `stop` once the process that started this one is gone."""
    import gevent
    from gevent.socket import wait_read

    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        wait_read(parent.sentinel)
        stop.set()

    gevent.spawn(wait)
