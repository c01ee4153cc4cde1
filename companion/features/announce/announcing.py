"""Announces the site by a name in the local network, without blocking the server."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import gevent
from gevent.event import Event
from gevent.threadpool import ThreadPool

from companion.commands.output import catalogue, print_failure
from companion.commands.serving.listening import print_text
from companion.engine import Message
from companion.extras import install_command, is_installed
from companion.features.announce import FEATURE
from companion.server import wsgi
from companion.server.addresses import base_of, is_own_host, room_addresses, trusted_hosts

if TYPE_CHECKING:
    from argparse import Namespace

    from companion.commands.serving.background_jobs import Stop
    from companion.features.announce.mdns import Responder

_log = logging.getLogger(__name__)

_REFRESH = 10  # seconds between checks of the addresses: a hotspot may start later
_GOODBYE = 2.0  # seconds to wait at the end until the name is withdrawn
_UNNAMED = Message("Phones do not find the companion by its name, only at its address: {reason}.")
_NO_NETWORK = Message("this machine is in no network")


def is_announced(args: Namespace, host: str) -> bool:
    """Whether to announce the site: only if phones in the local network reach it by this machine's addresses."""
    is_elsewhere = args.public_url is not None or args.behind_proxy or args.develop
    return not (args.no_announce or is_elsewhere or is_own_host(host))


def can_announce() -> bool:
    """Return whether the required packages are installed; if not, print how to install them."""
    if is_installed(FEATURE.extra):
        return True
    found = Message("Phones find it by a name as well with {command}.", command=install_command("announce"))
    print_text(sys.stdout, found.text(catalogue()))
    return False


class Announcer:
    """Announces the site at this machine's addresses, and again when they change.

    The protocol runs in a thread with its own event loop. `named` is called in a greenlet with each name that the site
    gets, and with None when it loses its name. When `stop` is set, the name is withdrawn.
    """

    def __init__(
        self, addresses: Callable[[], list[str]], port: int, named: Callable[[str | None], None], stop: Event
    ) -> None:
        self._addresses, self._port, self._named, self._stop = addresses, port, named, stop
        self._pool = ThreadPool(1)
        self._responder: Responder | None = None
        self._announced: list[str] = []
        self._changed = Event()
        self._running: gevent.Greenlet[[], None] | None = None

    def start(self) -> None:
        """Start announcing."""
        self._running = gevent.spawn(self._run)
        gevent.spawn(self._end)

    def refresh(self) -> None:
        """Announce again if the addresses have changed."""
        if self._running is not None and self._addresses() != self._announced:
            self._interrupt()

    def join(self) -> None:
        """Wait until the name is withdrawn after `stop` was set."""
        if self._running is not None:
            self._running.join(_GOODBYE)

    def _end(self) -> None:
        self._stop.wait()
        self._interrupt()

    def _interrupt(self) -> None:
        self._changed.set()
        if (responder := self._responder) is not None:
            responder.stop()

    def _run(self) -> None:
        is_told = False  # print a failure only once: a laptop may be offline for hours
        while not self._stop.is_set():
            self._changed.clear()
            self._announced = self._addresses()
            fault = self._respond() if self._announced else _NO_NETWORK
            self._named(None)
            if fault is not None:
                if not is_told:
                    print_failure("serve", Message(_UNNAMED.singular, reason=fault))
                is_told = True
                self._changed.wait()

    def _respond(self) -> str | None:
        """Announce until the addresses change; return the reason if that fails."""
        loop = gevent.get_hub().loop

        def claimed(name: str) -> None:
            loop.run_callback_threadsafe(gevent.spawn, self._named, name)

        return self._pool.spawn(self._respond_in_thread, self._announced, claimed).get()

    def _respond_in_thread(self, addresses: list[str], claimed: Callable[[str], None]) -> str | None:
        """Import and run the responder; errors are returned, as gevent would print raised ones."""
        try:
            from companion.features.announce.mdns import Responder

            self._responder = Responder(addresses, self._port, claimed)
            if self._changed.is_set():
                self._responder.stop()
            self._responder.run()
        except OSError as error:
            return error.strerror or str(error)
        except Exception as error:
            return f"{type(error).__name__} {error}".strip()
        finally:
            self._responder = None
        return None


def announce(args: Namespace, _: Any, config: dict[str, Any], stop: Stop) -> None:
    """Announce a site unless that is off or impossible; prints its name, and keeps it in `config` while it is valid."""
    if not is_announced(args, config["HOST"]) or not can_announce():
        return
    announcer = announcer_of(config, stop.event)
    announcer.start()
    wsgi.run_periodically(announcer.refresh, _REFRESH)
    stop.last.append(announcer.join)


def announcer_of(config: dict[str, Any], stop: Event) -> Announcer:
    """Return the announcer of a site, which keeps the name in `config`."""

    def named(name: str | None) -> None:
        host = f"{name}.local"
        config["ANNOUNCED"] = None if name is None else base_of(host, config["PORT"])
        # Drop the old name, which another companion may have now.
        config["TRUSTED_HOSTS"][:] = trusted_hosts(config["HOST"], config["PUBLIC_URL"], config["ANNOUNCED"])
        if name is None:
            return
        also = Message("Phones in the same Wi-Fi find it at {address} too.", address=config["ANNOUNCED"])
        print_text(sys.stdout, also.text(catalogue()))
        _log.info("announced as %s", host)

    return Announcer(lambda: room_addresses(config["HOST"]), config["PORT"], named, stop)
