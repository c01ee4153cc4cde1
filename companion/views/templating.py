"""Jinja for live pages, which are rendered anew at each change: what it would look up each time is looked up once."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment
from jinja2 import Undefined
from jinja2.runtime import Context


class Nothing(Undefined):
    """What an unfinished `{{ text if so }}` leaves on a page, said at once: finding out costs Jinja 10 us each time."""

    __slots__ = ()

    def __html__(self) -> str:
        return ""


class PageContext(Context):
    """Calls what takes nothing but its arguments directly; macros escape here in any case."""

    def call(self, called: Any, /, *args: Any, **values: Any) -> Any:
        """Call something from a template, with the context as its first argument where it asks for that."""
        if getattr(called, "jinja_pass_arg", None) is not None:
            return super().call(called, *args, **values)
        values.pop("_block_vars", None)
        values.pop("_loop_vars", None)
        return called(*args, **values)


class PageEnvironment(Environment):
    """Jinja as Flask sets it up; templates without globals of their own share those of all."""

    context_class = PageContext

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template. Jinja chains those of all to none, and copies the chain for each context."""
        return super().make_globals(d) if d else self.globals
