"""Mutants of a Python module: copies of it with one small change each, which a test should notice."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In},
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv},
    **{ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr},
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}

Change = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Mutant:
    """A change at one place of a module: its line, that line's text before and after it, and the changed module."""

    line: int
    before: str
    after: str
    tree: ast.Module


def mutants(source: str) -> list[Callable[[], Mutant]]:
    """All mutants of a source text, each made when it is called for.

    Annotations, docstrings, decorators and texts stay as they are: no behaviour that a test could see hangs on them.
    """
    tree = ast.parse(source)
    places = list(_places(tree))
    return [
        lambda number=number, change=change: _make(tree, number, change)  # type: ignore[misc]
        for number, (node, _) in enumerate(places)
        for change in _changes(node)
    ]


def _make(tree: ast.Module, number: int, change: Change) -> Mutant:
    changed = copy.deepcopy(tree)
    node, statement = list(_places(changed))[number]
    before = ast.unparse(statement).split("\n")
    change(node)
    ast.fix_missing_locations(changed)
    after = ast.unparse(statement).split("\n")
    old, new = next((pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]), (before[0], after[0]))
    return Mutant(getattr(node, "lineno", statement.lineno), old.strip(), new.strip(), changed)


def _places(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.stmt]]:
    """Each node that may be changed, with the statement that it is in."""
    todo: list[tuple[ast.AST, ast.stmt]] = [(statement, statement) for statement in reversed(tree.body)]
    while todo:
        node, statement = todo.pop()
        yield node, statement
        fixed = {"annotation", "returns", "decorator_list", "type_params"}
        for name, value in reversed(list(ast.iter_fields(node))):
            children = value if isinstance(value, list) else [value]
            if name not in fixed:
                todo += [
                    (child, child if isinstance(child, ast.stmt) else statement)
                    for child in reversed(children)
                    if isinstance(child, ast.AST)
                ]


def _changes(node: ast.AST) -> Iterator[Change]:
    """What may be changed at a node itself."""
    if isinstance(node, ast.Compare):
        for place, kind in enumerate(node.ops):
            if type(kind) in COMPARISONS:
                yield lambda one, place=place: _replace_comparison(one, place)  # type: ignore[misc]
    elif isinstance(node, ast.BoolOp):
        yield _swap_and_or
        for place in range(len(node.values)):
            yield lambda one, place=place: one.values.pop(place)  # type: ignore[misc]
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not _is_text(node.left, node.right):
        yield _swap_operator
    elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        yield _change_constant
    elif isinstance(node, ast.If | ast.IfExp):
        yield _negate
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield lambda one: one.ifs.clear()  # type: ignore[attr-defined]
    elif isinstance(node, ast.Return) and not _is_none(node.value):
        yield _return_none
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
        yield _swap_function
    yield from _dropped(node)


def _dropped(node: ast.AST) -> Iterator[Change]:
    """Statements of a body that may be left out: calls, what is raised, deletions, and assignments that add."""
    for name in ("body", "orelse", "finalbody"):
        body = getattr(node, name, None)
        if not isinstance(body, list):
            continue
        for place, one in enumerate(body):
            is_call = isinstance(one, ast.Expr) and not isinstance(one.value, ast.Constant)
            if is_call or isinstance(one, ast.Raise | ast.Delete | ast.AugAssign | ast.Break | ast.Continue):
                yield lambda one, name=name, place=place: _drop(getattr(one, name), place)  # type: ignore[misc]


def _drop(body: list[ast.stmt], place: int) -> None:
    body[place] = ast.copy_location(ast.Pass(), body[place])


def _replace_comparison(node: ast.AST, place: int) -> None:
    assert isinstance(node, ast.Compare)
    node.ops[place] = COMPARISONS[type(node.ops[place])]()


def _swap_and_or(node: ast.AST) -> None:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def _swap_operator(node: ast.AST) -> None:
    assert isinstance(node, ast.BinOp)
    node.op = OPERATORS[type(node.op)]()


def _change_constant(node: ast.AST) -> None:
    assert isinstance(node, ast.Constant)
    node.value = not node.value if isinstance(node.value, bool) else node.value + 1  # type: ignore[operator]


def _negate(node: ast.AST) -> None:
    assert isinstance(node, ast.If | ast.IfExp)
    node.test = ast.UnaryOp(ast.Not(), node.test)


def _return_none(node: ast.AST) -> None:
    assert isinstance(node, ast.Return)
    node.value = None


def _swap_function(node: ast.AST) -> None:
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    node.func.id = FUNCTIONS[node.func.id]


def _is_none(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def _is_text(*sides: ast.expr) -> bool:
    return any(isinstance(one, ast.JoinedStr) or isinstance(getattr(one, "value", None), str) for one in sides)
