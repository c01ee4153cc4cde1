"""uvx and pipx bring the companion from its wheel, as pip does, and other Pythons run it."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.scoring.scoresheet import result
from tests.support.installing import fetch, install, other_python, serving
from tests.support.long import long

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
VERSION = f"companion {PROJECT['version']}\nwithout announce, metrics, postgres, webhooks\n"
pytestmark = long
UV = Path(sys.executable).with_name("uv")
needs_uv = pytest.mark.skipif(not UV.exists(), reason="uv is not installed; make check installs it")
needs_pipx = pytest.mark.skipif(find_spec("pipx") is None, reason="pipx is not installed")
MINORS = [int(minor) for minor in re.findall(r"Python :: 3\.(\d+)", "\n".join(PROJECT["classifiers"]))]
OTHER_MINORS = [minor for minor in MINORS if minor != sys.version_info[1] and other_python(minor)]
SHEET = {"format": 1, "game": "luz", "players": ["Ann", "Ben", "Cleo"], "options": {}, "entries": [{"end": True}]}
PAGES = ("", "new/luz", "new/open", "referee", "guide/salamanca", "history", "players")


@needs_uv
def test_uvx_runs_the_command(wheel, wheelhouse, tmp_path):
    command = [UV, "tool", "run", "--quiet", "--python", sys.executable, "--from", wheel, "companion", "--version"]
    assert install(command, wheelhouse, tmp_path) == VERSION


@needs_pipx
def test_pipx_runs_the_command_by_the_name_of_the_package(wheel, wheelhouse, tmp_path):
    run = [sys.executable, "-m", "pipx", "run", "--quiet", "--python", sys.executable, "--spec", wheel]
    assert install([*run, PROJECT["name"], "--version"], wheelhouse, tmp_path).endswith(VERSION)


@needs_uv
@pytest.mark.skipif(not OTHER_MINORS, reason="this machine has no other Python that the package names")
@pytest.mark.parametrize("minor", OTHER_MINORS)
def test_another_python_runs_it(minor, wheel, tmp_path):
    programs = tmp_path / "environment/bin"
    subprocess.run([UV, "venv", "--quiet", "--python", other_python(minor), tmp_path / "environment"], check=True)
    install_into = [UV, "pip", "install", "--quiet", "--python", programs / "python"]
    locked = ROOT / "requirements/run.txt"
    subprocess.run([*install_into, "--require-hashes", "--requirement", locked], check=True)
    subprocess.run([*install_into, "--no-deps", wheel], check=True)
    done = subprocess.run(
        [programs / "companion", "score", "-"], input=json.dumps(SHEET), capture_output=True, text=True
    )
    assert (done.stderr, json.loads(done.stdout)) == ("", result(SHEET))
    with serving(programs, tmp_path) as address:
        assert all(b"</html>" in fetch(address + page) for page in PAGES)
