"""What this process counts and measures for Prometheus; /metrics shows it.

Labels have few values, all of them fixed: none holds a name, an address or the id of a table.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector

REGISTRY = CollectorRegistry()
"""All metrics that are counted as things happen; others are read when they are asked for."""

# Seconds. The limits that people notice are in them: 0.04 for an act, 0.1 for a slow database.
_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.04, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
# Fine around the limits of a pause: 0.025 that nobody feels, 0.1 that everybody does.
_FINE = (0.001, 0.0025, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05, 0.075, 0.1, 0.15, 0.25, 1, 5)

ACT_SECONDS = Histogram(
    "companion_act_seconds",
    "From the arrival of an act to its answer, refused ones too.",
    buckets=_BUCKETS,
    registry=REGISTRY,
)
_DATABASE_SECONDS = Histogram(
    "companion_database_seconds",
    "Time of reads from the database and of writing transactions.",
    ["operation"],
    buckets=_BUCKETS,
    registry=REGISTRY,
)
READ_SECONDS, WRITE_SECONDS = _DATABASE_SECONDS.labels("read"), _DATABASE_SECONDS.labels("write")
LOOP_DELAY = Histogram(
    "companion_loop_delay_seconds",
    "How late a timer of the event loop fired that is due every 0.01 s.",
    buckets=_FINE,
    registry=REGISTRY,
)
LOOP_PAUSES = Histogram(
    "companion_loop_pause_seconds",
    "Pauses of the event loop of 0.025 s or more.",
    ["cause"],
    buckets=_FINE,
    registry=REGISTRY,
)
for _cause in ("garbage collector", "request", "other work", "machine"):
    LOOP_PAUSES.labels(_cause)  # shown from the start, with 0
ProcessCollector(registry=REGISTRY)
ACTS = Counter("companion_acts", "Acts that were stored, by their kind.", ["kind"], registry=REGISTRY)
CONFLICTS = Counter(
    "companion_conflicts", "Acts that were refused because another one changed the same before.", registry=REGISTRY
)
RETRIES = Counter(
    "companion_retries", "Acts that were tried again because another companion was first.", registry=REGISTRY
)
REFUSED = Counter("companion_refused", "Requests that were refused, by the reason.", ["reason"], registry=REGISTRY)
