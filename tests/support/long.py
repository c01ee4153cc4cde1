"""What `make test-long` plays beyond `make test`: the same things again in other games, sizes, engines and at length.

`make test` leaves out what is marked `long`, in every run the same; a test that is named by hand runs in any case.
"""

import os

import pytest
from _pytest.mark import ParameterSet

TIMES = int(os.environ.get("COMPANION_LONG") or 0)
"""How often `make test-long` breaks something; 0 in `make test`, in which each test has a number of its own."""
IS_LONG = TIMES > 0
"""Whether `make test-long` runs: more examples, whole games tapped through, more kills."""
long = pytest.mark.long


def mostly_long(values, short=1, *, names=1):
    """The values of a parameter, of which `make test` plays so many from the start, or tuples for several names."""
    sets = [value if isinstance(value, ParameterSet) else _set(value, names) for value in values]
    return [each._replace(marks=(long,)) if place >= short else each for place, each in enumerate(sets)]


def _set(value, names):
    return pytest.param(*([value] if names == 1 else value))
