"""Writes docs/kit.md, the manual's page of the kit, from what is written beside each macro, shape, type and hook.

`python -m tools.kit` only says whether the page is as it would be written; with --write it writes it. The page in the
manual has pictures, too, which are taken when it is built.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.game_files import GLYPHS, glyphs_in
from companion.paths import STATIC
from companion.views.develop.kit import SAMPLES
from companion.views.develop.kit_entries import Entry, macros, shapes
from companion.views.develop.kit_types import types

PAGE = Path(__file__).parents[1] / "docs/kit.md"
HEAD = """\
# The kit

What a game is made with: macros and shapes for its templates, glyphs, and the types and hooks of its Python.
[A game in ten steps](adding-a-game.md) shows how they go together. `companion serve --develop` has all of it at
`/develop/kit`, drawn in the page's own look.

This page is written by `python -m tools.kit --write`, from the comments and docstrings in the code.
"""
SAMPLED = """\
A game's template finds a macro by its name, unless the example imports it. Beside the macros the examples have:
"""


def page(*, pictures: bool = False) -> str:
    """Return the text of the page, with a picture of each macro and shape if they are taken."""
    known = "\n".join([f"- `{name}`: {about}" for name, about in SAMPLES.items()])
    glyphs = ", ".join([f"`{id}`" for id in glyphs_in(STATIC / GLYPHS)])
    parts = [
        HEAD,
        "## Macros\n",
        SAMPLED,
        f"{known}\n",
        *_drawn(macros(), pictures),
        "## Shapes\n",
        "Classes of style.css, which every page has, and of pages.css, which the pages of a running table leave out.\n",
        *_drawn(shapes(), pictures),
        "## Glyphs\n",
        f"{glyphs}. A game adds its own in `glyphs.svg`.\n",
        "## Types and hooks\n",
        *[_typed(entry) for entry in types()],
    ]
    return "\n".join(parts)


def picture_name(entry: Entry) -> str:
    """Return the name of the file with the picture of an entry."""
    return f"{entry.id}.png"


def _drawn(entries: Iterable[Entry], pictures: bool) -> Iterator[str]:
    for entry in entries:
        picture = f"![{entry.name}](pictures/{picture_name(entry)})\n" if pictures else None
        yield "\n".join(filter(None, [*_head(entry), picture, f"```jinja\n{entry.example}\n```\n"]))


def _typed(entry: Entry) -> str:
    hooks = [f"- `{part.signature}`  \n{_indented(part.about)}" for part in entry.parts]
    listed = "\n".join(hooks) + "\n" if hooks else None
    links = ", ".join([f"[{name}](#{name.strip('.')})" for name in entry.drawn_by])
    drawn = f"On the page: {links}.\n" if links else None
    return "\n".join(filter(None, [*_head(entry), drawn, f"```pycon\n{entry.example}\n```\n", listed]))


def _head(entry: Entry) -> list[str]:
    return [f"### {entry.name}\n", f"`{entry.signature}` ({entry.place})\n", f"{entry.about}\n"]


def _indented(text: str) -> str:
    return "\n".join([f"  {line}".rstrip() for line in text.splitlines()])


def main(arguments: list[str]) -> int:
    """Write the page, or return 1 where it is not as it would be written."""
    text = page()
    if "--write" in arguments:
        PAGE.write_text(text, "utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != text:
        print("docs/kit.md is not what the code says; python -m tools.kit --write writes it.")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
