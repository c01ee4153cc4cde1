"""A group to put games into."""

from __future__ import annotations

import pytest

from tests.support.groups import make_group
from tests.support.phones import Phone


@pytest.fixture
def group(host: Phone) -> str:
    """A group of the host with Ann and Ben."""
    return make_group(host, "Ann", "Ben")
