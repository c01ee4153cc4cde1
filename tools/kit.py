"""The kit, a page of the manual: the macros, CSS classes, types and hooks for games, read from their source.

The comment before a macro or a CSS class says what it is for; after an empty line it has an example. Examples of a type
are in its docstring, or in kit_examples.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

from companion import engine
from companion.forms import form, help, parts, pieces, seat_form, secrecy, viewer
from companion.paths import STATIC, TEMPLATES
from companion.views.http.assets import GLYPHS, PAGE_GLYPHS, glyphs_in

HEAD = """\
# The kit

What a game is made with: macros and shapes for its templates, glyphs, and the types and hooks of its Python.
[A game in ten steps](adding-a-game.md) shows how they go together.
"""
SAMPLED = """\
A game's template finds a macro by its name, unless the example imports it. Beside the macros the examples have:
"""


SAMPLES: Mapping[str, str] = {
    "names": "the names of three players",
    "points_by_seat": "points of each of them",
    "game, rule": "a game, and the id of one of its rules",
    "steps": "the reasons of an entry",
    "refusal": "what a game refuses",
    "ask": "what `view_grid` returns",
    "post_to, form_at, version, question": "as in every entry form",
    "done, seat": "the seats whose part is in, and the one that enters",
    "session": "the id of a table",
    "other_languages": "as on every page",
}
"""The variables in the examples of macros."""

STYLES = ("style.css", "pages.css")
_COMMENT = r"\{#(?P<text>(?:(?!#\}).)*)#\}\s*"
_MACRO = re.compile(_COMMENT + r"\{% macro (?P<name>\w+)\((?P<signature>(?:(?!%\}).)*)\) %\}", re.DOTALL)
_INCLUDED = re.compile(_COMMENT + r"<", re.DOTALL)
_SHAPE = re.compile(r"/\* (?P<name>\.[\w-]+): (?P<text>.*?)\*/", re.DOTALL)


_PAGES = (form, seat_form, parts, viewer, pieces, help, secrecy)
_EXAMPLES = Path(__file__).with_name("kit_examples")
_EXAMPLE = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_RECORDS = {"dataclass", "record"}
_FACTORIES = {"dict": "{}", "list": "[]", "tuple": "()"}


@dataclass(frozen=True)
class Part:
    """A method or field of a type: its signature and its description."""

    signature: str
    about: str


@dataclass(frozen=True)
class Entry:
    """An item of the kit: name, signature, description and example.

    `place` is its module or file. `parts` are its methods and fields.
    """

    name: str
    signature: str
    about: str
    example: str
    place: str
    parts: tuple[Part, ...] = ()


def macros() -> list[Entry]:
    """Return the macros and the includable templates of templates/shared, in the order of their files."""
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
    """Return the description in a comment, and the example after its first empty line."""
    about, _, example = comment.strip("\n").partition("\n\n")
    return " ".join(about.split()), textwrap.dedent(example.rstrip()).strip("\n")


def page() -> str:
    """Return the text of the page."""
    known = "\n".join([f"- `{name}`: {about}" for name, about in SAMPLES.items()])
    glyphs = ", ".join([f"`{id}`" for name in (GLYPHS, PAGE_GLYPHS) for id in glyphs_in(STATIC / name)])
    parts = [
        HEAD,
        "## Macros\n",
        SAMPLED,
        f"{known}\n",
        *map(_drawn, macros()),
        "## Shapes\n",
        "Classes of style.css, which every page has, and of pages.css, which the pages of a running table leave out.\n",
        *map(_drawn, shapes()),
        "## Glyphs\n",
        f"{glyphs}. A game adds its own in `glyphs.svg`.\n",
        "## Types and hooks\n",
        *map(_typed, types()),
    ]
    return "\n".join(parts)


def _drawn(entry: Entry) -> str:
    return "\n".join([*_head(entry), f"```jinja\n{entry.example}\n```\n"])


def _typed(entry: Entry) -> str:
    hooks = [f"- `{part.signature}`  \n{_indented(part.about)}" for part in entry.parts]
    listed = "\n".join(hooks) + "\n" if hooks else None
    return "\n".join(filter(None, [*_head(entry), f"```pycon\n{entry.example}\n```\n", listed]))


def _head(entry: Entry) -> list[str]:
    return [f"### {entry.name}\n", f"`{entry.signature}` ({entry.place})\n", f"{entry.about}\n"]


def _indented(text: str) -> str:
    return "\n".join([f"  {line}".rstrip() for line in text.splitlines()])


@cache
def types() -> tuple[Entry, ...]:
    """Return the types and functions of `companion.engine`, then those of its pages."""
    named = {name: getattr(engine, name) for name in engine.__all__}
    of_game = [_entry(name, value, "companion.engine") for name, value in named.items() if _is_told(value)]
    return tuple(of_game + [entry for module in _PAGES for entry in _types_in(module)])


def _types_in(module: ModuleType) -> list[Entry]:
    return [
        _entry(name, value, module.__name__)
        for name, value in vars(module).items()
        if not name.startswith("_") and _is_told(value) and value.__module__ == module.__name__
    ]


def _is_told(value: Any) -> bool:
    return inspect.isclass(value) or inspect.isfunction(value)


def _entry(name: str, value: Any, place: str) -> Entry:
    node = ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]
    assert isinstance(node, ast.ClassDef | ast.FunctionDef)
    about, prompt, example = (ast.get_docstring(node) or "").partition(">>> ")
    parts = tuple(_parts(node)) if isinstance(node, ast.ClassDef) else ()
    return Entry(
        name,
        _signature(node),
        about.strip(),
        prompt + example or _examples().get(name, ""),
        place,
        parts,
    )


@cache
def _examples() -> dict[str, str]:
    texts = [path.read_text("utf-8") for path in sorted(_EXAMPLES.glob("*.txt"))]
    return {name: text.strip() for listed in texts for name, text in _EXAMPLE.findall(listed)}


def _signature(node: ast.ClassDef | ast.FunctionDef) -> str:
    """Return the signature of a class or function, as in its source."""
    if isinstance(node, ast.FunctionDef):
        returns = "" if node.returns is None else ast.unparse(node.returns)
        return _called(node.name, node) + (f" -> {returns}" if returns not in ("", "None") else "")
    initializer = next(
        (
            statement
            for statement in node.body
            if isinstance(statement, ast.FunctionDef) and statement.name == "__init__"
        ),
        None,
    )
    if initializer is not None:
        return _called(node.name, initializer)
    is_record = any(_RECORDS & {*re.findall(r"\w+", ast.unparse(decorator))} for decorator in node.decorator_list)
    fields = [_field(statement) for statement in node.body if isinstance(statement, ast.AnnAssign)]
    return f"{node.name}({', '.join(fields)})" if is_record else node.name


def _called(name: str, function: ast.FunctionDef) -> str:
    taken = re.sub(r"^self(, (/, )?|$)", "", ast.unparse(function.args))
    return f"{name}({taken})"


def _field(node: ast.AnnAssign) -> str:
    """Return a field of a dataclass with its default; a factory is shown by its result."""
    default = ast.unparse(node.value) if node.value is not None else ""
    if found := re.fullmatch(r"field\(default_factory=(\w+)\)", default):
        default = _FACTORIES.get(found[1], f"{found[1]}()")
    return f"{ast.unparse(node.target)}: {ast.unparse(node.annotation)}" + (f" = {default}" if default else "")


def _parts(node: ast.ClassDef) -> Iterator[Part]:
    """Yield the documented fields and public methods of a class, in the order of its source."""
    for field, text in pairwise(node.body):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            yield Part(ast.unparse(field), inspect.cleandoc(str(text.value.value)))
    for statement in node.body:
        if (
            isinstance(statement, ast.FunctionDef)
            and not statement.name.startswith("_")
            and (about := ast.get_docstring(statement))
        ):
            is_property = any("property" in ast.unparse(decorator) for decorator in statement.decorator_list)
            yield Part(statement.name if is_property else _signature(statement), about)
