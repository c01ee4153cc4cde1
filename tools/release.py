"""Makes a release in dist/: sdist, wheel, bill of materials (SBOM), SHA256SUMS. The same commit gives the same files.

The commit must have the tag of its version, and the tree no changes; --trial makes the files anyway.
"""

import hashlib
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tools.sbom import sbom

ROOT = Path(__file__).parents[1]
_FROM = re.compile(r"^FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?\s*$", re.IGNORECASE | re.MULTILINE)
_DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")


def main(arguments: Sequence[str]) -> int:
    """Make the files in dist/ or the named folder; return 1 and print a sentence if that is impossible."""
    folders = [argument for argument in arguments if argument != "--trial"]
    folder = Path(folders[0]) if folders else ROOT / "dist"
    fault = None if "--trial" in arguments else fault_of_tree(ROOT)
    if fault is None and (loose := unpinned((ROOT / "deploy/Containerfile").read_text("utf-8"))):
        fault = f"deploy/Containerfile: name the base image by its digest, not only {loose[0]}."
    if fault is not None:
        print(fault, file=sys.stderr)
        return 1
    for old in _files(folder):
        old.unlink()
    made = commit_time()
    built = build(folder, made)
    if built.returncode:
        print(built.stderr.strip(), file=sys.stderr)
        return 1
    name = "-".join(next(folder.glob("tabletop_companion-*.whl")).name.split("-")[:2])
    (folder / f"{name}.cdx.json").write_text(sbom(ROOT, datetime.fromtimestamp(made, UTC)), "utf-8")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in _files(folder)]
    (folder / "SHA256SUMS").write_text("".join(sums), "utf-8")
    print(f"In {folder}:", *(path.name for path in _files(folder)))
    return 0


def fault_of_tree(root: Path) -> str | None:
    """Return why this tree cannot be released; None if it is exactly that of a tagged version."""
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changed, tags = _git(root, "status", "--porcelain"), _git(root, "tag", "--points-at", "HEAD")
    if changed is None or tags is None:
        return "A release is made in a clone of the repository, by git; this folder is none."
    if changed:
        files = ", ".join(line[3:] for line in changed[:3])
        return f"A release is made of what is committed, and this is not: {files}. Commit it, or put it elsewhere."
    if f"v{version}" not in tags:
        return (
            f"A release is made of a commit that bears the tag of its version, and this one has no tag v{version}."
            f" Check it out (git switch --detach v{version}), or set the tag (git tag --annotate v{version})."
        )
    parts = re.findall(r"^## (\S+)", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    if parts[:1] != [version]:
        return (
            f"CHANGELOG.md has to begin with the part {version}, and the day; it begins with {(parts or ['none'])[0]}."
        )
    return None


def _git(root: Path, *arguments: str) -> list[str] | None:
    """Return git's output as lines; None without git or outside its repository."""
    try:
        asked = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True)
    except OSError:
        return None
    return asked.stdout.splitlines() if asked.returncode == 0 else None


def build(folder: Path, made: int) -> subprocess.CompletedProcess[str]:
    """Build sdist and wheel, whose files have the time `made`."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--target", "wheel"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(made)}
    return subprocess.run(
        [*command, "--directory", str(folder)], cwd=ROOT, env=environment, capture_output=True, text=True
    )


def unpinned(containerfile: str) -> list[str]:
    """Return the images in FROM lines without a digest; earlier stages do not count."""
    stages: set[str] = set()
    found = []
    for image, stage in _FROM.findall(containerfile):
        if image not in stages and not _DIGEST.search(image):
            found.append(image)
        stages.add(stage)
    return found


def _files(folder: Path) -> list[Path]:
    return sorted([*folder.glob("tabletop_companion-*"), *folder.glob("SHA256SUMS")])


def commit_time() -> int:
    """Return SOURCE_DATE_EPOCH, or the time of the last commit in Unix time."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    asked = _git(ROOT, "log", "-1", "--format=%ct")
    return int(asked[0]) if asked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
