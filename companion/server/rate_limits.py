"""Limits for each client network: requests, processor time, wrong join codes, new tables, and what is held at once."""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from typing import Literal

from companion.server.addresses import client_network
from companion.server.fair_queue import Caller

_MAX_NAMES = 10_000  # the oldest are forgotten, so that a flood of addresses does not fill the memory
_BURST = 40  # seconds of its rate that a client may use at once
_IN_PROGRESS = 1200  # requests at once: six, as a browser sends, by each phone of a hall of 200
_IN_PROGRESS_OF_PHONE = 50
_PROCESSOR = 0.5  # share of a core that one address may use in the long run
_PROCESSOR_BURST = 20  # seconds of that share that it may use at once
Kind = Literal["act", "page", "file"]
"""What a request counts as: an act, a page, or a versioned file, which only its processor time counts for."""
_ALL = ""
Publish = Callable[[Mapping[str, str]], None]
"""Tells the other processes of the instance what was counted, its `kind`, and of which `network`."""
WRONG_CODE, MEMBER, OPENED, JOINED = "wrong code", "member", "opened", "joined"


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
        self._in_progress = Held(_IN_PROGRESS, _IN_PROGRESS_OF_PHONE)

    def begin(self, caller: Caller) -> Callable[[], None] | None:
        """Let another request of a caller be in progress; returns what ends that, None if it would be too many."""
        return (lambda: None) if self._is_exempt(caller) else self._in_progress.take(1, *caller)

    def admit(self, caller: Caller, kind: Kind) -> int:
        """Count a request and return 0; or, if it is over a limit, count nothing and return the seconds to wait."""
        if self._is_exempt(caller):
            return 0
        buckets = []
        if kind != "file":
            buckets += [(self._requests, caller.address), (self._phone_requests, caller.phone)]
        if kind == "act":
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


class Held:
    """How much is held at this moment, such as bytes or requests: up to a limit by each name, of which "" has none.

    Whoever holds nothing yet may hold more than a limit.

    >>> held = Held(100, 150)
    >>> give_back = held.take(120, "192.0.2.1", "all")
    >>> held.take(1, "192.0.2.1", "all") is None, held.take(31, "192.0.2.2", "all") is None
    (True, True)
    >>> give_back()
    >>> held.take(31, "192.0.2.2", "all") is None
    False
    """

    def __init__(self, *limits: int) -> None:
        self.limits, self._counts = limits, [Counter[str]() for _ in limits]

    def take(self, size: int, *names: str) -> Callable[[], None] | None:
        """Hold this much under a name for each limit; returns what gives it back, once; None over a limit."""
        found = [(most, held, name) for most, held, name in zip(self.limits, self._counts, names, strict=True) if name]
        if any(held[name] and held[name] + size > most for most, held, name in found):
            return None
        for _, held, name in found:
            held[name] += size
        return lambda: self._give_back(size, names)

    def _give_back(self, size: int, names: tuple[str, ...]) -> None:
        for held, name in zip(self._counts, names, strict=True):
            held[name] -= size
            if held[name] <= 0:
                del held[name]


class AttemptCounter:
    """A sliding window: each name may make `limit` attempts within the last `seconds`."""

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit, self.seconds = limit, seconds
        self._moments: OrderedDict[str, list[float]] = OrderedDict()

    def is_exhausted(self, name: str = _ALL) -> bool:
        """Whether a name has used up its attempts."""
        return len(self._recent(name)) >= self.limit

    def count(self, name: str = _ALL) -> None:
        """Record one attempt."""
        self._moments[name] = [*self._recent(name), time.monotonic()][-self.limit :]
        self._moments.move_to_end(name)
        while len(self._moments) > _MAX_NAMES:
            self._moments.popitem(last=False)

    def _recent(self, name: str) -> list[float]:
        since = time.monotonic() - self.seconds
        return [moment for moment in self._moments.get(name, ()) if moment > since]


class JoinCodeLimits:
    """Limits on wrong join codes. There are 191 million codes, and each table has two.

    Per five minutes, one client network may try ten wrong codes, and all unknown networks together 100. Networks from
    which a member of a table made a request within six hours, such as the router at a table, share another 400. So an
    attacker with any number of addresses has at most 500 guesses in five minutes, and a flood of guesses does not keep
    people at a running table from joining by code. Joining by link or QR code is not limited.
    """

    def __init__(self, publish: Publish = lambda notice: None) -> None:
        self._publish = publish
        self._per_network = AttemptCounter(10, 300)
        self._unknown_networks = AttemptCounter(100, 300)
        self._member_networks = AttemptCounter(400, 300)
        self._members_seen = AttemptCounter(1, 6 * 3600)
        self._members_noted = AttemptCounter(1, 60)

    def is_blocked(self, address: str) -> bool:
        """Whether this client network has used up its own wrong codes."""
        return self._per_network.is_exhausted(client_network(address))

    def is_allowed(self, address: str) -> bool:
        """Whether a code from this address may be looked up."""
        return not self.is_blocked(address) and not self._shared(client_network(address)).is_exhausted()

    def record_failure(self, address: str) -> None:
        """Count a wrong code from this address."""
        network = client_network(address)
        self._publish({"kind": WRONG_CODE, "network": network})
        self.count_failure(network)

    def count_failure(self, network: str) -> None:
        """Count a wrong code from this network, here or at another process."""
        self._per_network.count(network)
        self._shared(network).count()

    def record_member_request(self, address: str) -> None:
        """Note that a member of some table made a request from this address; once a minute is enough."""
        network = client_network(address)
        if not self._members_noted.is_exhausted(network):
            self._members_noted.count(network)
            self._publish({"kind": MEMBER, "network": network})
            self.count_member(network)

    def count_member(self, network: str) -> None:
        """Note that a member made a request from this network, here or at another process."""
        self._members_seen.count(network)

    def _shared(self, network: str) -> AttemptCounter:
        return self._member_networks if self._members_seen.is_exhausted(network) else self._unknown_networks


class HourlyLimits:
    """Per hour `limit` of a `kind` from one client network, twenty times as many from all together; 0 is no limit."""

    def __init__(self, limit: int, publish: Publish = lambda notice: None, kind: str = OPENED) -> None:
        self.limit, self.kind, self._publish = limit, kind, publish
        self._per_network = AttemptCounter(limit, 3600)
        self._total = AttemptCounter(20 * limit, 3600)

    def allow(self, address: str) -> bool:
        """Count one more from an address; False, and not counted, if that exceeds a limit."""
        network = client_network(address)
        if self.limit and (self._per_network.is_exhausted(network) or self._total.is_exhausted()):
            return False
        if self.limit:
            self._publish({"kind": self.kind, "network": network})
            self.count(network)
        return True

    def count(self, network: str) -> None:
        """Count one from this network, here or at another process."""
        self._per_network.count(network)
        self._total.count()
