"""A small game by others, as `companion new-game` writes it, in a folder of packages where Python finds it."""

from __future__ import annotations

from pathlib import Path

from companion.commands.new_game import files

INFO = "companion_golf-0.1.0.dist-info"


def lay_out(folder: Path) -> Path:
    """Write the package and what pip writes beside it; returns the folder of its files."""
    for path, text in files("golf").items():
        if path.startswith("companion_golf/"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")
    (folder / INFO).mkdir()
    (folder / INFO / "METADATA").write_text("Metadata-Version: 2.1\nName: companion-golf\nVersion: 0.1.0\n")
    (folder / INFO / "entry_points.txt").write_text("[companion.games]\ngolf = companion_golf:GAME\n")
    return folder / "companion_golf"


def replace(path: Path, before: str, after: str) -> None:
    """Change a text in a file, as an editor does."""
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")
