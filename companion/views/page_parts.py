"""Pages, and the parts of them that are sent again when a table changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app

from companion.sessions.fragments import Pieces


@dataclass(frozen=True)
class Page:
    """A template, its context, and the blocks that are sent again when the table changes."""

    template: str
    context: Mapping[str, Any]
    parts: tuple[str, ...]


def rendered(made: Page, pieces: Pieces | None = None) -> dict[str, str]:
    """Render the parts of a page on their own, by element id; with `pieces` they have slots for shared fragments."""
    template = current_app.jinja_env.get_template(made.template)
    context = dict(made.context)
    current_app.update_template_context(context)
    if pieces is not None:
        context |= {"held": pieces.keep, "held_each": pieces.keep_each}
    shown = template.new_context(context)
    return {name: "".join(template.blocks[name](shown)) for name in made.parts}


def as_oob_swap(name: str, part: str) -> str:
    """Mark a part as an htmx out-of-band swap, which replaces the element with its id."""
    return part.replace(f'id="{name}"', f'id="{name}" hx-swap-oob="outerMorph"', 1)
