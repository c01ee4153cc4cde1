"""Announces the site by a name in the local network, by multicast DNS (RFC 6762), without blocking the server.

zeroconf runs on asyncio, so it runs in a thread of its own. That delays gevent's event loop only by a switch of
threads, at most 11 ms when measured. Two sites that start within half a second may both take the same name.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

import gevent
from gevent.threadpool import ThreadPool

from companion.commands.output import catalogue, print_failure
from companion.commands.serving.listening import print_text
from companion.engine import Message
from companion.extras import install_command, is_installed
from companion.features.announce import FEATURE
from companion.server.addresses import base_of, is_own_host, room_addresses, trusted_hosts

if TYPE_CHECKING:
    from argparse import Namespace

    from zeroconf.asyncio import AsyncZeroconf

    from companion.commands.serving.background_jobs import Stop

_log = logging.getLogger(__name__)

NAME = "companion"
_TYPE = "_http._tcp.local."
_REFRESH = 10  # seconds between checks of the addresses: a hotspot may start later
_GOODBYE = 2.0  # seconds to wait at the end until the name is withdrawn
# Milliseconds to wait for the owner of a name to answer: it repeats a multicast answer only after a second
# (RFC 6762, section 6), and with a further delay.
_PATIENCE = 2000
_UNNAMED = Message("Phones do not find the companion by its name, only at its address: {reason}.")
_NO_NETWORK = Message("this machine is in no network")

# Its messages concern single packets; errors that stop it are raised.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL)


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
    """Announces the site by the first free name at its addresses, and again when these change.

    `named` is called in a greenlet with each name that the site gets, and with None when it has none.
    """

    def __init__(self, addresses: Callable[[], list[str]], port: int, named: Callable[[str | None], None]) -> None:
        self._addresses, self._port, self._named = addresses, port, named
        self._callbacks = gevent.get_hub().loop
        self._is_stopped = False
        self._cancel: Callable[[], object] | None = None
        self._ended = ThreadPool(1).spawn(self._work)

    def stop(self) -> None:
        """Begin to withdraw the name."""
        self._is_stopped = True
        if self._cancel is not None:
            with suppress(RuntimeError):  # it has ended
                self._cancel()

    def join(self) -> None:
        """Wait until the name is withdrawn after `stop`."""
        self._ended.wait(_GOODBYE)

    def _work(self) -> None:
        loop = asyncio.new_event_loop()
        task = loop.create_task(self._run())
        self._cancel = partial(loop.call_soon_threadsafe, task.cancel)
        if self._is_stopped:
            task.cancel()
        try:
            with suppress(asyncio.CancelledError):
                loop.run_until_complete(task)
        finally:
            loop.close()

    async def _run(self) -> None:
        is_told = False  # print a failure only once: a laptop may be offline for hours
        while True:
            addresses = self._addresses()
            fault = await self._announce(addresses) if addresses else _NO_NETWORK
            if fault is not None and not is_told:
                self._call(print_failure, "serve", Message(_UNNAMED.singular, reason=fault))
                is_told = True
            self._call(self._named, None)
            if fault is not None:
                await self._changed(addresses)

    def _call(self, function: Callable[..., object], *arguments: object) -> None:
        self._callbacks.run_callback_threadsafe(gevent.spawn, function, *arguments)

    async def _changed(self, addresses: Sequence[str]) -> None:
        while self._addresses() == addresses:
            await asyncio.sleep(_REFRESH)

    async def _announce(self, addresses: Sequence[str]) -> str | None:
        """Announce until the addresses change; return the reason if that fails."""
        try:
            from zeroconf import IPVersion
            from zeroconf.asyncio import AsyncZeroconf

            responder = AsyncZeroconf(interfaces=addresses, ip_version=IPVersion.V4Only)
            try:
                await responder.zeroconf.async_wait_for_start()
                self._call(self._named, await self._claim(responder, addresses))
                await self._changed(addresses)
            finally:
                await responder.async_unregister_all_services()
                await responder.async_close()
        except OSError as error:
            return error.strerror or str(error)
        except Exception as error:
            return f"{type(error).__name__} {error}".strip()
        return None

    async def _claim(self, responder: AsyncZeroconf, addresses: Sequence[str]) -> str:
        """Register the first free name, and return it.

        A multicast query looks for the owner of a name first. zeroconf's own query before it registers asks for a
        unicast answer, which may reach another process on this machine that uses the same port.
        """
        from zeroconf import DNSQuestionType, NonUniqueNameException
        from zeroconf.asyncio import AsyncServiceInfo

        for number in count(1):
            name = NAME if number == 1 else f"{NAME}-{number}"
            info = AsyncServiceInfo(
                _TYPE, f"{name}.{_TYPE}", self._port, server=f"{name}.local.", parsed_addresses=[*addresses]
            )
            other = AsyncServiceInfo(_TYPE, info.name)
            if await other.async_request(responder.zeroconf, _PATIENCE, DNSQuestionType.QM):
                continue
            with suppress(NonUniqueNameException):
                await (await responder.async_register_service(info))
                return name
        raise AssertionError("unreachable")


def announce(args: Namespace, _: Any, config: dict[str, Any], stop: Stop) -> None:
    """Announce a site unless that is off or impossible; prints its name, and keeps it in `config` while it is valid."""
    if not is_announced(args, config["HOST"]) or not can_announce():
        return
    announcer = Announcer(lambda: room_addresses(config["HOST"]), config["PORT"], partial(keep_name, config))
    stop.event.rawlink(lambda _: announcer.stop())
    stop.last.append(announcer.join)


def keep_name(config: dict[str, Any], name: str | None) -> None:
    """Keep the name of a site, or that it has none, and print it."""
    host = f"{name}.local"
    config["ANNOUNCED"] = None if name is None else base_of(host, config["PORT"])
    # Drop the old name, which another companion may have now.
    config["TRUSTED_HOSTS"][:] = trusted_hosts(config["HOST"], config["PUBLIC_URL"], config["ANNOUNCED"])
    if name is None:
        return
    also = Message("Phones in the same Wi-Fi find it at {address} too.", address=config["ANNOUNCED"])
    print_text(sys.stdout, also.text(catalogue()))
    _log.info("announced as %s", host)
