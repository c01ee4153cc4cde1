"""The clock of a table: the time of the game and of turns, which entries pass on."""

from collections.abc import Sequence
from pathlib import Path

from companion.feature import EventKind, Feature


def _events() -> Sequence[EventKind]:
    from companion.features.clock.taps import CLOCK

    return (CLOCK,)


FEATURE = Feature("clock", Path(__file__).parent, ("clock",), _events)
