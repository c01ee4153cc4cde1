"""The time from `companion serve` to the first answer, and the memory of an idle companion."""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools.bench.figures import Figure
from tools.bench.serving import serving

TIMES = 7


def measure() -> Iterator[Figure]:
    seconds, memory = [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(TIMES):
            with serving(Path(folder)) as served:
                seconds.append(served.seconds_to_answer)
                memory.append(served.memory)
    yield Figure("from companion serve to the first answer", statistics.median(seconds), "s", 1)
    yield Figure("memory at rest", max(memory), "MB", 60)
