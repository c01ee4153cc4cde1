"""What the tests draw by chance is drawn again with the seed of the run, the same by each of its processes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support import drawn

DRAW = """
from tests.support import drawn, long_form
print(drawn.HOW)
print(drawn.chance("a page").random(), long_form.some_of("games", range(1000), 9))
print([one.args for one in long_form.one_of("walls", 50)], long_form.long_game("azul").args)
"""


def drawn_with(**seed: str) -> str:
    """What a process of its own draws, as a worker of a run, which plays some of the long games."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("COMPANION_SEED", "COMPANION_EVERY")
    }
    environment |= {"PYTEST_XDIST_WORKER": "gw0", **seed}
    return subprocess.run(
        [sys.executable, "-c", DRAW], env=environment, check=True, capture_output=True, text=True
    ).stdout


def test_a_seed_draws_the_same_again_and_another_one_something_else() -> None:
    first = drawn_with(COMPANION_SEED="7")
    assert first.startswith("COMPANION_SEED=7 draws")
    assert drawn_with(COMPANION_SEED="7") == first
    assert drawn_with(COMPANION_SEED="8").splitlines()[1:] != first.splitlines()[1:]


def test_a_seed_that_nobody_gave_is_printed_and_draws_the_same_again() -> None:
    first = drawn_with()
    seed = first.partition("COMPANION_SEED=")[2].split()[0]
    assert drawn_with(COMPANION_SEED=seed) == first


def test_hypothesis_draws_with_it_too(pytestconfig: pytest.Config) -> None:
    assert int(pytestconfig.getoption("--hypothesis-seed")) == drawn.SEED
