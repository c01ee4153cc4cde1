"""Pages, and the parts of them that are sent again when a table changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.sessions.live.fragments import Fragments
from companion.views.http.current import current_application
from companion.views.render.template_helpers import language_context


@dataclass(frozen=True)
class Page:
    """A template, its context, and the blocks that are sent again when the table changes."""

    template: str
    context: Mapping[str, Any]
    parts: tuple[str, ...]


def rendered(page: Page, fragments: Fragments | None = None) -> dict[str, str]:
    """Render the parts of a page on their own, by element id; with `fragments` they have slots for those."""
    template = current_application().jinja_env.get_template(page.template)
    context = {**language_context(), **page.context}
    if fragments is not None:
        context |= {"cached": fragments.render_cached, "cached_each": fragments.render_each_cached}
    shown = template.new_context(context)
    return {name: "".join(template.blocks[name](shown)) for name in page.parts}


def as_oob_swap(name: str, part: str) -> str:
    """Mark a part as an htmx out-of-band swap, which replaces the element with its id."""
    return part.replace(f'id="{name}"', f'id="{name}" hx-swap-oob="outerMorph"', 1)
