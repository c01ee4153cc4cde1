"""`companion serve --develop`: a process that serves, started again whenever a file of a game or the companion changes.

This process holds the listening socket, so while the other one starts, connections wait and none is refused.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

from companion.commands.output import catalogue
from companion.commands.serving.listening import listening_socket, print_text
from companion.commands.serving.options import ServeError
from companion.commands.start import terminable, was_asked
from companion.game import Message
from companion.games.plug_ins import package_folders
from companion.paths import PACKAGE, STATIC, TEMPLATES

_REFUSED = 2  # the status of a server that has said in one sentence why it does not start
_GROUPED = 200  # milliseconds within which several changes are one
_STEP = 20
_PATIENCE = 10.0  # seconds that a server may take to end before it is killed


def check_develop(args: Namespace) -> None:
    """Raise `ServeError` where a companion that shows its source would be offered to strangers."""
    option = "--public-url" if args.public_url is not None else "--behind-proxy" if args.behind_proxy else None
    if option is not None:
        raise ServeError(
            Message(
                "--develop shows the source of what fails, so it does not go together with {option} (or its variable of"
                " the environment). Leave one of them out.",
                option=option,
            )
        )


def check_address(listener: socket.socket) -> None:
    """Raise `ServeError` where a socket listens at an address that can be reached from outside the home network."""
    from companion.server.addresses import home_address, network_addresses

    bound = listener.getsockname()[0]
    is_any = bound in ("0.0.0.0", "::")
    reached = network_addresses(ipv6=":" in bound) if is_any else [bound]
    for address in reached:
        if not home_address(address):
            raise ServeError(
                Message(
                    "--develop shows the source of what fails, and {address} can be reached from outside the home"
                    " network. Leave --host out to listen at this machine only, or name an address of the home"
                    " network.",
                    address=address,
                )
            )


def supervise(args: Namespace, host: str) -> None:
    """Serve in another process, started again at each change, until SIGINT or SIGTERM; raises `ServeError`."""
    changes = _changes_or_refuse()
    with listening_socket(host, args.port) as listener:
        check_address(listener)
        reading, writing = os.pipe()  # the other process ends where this one is gone and the pipe with it
        with open(writing, "wb"), open(reading, "rb"):
            _Supervisor(listener.fileno(), reading).run(changes)


def _changes_or_refuse() -> Callable[[Event], Iterator[set[Path]]]:
    """Return what yields the files that changed until an event is set; `ServeError` where its package is missing.

    It also ends at SIGINT and SIGTERM. What editors and Python write beside the files is left out.
    """
    try:
        from watchfiles import DefaultFilter, watch
    except ImportError:
        raise ServeError(
            Message(
                "--develop needs the package watchfiles. Install it with pip install 'tabletop-companion[develop]'.",
            )
        ) from None
    watched = [folder for folder in (PACKAGE, TEMPLATES, STATIC, *package_folders()) if folder.exists()]

    def changes(ended: Event) -> Iterator[set[Path]]:
        for changed in watch(*watched, watch_filter=DefaultFilter(), stop_event=ended, debounce=_GROUPED, step=_STEP,
                             raise_interrupt=False):  # fmt: skip
            yield {Path(path) for _, path in changed}

    return changes


class _Supervisor:
    """Starts the server, and starts it again when files have changed."""

    def __init__(self, *descriptors: int) -> None:
        self._descriptors = descriptors
        self._ended = Event()
        self._server: subprocess.Popen[bytes] | None = None

    def run(self, changes: Callable[[Event], Iterator[set[Path]]]) -> None:
        """Serve until this process is asked to end, or the server refuses to start; raises `ServeError` then."""
        with terminable():
            try:
                self._start(is_first=True)
                for changed in changes(self._ended):
                    self._stop()
                    self._tell(changed)
                    self._start(is_first=False)
            finally:
                status = self._stop()
        # What it refuses, it has said itself.
        if not was_asked() and status == _REFUSED:
            raise SystemExit(status)

    def _start(self, *, is_first: bool) -> None:
        """Start the server; the banner is printed once."""
        command = [sys.executable, "-P", "-m", "companion.commands.cli", *sys.argv[1:]]
        command += ["--develop-server", *map(str, self._descriptors)]
        server = subprocess.Popen(command, pass_fds=self._descriptors, stdout=None if is_first else subprocess.DEVNULL)
        self._server = server
        Thread(target=lambda: self._end_if_refused(server.wait()), daemon=True).start()

    def _end_if_refused(self, status: int) -> None:
        # After any other end, such as an error in a file of the companion, the next change starts it again.
        if status == _REFUSED:
            self._ended.set()

    def _stop(self) -> int | None:
        """End the server; returns its status, None if none was started."""
        if self._server is None:
            return None
        self._server.terminate()
        try:
            return self._server.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._server.kill()
            return self._server.wait()

    def _tell(self, changed: set[Path]) -> None:
        first = min(changed)
        line = Message("Changed: {file}. The companion starts again.", file=f"{first.parent.name}/{first.name}")
        print_text(sys.stdout, line.text(catalogue()))


def end_with_parent(descriptor: int, stop: Any) -> None:
    """Set `stop` once the process that started this one is gone."""
    import gevent
    from gevent.os import make_nonblocking, nb_read

    make_nonblocking(descriptor)

    def wait() -> None:
        if not nb_read(descriptor, 1):
            stop.set()

    gevent.spawn(wait)
