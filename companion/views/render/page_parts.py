"""Pages, and the parts of them that are sent again when a table changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app
from jinja2 import Template
from jinja2.runtime import Context

from companion.sessions.live.fragments import Fragments
from companion.views.render.template_helpers import language_context


@dataclass(frozen=True)
class Page:
    """A template, its context, and the blocks that are sent again when the table changes."""

    template: str
    context: Mapping[str, Any]
    parts: tuple[str, ...]


def rendered(page: Page, fragments: Fragments | None = None) -> dict[str, str]:
    """Render the parts of a page on their own, by element id; with `fragments` they have slots for those."""
    template = current_app.jinja_env.get_template(page.template)
    context = {**language_context(), **page.context}
    if fragments is not None:
        context |= {"cached": fragments.render_cached, "cached_each": fragments.render_each_cached}
    shown = template.new_context(context)
    _inherit(template, shown)
    return {name: "".join(shown.blocks[name][0](shown)) for name in page.parts}


def _inherit(template: Template, context: Context) -> None:
    """Add the blocks of the template's layouts, and its own variables, to the context."""
    # By then a page that begins has been through all its layouts, as the outermost writes the first tag.
    next(filter(str.strip, template.root_render_func(context)))


def as_oob_swap(name: str, part: str) -> str:
    """Mark a part as an htmx out-of-band swap, which replaces the element with its id."""
    return part.replace(f'id="{name}"', f'id="{name}" hx-swap-oob="outerMorph"', 1)
