"""How many requests an address and a phone may make, and how much of the processor an address may use."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from enum import Enum

from companion.server.fair_queue import Caller

_MAX_NAMES = 10_000  # the oldest are forgotten, so that a flood of addresses does not fill the memory
_BURST = 40  # seconds of its rate that a client may use at once
_PROCESSOR = 0.5  # share of a core that one address may use in the long run
_PROCESSOR_BURST = 20  # seconds of that share that it may use at once

RETRY_AFTER = "companion.retry_after"
"""Key in a request's environment: seconds after which to try again; absent if the request is admitted."""


class Kind(Enum):
    """What a request counts as: an act, a page, or a versioned file, which only its processor time counts for."""

    ACT = "act"
    PAGE = "page"
    FILE = "file"


class TokenBuckets:
    """A token bucket for each name: `rate` tokens are added per second, up to `burst`.

    >>> buckets = TokenBuckets(2, 3, clock=lambda: 0.0)
    >>> [buckets.take("a") for _ in range(4)], buckets.seconds("a"), buckets.seconds("b")
    ([None, None, None, None], 1.0, 0.0)
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._full_at: OrderedDict[str, float] = OrderedDict()  # when the bucket of a name will be full again

    def seconds(self, name: str) -> float:
        """Seconds until there is a token for a name; 0 if there is one."""
        missing = (self._full_at.get(name, 0.0) - self.clock()) * self.rate
        return max(0.0, (missing + 1 - self.burst) / self.rate)

    def take(self, name: str, tokens: float = 1.0) -> None:
        """Take tokens; a bucket is overdrawn by at most one burst, which bounds the waiting time."""
        now = self.clock()
        full_at = max(self._full_at.pop(name, now), now) + tokens / self.rate
        self._full_at[name] = min(full_at, now + 2 * self.burst / self.rate)
        while len(self._full_at) > _MAX_NAMES:
            self._full_at.popitem(last=False)

    def __len__(self) -> int:
        return len(self._full_at)


class RequestLimits:
    """Per address, in the long run: `requests` a second, half as many actions a second, and half a processor core.

    One phone may use half of what its address may. Bursts of 40 seconds' worth are allowed (of the processor 20): an
    outbox of 50 actions, a hall of 200 phones that all join, or reload after the router was restarted. 0 `requests` is
    no limit; nor has an address for which `is_exempt` holds.
    """

    def __init__(
        self,
        requests: float,
        is_exempt: Callable[[str], bool] = lambda address: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.requests, self.is_exempt = requests, is_exempt
        rates = [requests * share for share in (1, 0.5, 0.5, 0.25)] if requests else [1.0] * 4
        buckets = [TokenBuckets(rate, max(_BURST * rate, 1), clock) for rate in rates]
        self._requests, self._actions, self._phone_requests, self._phone_actions = buckets
        # In milliseconds, so that the one token that must be left is negligible.
        self._processor = TokenBuckets(1000 * _PROCESSOR, 1000 * _PROCESSOR * _PROCESSOR_BURST, clock)

    def admit(self, caller: Caller, kind: Kind) -> int:
        """Count a request and return 0; or, if it is over a limit, count nothing and return the seconds to wait."""
        if self._is_exempt(caller):
            return 0
        buckets = []
        if kind is not Kind.FILE:
            buckets += [(self._requests, caller.address), (self._phone_requests, caller.phone)]
        if kind is Kind.ACT:
            buckets += [(self._actions, caller.address), (self._phone_actions, caller.phone)]
        buckets = [(bucket, name) for bucket, name in buckets if name]
        wait = max([self._processor.seconds(caller.address), *(bucket.seconds(name) for bucket, name in buckets)])
        if wait > 0:
            return math.ceil(wait)
        for bucket, name in buckets:
            bucket.take(name)
        return 0

    def charge(self, caller: Caller, seconds: float) -> None:
        """Count the processor time, in seconds, that a request used."""
        if not self._is_exempt(caller):
            self._processor.take(caller.address, 1000 * seconds)

    def _is_exempt(self, caller: Caller) -> bool:
        return not self.requests or self.is_exempt(caller.address)
