"""Compiles modules and templates for the browser's Python, as that takes a phone seconds; what was once is kept."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from companion.pocket.pyodide import VERSION, PyodideError, cache_folder

_HERE = Path(__file__).parent
_PROGRAM, _SCRIPT = _HERE / "compiling.mjs", _HERE / "in_pyodide.py"
_TEMPLATES = "companion/__pycache__"


def compiled(modules: Mapping[str, bytes], pyodide: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files with each module in its compiled form; the others as they are."""
    cache = cache_folder() / "modules"
    cache.mkdir(parents=True, exist_ok=True)
    keys = {name: _key(name, text) for name, text in modules.items() if name.endswith(".py")}
    new = {name: modules[name] for name, key in keys.items() if not (cache / key).is_file()}
    if new:
        with tempfile.TemporaryDirectory() as folder:
            _write(Path(folder) / "new", new)
            _run(Path(folder), pyodide, "compile_new()")
            for name in new:
                (cache / keys[name]).write_bytes((Path(folder) / "new" / f"{name}c").read_bytes())
    others = {name: text for name, text in modules.items() if name not in keys}
    return others | {f"{name}c": (cache / key).read_bytes() for name, key in keys.items()}


def with_templates(site: Mapping[str, bytes], pyodide: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of the site with the compiled form of each template."""
    digest = hashlib.sha256(b"".join(_key(name, text).encode() for name, text in sorted(site.items()))).hexdigest()
    cache = cache_folder() / "templates"
    stamp = cache / "of"
    if not (stamp.is_file() and stamp.read_text("utf-8") == digest):
        with tempfile.TemporaryDirectory() as folder:
            _write(Path(folder) / "site", site)
            known = Path(folder) / "site" / _TEMPLATES
            if cache.is_dir():
                shutil.copytree(cache, known, ignore=shutil.ignore_patterns("of"))
            known.mkdir(exist_ok=True)
            _run(Path(folder), pyodide, "compile_templates()")
            shutil.rmtree(cache, ignore_errors=True)
            shutil.copytree(known, cache)
        stamp.write_text(digest, "utf-8")
    found = {f"{_TEMPLATES}/{path.name}": path.read_bytes() for path in sorted(cache.glob("__jinja2_*"))}
    return {**site, **found}


def _key(name: str, text: bytes) -> str:
    return hashlib.sha256(b"\0".join((VERSION.encode(), _SCRIPT.read_bytes(), name.encode(), text))).hexdigest()


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def _run(folder: Path, pyodide: Mapping[str, bytes], call: str) -> None:
    _write(folder / "pyodide", pyodide)
    for name in ("new", "site"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "run.py").write_text(f"{_SCRIPT.read_text('utf-8')}\n{call}\n", "utf-8")
    shutil.copy(_PROGRAM, folder)
    node = shutil.which("node")
    if node is None:
        raise PyodideError("Node.js is needed to compile for the browser, and is not on this machine's PATH")
    done = subprocess.run([node, folder / _PROGRAM.name, folder], capture_output=True, text=True, check=False)
    if done.returncode:
        raise PyodideError(f"compiling for the browser failed: {done.stderr[-2000:]}")
