"""Mutants of a Python module: copies of it with one small change each, which a test should notice."""

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

Apply = Callable[[ast.AST], object]


@dataclass(frozen=True)
class Mutant:
    """A change of a module: the changed lines with one before and after, and the whole changed module."""

    lines: range
    before: str
    after: str
    tree: ast.Module


@dataclass(frozen=True)
class Place:
    """A node that may be changed, with its statement and function."""

    node: ast.AST
    statement: ast.stmt
    function: str


def mutants(source: str) -> dict[str, Callable[[], Mutant]]:
    """Return functions that make the mutants of a source text, by name.

    A name has the change and the function, so that it stays the same when other parts of the file change. Annotations,
    docstrings, decorators, texts, assertions and `strict=True` are not changed, as tests cannot notice that.
    """
    tree = ast.parse(source)
    found: dict[str, Callable[[], Mutant]] = {}
    for number, place in enumerate(_places(tree)):
        for change, (kind, target, apply) in enumerate(_changes(place.node)):
            text = ast.unparse(target) if hasattr(target, "lineno") else ast.unparse(place.statement)
            name = f"{place.function}: {kind}{change} {text}"
            name += f" ({sum(one.startswith(name) for one in found) + 1})"
            lines = _lines(target if hasattr(target, "lineno") else place.statement)
            found[name] = lambda number=number, lines=lines, apply=apply: _make(tree, number, lines, apply)  # type: ignore[misc]
    return found


def _lines(node: ast.AST) -> range:
    """The lines of a node; of a compound statement those of its head."""
    first, last = node.lineno, node.end_lineno  # type: ignore[attr-defined]
    body = getattr(node, "body", None)
    return range(first, body[0].lineno if isinstance(body, list) and body else last + 1)


def _make(tree: ast.Module, number: int, lines: range, apply: Apply) -> Mutant:
    changed = copy.deepcopy(tree)
    place = list(_places(changed))[number]
    before = ast.unparse(place.statement).split("\n")
    apply(place.node)
    ast.fix_missing_locations(changed)
    after = ast.unparse(place.statement).split("\n")
    old, new = next((pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]), (before[0], after[0]))
    return Mutant(lines, old.strip(), new.strip(), changed)


FIXED = {"annotation", "returns", "decorator_list", "type_params"}


def _places(tree: ast.Module) -> Iterator[Place]:
    """Yield each node that may be changed."""
    todo = [Place(statement, statement, "") for statement in reversed(tree.body)]
    while todo:
        place = todo.pop()
        if isinstance(place.node, ast.Assert):
            continue
        yield place
        inside = place.function
        if isinstance(place.node, ast.FunctionDef | ast.ClassDef):
            inside = f"{inside}.{place.node.name}".lstrip(".")
        for name, value in reversed(list(ast.iter_fields(place.node))):
            children = value if isinstance(value, list) else [value]
            if name not in FIXED:
                todo += [
                    Place(child, child if isinstance(child, ast.stmt) else place.statement, inside)
                    for child in reversed(children)
                    if isinstance(child, ast.AST) and not (isinstance(child, ast.keyword) and child.arg == "strict")
                ]


def _changes(node: ast.AST) -> Iterator[tuple[str, ast.AST, Apply]]:
    """Yield the possible changes of a node: kind, changed node, and a function that does it."""
    if isinstance(node, ast.Compare):
        for place, kind in enumerate(node.ops):
            if type(kind) in COMPARISONS:
                yield "compare", node, lambda one, place=place: _replace_comparison(one, place)  # type: ignore[misc]
    elif isinstance(node, ast.BoolOp):
        yield "and-or", node, _swap_and_or
        for place in range(len(node.values)):
            yield "leave out", node, lambda one, place=place: one.values.pop(place)  # type: ignore[misc]
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not _is_text(node.left, node.right):
        yield "operator", node, _swap_operator
    elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        yield "constant", node, _change_constant
    elif isinstance(node, ast.If | ast.IfExp):
        yield "negate", node.test, _negate
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield "filter", node.ifs[0], lambda one: one.ifs.clear()  # type: ignore[attr-defined]
    elif isinstance(node, ast.Return) and not _is_falsy(node.value):
        yield "return", node, _return_none
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
        yield "function", node, _swap_function
    yield from _dropped(node)


def _dropped(node: ast.AST) -> Iterator[tuple[str, ast.AST, Apply]]:
    """Yield statements that may be left out: calls, `raise`, `del`, and augmented assignments."""
    for name in ("body", "orelse", "finalbody"):
        body = getattr(node, name, None)
        if not isinstance(body, list):
            continue
        for place, one in enumerate(body):
            is_call = isinstance(one, ast.Expr) and not isinstance(one.value, ast.Constant)
            if is_call or isinstance(one, ast.Raise | ast.Delete | ast.AugAssign | ast.Break | ast.Continue):
                yield "drop", one, lambda node, name=name, place=place: _drop(getattr(node, name), place)  # type: ignore[misc]


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


def _is_falsy(value: ast.expr | None) -> bool:
    """Whether a value is None or False, for which None makes no difference."""
    return value is None or (isinstance(value, ast.Constant) and (value.value is None or value.value is False))


def _is_text(*sides: ast.expr) -> bool:
    return any(isinstance(one, ast.JoinedStr) or isinstance(getattr(one, "value", None), str) for one in sides)
