"""What goes into the archive of the pocket companion: this package, and of others what it needs in a browser."""

from __future__ import annotations

import io
import pickle
import re
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from companion import paths
from companion.locales import LOCALES

PACKAGE = "tabletop-companion"
_EXTRAS = {"past"}
_LEFT_OUT = {"gevent", "pip", "typing-extensions", "tzdata"}
"""What needs threads of a machine, and what is imported by tools or for types only."""
_NAME = re.compile(r"[\w.-]+")
_EXTRA = re.compile(r"extra == [\"']([\w-]+)[\"']")
_OTHER_FILES = {".so", ".pyc", ".pyi", ".po", ".pot", ".c", ".typed"}
_OTHER_FOLDERS = {"__pycache__", "tests", "minified", "making", "postgres", "zoneinfo", "ijson.libs", "debug"}
_OF_THE_BUILD = [
    f"companion/pocket/{name}" for name in ("building", "compiling", "in_pyodide", "packing", "pyodide", "texts")
]
_OTHER_PATHS = (
    "babel/messages/",
    "sqlite_utils/cli.py",
    "werkzeug/testapp.py",
    "companion/pocket/site/",
    *_OF_THE_BUILD,
)
# fmt: off
_OTHER_LIBRARY = (
    "_pyrepl", "aifc", "antigravity", "asyncio/__main__", "bdb", "cProfile", "cgi", "compileall",
    "concurrent/interpreters", "ctypes/macholib", "curses", "dbm", "doctest", "ensurepip", "ftplib", "idlelib",
    "imaplib", "lib2to3", "mailbox", "modulefinder", "multiprocessing", "nntplib", "optparse", "pdb",
    "pickletools", "plistlib", "poplib", "profile", "pstats", "pty", "py_compile", "pyclbr", "pydoc",
    "pydoc_data", "rlcompleter", "smtplib", "sqlite3/__main__", "tabnanny", "telnetlib", "this", "timeit",
    "tkinter", "trace", "tracemalloc", "turtle", "turtledemo", "unittest", "venv", "webbrowser", "wsgiref",
    "xml/dom", "xml/sax", "xmlrpc", "zipapp",
)
# fmt: on
"""Modules of the standard library that no page uses, by their paths."""
_NAMES = {
    *("currency_names", "currency_names_plural", "currency_symbols", "currency_unit_patterns", "languages", "scripts"),
    *("territories", "variants", "unit_display_names", "compound_unit_patterns", "unit_patterns", "zone_names"),
    *("meta_zones", "time_zones"),
}
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
            yield str(file), _slim(path) if path.suffix == ".dat" else path.read_bytes()


def _slim(path: Path) -> bytes:
    """Return the data of a language without the names of all that a page never names."""
    data = pickle.loads(path.read_bytes())  # of the installed package, as that reads it
    return pickle.dumps(
        {key: value for key, value in data.items() if key not in _NAMES} if type(data) is dict else data
    )


def _is_needed(name: str) -> bool:
    path = Path(name)
    is_other = path.suffix in _OTHER_FILES or _OTHER_FOLDERS.intersection(path.parts)
    return not (is_other or name.startswith(_OTHER_PATHS) or _LOCALE_DATA.match(name))


def library(archive: bytes) -> dict[str, bytes]:
    """Return the modules of the standard library that are needed, by their paths."""
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        return {name: found.read(name) for name in found.namelist() if not name.endswith("/") and not _is_other(name)}


_OTHER_CODECS = re.compile(r"encodings/(?:mac_|cp(?!437|125)|iso|koi|euc|shift|johab|hp_|kz|ptcp|tis|palmos|charmap_)")


def _is_other(name: str) -> bool:
    path = name.removesuffix(".py")
    if _OTHER_CODECS.match(name):
        return True
    return any(f"{path}/".startswith(f"{other}/") for other in _OTHER_LIBRARY)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files as a ZIP archive that is not compressed: the whole is."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return content.getvalue()


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return files as a TAR archive."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text))
    return content.getvalue()
