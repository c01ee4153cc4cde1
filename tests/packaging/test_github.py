"""The workflows and forms for GitHub: they fit its schemas, may only what they need, and publish the packages alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import yaml

from tests.support.each_row import each_row
from tests.support.long import long

GITHUB = Path(__file__).parents[2] / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
CONFIG = GITHUB / "ISSUE_TEMPLATE/config.yml"
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "vendor.github-issue-forms": sorted({*CONFIG.parent.glob("*.yml")} - {CONFIG}),
    "vendor.github-issue-config": [CONFIG],
}
PINNED = re.compile(r"[\w-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


@long
@each_row("schema", SCHEMAS)
def test_github_takes_the_files(schema: str) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, SCHEMAS[schema])]
    done = subprocess.run(command, capture_output=True, text=True)
    assert SCHEMAS[schema] and done.returncode == 0, done.stdout + done.stderr


def test_a_workflow_may_only_what_it_needs_and_pins_what_it_uses() -> None:
    for path in WORKFLOWS:
        made = yaml.safe_load(path.read_text("utf-8"))
        assert made["permissions"] == {"contents": "read"}, path.name
        steps = [step for job in made["jobs"].values() for step in job.get("steps", ())]
        checkouts = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")]
        assert all(checkout["with"]["persist-credentials"] is False for checkout in checkouts), path.name
        used = re.findall(r"uses: ([^.].+)", path.read_text("utf-8"))
        assert not [line for line in used if not PINNED.fullmatch(line)], path.name


@long
def test_only_wheel_and_sdist_are_published(tmp_path: Path) -> None:
    (tmp_path / "release").mkdir()
    for name in ("t-1.whl", "t-1.tar.gz", "t-1.cdx.json", "SHA256SUMS"):
        (tmp_path / "release" / name).touch()
    steps = yaml.safe_load((GITHUB / "workflows/release.yml").read_text("utf-8"))["jobs"]["publish"]["steps"]
    (script,) = (step["run"] for step in steps if step.get("name") == "Take the packages alone")
    subprocess.run(["bash", "-euc", script], cwd=tmp_path, check=True)
    assert {path.name for path in (tmp_path / "packages").iterdir()} == {"t-1.whl", "t-1.tar.gz"}
