"""Jinja for live pages, which are rendered anew at each change: what it would look up each time is looked up once."""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from types import CodeType
from typing import Any

from flask.templating import Environment
from jinja2 import Environment as JinjaEnvironment
from jinja2 import Template, Undefined
from jinja2.runtime import Context
from markupsafe import Markup, escape

_needs_escape = re.compile("[&<>\"']").search


class EmptyUndefined(Undefined):
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
        if not values:
            return called(*args)
        values.pop("_block_vars", None)
        values.pop("_loop_vars", None)
        return called(*args, **values)


def escaped(value: Any) -> str:
    """The text that `markupsafe.escape` gives; texts and numbers without special characters are taken as they are."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is int:
        return str(value)
    if kind is str and _needs_escape(value) is None:
        return value  # type: ignore[no-any-return]
    return escape(value)


class PageTemplate(Template):
    """A template that escapes with `escaped`: two of three values on a page are pieces of it."""

    @classmethod
    def from_code(
        cls,
        environment: JinjaEnvironment,
        code: CodeType,
        globals: MutableMapping[str, Any],
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        """Make a template from what it was compiled to."""
        made = super().from_code(environment, code, globals, uptodate)
        made.root_render_func.__globals__["escape"] = escaped
        return made


class PageEnvironment(Environment):
    """Jinja as Flask sets it up; templates without globals of their own share those of all."""

    context_class = PageContext
    template_class = PageTemplate

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template. Jinja chains those of all to none, and copies the chain for each context."""
        return super().make_globals(d) if d else self.globals
