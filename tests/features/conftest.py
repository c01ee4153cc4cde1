"""Features are tested with what tests of pages share."""

from tests.views.conftest import group, there, wait, world

__all__ = ["group", "there", "wait", "world"]
