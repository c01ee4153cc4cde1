"""The check for known holes: it fails on one, and where it can ask nobody it says so and lets the rest go on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.each_row import each_row
from tests.support.long import long

pytestmark = long
AUDIT = Path(__file__).parents[2] / ".ci" / "audit.py"
SOUND = {"name": "flask", "version": "3.1", "vulns": []}
UNKNOWN = {"name": "ours", "skip_reason": "Dependency not found"}
HOLE = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1", "2.0"]}]}
WORD = "not looked for, as the service"


def audit(said: str, status: int = 0, seconds: float = 0) -> tuple[int, str]:
    """The exit status and the words, where pip-audit says and does this."""
    stand_in = f"import sys, time; time.sleep({seconds}); print({said!r}); sys.exit({status})"
    program = f"import runpy, sys; main = runpy.run_path({str(AUDIT)!r})['main']\n"
    program += f"sys.exit(main([sys.executable, '-c', {stand_in!r}], 5 if {seconds} == 0 else 0.3))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=20)
    assert done.stderr == ""
    return done.returncode, done.stdout


def report(*packages: dict[str, Any]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


FOUND = "Known hole PYSEC-1 in old 1.0; mended in 1.1, 2.0."


@each_row(
    ("said", "seconds", "status", "words"),
    [
        (report(SOUND, HOLE, UNKNOWN), 0, 1, FOUND),
        (report(SOUND, HOLE, UNKNOWN), 0, 1, "1 in 2 packages, 1 could not"),
        (report(SOUND), 0, 0, "Known holes: 0 in 1 packages, 0 could not be checked.\n"),
        (report(HOLE), 30, 0, WORD),  # it does not wait for ever
        *((said, 0, 0, WORD) for said in ("", "ERROR: no connection", "[]", "{}", report(), report(UNKNOWN, UNKNOWN))),
    ],
)
def test_a_known_hole_fails_the_check_and_nothing_else_does(said: str, seconds: float, status: int, words: str):
    found, told = audit(said, 1, seconds)
    assert found == status and words in told


def test_it_need_not_be_installed():
    program = f"import runpy, sys; sys.exit(runpy.run_path({str(AUDIT)!r})['main'](['/nowhere/pip-audit']))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0 and WORD in done.stdout
