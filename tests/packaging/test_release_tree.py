"""make release takes a commit with the tag of its version, and nothing else; what is wrong it says in a sentence."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.long import long

pytestmark = long
ROOT = Path(__file__).parents[2]
PROJECT = '[project]\nname = "tabletop-companion"\nversion = "1.2.3"\n'
CHANGES = "# Changes\n\n## 1.2.3 (2026-12-24)\n\n- Snow.\n"
# No sentence about the tree: the next thing that is looked at, in a tree without a pinned image.
TAKEN = "deploy/Containerfile: name the base image by its digest, not only python.\n"


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@games.example", "-c", "tag.gpgsign=false")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--message", "A version", "--no-gpg-sign")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
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


def refused(tree: Path, *options: str) -> str:
    done = subprocess.run(
        [sys.executable, "-B", "-m", "tools.release", *options], cwd=tree, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done
    return done.stderr


def test_a_tagged_commit_is_taken(tree: Path) -> None:
    assert refused(tree) == TAKEN


def test_what_is_not_committed_is_refused(tree: Path) -> None:
    (tree / "notes.txt").write_text("not yet\n")
    assert "this is not: notes.txt. Commit it" in refused(tree)
    assert refused(tree, "--trial") == TAKEN


def test_a_commit_needs_its_tag_and_its_part_of_the_changelog(tree: Path) -> None:
    (tree / "CHANGELOG.md").write_text(CHANGES.replace("## 1.2.3", "## Unreleased\n\n- Ice.\n\n## 1.2.3"))
    assert "CHANGELOG.md" in refused(tree)
    commit(tree)
    git(tree, "tag", "v1.2.2")
    assert "has no tag v1.2.3" in refused(tree)
    git(tree, "tag", "--force", "v1.2.3")
    assert "begin with the part 1.2.3" in refused(tree) and "Unreleased" in refused(tree)


def test_a_folder_that_is_no_repository_is_refused(tree: Path) -> None:
    shutil.rmtree(tree / ".git")
    assert "in a clone of the repository" in refused(tree)
