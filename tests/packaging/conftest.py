"""The wheel, the packages that it asks for, and an environment that pip made of these alone, without a network."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.installing import PIP, install

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([*PIP, "wheel", "--no-deps", "--wheel-dir", folder, ROOT], check=True)
    return next(folder.glob("tabletop_companion-*.whl"))


@pytest.fixture(scope="session")
def wheelhouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages that the companion needs to run, at the versions of the lock file."""
    folder = tmp_path_factory.mktemp("wheelhouse")
    locked = ROOT / "requirements/run.txt"
    subprocess.run([*PIP, "download", "--require-hashes", "--requirement", locked, "--dest", folder], check=True)
    return folder


@pytest.fixture(scope="session")
def environment(wheel: Path, wheelhouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs' folder of an environment that holds the wheel and what it asks for, nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    install([*PIP, "--python", folder, "install", "--no-compile", wheel], wheelhouse, tmp_path_factory.mktemp("home"))
    return folder / "bin"
