"""What a table writes about its game and its entries: notes, words, and where it was played."""

from collections.abc import Sequence
from pathlib import Path

from companion.feature import EventKind, Feature


def _events() -> Sequence[EventKind]:
    from companion.features.notes.written import KIND

    return (KIND,)


FEATURE = Feature("notes", Path(__file__).parent, ("notes",), _events)
