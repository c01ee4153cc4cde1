"""What the Python of the browser does while the folder is made; nothing of the companion imports it."""

import importlib.util
import marshal
import sys
from pathlib import Path
from types import CodeType
from typing import Any

LIBRARY, SITE = "/library", "/lib/companion"
"""Where the standard library lies, and the companion, at the place that it has in a browser."""
_UNCHECKED = (1).to_bytes(4, "little") + bytes(8)  # Python does not compare it with its source


def compile_modules() -> None:
    """Compile each module in its place, without what only tracebacks and help need."""
    for folder in (LIBRARY, SITE):
        for path in Path(folder).rglob("*.py"):
            code = compile(path.read_bytes(), str(path.relative_to(folder)), "exec", dont_inherit=True, optimize=2)
            path.with_suffix(".pyc").write_bytes(importlib.util.MAGIC_NUMBER + _UNCHECKED + marshal.dumps(_bare(code)))
            path.unlink()


def _bare(code: CodeType) -> CodeType:
    constants = tuple(_bare(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    # Every instruction is at the first line: an entry is for up to eight, and has no columns.
    whole, rest = divmod(len(code.co_code) // 2, 8)
    lines = b"\xef\0" * whole + (bytes([0xE7 + rest, 0]) if rest else b"")
    return code.replace(co_consts=constants, co_linetable=lines)


def compile_templates() -> None:
    """Load the templates of the core and of games, whose compiled form is then kept beside the package."""
    sys.dont_write_bytecode = False
    sys.path[:] = [SITE, LIBRARY, *(path for path in sys.path if not path.endswith(".zip"))]
    from companion import paths
    from companion.app import create_app
    from companion.features import all_features

    environment: Any = create_app({"DATABASE": "/tmp/companion.sqlite", "POCKET": {}}).jinja_env
    paths.COMPILED.mkdir()  # Jinja makes none, and would keep nothing
    of_features = {feature.name for feature in all_features()}
    keep = environment.bytecode_cache.dump_bytecode

    def keep_bare(bucket: Any) -> None:
        bucket.code = _bare(bucket.code)
        keep(bucket)

    environment.bytecode_cache.dump_bytecode = keep_bare
    environment.cache.clear()
    for name in environment.list_templates(["html", "svg"]):
        if name.split("/")[0] not in of_features:
            environment.get_template(name)
