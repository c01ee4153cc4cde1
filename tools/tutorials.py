"""Checks that the tutorials show the files of examples/; `python -m tools.tutorials --write` updates them."""

import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
TUTORIALS = ROOT / "docs/tutorials"
_BLOCK = re.compile(r"^`([^`\n]+)`\n\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def packages() -> list[Path]:
    """Return the folder of each package in examples/."""
    return sorted(path.parent for path in EXAMPLES.glob("*/pyproject.toml"))


def tutorials() -> list[Path]:
    """Return the page of each tutorial."""
    return sorted(TUTORIALS.glob("*.md"))


def printed(text: str) -> Mapping[str, str]:
    """Return the files that a tutorial shows, by path in the package, in its order."""
    return {path: content for path, _, content in _BLOCK.findall(text)}


def package_of(text: str) -> Path:
    """Return the folder of a tutorial's package, by the name in its pyproject.toml."""
    name = tomllib.loads(printed(text)["pyproject.toml"])["project"]["name"]
    return EXAMPLES / str(name).removeprefix("companion-")


def text_files(package: Path) -> Mapping[str, str]:
    """Return the text files of a package by path, without generated ones."""
    files: dict[str, str] = {}
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package)
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in name.parts):
            content = path.read_bytes()
            if b"\0" not in content:
                files[name.as_posix()] = content.decode("utf-8")
    return files


def as_printed_now(text: str) -> str:
    """Return a tutorial with the package's current files."""
    files = text_files(package_of(text))

    def block(found: re.Match[str]) -> str:
        return f"`{found[1]}`\n\n```{found[2]}\n{files[found[1]]}```"

    return _BLOCK.sub(block, text)


def main(arguments: list[str]) -> int:
    """Update the tutorials, or return 1 if one is not up to date."""
    stale = [page for page in tutorials() if as_printed_now(page.read_text("utf-8")) != page.read_text("utf-8")]
    for page in stale:
        if "--write" in arguments:
            page.write_text(as_printed_now(page.read_text("utf-8")), "utf-8")
        else:
            print(f"{page.relative_to(ROOT)} differs from its package; python -m tools.tutorials --write mends it.")
    return 1 if stale and "--write" not in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
