"""What this process counts and measures for Prometheus; /metrics shows it.

Labels have few values, all of them fixed: none holds a name, an address or the id of a table.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, ProcessCollector
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()
"""All metrics that are counted as things happen; others are read when they are asked for."""

# Seconds. The limits that people notice are in them: 0.04 for an act, 0.1 for a slow database.
_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.04, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
# Fine around the limits of a pause: 0.025 that nobody feels, 0.1 that everybody does.
_PAUSE_BUCKETS = (
    0.001,
    0.0025,
    0.005,
    0.0075,
    0.01,
    0.015,
    0.02,
    0.025,
    0.03,
    0.04,
    0.05,
    0.075,
    0.1,
    0.15,
    0.25,
    1,
    5,
)


class Durations:
    """A histogram of seconds. Each of Prometheus's own takes two locks, of Python code where gevent replaces them.

    Nothing else runs between reading and writing a number here, as it takes no call.
    """

    def __init__(self, buckets: Sequence[float] = _BUCKETS) -> None:
        self._buckets = buckets
        self._counts, self._sum = [0] * (len(buckets) + 1), 0.0

    def observe(self, seconds: float) -> None:
        """Count how long something took."""
        place = bisect_left(self._buckets, seconds)
        self._counts[place] += 1
        self._sum += seconds

    def add_to(self, family: HistogramMetricFamily, *labels: str) -> None:
        """Add the numbers so far to what is told."""
        reached, buckets = 0, []
        for bound, count in zip((*map(str, map(float, self._buckets)), "+Inf"), self._counts, strict=True):
            reached += count
            buckets.append((bound, reached))
        family.add_metric(labels, buckets, self._sum)


class Timer:
    """A context that counts how long its block takes; `contextmanager` would take longer than what it does here."""

    __slots__ = ("_began", "_durations")

    def __init__(self, durations: Durations) -> None:
        self._durations = durations

    def __enter__(self) -> None:
        self._began = perf_counter()

    def __exit__(self, *_: object) -> None:
        self._durations.observe(perf_counter() - self._began)


class _AllDurations(Collector):
    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Yield the histograms of acts, of the database and of the event loop."""
        acts = HistogramMetricFamily(
            "companion_act_seconds", "From the arrival of an act to its answer, refused ones too."
        )
        ACT_SECONDS.add_to(acts)
        yield acts
        database = HistogramMetricFamily(
            "companion_database_seconds",
            "Time of reads from the database and of writing transactions.",
            labels=["operation"],
        )
        READ_SECONDS.add_to(database, "read")
        WRITE_SECONDS.add_to(database, "write")
        yield database
        delay = HistogramMetricFamily(
            "companion_loop_delay_seconds", "How late a timer of the event loop fired that is due every 0.01 s."
        )
        LOOP_DELAY.add_to(delay)
        yield delay
        pauses = HistogramMetricFamily(
            "companion_loop_pause_seconds", "Pauses of the event loop of 0.025 s or more.", labels=["cause"]
        )
        for cause, durations in LOOP_PAUSES.items():
            durations.add_to(pauses, cause)
        yield pauses


ACT_SECONDS, READ_SECONDS, WRITE_SECONDS = Durations(), Durations(), Durations()
LOOP_DELAY = Durations(_PAUSE_BUCKETS)
LOOP_PAUSES = {cause: Durations(_PAUSE_BUCKETS) for cause in ("garbage collector", "request", "other work", "machine")}
REGISTRY.register(_AllDurations())
ProcessCollector(registry=REGISTRY)
ACTS = Counter("companion_acts", "Acts that were stored, by their kind.", ["kind"], registry=REGISTRY)
act_counter = cache(ACTS.labels)
"""The counter of one kind of acts, which Prometheus would look up under a lock each time."""
CONFLICTS = Counter(
    "companion_conflicts", "Acts that were refused because another one changed the same before.", registry=REGISTRY
)
RETRIES = Counter(
    "companion_retries", "Acts that were tried again because another companion was first.", registry=REGISTRY
)
REFUSED = Counter("companion_refused", "Requests that were refused, by the reason.", ["reason"], registry=REGISTRY)
