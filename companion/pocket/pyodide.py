"""Pyodide, the Python that runs in a browser: fetched from the npm registry when the folder is made, and checked."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

VERSION = "314.0.7"
_DIGEST = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of the package, as the registry and lock files write it."""
STDLIB = "python_stdlib.zip"
_LOCK = "pyodide-lock.json"
_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STDLIB, _LOCK)


class PyodideError(RuntimeError):
    """Pyodide could not be fetched, or is not the one that was looked at."""


def cache_folder() -> Path:
    """Return where this user's programs keep what can be made again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tabletop-companion"


def files() -> Mapping[str, bytes]:
    """Return the files that a browser needs, by their names."""
    with tarfile.open(_package()) as package:
        found = {name: _content(package, f"package/{name}") for name in _FILES}
    lock = json.loads(found[_LOCK])  # it lists the packages of others, of which none is used
    return {**found, _LOCK: json.dumps({**lock, "packages": {}}).encode()}


def _content(package: tarfile.TarFile, name: str) -> bytes:
    file = package.extractfile(name)
    if file is None:
        raise PyodideError(f"{name} is not in Pyodide's package")
    return file.read()


def _package() -> Path:
    """Return the package's file, which is kept beside other caches of this user."""
    folder = cache_folder()
    path = folder / f"pyodide-{VERSION}.tgz"
    if not (path.is_file() and _is_right(path)):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as new:
            shutil.move(_fetch(Path(new)), path)
    return path


def _fetch(folder: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise PyodideError("npm is needed to fetch Pyodide, and is not on this machine's PATH")
    command = [npm, "pack", "--silent", f"pyodide@{VERSION}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = next(folder.glob("*.tgz"), None)
    if done.returncode or found is None:
        raise PyodideError(f"npm could not fetch Pyodide: {done.stderr.strip()}")
    if not _is_right(found):
        raise PyodideError(f"pyodide@{VERSION} from npm is not the package whose digest is written down here")
    return found


def _is_right(path: Path) -> bool:
    return base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode() == _DIGEST
