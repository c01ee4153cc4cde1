"""The command line. A command is a function that adds a parser, which sets `func`."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pkgutil import resolve_name
from typing import Any, NoReturn

from companion.commands.output import catalogue, print_error
from companion.commands.start import terminable
from companion.engine import Message
from companion.features import feature_commands
from companion.games.plug_ins import GameError

# Listed here for the extraction of messages only; argparse looks them up itself.
WORDS = (
    Message("usage: "),
    Message("positional arguments"),
    Message("options"),
    Message("show this help message and exit"),
    Message("the following arguments are required: %s"),
    Message("unrecognized arguments: %s"),
    Message("argument %(argument_name)s: %(message)s"),
    Message("expected one argument"),
    Message("ignored explicit argument %r"),
    Message("ambiguous option: %(option)s could match %(matches)s"),
    Message("invalid choice: %(value)r (choose from %(choices)s)"),
)


# Each command's module is imported only when it is called, so that `score` does not load the server.
COMMANDS = {
    "serve": ("companion.commands.serving.serve:add_parser", Message("open the companion to the phones at the table")),
    "score": ("companion.commands.scoring:add_score", Message("score scoresheets")),
    "new-game": ("companion.making.commands:add_new_game", Message("write a package with a new game")),
    "check-game": (
        "companion.making.commands:add_check_game",
        Message("play a game and look at its pages, for its author"),
    ),
}

if find_spec("companion.pocket") is not None:
    about = Message("write the companion as static files, for a phone without a server")
    COMMANDS["pocket"] = ("companion.pocket.building:add_pocket", about)


class Parser(argparse.ArgumentParser):
    """A parser that takes messages as texts, reports errors in one line and accepts no abbreviated options."""

    decided: Mapping[str, object] = {}
    """Options that are not offered, with the values that they have."""

    def __init__(self, *, description: Message | None = None, **settings: Any) -> None:
        self._words = catalogue()
        about = None if description is None else description.text(self._words)
        super().__init__(description=about, allow_abbrev=False, **settings)

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Add an argument, whose texts may be messages, unless its value is decided."""
        if names[0] in self.decided:
            name = settings.get("dest", names[0].strip("-").replace("-", "_"))
            self.set_defaults(**{name: self.decided[names[0]]})
            return argparse.Action(names, name)
        texts = {key: text.text(self._words) for key, text in settings.items() if isinstance(text, Message)}
        return super().add_argument(*names, **settings | texts)

    def error(self, message: str) -> NoReturn:
        """Print the error in one line and exit with 2."""
        print_error(Message("{program}: {fault} (see {program} --help)", program=self.prog, fault=message))
        raise SystemExit(2)


class _Version(argparse.Action):
    """Print the version of the installed package, and which of its extras are there, and exit."""

    def __call__(self, *_: Any) -> NoReturn:
        from importlib.metadata import version  # slow to import, and asked for here only

        from companion.extras import is_installed
        from companion.features import extras

        words = catalogue()
        lines = [f"companion {version('tabletop-companion')}"]
        for line, wanted in ((Message("with {extras}"), True), (Message("without {extras}"), False)):
            if found := [extra for extra, modules in extras().items() if is_installed(modules) is wanted]:
                lines.append(Message(line.singular, extras=", ".join(found)).text(words))
        sys.stdout.write("\n".join(lines) + "\n")
        raise SystemExit(0)


def parser_for(arguments: Sequence[str]) -> Parser:
    """A parser with the command that is called, or a list of all commands if none is."""
    words = catalogue()
    vars(argparse).update(_=words.gettext, ngettext=words.ngettext)  # it calls these two names of its module
    parser = Parser(prog="companion", description=Message("A companion for the game table."))
    parser.add_argument("--version", action=_Version, nargs=0, help=Message("show the version and exit"))
    subparsers = parser.add_subparsers(metavar=Message("COMMAND").text(words), required=True)
    called = arguments[0] if arguments else ""
    commands = COMMANDS if called in COMMANDS else {**COMMANDS, **feature_commands()}
    if called in commands:
        resolve_name(commands[called][0])(subparsers)
    else:
        for name, (_, line) in commands.items():
            subparsers.add_parser(name, help=line.text(words))
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; invalid arguments exit with 2, SIGINT and SIGTERM with 130 and 143."""
    arguments = sys.argv[1:] if argv is None else argv
    try:
        with terminable():
            options = parser_for(arguments).parse_args(arguments)
            status: int = options.func(options)
    except GameError as error:
        print_error(error.message)
        return 2
    return status


if __name__ == "__main__":
    raise SystemExit(main())
