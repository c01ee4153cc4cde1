"""The commands new-game, which writes a package with a small game, and check-game, which tests a game."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.commands.output import catalogue, print_failure, print_message, progress_bar, standard_output
from companion.engine import Message
from companion.extras import pip
from companion.games import all_games
from companion.games.plug_ins import KEY_PATTERN
from companion.locales import LOCALES, SOURCE

SCAFFOLD = Path(__file__).with_name("scaffold")
BY_SEATS = SCAFFOLD / "by-seats"
"""The files that are different, and the texts that are added, if each seat enters its own part."""
_KEY = Message("the key of the game, such as golf")
_ABOUT = Message(
    "Write a package with a small game that works at once: rules, rulebook, form, templates, translation, tests."
    " Change it into yours; docs/adding-a-game.md says how."
)
_CHECKED = Message(
    "Check a game: its samples and sheets are played, corrected, ended early and shown on every page, with open and"
    " with hidden totals. Each fault is told with its file and line. The exit status is 0 without a fault, 1 with one."
)


def add_new_game(subparsers: Any) -> None:
    """Add the command `new-game`."""
    parser = subparsers.add_parser("new-game", description=_ABOUT)
    parser.add_argument("key", metavar="KEY", help=_KEY)
    folder = Message("the folder for the package; it must not exist")
    parser.add_argument("folder", metavar="DIR", type=Path, help=folder)
    apart = Message("each seat enters its own part of an entry, on its own phone")
    parser.add_argument("--by-seats", action="store_true", help=apart)
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    """Write the package; return 2 if the key cannot be used or the folder exists."""
    key, folder = options.key, options.folder
    if not KEY_PATTERN.fullmatch(key) or not package_of(key).isidentifier():
        fault = Message("A key has lower-case letters and digits, with - or _ between them, such as golf-2.")
        return print_failure("new-game", fault)
    if key in all_games():
        return print_failure("new-game", Message("There is a game with the key {key} already.", key=key))
    try:
        folder.mkdir(parents=True)
        for path, text in files(key, options.by_seats).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")
    except OSError as error:
        return print_failure("new-game", error)
    command = f"{pip()} install --editable {folder}"
    print_message(Message("Written to {folder}. Next: {command}", folder=str(folder), command=command))
    return 0


def package_of(key: str) -> str:
    """The name of the package of a game: companion_golf."""
    return "companion_" + key.replace("-", "_")


def files(key: str, by_seats: bool = False) -> dict[str, str]:
    """The files of a new package, by path; with `by_seats` each seat enters its own part of an entry."""
    texts = _texts_in(SCAFFOLD)
    for name, text in _texts_in(BY_SEATS).items() if by_seats else ():
        texts[name] = texts[name] + text if name.endswith(".po") else text
    names = {"package/": f"{package_of(key)}/"}
    names["test_game"] = f"test_{key.replace('-', '_')}"
    values = {"@KEY@": key, "@TITLE@": key.capitalize(), "@PACKAGE@": package_of(key)}
    return {_replaced(name, names): _replaced(text, values) for name, text in texts.items()}


def _texts_in(folder: Path) -> dict[str, str]:
    sources = {source.relative_to(folder): source for source in sorted(folder.rglob("*.in"))}
    return {
        path.as_posix().removesuffix(".in"): source.read_text("utf-8")
        for path, source in sources.items()
        if path.parts[0] != BY_SEATS.name
    }


def _replaced(text: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(name, value)
    return text


def add_check_game(subparsers: Any) -> None:
    """Add the command `check-game`."""
    parser = subparsers.add_parser("check-game", description=_CHECKED)
    parser.add_argument("key", metavar="KEY", help=_KEY)
    sheet = Message("a scoresheet to check the game with; may be repeated")
    parser.add_argument("--sheet", metavar="FILE", type=Path, action="append", default=[], help=sheet)
    seed = Message("the seed of the random samples, 1 if left out")
    parser.add_argument("--seed", metavar="NUMBER", type=int, default=1, help=seed)
    texts = Message("only write the texts without a translation into this language into the messages.po of the game")
    parser.add_argument("--texts", metavar="LANGUAGE", choices=sorted({*LOCALES} - {SOURCE}), help=texts)
    parser.set_defaults(func=run_check)


def run_check(options: argparse.Namespace) -> int:
    """Check the game and print the findings; return 2 if the game is unknown or a sheet belongs to another game."""
    from companion.making.checks import Report, check  # slow to import
    from companion.making.finding import Finding, find_game
    from companion.making.pages import open_site
    from companion.making.sheets import read_sheet
    from companion.making.texts import write_missing
    from companion.scoring.scoresheet import SheetError

    game = find_game(options.key)
    if game is None:
        fault = Message("There is no game with the key {key}. Install its package first.", key=options.key)
        return print_failure("check-game", fault)
    if isinstance(game, Finding):
        return _print(Report([game], []))
    if options.texts:
        with open_site() as site:
            count, file = write_missing(site, game, options.texts)
        print_message(Message(
            "{count} text is to be translated in {file}.", "{count} texts are to be translated in {file}.",
            count, file=str(file),
        ))  # fmt: skip
        return 0
    try:
        for path in options.sheet:
            read_sheet(path, game)
    except SheetError as error:
        return print_failure("check-game", error.describe())
    with open_site() as site, progress_bar(Message("checks")) as progress:
        report = check(game, site, options.sheet, seed=options.seed, progress=progress)
    return _print(report)


def _print(report: Any) -> int:
    words = catalogue()
    count = len(report.findings)
    none = Message("No fault was found.")
    end = Message("{count} fault was found.", "{count} faults were found.", count) if count else none
    lines = [*(finding.text(words) for finding in report.findings), *(note.text(words) for note in report.notes)]
    with standard_output() as output:
        output.write("".join(f"{line}\n" for line in [*lines, end.text(words)]).encode())
    return 1 if count else 0
