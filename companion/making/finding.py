"""Faults that checks find, with their place in the code and advice; and loading the game to check."""

import importlib.util
import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeVar

from companion.engine import Catalogue, Game, Message, Values
from companion.engine.message import ENGLISH
from companion.features import all_features
from companion.games import all_games
from companion.games.plug_ins import GameError, load_parts

Result = TypeVar("Result")


@dataclass(frozen=True)
class Place:
    """A line of a file."""

    file: Path
    line: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Finding:
    """A fault of a game: `place` is where to fix it, `sentence` what is wrong, `advice` what to do."""

    place: Place
    sentence: Message
    advice: Message

    def text(self, catalogue: Catalogue = ENGLISH) -> str:
        """Return the finding on one line: place, sentence, advice."""
        return f"{self.place}: {self.sentence.text(catalogue)} {self.advice.text(catalogue)}"


def place_of(code: Any, game: Game) -> Place:
    """Return where a function or a class is defined; the game's declaration if that is unknown."""
    code = getattr(code, "fget", code)  # of a property
    try:
        file = inspect.getsourcefile(inspect.unwrap(code))
        return Place(Path(file or ""), max(inspect.getsourcelines(code)[1], 1))
    except (TypeError, OSError):
        return declaration(game)


def declaration(game: Game) -> Place:
    """Return the file that declares a game."""
    return Place(game.folder / "__init__.py")


def declared(game: Game, *names: str) -> Place:
    """Return the line of the rulebook that declares one of these names, or the last part of a rule's id."""
    file = game.folder / "rulebook.py"
    words = [word for name in names for word in (f"{name} = ", f'"{name.rpartition("/")[2]}"')]
    lines = file.read_text("utf-8").splitlines() if file.is_file() else ()
    found = (number for number, line in enumerate(lines, 1) if any(word in line for word in words))
    line = next(found, None)
    return declaration(game) if line is None else Place(file, line)


def place_of_error(error: BaseException, folder: Path) -> Place:
    """Return the last line in a game's folder that an exception went through; the file of a syntax error."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(folder):
        return Place(Path(error.filename), error.lineno or 1)
    place, _ = _last_in(error, [folder]) or (Place(folder / "__init__.py"), folder)
    return place


def _last_in(error: BaseException, folders: Iterable[Path]) -> tuple[Place, Path] | None:
    """Return the last line that an exception went through in one of these folders, and that folder."""
    for frame in reversed(extract_tb(error.__traceback__)):
        for folder in folders:
            if Path(frame.filename).is_relative_to(folder):
                return Place(Path(frame.filename), frame.lineno or 1), folder
    return None


def _features() -> dict[Path, str]:
    return {feature.folder: feature.name for feature in all_features()}


def fault(error: BaseException, what: Message, game: Game) -> Finding:
    """Return the finding for an unexpected exception; `what` names what the game did at that time.

    If the last code of game and features that it went through is of a feature, the finding says so.
    """
    features, told = _features(), Values(what=what, kind=type(error).__name__, fault=short(error))
    place, folder = _last_in(error, [game.folder, *features]) or (declaration(game), game.folder)
    if folder in features:
        return Finding(
            place,
            Message("{what} ends in {kind} in the feature {feature}: {fault}.", feature=features[folder], **told),
            Message("The game's own code is not to blame; tell the authors of the feature."),
        )
    return Finding(
        place_of_error(error, game.folder),
        Message("{what} ends in {kind}: {fault}.", **told),
        Message("Let it work there, or raise a RuleError or a FormError with a sentence for people."),
    )


def guarded(results: Iterator[Result], game: Game, what: Message | None = None) -> Iterator[Result | Finding]:
    """Yield the results of a check; an exception of the game becomes a finding, too.

    `what` names what the game was doing. Without it, exceptions that are neither the game's nor a feature's are raised.
    """
    try:
        yield from results
    except Exception as error:  # a game can raise anything
        if what is None and _last_in(error, [game.folder, *_features()]) is None:
            raise
        yield fault(error, what or Message("A further check"), game)


def short(value: object, longest: int = 160) -> str:
    """Return a text on one line, cut to `longest` characters."""
    text = " ".join(str(value).split())
    return text if len(text) <= longest else text[: longest - 1] + "…"


def find_game(key: str) -> Game | Finding | None:
    """Return the game with this key; a finding if an installed game cannot be loaded; None if there is no such game."""
    try:
        game = all_games().get(key)
        load_parts()
    except GameError as error:
        return Finding(_place(error), error.message, Message("Until then the companion does not start."))
    return game


def _place(error: GameError) -> Place:
    """Return the line in the package at which loading it failed."""
    if isinstance(error.game, Game):
        return declaration(error.game) if error.state is None else place_of(type(error.state), error.game)
    package = str(error.message.values.get("value", "")).partition(":")[0].partition(".")[0]
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is None or spec.origin is None:
        return Place(Path(package or "."))
    folder = Path(spec.origin)
    return place_of_error(error.__cause__ or error, folder.parent if folder.name == "__init__.py" else folder)
