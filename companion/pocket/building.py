"""Writes the pocket companion: a folder of static files that any web space serves."""

import argparse
import gzip
import hashlib
import io
import json
import mimetypes
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.support import Translations

from companion import paths
from companion.commands.output import print_failure, print_message
from companion.engine import Message
from companion.locales import LANGUAGES, read_locales
from companion.pocket.packing import copy_library, copy_site, write

_HERE = Path(__file__).parent
_LIBRARY = "python_stdlib.zip"
_LOCK = "pyodide-lock.json"
_CALLS = "\ncompile_modules()\ncompile_templates()\n"
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", _LIBRARY, _LOCK)
_BEFORE = ("sw.js", "index.html", "shell.", "icon", "app.webmanifest")
"""What a browser asks for before it has the service worker, which unpacks the others."""
_ABOUT = Message(
    "Write the companion as a folder of static files, for any web space: it then runs in a phone's browser, without"
    " a server, and after the first visit without a network. docs/pocket.md says more."
)
_PACKED = ".packed"  # the name's end of no type that a host knows, so none of them unpacks it
_PYTHON_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
_TEXTS = {
    "fetching": Message("The companion is being fetched. That happens once; then it needs no network."),
    "starting": Message("The companion is starting."),
    "elsewhere": Message("The companion is open in another tab."),
    "here": Message("Go on here"),
    "ended": Message(
        "The companion has stopped. Nothing that it confirmed is lost, and what you typed is still there."
    ),
    "again": Message("Start again"),
    "fault": Message("The companion could not be started. Close other tabs with it, and load this page again."),
}
"""The sentences of the page around the companion, by their key in its script."""


class BuildError(RuntimeError):
    """Pyodide could not be fetched, or the modules not be compiled."""


def add_pocket(subparsers: Any) -> None:
    """Add the command `pocket`."""
    parser = subparsers.add_parser("pocket", description=_ABOUT)
    parser.add_argument("folder", metavar="DIR", type=Path, help=Message("the folder; what is in it is replaced"))
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    """Write the folder; return 2 if Pyodide cannot be had or the folder not be written."""
    try:
        size = build(options.folder)
    except (BuildError, OSError) as error:
        return print_failure("pocket", error)
    print_message(
        Message("Written to {folder}: {size} MB to load.", folder=str(options.folder), size=f"{size / 1e6:.1f}")
    )
    return 0


def build(folder: Path) -> int:
    """Write the files, packed where a browser can unpack them; return how many bytes a phone loads."""
    with TemporaryDirectory() as work:
        files = _files(_compiled(Path(work)))
    size = 0
    for name, content in files.items():
        packed = gzip.compress(content, mtime=0)
        size += len(packed)
        write(folder / f"{name}{_PACKED}", packed)
        if name.startswith(_BEFORE):
            write(folder / name, content)
    return size


def _compiled(work: Path) -> Path:
    """Fill a folder with Pyodide, as npm fetches it and compares its digest, and with what it compiled."""
    for name in ("npm/package.json", "npm/package-lock.json", "in_pyodide.mjs"):
        shutil.copy(_HERE / name, work)
    _run(work, "npm", "ci", "--ignore-scripts", "--prefer-offline")
    copy_library(work / "node_modules/pyodide" / _LIBRARY, work / "library")
    copy_site(work / "site")
    _run(work, "node", "in_pyodide.mjs", str(work), (_HERE / "in_pyodide.py").read_text("utf-8") + _CALLS)
    return work


def _run(work: Path, program: str, *arguments: str) -> None:
    found = shutil.which(program)
    if found is None:
        raise BuildError(f"{program}, a part of Node.js, is needed, and is not on this machine's PATH")
    done = subprocess.run([found, *arguments], cwd=work, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"{program} failed: {done.stderr[-2000:]}")


def _files(work: Path) -> Mapping[str, bytes]:
    """Return the files of the folder by their names."""
    made = {
        **dict(_below(_HERE / "site")),
        **{f"pyodide/{name}": (work / "node_modules/pyodide" / name).read_bytes() for name in _PYODIDE},
        f"pyodide/{_LIBRARY}": _zipped(work / "library"),
        "icon.svg": (paths.STATIC / "icon.svg").read_bytes(),
        **{f"icons/{name}": content for name, content in _below(paths.STATIC / "icons")},
        "site.bin": _joined(dict(_below(work / "site"))),
    }
    lock = json.loads(made[f"pyodide/{_LOCK}"])  # it lists the packages of others, of which none is used
    made[f"pyodide/{_LOCK}"] = json.dumps({**lock, "packages": {}}).encode()
    made["index.html"] = made.pop("index.html.in").replace(b">{}<", b">%s<" % json.dumps(_texts()).encode())
    known = {name: _about(name, content) for name, content in made.items() if name != "sw.js"}
    version = hashlib.sha256(json.dumps(known).encode() + made["sw.js"]).hexdigest()[:16]
    head = f'const VERSION = "{version}",\n  FILES = {json.dumps(known)};\n'
    made["sw.js"] = head.encode() + made["sw.js"]
    made["worker.mjs"] = made["worker.mjs"].replace(b"VERSION", version.encode())
    return made


def _about(name: str, content: bytes) -> Mapping[str, Any]:
    """Return what the service worker knows of a file, the same on each machine."""
    kind, _ = mimetypes.MimeTypes().guess_type(name)
    headers = {"Content-Type": kind or "application/octet-stream"}
    if name == "worker.mjs":  # index.html has its own
        headers["Content-Security-Policy"] = _PYTHON_POLICY
    return {"digest": hashlib.sha256(content).hexdigest()[:16], "headers": headers}


def _below(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file in a folder, in the same order on each machine."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _zipped(folder: Path) -> bytes:
    """Return files as a ZIP archive that is not compressed: the whole is."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in _below(folder):
            archive.writestr(zipfile.ZipInfo(name), text)
    return content.getvalue()


def _joined(files: Mapping[str, bytes]) -> bytes:
    """Return files one after the other, after a line with their names and lengths."""
    lengths = {name: len(content) for name, content in files.items()}
    return b"\n".join((json.dumps(lengths).encode(), b"".join(files.values())))


def _texts() -> Mapping[str, Mapping[str, str]]:
    """Return the sentences by the code of a language that a browser asks for, and by their key in the script."""
    found = {}
    for locale, language in LANGUAGES.items():
        words = Translations.load(paths.TRANSLATIONS, read_locales(locale))
        texts = {key: text.text(words) for key, text in _TEXTS.items()}
        found.update(dict.fromkeys(language.codes, texts))
    return found
