"""The check for known holes: it fails on one, and where it can ask nobody it says so and lets the rest go on."""

import json
import subprocess
import sys
from pathlib import Path

from tests.support.each_row import each_row
from tests.support.long import long

pytestmark = long
AUDIT = Path(__file__).parents[2] / ".ci" / "audit.py"
SOUND = {"name": "flask", "version": "3.1", "vulns": []}
UNKNOWN = {"name": "ours", "skip_reason": "Dependency not found"}
HOLE = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1", "2.0"]}]}
WORD = "not looked for, as the service"


def audit(*command, seconds=20):
    """The exit status and the words, where this runs in place of pip-audit and may take so long."""
    program = f"import runpy, sys; sys.exit(runpy.run_path({str(AUDIT)!r})['main']({list(command)}, {seconds}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    return done.returncode, done.stdout


def report(*packages):
    return json.dumps({"dependencies": packages, "fixes": []})


@each_row(
    ("said", "status", "words"),
    [
        (report(SOUND, HOLE, UNKNOWN), 1, "Known hole PYSEC-1 in old 1.0; mended in 1.1, 2.0."),
        (report(SOUND, HOLE, UNKNOWN), 1, "1 in 2 packages, 1 could not"),
        (report(SOUND), 0, "Known holes: 0 in 1 packages, 0 could not be checked.\n"),
        *((said, 0, WORD) for said in ("", "ERROR: no connection", "[]", "{}", report(), report(UNKNOWN, UNKNOWN))),
    ],
)
def test_a_known_hole_fails_the_check_and_nothing_else_does(said, status, words):
    found, told = audit(sys.executable, "-c", f"import sys; print({said!r}); sys.exit(1)")
    assert found == status and words in told


def test_it_need_not_be_installed_and_is_not_waited_for_without_end():
    late = audit(sys.executable, "-c", f"import time; time.sleep(30); print({report(HOLE)!r})", seconds=0.3)
    for status, told in (late, audit("/nowhere/pip-audit")):
        assert status == 0 and WORD in told
