"""`companion check-game` measures pages in a browser: what is too low to tap, and what sticks out."""

import pytest

from tests.making.broken import GOOD, IN_BROWSER
from tests.making.test_broken_games import assert_told, told_of
from tests.support.long import long

pytestmark = long


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    changes = {"plain": GOOD["plain"], **{key: broken.changes for key, broken in IN_BROWSER.items()}}
    return told_of(tmp_path_factory.mktemp("measured"), changes, measures=True)


@pytest.mark.parametrize("key", IN_BROWSER)
def test_what_does_not_fit_on_a_phone_is_found(told, key):
    assert_told(told[key], key, IN_BROWSER[key])


def test_a_game_that_fits_is_measured_without_a_fault(told):
    assert told["plain"] == []
