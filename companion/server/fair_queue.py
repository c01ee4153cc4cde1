"""Fair scheduling: round robin over addresses, and over the phones of each, so that none delays all others."""

from collections import OrderedDict, deque
from contextvars import ContextVar
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Caller(NamedTuple):
    """The origin of a request: a network as `client_network` gives it, and the phone's cookie or ""."""

    address: str
    phone: str


SERVER = Caller("", "")
"""The caller of writes that the server itself makes."""

CALLER: ContextVar[Caller] = ContextVar("CALLER")
"""The caller whose request this greenlet handles; not set outside a request."""


class FairQueue(Generic[T]):
    """A queue with round robin over addresses, and over the phones of each address.

    >>> queue = FairQueue()
    >>> for item in ("a1", "a2", "a3", "b1"):
    ...     queue.push(Caller(item[0], ""), item)
    >>> [queue.pop() for _ in range(len(queue))]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def has(self, address: str) -> bool:
        """Whether an item of this address is queued."""
        return address in self._addresses

    def push(self, caller: Caller, item: T) -> None:
        """Queue an item for a caller."""
        phones = self._addresses.setdefault(caller.address, OrderedDict())
        phones.setdefault(caller.phone, deque()).append(item)
        self._length += 1

    def pop(self) -> T:
        """Remove and return the next item; its address and its phone go to the end of their queues."""
        address, phones = self._addresses.popitem(last=False)
        phone, items = phones.popitem(last=False)
        item = items.popleft()
        if items:
            phones[phone] = items
        if phones:
            self._addresses[address] = phones
        self._length -= 1
        return item
