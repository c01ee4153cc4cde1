"""The scoresheet of one game: strict reading of its JSON values, players and options, and its replay into a result."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import sub
from typing import Any, cast

from companion.engine import ENGLISH, Catalogue, Game, Message, MessageError, Setup, State, Step, record
from companion.engine.bounds import SCORESHEET, Bounds, OutOfBounds, check_json
from companion.engine.halves import plain
from companion.engine.names import has_control_characters, has_surrogates, is_invisible, name_length, normalize_name
from companion.engine.pause import in_slices, pause
from companion.engine.results import EntryResult, Result
from companion.engine.strict import RuleError, entry_keys, items, one_of, shown
from companion.features import sheet_keys
from companion.games import all_games, find_game

_A_SHEET = Message("a scoresheet")
END = {"end": True}
_KEYS = ("format", "game", "players", "options", "entries")


class SheetError(MessageError):
    """An invalid scoresheet: `message` says why; `entry` is the number of the invalid entry, from 1, or None."""

    def __init__(self, message: Message, entry: int | None = None, names: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.entry = entry
        self.names = names

    def text(self, catalogue: Catalogue = ENGLISH) -> str:
        """Return the message in the language of a catalogue, with the players' names."""
        return self.message.text(catalogue, self.names)

    def describe(self) -> Message:
        """Return one sentence with the reason and, if there is one, the number of the invalid entry."""
        if self.entry is None:
            return self.message
        return Message("entry {number}: {reason}", number=self.entry, reason=self.message)

    def __str__(self) -> str:
        return self.describe().text(names=self.names)


class InvalidJson(SheetError):
    """Input that is not JSON."""


def parse(text: str | bytes, what: Message = _A_SHEET) -> Any:
    """Parse JSON text that should contain `what`, within the bounds of a scoresheet; raises as `parse_within`."""
    return parse_within(SCORESHEET, text, what)


