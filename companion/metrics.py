"""What this process counts and measures for Prometheus; /metrics shows it. Nothing is without the extra `metrics`.

Labels have few values, all of them fixed: none holds a name, an address or the id of a table.
"""

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from companion.extras import is_installed

if TYPE_CHECKING or is_installed(("prometheus_client",)):
    from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, disable_created_metrics

    disable_created_metrics()  # type: ignore[no-untyped-call]
else:

    class _Unmeasured(nullcontext[None]):
        """A metric that counts nothing: each method returns it, and it is a context that does nothing."""

        def __init__(self, *_: object, **__: object) -> None:
            super().__init__()

        def __getattr__(self, _: str) -> Any:
            return lambda *_: self

    CollectorRegistry = Counter = Histogram = ProcessCollector = _Unmeasured

REGISTRY = CollectorRegistry()
"""All metrics that are counted as things happen; others are read when they are asked for."""

# Seconds. The limits that people notice are in them: 0.04 for an act, 0.1 for a slow database.
_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.04, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
# Fine around the limits of a pause: 0.025 that nobody feels, 0.1 that everybody does.
_SHORT = (0.001, 0.0025, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05, 0.075)
_PAUSE_BUCKETS = (*_SHORT, 0.1, 0.15, 0.25, 1, 5)


def _seconds(name: str, about: str, label: str | None = None, buckets: tuple[float, ...] = _BUCKETS) -> Any:
    labels = [] if label is None else [label]
    return Histogram(f"companion_{name}_seconds", about, labels, registry=REGISTRY, buckets=buckets)


ACT_SECONDS = _seconds("act", "From the arrival of an act to its answer, refused ones too.")
_DATABASE_SECONDS = _seconds("database", "Time of reads from the database and of writing transactions.", "operation")
READ_SECONDS, WRITE_SECONDS = _DATABASE_SECONDS.labels("read"), _DATABASE_SECONDS.labels("write")
LOOP_DELAY = _seconds(
    "loop_delay", "How late a timer of the event loop fired that is due every 0.01 s.", buckets=_PAUSE_BUCKETS
)
_PAUSE_SECONDS = _seconds("loop_pause", "Pauses of the event loop of 0.025 s or more.", "cause", _PAUSE_BUCKETS)
LOOP_PAUSES = {cause: _PAUSE_SECONDS.labels(cause) for cause in ("companion", "machine")}
ProcessCollector(registry=REGISTRY)
ACTS = Counter("companion_acts", "Acts that were stored, by their kind.", ["kind"], registry=REGISTRY)
CONFLICTS = Counter(
    "companion_conflicts", "Acts that were refused because another one changed the same before.", registry=REGISTRY
)
RETRIES = Counter(
    "companion_retries", "Acts that were tried again because another companion was first.", registry=REGISTRY
)
REFUSED = Counter("companion_refused", "Requests that were refused, by the reason.", ["reason"], registry=REGISTRY)
