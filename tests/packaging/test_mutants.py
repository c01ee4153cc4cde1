"""The mutation run tells the truth: on a module of its own it knows what a test kills, misses and never reaches."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.long import long
from tools.mutation_areas import AREAS, Area, faults

ROOT = Path(__file__).parents[2]
# The doctest matters: pytest reads a module that has any by itself, and must be given the changed one.
MODULE = '''"""Sums.

>>> total([1, 2])
3
"""

MOST = 10 + 5


def total(points):
    return min(sum(points), MOST)


def is_shown(points):
    return points == [1]


def unused(points):
    return points + [1]
'''
TESTS = """from sums import is_shown, total

def test_total():
    assert total([20]) == 15

def test_that_looks_at_nothing():
    is_shown([1])
"""
SUMS = '\nAREAS = {"sums": Area(["sums.py"], ["test_sums.py", "sums.py"])}\n'


def test_an_area_that_names_what_is_not_there_is_told() -> None:
    assert not [*faults(AREAS)]
    gone = Area(["companion/gone/*.py"], ["tests/gone", "tests/examples"], frozenset({"nowhere"}))
    told = "gone/*.py is no file", "gone has no test", "examples has no test", "nowhere is left out, but is no module"
    for fault, words in zip(faults({"gone": gone}), told, strict=True):
        assert fault.endswith(words)
    assert [*faults({"bare": Area(["companion/app.py"], [])})] == ["bare: it has no test"]


@long
def test_what_is_killed_survives_and_is_never_reached(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "tools" / "mutation_areas.py").open("a", encoding="utf-8") as areas:
        areas.write(SUMS)
    (tmp_path / "sums.py").write_text(MODULE, "utf-8")
    (tmp_path / "test_sums.py").write_text(TESTS, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib --doctest-modules\n", "utf-8")
    outcomes = outcomes_in(tmp_path)
    assert outcomes["MOST = 10 + 5"] == {"killed"}, "it runs on import, in a module with a doctest"
    assert outcomes["return min(sum(points), MOST)"] == {"killed"}
    assert outcomes["return points == [1]"] == {"survived"}
    assert outcomes["return points + [1]"] == {"unreached"}


def outcomes_in(folder: Path) -> dict[str, set[str]]:
    """What became of the mutants of each line that has any, by its text."""
    ours = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "COMPANION_"))}
    command = [sys.executable, "-m", "tools.mutants", "--sample", "0", "--jobs", "1"]
    ran = subprocess.run(command, cwd=folder, env=ours, capture_output=True, text=True, timeout=100, check=False)
    assert ran.returncode == 0, ran.stderr
    found: dict[str, set[str]] = {}
    for outcome, line in re.findall(r"^(\w+): sums\.py:(\d+) ", ran.stdout, re.MULTILINE):
        found.setdefault(MODULE.splitlines()[int(line) - 1].strip(), set()).add(outcome)
    return found
