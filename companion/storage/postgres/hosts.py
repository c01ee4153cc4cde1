"""Connect to the one of several PostgreSQL servers that takes changes, without waiting for one that is silent.

A server whose machine stopped, or whose network drops packets, neither takes nor refuses a connection.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, Self, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

C = TypeVar("C", bound=psycopg.Connection[Any])

_HEAD_START = 0.25  # seconds that a host has before the next one is asked as well
_AGAIN = 0.5  # seconds after which a host that refused is asked again: it may be promoted meanwhile
_LISTS = ("host", "hostaddr", "port")


class HostConnection(psycopg.Connection[Any]):
    """A connection to the first of the hosts of an address that takes it."""

    address = ""
    """The address of the one host that it is connected to."""

    @classmethod
    def connect(cls, conninfo: str = "", **options: Any) -> Self:
        """Connect as `psycopg.Connection` does. Raises the error of the last host if each has refused."""
        hosts = _split_hosts(conninfo)
        connect = partial(cls._connect_to, options)
        return connect(conninfo) if len(hosts) == 1 else _Race(connect, hosts).run()

    @classmethod
    def _connect_to(cls, options: Mapping[str, Any], address: str) -> Self:
        connection = super().connect(address, **options)
        connection.address = address
        return connection


def _split_hosts(conninfo: str) -> list[str]:
    """The address of each host, in their order; the address itself where that is for libpq to refuse."""
    parts = conninfo_to_dict(conninfo)
    lists = {name: str(parts[name]).split(",") for name in _LISTS if parts.get(name)}
    count = max((len(values) for values in lists.values()), default=1)
    if any(len(values) not in (1, count) for values in lists.values()):
        return [conninfo]
    addresses = [
        make_conninfo(conninfo, **{name: values[number % len(values)] for name, values in lists.items()})
        for number in range(count)
    ]
    return list(dict.fromkeys(addresses))  # a host named twice is one that is asked


class _Race(Generic[C]):
    """Attempts at all hosts, each in a thread; a connection that comes too late is closed."""

    def __init__(self, connect: Callable[[str], C], addresses: Sequence[str]) -> None:
        self._connect, self._addresses = connect, addresses
        self._errors: queue.SimpleQueue[tuple[str, Exception] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._won: C | None = None

    def run(self) -> C:
        """The first connection. Raises the error of the last host if each has refused."""
        try:
            errors = self._wait()
        finally:
            with self._lock:
                self._is_over.set()
        if self._won is None:
            raise errors[self._addresses[-1]]
        return self._won

    def _wait(self) -> dict[str, Exception]:
        """Start the attempts one after the other, until one succeeds or each has failed; returns the errors."""
        errors: dict[str, Exception] = {}
        waiting = list(self._addresses)
        while len(errors) < len(self._addresses):
            if waiting:
                threading.Thread(target=self._try, args=[waiting.pop(0)], daemon=True).start()
            try:
                failed = self._errors.get(timeout=_HEAD_START if waiting else None)
            except queue.Empty:
                continue
            if failed is None:
                break
            errors[failed[0]] = failed[1]
        return errors

    def _try(self, address: str) -> None:
        """Connect to a host; where it refuses, again and again while another one is asked."""
        while not self._is_over.is_set():
            try:
                connection = self._connect(address)
            except Exception as error:
                self._errors.put((address, error))
                self._is_over.wait(_AGAIN)
            else:
                self._finish(connection)

    def _finish(self, connection: C) -> None:
        with self._lock:
            if self._is_over.is_set():
                connection.close()
                return
            self._won = connection
            self._is_over.set()
        self._errors.put(None)
