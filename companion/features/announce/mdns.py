"""The site's name in the local network, by multicast DNS (RFC 6762).

zeroconf runs on asyncio, so it runs in a thread of its own. That delays gevent's event loop only by a switch of
threads, at most 11 ms when measured. Two sites that start within half a second may both take the same name.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count

from zeroconf import DNSQuestionType, IPVersion, NonUniqueNameException
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

NAME = "companion"
_TYPE = "_http._tcp.local."
# Milliseconds to wait for the owner of a name to answer: it repeats a multicast answer only after a second
# (RFC 6762, section 6), and with a further delay.
_PATIENCE = 2000

# Its messages concern single packets; errors that stop it are raised.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL)


class Responder:
    """Announces a site by the first free name until it is stopped; `claimed` is called with that name."""

    def __init__(self, addresses: Sequence[str], port: int, claimed: Callable[[str], None]) -> None:
        self._addresses, self._port, self._claimed = list(addresses), port, claimed
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(self._announce())

    def run(self) -> None:
        """Announce until `stop` is called, then withdraw the name. Raises OSError if that is not possible."""
        try:
            with suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._task)
        finally:
            self._loop.close()

    def stop(self) -> None:
        """End `run`; may be called from any thread."""
        with suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(self._task.cancel)

    async def _announce(self) -> None:
        responder = AsyncZeroconf(interfaces=self._addresses, ip_version=IPVersion.V4Only)
        try:
            await responder.zeroconf.async_wait_for_start()
            self._claimed(await self._claim(responder))
            await asyncio.Event().wait()
        finally:
            await responder.async_unregister_all_services()
            await responder.async_close()

    async def _claim(self, responder: AsyncZeroconf) -> str:
        """Register the first free name, and return it.

        A multicast query looks for the owner of a name first. zeroconf's own query before it registers asks for a
        unicast answer, which may reach another process on this machine that uses the same port.
        """
        for number in count(1):
            name = NAME if number == 1 else f"{NAME}-{number}"
            info = AsyncServiceInfo(
                _TYPE, f"{name}.{_TYPE}", self._port, server=f"{name}.local.", parsed_addresses=self._addresses
            )
            other = AsyncServiceInfo(_TYPE, info.name)
            if await other.async_request(responder.zeroconf, _PATIENCE, DNSQuestionType.QM):
                continue
            with suppress(NonUniqueNameException):
                await (await responder.async_register_service(info))
                return name
        raise AssertionError("unreachable")
