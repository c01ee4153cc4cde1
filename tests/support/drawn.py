"""What a run of the tests draws by chance: the same again with the seed that the run has printed."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TypeVar

from tests.support.long_form import EVERY

# Set for the workers too, which are started after this.
SEED = os.environ.setdefault("COMPANION_SEED", str(random.randrange(10**6)))
HOW = f"COMPANION_SEED={SEED} draws the same tests and games again"

One = TypeVar("One")


def chance(what: str) -> random.Random:
    """Chance that is the same for all workers of a run, and another one for each use."""
    return random.Random(f"{SEED} {what}")


def some_of(what: str, several: Sequence[One], count: int) -> list[One]:
    """So many of several, by chance; all with `COMPANION_EVERY=1`."""
    return list(several) if EVERY else chance(what).sample(list(several), count)
