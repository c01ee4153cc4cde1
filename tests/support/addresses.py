"""What `tests/features/*/addresses.toml` say of the addresses of features."""

import tomllib
from pathlib import Path
from typing import Any

_FILES = sorted(Path(__file__).parents[1].glob("features/*/addresses.toml"))
_TOLD = [tomllib.loads(path.read_text("utf-8")) for path in _FILES]


def told(name: str) -> list[Any]:
    """What each feature has under a name, such as "roles"."""
    return [each[name] for each in _TOLD if name in each]
