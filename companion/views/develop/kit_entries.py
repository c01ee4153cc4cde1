"""The kit: each macro, shape, type and hook that a game is made with, read from what is written beside it.

A macro or a shape has a comment before it: what it is for, then, after an empty line, lines that use it. A type has the
docstring of its class; the lines that use it stand there, or in the folder examples, where a docstring would get long.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from companion import game
from companion.game.pages import (
    form,
    help,
    keypad,
    parts,
    pieces,
    samples,
    seat_slots,
    secrecy,
    setup_form,
    viewer,
    widening,
    words,
)  # fmt: skip
from companion.paths import STATIC, TEMPLATES

_PAGES = (form, parts, viewer, seat_slots, pieces, keypad, help, secrecy, setup_form, widening, words, samples)
STYLES = ("style.css", "pages.css")
_COMMENT = r"\{#(?P<text>(?:(?!#\}).)*)#\}\s*"
_MACRO = re.compile(_COMMENT + r"\{% macro (?P<name>\w+)\((?P<signature>(?:(?!%\}).)*)\) %\}", re.DOTALL)
_INCLUDED = re.compile(_COMMENT + r"<", re.DOTALL)
_EXAMPLES = Path(__file__).parent / "examples"
_EXAMPLE = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
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
    for found in _MACRO.finditer(text):
        about, example = _divided(found["text"])
        if example:
            signature = f"{found['name']}({' '.join(found['signature'].split())})"
            yield Entry(found["name"], signature, about, example, place)
    included = f'{{% include "{place}" %}}'
    if found := _INCLUDED.search(text):
        about, example = _divided(found["text"])
        if included in example:
            yield Entry(path.stem, included, about, example, place)


def shapes() -> list[Entry]:
    """Return the shapes of the styles: classes that a game's templates may use."""
    found = [(style, shape) for style in STYLES for shape in _SHAPE.finditer((STATIC / style).read_text("utf-8"))]
    return [
        Entry(shape["name"], f'class="{shape["name"].strip(".")}"', *_divided(shape["text"]), style)
        for style, shape in found
    ]


def _divided(comment: str) -> tuple[str, str]:
    """Return what a comment says, and the lines after its first empty line as an example."""
    about, _, example = comment.strip("\n").partition("\n\n")
    return " ".join(about.split()), textwrap.dedent(example.rstrip()).strip("\n")


def types() -> list[Entry]:
    """Return the types and functions of `companion.game`, then those of its pages."""
    return [_with_example(entry) for entry in _types()]


def _with_example(entry: Entry) -> Entry:
    return entry if entry.example else replace(entry, example=_examples().get(entry.name, ""))


@cache
def _examples() -> dict[str, str]:
    texts = [path.read_text("utf-8") for path in sorted(_EXAMPLES.glob("*.txt"))]
    return {name: text.strip() for listed in texts for name, text in _EXAMPLE.findall(listed)}


def _types() -> list[Entry]:
    named = {name: getattr(game, name) for name in game.__all__}
    own = [_typed(name, value, "companion.game") for name, value in named.items() if _is_told(value)]
    return own + [entry for module in _PAGES for entry in _types_in(module)]


def _types_in(module: ModuleType) -> list[Entry]:
    own = {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_") and _is_told(value) and value.__module__ == module.__name__
    }
    return [_typed(name, value, module.__name__) for name, value in own.items()]


def _is_told(value: Any) -> bool:
    return inspect.isclass(value) or inspect.isfunction(value)


def _typed(name: str, value: Any, place: str) -> Entry:
    about, example = _docstring(value)
    return Entry(name, _signature(name, value), about, example, place, tuple(_hooks(value)))


def _docstring(value: Any) -> tuple[str, str]:
    """Return what a docstring says before its first example, and its examples."""
    text = inspect.getdoc(value) or ""
    about, prompt, example = text.partition(">>> ")
    return about.strip(), prompt + example


def _signature(name: str, value: Any) -> str:
    try:
        signature = str(inspect.signature(value))
    except ValueError:  # a type that is written in C
        return name
    return name + re.sub(r" -> None$| = <factory>|'", "", signature)


def _hooks(value: Any) -> Iterator[Part]:
    """Yield the public methods of a class that say what they do, in the order in which they are written."""
    if not inspect.isclass(value):
        return
    for name, member in vars(value).items():
        function = member.fget if isinstance(member, property) else member
        if name.startswith("_") or not inspect.isfunction(function) or not function.__doc__:
            continue
        shown = name if isinstance(member, property) else _signature(name, function).replace("(self, ", "(", 1)
        yield Part(shown.replace("(self)", "()"), inspect.getdoc(function) or "")
