"""companion --version: what a report of a fault has to name."""

import tomllib
from pathlib import Path

import pytest

from companion import extras
from companion.commands.cli import main

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]


def test_it_says_the_version_of_the_package_and_its_extras(capfd, monkeypatch):
    monkeypatch.setattr(extras, "is_installed", lambda modules: modules != ("urllib3",))
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    told = f"companion {PROJECT['version']}\nwith announce, metrics, postgres\nwithout webhooks\n"
    assert (ended.value.code, capfd.readouterr().out) == (0, told)