def parse_within(bounds: Bounds, text: str | bytes, what: Message) -> Any:
    """Parse JSON text that should contain `what`.

    Raises `InvalidJson` if it is not JSON, `SheetError` if it is empty, out of bounds or has duplicate keys.
    """
    try:
        check_json(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"), bounds, what)
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        if not text or text.isspace():
            raise SheetError(Message("there is nothing here; {what} is expected", what=what))
        return _DECODER.decode(text)
    except OutOfBounds as error:
        raise SheetError(error.message) from None
    except RecursionError:
        raise InvalidJson(Message("this is nested too deep to be {what}", what=what)) from None
    except UnicodeDecodeError:
        raise InvalidJson(Message("this is not UTF-8 text")) from None
    except json.JSONDecodeError as error:
        raise InvalidJson(
            Message(
                "this is not JSON: {reason} at line {line}, column {column}",
                reason=error.msg.removesuffix(" at"),  # "Unterminated string starting at": the position follows
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except ValueError:
        raise InvalidJson(Message("this is not JSON: a number is too long")) from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    pause()  # within the parser, as it makes all objects of a text in one go
    values = dict(pairs)
    if len(values) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        duplicate = next(key for key, count in counts.items() if count > 1)
        raise SheetError(Message("the key {key} stands twice in one object", key=shown(duplicate)))
    return values


def _refuse_constant(name: str) -> Any:
    raise SheetError(Message("this is not JSON: {name} is not a number", name=name))


# Shared: json.loads would create a decoder on each call.
_DECODER = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_constant=_refuse_constant)

MAX_NAME_LENGTH = 40
NO_NAME = Message("Type a name first.")
TOO_LONG = Message("A name has at most {longest} characters.", longest=MAX_NAME_LENGTH)
CONTROL = Message("A name cannot have control characters.")
INVISIBLE = Message("A name needs a character that can be seen.")


def read_setup(game: Game, players: Any, options: Any) -> Setup:
    """Validate names and options for a game and fill in default options; raise `RuleError`."""
    names = tuple(read_name(name) for name in in_slices(items(players, Message("players"))))
    if len(names) not in game.seats:
        raise RuleError(
            "{game} takes {low} to {high} players, not {count}",
            game=game.title,
            low=game.seats[0],
            high=game.seats[-1],
            count=len(names),
        )
    for index, name in enumerate(names):
        if name in names[:index]:
            raise RuleError("two players are called {name}; names must differ", name=name)
    options_by_key = {option.key: option for option in game.options}
    entry_keys(options, Message("options"), (), options_by_key)
    values = {
        key: option.read(options[key], len(names)) if key in options else option.default_for(len(names))
        for key, option in options_by_key.items()
    }
    setup = Setup(names, values)
    if game.fits:
        game.fits(setup)
    return setup


def read_name(value: Any) -> str:
    """Return a valid player's name, or raise `RuleError`."""
    if type(value) is not str:
        raise RuleError("a player's name must be a text, not {value}", value=shown(value))
    if not 1 <= name_length(value) <= MAX_NAME_LENGTH:
        raise RuleError("a player's name has 1 to {longest} characters, not {count}",
                longest=MAX_NAME_LENGTH, count=name_length(value))  # fmt: skip
    if has_surrogates(value):
        raise RuleError("a player's name must be valid text, not {value}", value=shown(value))
    return value


def check_new_names(names: Iterable[str]) -> None:
    """Raise `RuleError` for a new name that is invisible or has control characters; stored names may be such."""
    for name in names:
        if has_control_characters(name):
            raise RuleError("a player's name cannot have control characters: {value}", value=shown(name))
        if not name.isspace() and is_invisible(name):  # in a scoresheet, spaces are the name of an empty seat
            raise RuleError("a name needs a character that can be seen: {value}", value=shown(name))


def name_fault(name: str) -> Message | None:
    """Return why a typed name, as `clean_name` returns it, cannot be a name."""
    if not normalize_name(name):
        return NO_NAME
    if name_length(name) > MAX_NAME_LENGTH:
        return TOO_LONG
    if has_control_characters(name):
        return CONTROL
    return INVISIBLE if is_invisible(name) else None


@dataclass(frozen=True)
class Scoresheet:
    """A scoresheet whose game, players and options are valid; its entries are checked when they are played."""

    game: Game
    setup: Setup
    entries: Sequence[Any]

    def as_json(self) -> dict[str, Any]:
        """Return the scoresheet as the plain JSON values that `read` accepts."""
        return {
            "format": 1,
            "game": self.game.key,
            "players": list(self.setup.players),
            "options": dict(self.setup.options),
            "entries": list(self.entries),
        }


@record
class Played:
    """The result of one entry: the state after it, the change of each seat's total, and the steps that explain it."""

    state: State
    points: tuple[int, ...]
    steps: tuple[Step, ...]

    def as_json(self) -> EntryResult:
        """Return points and steps as the plain JSON values of a result."""
        return {"points": list(self.points), "steps": [step.as_json() for step in self.steps]}


def read(value: Any) -> Scoresheet:
    """Validate a scoresheet (plain JSON values) except its entries; raise `SheetError`. Does not modify `value`."""
    try:
        # Features are loaded only for sheets with further keys.
        further = sheet_keys() if type(value) is dict and len(value) > len(_KEYS) else ()
        entry_keys(value, Message("the scoresheet"), _KEYS, further)
        one_of(value["format"], Message("format"), (1,))
        key = value["game"]
        game = find_game(key) if type(key) is str else None
        game = game or all_games()[one_of(key, Message("game"), tuple(all_games()))]
        entries = items(value["entries"], Message("entries"))
        setup = read_setup(game, value["players"], value["options"])
    except RuleError as error:
        raise SheetError(error.message) from None
    return Scoresheet(game.with_options(setup.options), setup, entries)


def play(game: Game, state: State, entry: Any) -> Played:
    """Play one entry, which may be `{"end": true}`; raise `RuleError` if it is not allowed."""
    if state.finished:
        raise RuleError("the game is over; nothing can follow")
    if type(entry) is dict and "end" in entry:
        entry_keys(entry, Message("the entry"), ("end",))
        one_of(entry["end"], Message("end"), (True,))
        after: State = replace(state, finished=True)  # type: ignore[type-var]
        steps: tuple[Step, ...] = ()
    else:
        after, steps = game.engine.play(state, entry)
    return Played(after, tuple(map(sub, after.totals, state.totals)), steps)


def replay(sheet: Scoresheet, start: State | None = None) -> Iterator[Played]:
    """Play the entries from `start`, by default the first state; raises `SheetError` with the number of a wrong one."""
    state = sheet.game.engine.start(sheet.setup) if start is None else start
    for number, entry in enumerate(sheet.entries, 1):
        try:
            played = play(sheet.game, state, entry)
        except RuleError as error:
            raise SheetError(error.message, number, sheet.setup.players) from None
        yield played
        state = played.state


def result(value: Any) -> Result:
    """Score a scoresheet and return the result, both plain JSON values; raise `SheetError` if it is invalid."""
    sheet = read(value)
    state = sheet.game.engine.start(sheet.setup)
    entries = []
    for played in replay(sheet, state):
        entries.append(played.as_json())
        state = played.state
    standing = sheet.game.engine.standing(state)
    scored: Result = {
        "game": sheet.game.key,
        "finished": state.finished,
        "totals": list(standing.totals),
        "ranking": [list(place) for place in standing.ranking],
        "entries": entries,
        "details": {**standing.details, "ranking_steps": [step.as_json() for step in standing.reasons]},
    }
    return scored if sheet.game.points is int else cast(Result, plain(scored))
