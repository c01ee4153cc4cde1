"""What goes into the archive of the pocket companion: this package, and of others what it needs in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from companion import paths
from companion.locales import LOCALES

PACKAGE = "tabletop-companion"
_EXTRAS = {"past"}
_LEFT_OUT = {"gevent", "pip", "typing-extensions"}
"""What needs threads of a machine, and what is imported by tools or for types only."""
_NAME = re.compile(r"[\w.-]+")
_EXTRA = re.compile(r"extra == [\"']([\w-]+)[\"']")
_OTHER_FILES = {".so", ".pyc", ".pyi", ".po", ".pot", ".c", ".typed"}
_OTHER_FOLDERS = {"__pycache__", "tests", "minified", "scaffold", "postgres"}
_LOCALE_DATA = re.compile(rf"babel/locale-data/(?!(?:root|en|zh|{'|'.join(LOCALES)})\.)")


def files() -> Iterator[tuple[str, bytes]]:
    """Yield each file of the archive: its path below a folder of modules, and its content."""
    for path in sorted(paths.PACKAGE.rglob("*")):
        if path.is_file() and _is_needed(name := f"companion/{path.relative_to(paths.PACKAGE)}"):
            yield name, path.read_bytes()
    for folder in (paths.TEMPLATES, paths.STATIC):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                yield f"companion/{folder.name}/{path.relative_to(folder)}", path.read_bytes()
    for name in sorted(_needed(PACKAGE, _EXTRAS)):
        yield from _files_of(distribution(name))


def _needed(name: str, extras: set[str]) -> set[str]:
    """The names of the packages that one needs, itself among them; one that is not installed is for other machines."""
    try:
        requirements = distribution(name).requires or ()
    except PackageNotFoundError:
        return set()
    found = {name}
    for requirement in requirements:
        other = _NAME.match(requirement)
        if other and set(_EXTRA.findall(requirement)) <= extras and other[0].lower() not in _LEFT_OUT:
            found |= _needed(other[0].lower(), set())
    return found


def _files_of(package: Distribution) -> Iterator[tuple[str, bytes]]:
    folder = f"{package.name.replace('-', '_').lower()}-{package.version}.dist-info"
    yield f"{folder}/METADATA", f"Metadata-Version: 2.1\nName: {package.name}\nVersion: {package.version}\n".encode()
    if package.name == PACKAGE:
        yield f"{folder}/entry_points.txt", b"[companion.features]\npocket = companion.pocket:FEATURE\n"
        return
    for file in package.files or ():
        path = Path(str(file.locate()))
        if not file.parts[0].endswith((".dist-info", "..")) and path.is_file() and _is_needed(str(file)):
            yield str(file), path.read_bytes()


def _is_needed(name: str) -> bool:
    path = Path(name)
    return not (path.suffix in _OTHER_FILES or _OTHER_FOLDERS.intersection(path.parts) or _LOCALE_DATA.match(name))
