"""Fragments of a live page: rendered again only when their values change, sent only to phones that lack them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

Render = Callable[..., str]
_SLOT = re.compile("\x02(.*?)\x03")
_TAG = re.compile(r"\s*<(\w+)")


class _Fragment(NamedTuple):
    """A rendered fragment: the values it shows, its text, the nested fragments, its empty placeholder, and its slot.

    `row` is the row of a list that it shows; the same object shows the same.
    """

    values: tuple[Any, ...]
    text: str
    nested: tuple[str, ...]
    placeholder: str | None
    slot: Markup
    row: Sequence[Any] | None = None


class Fragments:
    """The fragments that the phones of an audience have, by the id of their element, with the values each shows.

    A page rendered with `render_cached` has slots in place of its fragments; `fill` replaces them. Fragments can nest.
    """

    def __init__(self) -> None:
        self._sent: dict[str, _Fragment] = {}
        self._rendered: dict[str, _Fragment] = {}
        self._fresh: set[str] = set()

    def begin(self) -> None:
        """Start rendering another version of the page."""
        self._rendered, self._fresh = {}, set()

    def mark_sent(self) -> None:
        """Remember that phones have the rendered version; drop fragments it does not use."""
        self._sent = self._rendered

    def render_cached(self, name: str, render: Render, *values: Any, **always: Any) -> Markup:
        """The slot of the element with the id `name`, which `render(name, *values, **always)` writes.

        It is rendered again only when `values` differ from the cached fragment; `always` is not compared.
        """
        cached = self._sent.get(name)
        if cached is not None and cached.values == values:
            self._rendered[name] = cached
            if cached.nested:
                self._reuse_nested(cached)
            return cached.slot
        text = render(name, *values, **always)
        tag, slot = _TAG.match(text), Markup(f"\x02{name}\x03")
        empty = None if tag is None else f'<{tag[1]} data-cached="{name}"></{tag[1]}>'
        self._rendered[name] = _Fragment(values, text, tuple(_SLOT.findall(text)), empty, slot)
        self._fresh.add(name)
        return slot

    def render_each_cached(self, start: str, render: Render, rows: Iterable[Sequence[Any]], **always: Any) -> Markup:
        """The slots of several elements, one per row: (the id after `start`, then the values shown)."""
        slots = [self._row(f"{start}{row[0]}", render, row, always) for row in rows]
        return Markup("\n".join(slots))  # they are all safe, so that no text has to be escaped

    def _row(self, name: str, render: Render, row: Sequence[Any], always: Mapping[str, Any]) -> Markup:
        cached = self._sent.get(name)
        if cached is not None and cached.row is row and not cached.nested:  # most rows of a long list
            self._rendered[name] = cached
            return cached.slot
        slot = self.render_cached(name, render, *row[1:], **always)
        self._rendered[name] = self._rendered[name]._replace(row=row)
        return slot

    def _reuse_nested(self, fragment: _Fragment) -> None:
        """Use the fragments nested in a cached one again."""
        for name in fragment.nested:
            cached = self._sent.get(name)
            if cached is not None:
                self._rendered[name] = cached
                if cached.nested:
                    self._reuse_nested(cached)

    def has_fresh(self, text: str) -> bool:
        """Whether a text contains a fragment that phones lack."""
        return any(name in self._fresh for name in _SLOT.findall(text))

    def fill(self, text: str) -> str:
        """A text with its fresh fragments; the others become empty placeholder elements."""
        return _SLOT.sub(self._filled, text)

    def _filled(self, slot: re.Match[str]) -> str:
        name = slot[1]
        fragment = self._rendered.get(name)
        if fragment is None:
            return slot[0]
        if name not in self._fresh and fragment.placeholder is not None:
            return fragment.placeholder
        return self.fill(fragment.text) if fragment.nested else fragment.text


def render_uncached(name: str, render: Render, *values: Any, **always: Any) -> str:
    """Replacement for `Fragments.render_cached` on a page that is sent whole."""
    return render(name, *values, **always)


def render_each_uncached(start: str, render: Render, rows: Iterable[Sequence[Any]], **always: Any) -> Markup:
    """Replacement for `Fragments.render_each_cached` on a page that is sent whole."""
    return Markup("\n").join([render(f"{start}{name}", *values, **always) for name, *values in rows])
