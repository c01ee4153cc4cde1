"""The workflows and forms for GitHub: they fit its schemas, and what they name is there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.own_games import own_games

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(set((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) - {GITHUB / "ISSUE_TEMPLATE/config.yml"})
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "vendor.github-issue-forms": FORMS,
    "vendor.github-issue-config": [GITHUB / "ISSUE_TEMPLATE/config.yml"],
}
PINNED = re.compile(r"[\w-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
PACKAGES = "packages"


def read(path: Path) -> Any:
    """What a YAML file holds; its key "on" is True for YAML 1.1."""
    return yaml.safe_load(path.read_text("utf-8"))


def workflow(name: str) -> dict[str, Any]:
    made: dict[str, Any] = read(GITHUB / "workflows" / f"{name}.yml")
    return made


def step(job: dict[str, Any], name: str) -> dict[str, Any]:
    """The step of a job that has a name, or uses an action."""
    (found,) = (one for one in job["steps"] if one.get("name") == name or one.get("uses", "").startswith(f"{name}@"))
    return dict(found)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_github_takes_the_files(schema: str) -> None:
    assert SCHEMAS[schema]
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, SCHEMAS[schema])]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_an_action_is_named_by_its_commit(path: Path) -> None:
    used = re.findall(r"uses: (.+)", path.read_text("utf-8"))
    others = [line for line in used if not line.startswith("./")]
    assert not [line for line in others if not PINNED.fullmatch(line)]
    assert not [line for line in used if line.startswith("./") and not (ROOT / line).is_file()]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_job_may_only_what_it_needs(path: Path) -> None:
    made = read(path)
    assert made["permissions"] == {"contents": "read"}
    for name, job in made["jobs"].items():
        assert "uses" in job or job["timeout-minutes"] <= 90, name
        checkouts = [one for one in job.get("steps", ()) if one.get("uses", "").startswith("actions/checkout@")]
        assert all(checkout["with"]["persist-credentials"] is False for checkout in checkouts)


def test_all_targets_of_make_and_all_pythons_are_tried() -> None:
    checks = workflow("checks")
    job = checks["jobs"]["checks"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert job["strategy"]["matrix"]["python"] == named
    assert PROJECT["requires-python"] == f">={named[0]}" and "${{ matrix.python }}" in job["container"]
    assert "push" in checks[True] and "pull_request" in checks[True]
    ci = re.findall(r"^make \w+$", (ROOT / ".ci/run").read_text("utf-8"), re.MULTILINE)
    assert ci and [one["run"] for one in job["steps"] if one.get("run", "").startswith("make")] == ci


def test_a_tag_is_checked_built_attested_and_published_without_a_password() -> None:
    release = workflow("release")
    jobs = release["jobs"]
    assert release[True]["push"]["tags"] == ["v*"] and "secrets." not in str(release)
    assert [jobs[name].get("needs") for name in ("checks", "build", "publish", "show")] == [
        None, "checks", "build", "publish",
    ]  # fmt: skip
    assert step(jobs["build"], "Make the release")["run"] == "make release"
    assert step(jobs["build"], "actions/attest-build-provenance")["with"]["subject-path"] == "dist/*"
    assert {"id-token": "write", "attestations": "write"}.items() <= jobs["build"]["permissions"].items()
    publish = jobs["publish"]
    assert publish["environment"] == "pypi" and publish["permissions"] == {"id-token": "write"}
    assert step(publish, "pypa/gh-action-pypi-publish")["with"] == {
        "packages-dir": f"{PACKAGES}/",
        "attestations": True,
    }


def test_only_wheel_and_sdist_are_published(tmp_path: Path) -> None:
    names = ("t-1.whl", "t-1.tar.gz", "t-1.cdx.json", "SHA256SUMS")
    (tmp_path / "release").mkdir()
    for name in names:
        (tmp_path / "release" / name).touch()
    script = step(workflow("release")["jobs"]["publish"], "Take the packages alone")["run"]
    subprocess.run(["bash", "-euc", script], cwd=tmp_path, check=True)
    assert {path.name for path in (tmp_path / PACKAGES).iterdir()} == {"t-1.whl", "t-1.tar.gz"}


def test_a_release_is_shown_with_the_changes_of_its_version(tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\nHello.\n\n## 1.1.0 (today)\n\n- New.\n\n## 1.0.0\n\n- Old.\n")
    script = workflow("release")["jobs"]["show"]["steps"][-1]["run"].split("\n")
    assert script[1].startswith("gh release create")
    subprocess.run(["bash", "-euc", script[0]], cwd=tmp_path, check=True)
    assert (tmp_path / "changes.md").read_text().strip() == "- New."


@pytest.mark.parametrize(
    ("image", "tag", "names"),
    [
        ("games.example/us/companion", "v0.1.0", ("games.example", "games.example/us/companion:0.1.0")),
        ("companion", "trial", ("companion", "companion:trial")),
    ],
)
def test_the_image_is_named_by_its_version(image: str, tag: str, names: tuple[str, str], tmp_path: Path) -> None:
    script = step(workflow("image")["jobs"]["image"], "Name the image by its version, and its registry")["run"]
    output = tmp_path / "output"
    environment = {"IMAGE": image, "TAG": tag, "GITHUB_OUTPUT": str(output)}
    subprocess.run([shutil.which("bash") or "bash", "-euc", script], env=environment, check=True)
    said = dict(line.split("=") for line in output.read_text().splitlines())
    assert (said["registry"], said["version"]) == names and said["latest"] == f"{image}:latest"


def test_the_image_is_built_for_both_kinds_of_machines() -> None:
    built = step(workflow("image")["jobs"]["image"], "docker/build-push-action")["with"]
    assert built["platforms"] == "linux/amd64,linux/arm64" and (ROOT / built["file"]).is_file()
    assert "vars.IMAGE != ''" in workflow("image")["jobs"]["image"]["env"]["PUBLISHES"]


def test_the_forms_ask_for_what_is_needed() -> None:
    fields = {path.stem: {one.get("id"): one for one in read(path)["body"]} for path in FORMS}
    assert {"bug", "wrong-score", "game"} <= fields.keys()
    required = {
        (form, name) for form, all_of in fields.items() for name, field in all_of.items()
        if field.get("validations", {}).get("required")
    }  # fmt: skip
    assert {
        ("wrong-score", "scoresheet"),
        ("wrong-score", "rulebook"),
        ("bug", "version"),
        ("game", "rulebook"),
    } <= required
    titles = {str(game.title) for game in own_games().values() if not game.setup_form}
    assert titles <= set(fields["wrong-score"]["game"]["attributes"]["options"])


def test_what_else_there_is_leads_into_this_repository() -> None:
    links = [contact_link["url"] for contact_link in read(GITHUB / "ISSUE_TEMPLATE/config.yml")["contact_links"]]
    assert links and all(link.startswith(PROJECT["urls"]["Repository"] + "/") for link in links)
    assert "make check" in (GITHUB / "PULL_REQUEST_TEMPLATE.md").read_text("utf-8")
