"""How long faults are looked for: `make faults` sets COMPANION_FAULTS, how often something is broken, to 200."""

from __future__ import annotations

import os

import pytest

TIMES = int(os.environ.get("COMPANION_FAULTS") or 0)
"""How often something is broken; 0 in the short form, in which each test has a number of its own."""
AT_LENGTH = TIMES > 0
only_at_length = pytest.mark.skipif(not AT_LENGTH, reason="make faults runs this")
