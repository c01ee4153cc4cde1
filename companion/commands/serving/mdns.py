"""The site's name in the local network, by multicast DNS (RFC 6762): an address record and a web service (RFC 6763).

A responder runs in a thread of its own and knows nothing of gevent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from zeroconf import (  # type: ignore[attr-defined] # three of them are not in its __all__
    AddressResolverIPv4,
    DNSAddress,
    DNSQuestionType,
    DNSText,
    IPVersion,
    NonUniqueNameException,
    RecordUpdate,
    RecordUpdateListener,
    Zeroconf,
)
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from companion.commands.serving.serve_error import ServeError
from companion.game import Message
from companion.server.addresses import network_addresses

NAME = "companion"
_TYPE = "_http._tcp.local."
_MOST = 99  # names that are tried
# Milliseconds for the answer of who has a name already. Who has just told all of it does not tell it again for a second
# (RFC 6762, section 6), nor at once then.
_PATIENCE = 2000
_NO_NAME = Message("all names from companion to companion-{number} are taken in this network", number=_MOST)

# What it says of single packets is of no use to who runs the site, and what keeps it from working is raised.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL)


class Responder(RecordUpdateListener):
    """Announces a site by the first name that is free, at some IPv4 addresses of this machine, until it is stopped.

    `mark` tells the companion from all others. `claimed` is called in the responder's thread with each name it gets.
    """

    def __init__(self, addresses: Sequence[str], port: int, mark: str, claimed: Callable[[str], None]) -> None:
        self._addresses, self._port, self._mark, self._claimed = list(addresses), port, mark, claimed
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(self._announce())
        self._lost = asyncio.Event()
        self._own = {*addresses, *network_addresses()}
        self._info: AsyncServiceInfo | None = None  # what is announced
        self._zeroconf: AsyncZeroconf | None = None

    def run(self) -> None:
        """Announce until `stop` is called, then say goodbye. Raises OSError or ServeError where it cannot announce."""
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
        responder = self._zeroconf = AsyncZeroconf(interfaces=self._addresses, ip_version=IPVersion.V4Only)
        responder.zeroconf.async_add_listener(self, None)
        try:
            await responder.zeroconf.async_wait_for_start()
            for number in range(1, _MOST + 1):
                name = NAME if number == 1 else f"{NAME}-{number}"
                if await self._is_free(name) and await self._claim(name):
                    await self._lost.wait()
                    await self._withdraw()
            raise ServeError(_NO_NAME)
        finally:
            await responder.async_unregister_all_services()
            await responder.async_close()

    async def _is_free(self, name: str) -> bool:
        """Ask by multicast, as a direct answer could go to another process of this machine at the same port."""
        assert self._zeroconf is not None
        host, service = AddressResolverIPv4(f"{name}.local."), AsyncServiceInfo(_TYPE, f"{name}.{_TYPE}")
        questions = [
            record.async_request(self._zeroconf.zeroconf, _PATIENCE, DNSQuestionType.QM) for record in (host, service)
        ]
        await asyncio.gather(*questions)
        return not service.port and self._own.issuperset(host.parsed_addresses())

    async def _claim(self, name: str) -> bool:
        """Register the name; False if somebody answers the probes for it."""
        assert self._zeroconf is not None
        info = AsyncServiceInfo(
            _TYPE,
            f"{name}.{_TYPE}",
            port=self._port,
            properties={"id": self._mark},
            server=f"{name}.local.",
            parsed_addresses=self._addresses,
        )
        try:
            announced = await self._zeroconf.async_register_service(info)
        except NonUniqueNameException:
            return False
        self._info = info
        self._lost.clear()
        await announced
        if not self._lost.is_set():
            self._claimed(name)
        return True

    async def _withdraw(self) -> None:
        assert self._zeroconf is not None and self._info is not None
        info, self._info = self._info, None
        await (await self._zeroconf.async_unregister_service(info))

    def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
        """Give the name up if another has it as well, as two that start at once or two networks that become one.

        Of two companions the one with the lower mark keeps it; anything else keeps its name.
        """
        if (info := self._info) is None:
            return
        news = [update.new for update in records if update.new.ttl > 0]
        rivals = [
            record
            for record in news
            if isinstance(record, DNSText) and record.key == info.key and record.text != info.text
        ]
        if rivals and info.text < min(record.text for record in rivals):
            self._loop.create_task(self._announce_again(info))
        elif rivals or any(self._is_foreign(record, info) for record in news):
            self._lost.set()

    def _is_foreign(self, record: object, info: AsyncServiceInfo) -> bool:
        if not isinstance(record, DNSAddress) or record.key != info.server_key or len(record.address) != 4:
            return False
        return ".".join(map(str, record.address)) not in self._own

    async def _announce_again(self, info: AsyncServiceInfo) -> None:
        """The other's records have replaced ours wherever they were heard."""
        assert self._zeroconf is not None
        await self._zeroconf.async_update_service(info)
