"""companion check-game: play a game, correct it, look at all its pages, and say what is wrong and where."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from companion.commands.language import catalogue
from companion.commands.output import print_error, standard_output
from companion.game import Message

_ABOUT = Message(
    "Check a game: its samples and sheets are played, corrected, ended early and shown on every page, with open and"
    " with hidden totals. Each fault is told with its file and line. The exit status is 0 without a fault, 1 with one."
)


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the command's parser."""
    words = catalogue()
    parser = subparsers.add_parser("check-game", description=_ABOUT.text(words))
    key, sheet = (
        Message("the key of the game, such as golf"),
        Message("a scoresheet of it to check with; as often as you like"),
    )
    seed = Message("the number that samples by chance are drawn with, 1 if left out")
    parser.add_argument("key", metavar="KEY", help=key.text(words))
    parser.add_argument("--sheet", metavar="FILE", type=Path, action="append", default=[], help=sheet.text(words))
    parser.add_argument("--seed", metavar="NUMBER", type=int, default=1, help=seed.text(words))
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    """Check the game and print what is found; 2 where there is no such game or a sheet that is given is none of it."""
    from companion.checking.checks import Report, Settings, check  # slow to import
    from companion.checking.finding import Finding, find_game
    from companion.checking.sheets import read_sheet
    from companion.scoring.scoresheet import SheetError

    game = find_game(options.key)
    if game is None:
        return _refused(Message("There is no game with the key {key}. Install its package first.", key=options.key))
    if isinstance(game, Finding):
        return _print(Report([game], []))
    try:
        for path in options.sheet:
            read_sheet(path, game)
    except SheetError as error:
        return _refused(error.describe())
    return _print(check(game, options.sheet, Settings(seed=options.seed)))


def _refused(fault: Message) -> int:
    print_error(Message("{program}: {fault}", program="companion check-game", fault=fault))
    return 2


def _print(report: Any) -> int:
    words = catalogue()
    count = len(report.findings)
    end = Message("{count} fault was found.", "{count} faults were found.", count) if count else _NONE
    lines = [*(finding.text(words) for finding in report.findings), *(note.text(words) for note in report.notes)]
    with standard_output() as output:
        output.write("".join(f"{line}\n" for line in [*lines, end.text(words)]).encode())
    return 1 if count else 0


_NONE = Message("No fault was found.")
