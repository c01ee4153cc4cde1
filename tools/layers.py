"""The parts of the companion, lowest first, and the imports of a module.

A part may import its own modules and those of lower parts.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "companion"

LAYERS = (
    "paths",
    "time_zone",
    "engine",
    "extras",
    "metrics",
    "forms",
    "games",
    "storage",
    "feature",
    "features",
    "locales",
    "scoring",
    "api",
    "server",
    "live",
    "table",
    "views",
    "app",
    "commands",
    "making",
    "a feature",
    "pocket",
)


def part_of(name: Sequence[str]) -> str:
    """Return the part that a name of the companion belongs to.

    >>> part_of(("companion", "views", "http", "home")), part_of(("companion", "features", "clock", "taps"))
    ('views', 'a feature')
    """
    if name[1:2] == ("features",) and len(name) > 2 and (PACKAGE / "features" / name[2]).is_dir():
        return "a feature"
    return name[1] if len(name) > 1 else "companion"


def dotted(path: Path) -> tuple[str, ...]:
    """Return the name of a module by its path.

    >>> dotted(PACKAGE / "games/luz/__init__.py")
    ('companion', 'games', 'luz')
    """
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text("utf-8"))


@cache
def imports(path: Path) -> frozenset[tuple[str, ...]]:
    """Return every name that a module imports, in full: relative ones resolved, `from a import b` as a.b."""
    return frozenset(_imports(path, ast.walk(parsed(path))))


@cache
def imports_at_once(path: Path) -> frozenset[tuple[str, ...]]:
    """Return every name that a module imports while it is loaded, in full."""
    return frozenset(_imports(path, parsed(path).body))


def needed(path: Path) -> frozenset[tuple[str, ...]]:
    """Return every name that a module imports, except those that a game's or a feature's value needs only for types."""
    if part_of(dotted(path)) not in ("engine", "feature"):
        return imports(path)
    blocks = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.If) and _is_for_types(node)]
    types = {node for block in blocks for node in ast.walk(block)}
    return frozenset(_imports(path, [node for node in ast.walk(parsed(path)) if node not in types]))


def _is_for_types(block: ast.If) -> bool:
    return isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"


def _imports(path: Path, nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ...]]:
    package = path.relative_to(ROOT).parent.parts
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            source = (*above, *(node.module.split(".") if node.module else ()))
            yield from ((*source, alias.name) for alias in node.names)
