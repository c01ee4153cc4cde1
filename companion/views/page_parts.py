"""Pages and the parts of them that are sent again when a table changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app

from companion.sessions.fragments import Fragments


@dataclass(frozen=True)
class Page:
    """A template, what it shows, and which of its blocks are sent again when the table changes."""

    template: str
    context: Mapping[str, Any]
    parts: tuple[str, ...]


def rendered(made: Page, fragments: Fragments | None = None) -> dict[str, str]:
    """The page's parts by element id, rendered on their own; with `fragments` they have slots for those."""
    template = current_app.jinja_env.get_template(made.template)
    context = dict(made.context)
    current_app.update_template_context(context)
    if fragments is not None:
        context |= {"cached": fragments.render_cached, "cached_each": fragments.render_each_cached}
    shown = template.new_context(context)
    return {name: "".join(template.blocks[name](shown)) for name in made.parts}


def in_place(name: str, part: str) -> str:
    """A page's part as htmx puts it in the place of the one that is shown."""
    return part.replace(f'id="{name}"', f'id="{name}" hx-swap-oob="outerMorph"', 1)
