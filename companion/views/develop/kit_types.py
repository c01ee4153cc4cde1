"""The kit: the types, functions and hooks that a game is made with, read from their source.

What one is for says its docstring. Lines that use it stand there, or in the folder examples, where a docstring would
get long.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
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
from companion.views.develop.kit_entries import Entry, Part

_PAGES = (form, parts, viewer, seat_slots, pieces, keypad, help, secrecy, setup_form, widening, words, samples)
_EXAMPLES = Path(__file__).parent / "examples"
_EXAMPLE = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_DRAWN_BY: Mapping[str, tuple[str, ...]] = {
    "Column": ("grid",),
    "EntryForm": ("entry_form", "act_fields", "fault_at", "explained"),
    "EntryView": ("entry_form", ".section", ".segments"),
    "Grid": ("grid", "digit"),
    "Option": ("choice_key",),
    "OutcomeView": ("gain", "gained"),
    "Refusal": ("forbidden_by",),
    "Rule": ("cite", "rule_link"),
    "Seat": ("mark",),
    "SeatSlots": ("seat-tabs", "seat_tab"),
    "Secrecy": ("secret",),
    "SheetView": ("sheet_tabs", "seated", ".rows"),
    "Standing": ("plate", "table_plate"),
    "Step": ("steps",),
}
"""The macros and shapes by which a page shows what a type holds."""
_RECORDS = {"dataclass", "record"}
_FACTORIES = {"dict": "{}", "list": "[]", "tuple": "()"}


@cache
def types() -> tuple[Entry, ...]:
    """Return the types and functions of `companion.game`, then those of its pages."""
    named = {name: getattr(game, name) for name in game.__all__}
    of_game = [_entry(name, value, "companion.game") for name, value in named.items() if _is_told(value)]
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
        _DRAWN_BY.get(name, ()),
    )


@cache
def _examples() -> dict[str, str]:
    texts = [path.read_text("utf-8") for path in sorted(_EXAMPLES.glob("*.txt"))]
    return {name: text.strip() for listed in texts for name, text in _EXAMPLE.findall(listed)}


def _signature(node: ast.ClassDef | ast.FunctionDef) -> str:
    """Return the name of a class or function with what it takes and gives, as its source has it."""
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
    """Return a field of a dataclass with its default; a factory as what it makes."""
    default = ast.unparse(node.value) if node.value is not None else ""
    if found := re.fullmatch(r"field\(default_factory=(\w+)\)", default):
        default = _FACTORIES[found[1]]
    return f"{ast.unparse(node.target)}: {ast.unparse(node.annotation)}" + (f" = {default}" if default else "")


def _parts(node: ast.ClassDef) -> Iterator[Part]:
    """Yield the fields and public methods of a class that say what they are, in the order in which they are written."""
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
