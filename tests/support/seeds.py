"""The seed of a run: `make test` always has the same, `make test-long` another each time, and prints it."""

import os
import random

SEED = int(os.environ.get("COMPANION_SEED", "1"))
HOW = f"COMPANION_SEED={SEED} makes the same games and examples again"


def chance(what):
    """Chance that is the same for all workers of a run, and another one for each use."""
    return random.Random(f"{SEED} {what}")
