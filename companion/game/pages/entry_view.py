"""EntryView and its relatives: what the templates of a game are given, as frozen dataclasses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from companion.game.message import Message, joined


@dataclass(frozen=True, kw_only=True)
class EntryView:
    """What form.html shows. A game's own has more fields; the template sees each as a variable of its name.

    `stage` is a text that changes when the form asks for something else, `title` what it asks for; without them both
    follow the number and the title of the entry.
    """

    stage: str | None = None
    title: Message | None = None


@dataclass(frozen=True, kw_only=True)
class SheetView:
    """What sheet.html shows, as `sheet`. `next` is the label of the button that leads to the form.

    `ending` is the label of a link to the element with this id on the form, where every scorer can end the game now;
    without it only the host can.
    """

    next: Message | None = None
    ending: Message | joined | None = None


@dataclass(frozen=True, kw_only=True)
class OutcomeView:
    """What outcome.html shows of an entry, and replay.html of the table after it, as `outcome`."""


def variables(view: EntryView | SheetView) -> Mapping[str, Any]:
    """Return the fields of a view by name, as a template sees them."""
    return {field.name: getattr(view, field.name) for field in fields(view)}
