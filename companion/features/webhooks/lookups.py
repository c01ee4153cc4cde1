"""Looks up the addresses of names: where nobody answers for one, that takes half a minute, and others do not wait."""

from functools import cache
from socket import AI_NUMERICHOST, SOCK_STREAM
from typing import Any

from companion.engine import Message, MessageError
from companion.server.fair_queue import Caller
from companion.server.rate_limits import Held

OF_PHONE = 8
"""How many names are looked up for one phone at once, for its form and for what it has sent."""
_OF_ADDRESS = 16
_THREADS = 64  # of all; one that waits for an answer costs little

_TOO_MANY = Message("Too many addresses are being looked up right now. Wait half a minute, then save this one again.")


class TooManyLookups(MessageError):
    """Too many names are being looked up for a phone, its address, or all together."""


@cache
def _lookups(hub: Any) -> tuple[Held, Any]:
    """What is being looked up in the threads of an event loop.

    They are separate, as the upkeep of the database needs gevent's own threads.
    """
    from gevent.threadpool import ThreadPool

    return Held(_OF_ADDRESS, OF_PHONE), ThreadPool(_THREADS, hub)


def addresses_of(host: str, port: int, asker: Caller) -> tuple[str, ...]:
    """The addresses of a name, or of an address in any notation, such as 0x7f.1; none if it is unknown.

    Raises `TooManyLookups`; an address needs no lookup.
    """
    from gevent import get_hub

    if found := _addresses(host, port, AI_NUMERICHOST):
        return found
    in_progress, threads = _lookups(get_hub())
    ended = None if len(threads) >= _THREADS else in_progress.take(1, *asker)
    if ended is None:
        raise TooManyLookups(_TOO_MANY)
    looking = threads.spawn(_addresses, host, port)
    looking.rawlink(lambda _: ended())  # when the thread is free, even if the caller has timed out
    return tuple(looking.get() or ())


def _addresses(host: str, port: int, flags: int = 0) -> tuple[str, ...]:
    from gevent import monkey

    look_up: Any = monkey.get_original("socket", "getaddrinfo")  # blocks, as a thread of its own may
    try:
        answers = look_up(host, port, type=SOCK_STREAM, flags=flags)
    except (OSError, UnicodeError):
        return ()
    return tuple(dict.fromkeys(str(address[0]).partition("%")[0] for *_, address in answers))
