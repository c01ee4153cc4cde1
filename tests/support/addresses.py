"""What the files `addresses.toml` say of the addresses of the core and of each feature."""

import tomllib
from pathlib import Path

_TESTS = Path(__file__).parents[1]
_FILES = [_TESTS / "views/addresses.toml", *sorted(_TESTS.glob("features/*/addresses.toml"))]
_TOLD = [tomllib.loads(path.read_text("utf-8")) for path in _FILES]


def told(name):
    """What each has under a name, such as "roles"."""
    return [each[name] for each in _TOLD if name in each]
