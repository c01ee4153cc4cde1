"""The lock files: everything that is installed has a version and hashes in them, and nothing ties them to a machine."""

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion.extras import is_installed
from companion.features import extras
from hatch_build import BUILD_PACKAGES
from tests.support.each_row import each_row
from tools import lock

ROOT = Path(__file__).parents[2]
TEXTS = {path.name: path.read_text("utf-8") for path in sorted((ROOT / "requirements").glob("*.txt"))}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
RUN = PROJECT["project"]["dependencies"]
BUILD = [*PROJECT["build-system"]["requires"], *BUILD_PACKAGES]
DEV = PROJECT["project"]["optional-dependencies"]["dev"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
ALL = [asked for extra in extras() for asked in EXTRAS[extra]]


def locked(name):
    return {canonicalize_name(package): version for package, version in lock.versions(TEXTS[name]).items()}


@each_row(
    ("name", "asked"),
    [
        ("dev.txt", [*RUN, *BUILD, *ALL, *DEV[1:]]),
        ("run.txt", [*RUN, *ALL]),
        ("serve.txt", [*RUN, *ALL, *BUILD]),
        ("build.txt", BUILD),
        ("lock.txt", ["uv"]),
    ],
)
def test_what_the_project_asks_for_is_locked_in_the_range_it_gives(name, asked):
    for requirement in map(Requirement, asked):
        assert requirement.specifier.contains(locked(name)[canonicalize_name(requirement.name)]), str(requirement)


@each_row("name", TEXTS)
def test_each_package_has_hashes_and_names_neither_host_nor_path(name):
    blocks = re.split(r"\n(?=\S)", TEXTS[name].partition("\n")[2])
    assert {block.partition("==")[0] for block in blocks} == locked(name).keys() != set()
    for block in blocks:
        assert re.fullmatch(r"[\w.-]+==[\w.]+( ; [^\\]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+\n?", block), block[:200]
        assert not re.search(r"://|@|/", block)


def test_an_extra_is_named_after_a_feature_and_all_has_each():
    assert {"all", "dev", "develop", "docs", *extras()} == EXTRAS.keys()
    assert EXTRAS["all"][0] == f"{PROJECT['project']['name']}[{','.join(extras())}]"
    for extra, modules in extras().items():
        asked = {canonicalize_name(Requirement(text).name).replace("-", "_") for text in EXTRAS[extra]}
        assert asked == {*modules} and is_installed(modules)


def test_what_everybody_needs_is_little():
    assert {Requirement(text).name for text in RUN} == {
        *("flask", "flask-babel", "gevent", "htmx-flask", "qrcode", "sqlite-utils")
    }


def test_a_package_has_one_version_in_all_of_them():
    for name in TEXTS:
        for package, version in locked(name).items():
            assert locked("dev.txt").get(package, version) == version


def test_scripts_are_locked_by_hash_and_name_no_host():
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for name, package in packages.items():
        assert name == "" or package["integrity"].startswith("sha512-")
        assert "resolved" not in package


@each_row("file", ["Makefile", "deploy/Containerfile", "deploy/home-assistant/tabletop_companion/Dockerfile"])
def test_whatever_is_installed_is_ours_or_has_a_hash(file):
    text = (ROOT / file).read_text("utf-8").replace("\\\n", " ")
    installs = re.findall(r"(?:pip install|pip wheel|\$\(PIP\)) ([^&|\n]+)", text)
    assert len(installs) >= 2
    for arguments in installs:
        assert "--require-hashes" in arguments or "--no-deps" in arguments or arguments.startswith("--quiet"), arguments


@pytest.mark.parametrize(
    "error", [FileNotFoundError("uv"), subprocess.TimeoutExpired("uv", 1), subprocess.CalledProcessError(2, "uv")]
)
def test_without_a_network_nothing_is_told_and_nothing_fails(error, monkeypatch, capsys):
    def fail(*command, **options):
        raise error

    monkeypatch.setattr(subprocess, "run", fail)
    assert lock.main(["--outdated"]) == 0
    assert "not looked for, as the package index cannot be reached" in capsys.readouterr().out
