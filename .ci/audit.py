"""Looks for known holes in what is installed beside this Python, where the service that knows them can be reached.

Exit status 1 where there is a hole; where nothing could be checked it says so and is content.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PATIENCE = 90  # seconds in all
AUDIT = [str(Path(sys.executable).with_name("pip-audit")), "--local", "--skip-editable", "--progress-spinner", "off"]


def main(command: Sequence[str], patience: float = PATIENCE) -> int:
    """Run the audit and tell in a few words what came of it."""
    packages = audited(command, patience)
    checked = [package for package in packages if "skip_reason" not in package]
    if not checked:
        print("Known holes: not looked for, as the service that knows them cannot be reached from here.")
        return 0
    holes = [(package, hole) for package in checked for hole in package["vulns"]]
    for package, hole in holes:
        mended = ", ".join(hole["fix_versions"]) or "no version yet"
        print(f"Known hole {hole['id']} in {package['name']} {package['version']}; mended in {mended}.")
    print(f"Known holes: {len(holes)} in {len(checked)} packages, {len(packages) - len(checked)} could not be checked.")
    return 1 if holes else 0


def audited(command: Sequence[str], patience: float) -> list[dict[str, Any]]:
    """What pip-audit says of each package; nothing where it is missing, gets no answer, or takes too long."""
    try:
        done = subprocess.run(
            [*command, "--timeout", "5", "--format", "json"], capture_output=True, text=True, timeout=patience
        )
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError, TypeError):
        return []
    return packages


if __name__ == "__main__":
    sys.exit(main(AUDIT))
