"""What the Python of the browser does while the folder is made; nothing of the companion imports it."""

import importlib.util
import marshal
import os
import sys
from types import CodeType

FOLDER = "/lib/companion"
_UNCHECKED = (1).to_bytes(4, "little") + bytes(8)  # Python does not compare it with its source
_HAS_DOCSTRING = 0x4000000


def compile_new() -> None:
    """Compile each module in `new`, without what only tracebacks and help need."""
    for folder, _, names in os.walk(f"{FOLDER}/new"):
        for path in (os.path.join(folder, name) for name in names):
            name = path.removeprefix(f"{FOLDER}/new/")
            with open(path, "rb") as file:
                code = compile(file.read(), name, "exec", dont_inherit=True)
            with open(f"{path}c", "wb") as file:
                file.write(importlib.util.MAGIC_NUMBER + _UNCHECKED + marshal.dumps(_bare(code)))


def _bare(code: CodeType) -> CodeType:
    constants = [_bare(each) if isinstance(each, CodeType) else each for each in code.co_consts]
    if code.co_flags & _HAS_DOCSTRING:
        constants[0] = ""
    whole, rest = divmod(len(code.co_code) // 2, 8)  # an entry without a line is for up to eight instructions
    return code.replace(co_consts=tuple(constants), co_linetable=b"\xff" * whole + bytes([0xF7 + rest][: bool(rest)]))


def compile_templates() -> None:
    """Load each template of the application, so that its compiled form is kept beside the package."""
    sys.path.insert(0, f"{FOLDER}/site")
    from companion.app import create_app

    environment = create_app({"DATABASE": "/tmp/companion.sqlite", "POCKET": {}}).jinja_env
    for name in environment.list_templates(["html", "svg"]):
        environment.get_template(name)
