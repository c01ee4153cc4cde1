"""Writes the pocket companion: a folder of static files that any web space serves."""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion import paths
from companion.commands.output import print_failure, print_message
from companion.engine import Message
from companion.pocket import packing, pyodide
from companion.pocket.compiling import compiled, with_templates
from companion.pocket.texts import texts_of_shell

_SITE = Path(__file__).with_name("site")
_PLAIN = ("sw.js", "index.html")
"""What a browser asks for before it has the service worker, which unpacks the others."""
_ABOUT = Message(
    "Write the companion as a folder of static files, for any web space: it then runs in a phone's browser, without"
    " a server, and after the first visit without a network. docs/pocket.md says more."
)


def add_pocket(subparsers: Any) -> None:
    """Add the command `pocket`."""
    parser = subparsers.add_parser("pocket", description=_ABOUT)
    parser.add_argument("folder", metavar="DIR", type=Path, help=Message("the folder; what is in it is replaced"))
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    """Write the folder; return 2 if Pyodide cannot be had or the folder not be written."""
    try:
        found = built()
        write(options.folder, found)
    except (pyodide.PyodideError, OSError) as error:
        return print_failure("pocket", error)
    sizes = sum(len(content) for name, content in found.items() if name.endswith(".gz"))
    print_message(
        Message("Written to {folder}: {size} MB to load.", folder=str(options.folder), size=f"{sizes / 1e6:.1f}")
    )
    return 0


def built() -> Mapping[str, bytes]:
    """Return the files of the folder by their names, those that are loaded packed too."""
    python = pyodide.files()
    library = compiled(packing.library(python[pyodide.STDLIB]), python)
    browser = {**python, pyodide.STDLIB: packing.zipped(library)}
    site = with_templates(compiled(dict(packing.files()), browser), browser)
    made = {
        **{path.name.removesuffix(".in"): path.read_bytes() for path in _SITE.iterdir()},
        **{f"pyodide/{name}": content for name, content in browser.items()},
        "icon.svg": (paths.STATIC / "icon.svg").read_bytes(),
        **{f"icons/{path.name}": path.read_bytes() for path in (paths.STATIC / "icons").iterdir()},
        "site.tar": packing.archive(site),
    }
    made["index.html"] = made["index.html"].replace(b">{}<", b">%s<" % json.dumps(texts_of_shell()).encode())
    digests = {
        name: hashlib.sha256(content).hexdigest()[:16] for name, content in sorted(made.items()) if name != "sw.js"
    }
    version = hashlib.sha256(json.dumps(digests).encode() + made["sw.js"]).hexdigest()[:16]
    known = f'const VERSION = "{version}",\n  FILES = {json.dumps(digests)};\n'
    made["sw.js"] = known.encode() + made["sw.js"]
    made["worker.mjs"] = made["worker.mjs"].replace(b"VERSION", version.encode())
    return made | {f"{name}.gz": _packed(content) for name, content in made.items() if name not in _PLAIN}


def _packed(content: bytes) -> bytes:
    """Return the content packed, as small as what is installed here can."""
    try:
        from deflate import gzip_compress  # 4 % smaller; what builds the package has it
    except ImportError:
        return gzip.compress(content, mtime=0)
    return bytes(gzip_compress(content, 12))


def write(folder: Path, found: Mapping[str, bytes]) -> None:
    """Write the files into a folder."""
    for name, content in found.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
