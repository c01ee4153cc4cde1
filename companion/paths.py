"""Where things lie: beside the code in a clone, inside the package once it is installed."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_IS_INSTALLED = (_PACKAGE / "templates").is_dir()
_BASE = _PACKAGE if _IS_INSTALLED else _PACKAGE.parent

TEMPLATES: Path = _BASE / "templates"
STATIC: Path = _BASE / "static"
TRANSLATIONS: Path = _PACKAGE / "translations"


def default_database() -> Path:
    """The database when none is named: in the clone's instance/, else in ./instance/ under the current folder."""
    return (Path.cwd() if _IS_INSTALLED else _BASE) / "instance" / "companion.sqlite"
