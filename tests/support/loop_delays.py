"""How long a companion's event loop stood still, as its /metrics tell."""

import re

from tests.faults.clients import Client


def metrics(port):
    operator = Client(port, "operator")
    text = operator.ask("GET", "/metrics").text
    operator.hang_up()
    return text


_WRITES = re.compile(
    r'^companion_database_seconds_bucket\{(?=.*operation="write").*le="([^"]+)".*\} (\S+)$', re.MULTILINE
)
_BUCKETS = re.compile(
    r'^companion_loop_pause_seconds_(?:bucket|count)\{cause="([^"]+)"(?:,le="([^"]+)")?\} (\S+)$', re.MULTILINE
)


def pauses_over(text, bound):
    """The pauses longer than a bound of the histogram that the companion itself has made so far, by cause."""
    counts = {(cause, le): float(count) for cause, le, count in _BUCKETS.findall(text)}
    causes = {cause for cause, _ in counts if cause != "machine"}
    return {cause: counts[cause, ""] - counts[cause, bound] for cause in causes}


def writes_over(text, bound):
    counts = {le: float(count) for le, count in _WRITES.findall(text)}
    return counts["+Inf"] - counts[bound]
