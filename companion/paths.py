"""Paths of templates, static files, translations and the default database, in a clone and when installed."""

import os
from pathlib import Path

PACKAGE: Path = Path(__file__).resolve().parent
_IS_INSTALLED = (PACKAGE / "templates").is_dir()
_BASE = PACKAGE if _IS_INSTALLED else PACKAGE.parent

TEMPLATES: Path = _BASE / "templates"
STATIC: Path = _BASE / "static"
TRANSLATIONS: Path = PACKAGE / "translations"
MINIFIED: Path = PACKAGE / "minified"
"""Scripts, styles and drawings as the build made them, each named by the SHA-256 of its source."""
COMPILED: Path = Path(os.environ.get("CACHE_DIRECTORY") or PACKAGE / "__pycache__")
"""Compiled templates; systemd sets the variable for a service that may not write to its package."""


MAIN_FILE = "companion.sqlite"


def is_address(database: str | Path) -> bool:
    """Whether a database is named by a PostgreSQL address rather than a path."""
    return str(database).startswith(("postgresql://", "postgres://"))


def default_database(name: str = MAIN_FILE) -> str:
    """Return COMPANION_DATABASE, else a file in the instance/ of the clone, or when installed of the current folder."""
    folder = Path.cwd() if _IS_INSTALLED else _BASE
    return os.environ.get("COMPANION_DATABASE") or str(folder / "instance" / name)
