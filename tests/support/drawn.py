"""What a run of the tests draws by chance: the same again with the seed that the run has printed."""

from __future__ import annotations

import os
import random

# Set for the workers too, which are started after this.
SEED = int(os.environ.setdefault("COMPANION_SEED", str(random.randrange(10**6))))
HOW = f"COMPANION_SEED={SEED} draws the same tests, games and examples again"


def chance(what: str) -> random.Random:
    """Chance that is the same for all workers of a run, and another one for each use."""
    return random.Random(f"{SEED} {what}")
