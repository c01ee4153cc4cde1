"""A copy of the database, also while the companion runs."""

from pathlib import Path

from companion.engine import Message
from companion.feature import Feature

FEATURE = Feature(
    "backup",
    Path(__file__).parent,
    order=180,
    needs_server=True,
    commands={"backup": (f"{__name__}.copying:add_backup", Message("copy the database while the companion runs"))},
)
