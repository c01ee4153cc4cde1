"""What tests of features share with those of the core's pages."""

from tests.views.conftest import group, there, wait, world

__all__ = ["group", "there", "wait", "world"]
