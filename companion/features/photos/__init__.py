"""The photographs of the end of a game, which people at the table add."""

from collections.abc import Sequence
from pathlib import Path

from companion.feature import EventKind, Feature


def _events() -> Sequence[EventKind]:
    from companion.features.photos.album import PHOTO

    return (PHOTO,)


FEATURE = Feature("photos", Path(__file__).parent, (), _events)
