"""The sheets with which a game is checked: randomly played samples, and those of its author."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from companion.engine import Game, Message, Setup
from companion.scoring.replay import LoggedEntry, Replay
from companion.scoring.scoresheet import END, SheetError, parse, read, read_setup
from companion.views.render.plots import sample_indices

PLAYERS = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Flora", "Gus", "Hana", "Ida", "Jan")
_MOST_ENTRIES = 500


@dataclass(frozen=True)
class Sheet:
    """A game to check with: `name` says where it comes from."""

    name: str
    game: Game
    setup: Setup
    entries: Sequence[Any]

    @property
    def played(self) -> Sequence[Any]:
        """The entries without the one that ends the game."""
        return [entry for entry in self.entries if entry != END]

    def replay(self, entries: Sequence[Any]) -> Replay:
        """Play these entries from the start. Raises `RuleError`."""
        replay = Replay(self.game, self.setup)
        for number, entry in enumerate(entries, 1):
            replay.add(LoggedEntry(number, entry))
        return replay


def read_sheet(path: Path, game: Game) -> Sheet:
    """Read a scoresheet of a game from a file; raise `SheetError` if it cannot be read or is of another game."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise SheetError(Message("{path} cannot be read: {reason}", path=str(path), reason=error.strerror)) from None
    sheet = read(parse(text))
    if sheet.game.key != game.key:
        raise SheetError(Message("{path} is a sheet of {game}", path=str(path), game=sheet.game.title))
    return Sheet(path.name, sheet.game, sheet.setup, sheet.entries)


def sample_sheets(game: Game, seed: int) -> Iterator[Sheet]:
    """Play each sample of a game at random; raises what the samples raise, and `ValueError` if one does not end."""
    samples = game.samples
    for number, sample in enumerate((*samples.finished, *samples.running) if samples else (), 1):
        setup = read_setup(game, list(PLAYERS[: sample.seats]), dict(sample.options))
        random, replay = Random(f"{seed} {game.key} {number}"), Replay(game.with_options(setup.options), setup)
        while samples and not replay.states[-1].finished:
            if len(replay.lines) == _MOST_ENTRIES:
                raise ValueError(f"sample {number} has not ended after {_MOST_ENTRIES} entries")
            replay.add(LoggedEntry(len(replay.states), samples.next_entry(replay.states[-1], random)))
        yield Sheet(f"sample {number} (seed {seed})", replay.game, setup, [line.body for line in replay.lines])


def is_playable(sheet: Sheet) -> bool:
    """Whether a sheet can be played to its last entry, so that its pages can be checked."""
    try:
        for state in sheet.replay(sheet.entries).states[1:]:
            sheet.game.engine.standing(state)
    except Exception:  # a game can raise anything; the check of the engine says why
        return False
    return True


def spread(count: int, most: int | None) -> list[int]:
    """Return at most `most` numbers from 0 to `count` - 1, evenly spread with both ends; only the last if `most` is 1.

    >>> spread(3, None), spread(3, 5), spread(11, 3), spread(11, 1)
    ([0, 1, 2], [0, 1, 2], [0, 5, 10], [10])
    """
    if most == 1:
        return [count - 1] if count else []
    return list(range(count) if most is None else sample_indices(count - 1, most))
