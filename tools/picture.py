"""Draws which part of the companion imports which, into docs/architecture.md: `python -m tools.picture`."""

import re
from collections.abc import Mapping

from tools.layers import LAYERS, PACKAGE, ROOT, dotted, needed, part_of

PAGE = ROOT / "docs/architecture.md"
MARKED = re.compile(r"(?<=<!-- python -m tools\.picture -->\n).*?(?=<!-- end of the picture -->)", re.DOTALL)


def picture() -> str:
    """Return a matrix of the parts: a part's column has `<` in the rows of the parts that it imports."""
    parts = [part for part in reversed(LAYERS) if part in ("a feature", "app") or (PACKAGE / part).is_dir()]
    imported = _imported()
    columns = [[_mark(parts, imported, row, column) for row in range(len(parts))] for column in range(len(parts))]
    rows = [f"{part:10} {' '.join(marks)}".rstrip() for part, *marks in zip(parts, *columns, strict=True)]
    return "```text\n" + "\n".join(rows) + "\n```\n"


def _imported() -> Mapping[str, set[str]]:
    """Return the parts that each part imports; `companion.feature` and the list of features are one part."""
    found: dict[str, set[str]] = {part: set() for part in LAYERS}
    for path in PACKAGE.rglob("*.py"):
        if path.parent != PACKAGE or path.stem != "__init__":
            names = {part_of(name) for name in needed(path) if name[0] == "companion"}
            part = part_of(dotted(path))
            found["features" if part == "feature" else part] |= {"features" if n == "feature" else n for n in names}
    return found


def _mark(parts: list[str], imported: Mapping[str, set[str]], row: int, column: int) -> str:
    """Return the mark of a cell: the part itself, an imported part, or the line between them."""
    if row == column:
        return "o"
    hits = [at for at, part in enumerate(parts) if part in imported[parts[column]] or at == column]
    return "<" if row in hits else "|" if min(hits) < row < max(hits) else " "


if __name__ == "__main__":
    PAGE.write_text(MARKED.sub(lambda _: picture(), PAGE.read_text("utf-8")), "utf-8")
