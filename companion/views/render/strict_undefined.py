"""For tests, `check-game` and `serve --develop`: a template that asks for an attribute that is not there fails.

Jinja would print nothing in its place, so that nobody would see an attribute that was renamed or misspelled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Undefined, UndefinedError
from jinja2.utils import missing


class StrictUndefined(Undefined):
    """What stands for a key that a mapping lacks, or for a name that was not given; an attribute must be there.

    Raises `AttributeError` where a template asks for another attribute, also with `is defined`.
    """

    __slots__ = ()

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: type = UndefinedError
    ) -> None:
        if obj is not missing and not isinstance(obj, Mapping):
            raise AttributeError(f"{type(obj).__name__} has no {name!r} that a template asks for")
        super().__init__(hint, obj, name, exc)
