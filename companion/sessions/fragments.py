"""Fragments of a live page: rendered again only when their values change, sent only to phones that lack them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

Make = Callable[..., str]
_SLOT = re.compile("\x02(.*?)\x03")
_TAG = re.compile(r"\s*<(\w+)")


class _Piece(NamedTuple):
    """A rendered fragment: the values it shows, its text, the nested fragments, its empty placeholder, and its slot.

    `row` is the row of a list that it was made of; the same object shows the same.
    """

    shown: tuple[Any, ...]
    text: str
    inner: tuple[str, ...]
    held: str | None
    slot: Markup
    row: Sequence[Any] | None = None


class Fragments:
    """The fragments that the phones of an audience hold: by the id of their element, with what each was made of.

    A page rendered with `render_cached` has slots in place of its fragments; `fill` replaces them. Fragments can nest.
    """

    def __init__(self) -> None:
        self._held: dict[str, _Piece] = {}
        self._made: dict[str, _Piece] = {}
        self._fresh: set[str] = set()

    def begin(self) -> None:
        """Start rendering another version of the page."""
        self._made, self._fresh = {}, set()

    def settle(self) -> None:
        """Make the rendered version the one that phones have; drop fragments it does not use."""
        self._held = self._made

    def render_cached(self, name: str, make: Make, *shown: Any, **always: Any) -> Markup:
        """The slot of the element with the id `name`, which `make(name, *shown, **always)` writes.

        It is rendered again only when `shown` differs from the cached fragment; `always` is not compared.
        """
        held = self._held.get(name)
        if held is not None and held.shown == shown:
            self._made[name] = held
            if held.inner:
                self._keep_all_in(held)
            return held.slot
        text = make(name, *shown, **always)
        tag, slot = _TAG.match(text), Markup(f"\x02{name}\x03")
        empty = None if tag is None else f'<{tag[1]} data-cached="{name}"></{tag[1]}>'
        self._made[name] = _Piece(shown, text, tuple(_SLOT.findall(text)), empty, slot)
        self._fresh.add(name)
        return slot

    def render_each_cached(self, start: str, make: Make, rows: Iterable[Sequence[Any]], **always: Any) -> Markup:
        """The slots of several elements, one per row: (the id after `start`, then the values shown)."""
        slots = [self._row(f"{start}{row[0]}", make, row, always) for row in rows]
        return Markup("\n".join(slots))  # they are all safe, so that no text has to be escaped

    def _row(self, name: str, make: Make, row: Sequence[Any], always: Mapping[str, Any]) -> Markup:
        held = self._held.get(name)
        if held is not None and held.row is row and not held.inner:  # most rows of a long list
            self._made[name] = held
            return held.slot
        slot = self.render_cached(name, make, *row[1:], **always)
        self._made[name] = self._made[name]._replace(row=row)
        return slot

    def _keep_all_in(self, piece: _Piece) -> None:
        """Keep the fragments nested in a cached one."""
        for name in piece.inner:
            held = self._held.get(name)
            if held is not None:
                self._made[name] = held
                if held.inner:
                    self._keep_all_in(held)

    def has_fresh(self, text: str) -> bool:
        """Whether a text contains a fragment that phones lack."""
        return any(name in self._fresh for name in _SLOT.findall(text))

    def fill(self, text: str) -> str:
        """A text with its fresh fragments; the others become empty placeholder elements."""
        return _SLOT.sub(self._piece, text)

    def _piece(self, slot: re.Match[str]) -> str:
        name = slot[1]
        fragment = self._made.get(name)
        if fragment is None:
            return slot[0]
        if name not in self._fresh and fragment.held is not None:
            return fragment.held
        return self.fill(fragment.text) if fragment.inner else fragment.text


def render_uncached(name: str, make: Make, *shown: Any, **always: Any) -> str:
    """Replacement for `Fragments.render_cached` on a page that is sent whole."""
    return make(name, *shown, **always)


def render_each_uncached(start: str, make: Make, rows: Iterable[Sequence[Any]], **always: Any) -> Markup:
    """Replacement for `Fragments.render_each_cached` on a page that is sent whole."""
    return Markup("\n").join([make(f"{start}{name}", *shown, **always) for name, *shown in rows])
