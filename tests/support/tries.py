"""How many examples of a property are tried: few in `make quick`, more in `make test-long`."""

import os
from itertools import islice

from tests.support.long import IS_LONG

QUICK = bool(os.environ.get("COMPANION_QUICK"))
"""Set by `make quick`: fewer examples, and what runs on both engines on SQLite alone."""
TRIES = 50 if IS_LONG else 5 if QUICK else 25


def tries(count):
    """The examples of a property that takes another number than most: so many, or a fifth in `make quick`."""
    return max(count // 5, 1) if QUICK else count


def few(values, count):
    """All values of a parameter, in `make quick` the first so many."""
    return [*islice(values, count if QUICK else None)]
