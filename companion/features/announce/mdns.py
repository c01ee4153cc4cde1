"""The site's name in the local network, by multicast DNS (RFC 6762), in a thread that knows nothing of gevent.

zeroconf runs on asyncio. In a thread it holds up the event loop for no longer than Python takes to switch threads, 11
ms at most in a trial. Two sites that start within the same half a second may both take the name.
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
# Milliseconds for the answer of who has a name already. Who has just told all of it does not tell it again for a second
# (RFC 6762, section 6), nor at once then.
_PATIENCE = 2000

# What it says of single packets is of no use to who runs the site, and what keeps it from working is raised.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL)


class Responder:
    """Announces a site by the first name that is free until it is stopped; `claimed` is called with that name."""

    def __init__(self, addresses: Sequence[str], port: int, claimed: Callable[[str], None]) -> None:
        self._addresses, self._port, self._claimed = list(addresses), port, claimed
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(self._announce())

    def run(self) -> None:
        """Announce until `stop` is called, then say goodbye. Raises OSError where it cannot announce."""
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
        """Register the first name that is free, and return it.

        Who has a name is asked by multicast first: a direct answer, for which zeroconf asks before it registers, may go
        to another process of this machine at the same port.
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
