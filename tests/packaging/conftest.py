"""The wheel, the packages that it asks for, and an environment that pip made of these alone, without a network."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.installing import PIP, install


def made_once(factory, name, make):
    """The folder of that name of this run, which `make` fills where no worker has done so; others wait for it."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, part = shared / name, shared / f"{name}.part"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            shutil.rmtree(part, ignore_errors=True)  # of a worker that failed
            part.mkdir()
            make(part)
            part.rename(folder)
    return folder


ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    folder = made_once(
        tmp_path_factory, "wheel", lambda folder: subprocess.run([*command, folder], cwd=ROOT, check=True)
    )
    return next(folder.glob("tabletop_companion-*.whl"))


@pytest.fixture(scope="session")
def wheelhouse(tmp_path_factory):
    """A folder with the packages that the companion needs to run, at the versions of the lock file."""
    command = [*PIP, "download", "--require-hashes", "--requirement", ROOT / "requirements/run.txt", "--dest"]
    return made_once(tmp_path_factory, "wheelhouse", lambda folder: subprocess.run([*command, folder], check=True))


@pytest.fixture(scope="session")
def environment(wheel, wheelhouse, tmp_path_factory):
    """The programs' folder of an environment that holds the wheel and what it asks for, nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    install([*PIP, "--python", folder, "install", "--no-compile", wheel], wheelhouse, tmp_path_factory.mktemp("home"))
    return folder / "bin"
