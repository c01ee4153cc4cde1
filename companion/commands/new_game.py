"""companion new-game: write a package with a small game, to start from."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from companion.commands.output import catalogue, print_error, print_failure, print_message
from companion.game import Message
from companion.games import KEY_PATTERN, all_games

SCAFFOLD = Path(__file__).parents[1] / "scaffold"
_TRANSLATION = "translations/zh_Hant/LC_MESSAGES"
_ABOUT = Message(
    "Write a package with a small game that works at once: rules, rulebook, form, templates, translation, tests."
    " Change it into yours; docs/adding-a-game.md says how."
)


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the command's parser."""
    words = catalogue()
    parser = subparsers.add_parser("new-game", description=_ABOUT.text(words))
    key, folder = Message("the key of the game, such as golf"), Message("the folder for the package; it must not exist")
    parser.add_argument("key", metavar="KEY", help=key.text(words))
    parser.add_argument("folder", metavar="DIR", type=Path, help=folder.text(words))
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    """Write the package; 2 where the key cannot be used or the folder exists."""
    key, folder = options.key, options.folder
    if fault := _fault_of(key):
        print_error(Message("{program}: {fault}", program="companion new-game", fault=fault))
        return 2
    try:
        folder.mkdir(parents=True)
        for path, text in files(key).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")
    except OSError as error:
        print_failure("new-game", error)
        return 2
    print_message(Message("Written to {folder}. Next: pip install --editable {folder}", folder=str(folder)))
    return 0


def _fault_of(key: str) -> Message | None:
    if not KEY_PATTERN.fullmatch(key) or not package_of(key).isidentifier():
        return Message("The key has to be of small letters and digits, with - or _ between them, such as golf-2.")
    if key in all_games():
        return Message("There is a game with the key {key} already.", key=key)
    return None


def package_of(key: str) -> str:
    """The name of the package of a game: companion_golf."""
    return "companion_" + key.replace("-", "_")


def files(key: str) -> dict[str, str]:
    """The files of a new package, by their path in it."""
    values = {"@KEY@": key, "@TITLE@": key.capitalize(), "@PACKAGE@": package_of(key)}
    written = {}
    for source in sorted(SCAFFOLD.rglob("*.in")):
        text = source.read_text("utf-8")
        for name, value in values.items():
            text = text.replace(name, value)
        written[_path_of(source.relative_to(SCAFFOLD).as_posix(), key)] = text
    return written


def _path_of(source: str, key: str) -> str:
    path = source.removesuffix(".in").replace("translations", _TRANSLATION)
    path = path.replace("test_game.py", f"test_{key.replace('-', '_')}.py")
    return path.replace("package/", f"{package_of(key)}/", 1)
