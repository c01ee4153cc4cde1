"""The kit: the macros and shapes that a game's templates are made with, read from the comments beside them.

A comment says what one is for, then, after an empty line, it has lines that use it.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.paths import STATIC, TEMPLATES

STYLES = ("style.css", "pages.css")
_COMMENT = r"\{#(?P<text>(?:(?!#\}).)*)#\}\s*"
_MACRO = re.compile(_COMMENT + r"\{% macro (?P<name>\w+)\((?P<signature>(?:(?!%\}).)*)\) %\}", re.DOTALL)
_INCLUDED = re.compile(_COMMENT + r"<", re.DOTALL)
_SHAPE = re.compile(r"/\* (?P<name>\.[\w-]+): (?P<text>.*?)\*/", re.DOTALL)


@dataclass(frozen=True)
class Part:
    """A method or a field of a type: its name with what it takes, and what it does."""

    signature: str
    about: str


@dataclass(frozen=True)
class Entry:
    """One thing of the kit: its name, how it is written, what it is for, and lines that use it.

    `place` is the module or the file that has it. `parts` are the hooks of a base class.
    """

    name: str
    signature: str
    about: str
    example: str
    place: str
    parts: tuple[Part, ...] = ()

    @property
    def id(self) -> str:
        """The id of the entry on the page, and of its picture."""
        return "kit-" + self.name.strip(".").replace("_", "-").lower()


def macros() -> list[Entry]:
    """Return the macros of templates/shared, and the templates there that are included, in the order of their files."""
    return [entry for path in sorted(TEMPLATES.joinpath("shared").glob("*.html")) for entry in _macros_in(path)]


def _macros_in(path: Path) -> Iterator[Entry]:
    text, place = path.read_text("utf-8"), f"shared/{path.name}"
    for macro in _MACRO.finditer(text):
        about, example = _divided(macro["text"])
        if example:
            signature = f"{macro['name']}({' '.join(macro['signature'].split())})"
            yield Entry(macro["name"], signature, about, example, place)
    included = f'{{% include "{place}" %}}'
    if comment := _INCLUDED.search(text):
        about, example = _divided(comment["text"])
        if included in example:
            yield Entry(path.stem, included, about, example, place)


def shapes() -> list[Entry]:
    """Return the shapes of the styles: classes that a game's templates may use."""
    shapes = [(style, shape) for style in STYLES for shape in _SHAPE.finditer((STATIC / style).read_text("utf-8"))]
    return [
        Entry(shape["name"], f'class="{shape["name"].strip(".")}"', *_divided(shape["text"]), style)
        for style, shape in shapes
    ]


def _divided(comment: str) -> tuple[str, str]:
    """Return what a comment says, and the lines after its first empty line as an example."""
    about, _, example = comment.strip("\n").partition("\n\n")
    return " ".join(about.split()), textwrap.dedent(example.rstrip()).strip("\n")
