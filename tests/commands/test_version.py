"""companion --version: what a report of a fault has to name."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.commands.cli import main

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]


def test_it_says_the_version_of_the_package(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capfd.readouterr().out) == (0, f"companion {PROJECT['version']}\n")
