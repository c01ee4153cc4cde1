"""A run is repeated with its seed: every process makes the same random games, and Hypothesis the same examples."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.seeds import SEED

MADE = 'from tests.support.seeds import HOW, chance; print(HOW, chance("a game").random())'


def made_with(seed: str) -> str:
    environment = {**os.environ, "COMPANION_SEED": seed}
    return subprocess.run(
        [sys.executable, "-c", MADE], env=environment, check=True, capture_output=True, text=True
    ).stdout


def test_a_seed_makes_the_same_games_again_and_another_one_others(pytestconfig: pytest.Config) -> None:
    first = made_with("7")
    assert first.startswith("COMPANION_SEED=7 ")
    assert made_with("7") == first and made_with("8").split()[-1] != first.split()[-1]
    assert int(pytestconfig.getoption("--hypothesis-seed")) == SEED
