"""The fields of a new club evening, and of players who come later."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.club.evening import ALL, MOST_PLAYERS, MOST_ROUNDS, SIZES, SWISS, SYSTEMS, Settings, System
from companion.club.table_sizes import rounds_needed
from companion.game import Game, Message
from companion.game.names import clean_name, normalize_name
from companion.game.pages.form import Posted, plain_number
from companion.game.pages.form import number as whole_number
from companion.scoring.scoresheet import name_fault
from companion.views.groups.form import fault_of_names, ticked_names, typed_names

_LONGEST_TYPED = 12_000
_LONGEST_NUMBER = 20
_USUAL_ROUNDS = 3
_USUAL_SIZE = 4
_FEWEST = 2


@dataclass
class EveningForm:
    """What was posted: `players` by key are those ticked, `typed` is the text with others; `faults` are by field.

    With `is_exact` every table has the size, and who is left over sits out.
    """

    name: str
    players: Mapping[str, str]
    typed: str
    system: System
    size: int
    is_exact: bool
    rounds: str
    hidden: bool
    grouped: bool
    seats: Sequence[int]
    faults: dict[str, Message] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """All players, each once."""
        typed = {normalize_name(name): name for name in typed_names(self.typed)}
        return [name for key, name in {**typed, **self.players}.items() if key]

    @property
    def round_count(self) -> int:
        """How many rounds are to be played."""
        return int(plain_number(self.rounds)) if self.rounds else self.proposed_rounds

    @property
    def proposed_rounds(self) -> int:
        """How many are played where nobody says so: all against all, until everybody can have met everybody."""
        settings = Settings(self.system, self.size, *self.table_limits, rounds=0, seed=0)
        needed = rounds_needed(len(self.names), settings) if self.system == ALL else 0
        return min(needed or _USUAL_ROUNDS, MOST_ROUNDS)

    @property
    def table_limits(self) -> tuple[int, int]:
        """The fewest and the most players that a table may have."""
        return (self.size, self.size) if self.is_exact else (self.seats[0], self.seats[-1])


def sizes_of(game: Game) -> list[int]:
    """Return how many players the tables of an evening of a game can have."""
    return [size for size in SIZES if size in game.seats]


def read_evening(posted: Posted, game: Game, members: Mapping[str, str]) -> EveningForm:
    """Read the form of an evening; a form without any field has what is usual, and all members of the group ticked."""
    sizes, is_new = sizes_of(game), posted.get("name") is None
    usual = min(sizes, key=lambda size: abs(size - _USUAL_SIZE))
    size = whole_number(posted, "size", SIZES[0], SIZES[-1])
    system = posted.get("system")
    return EveningForm(
        clean_name(posted.get("name") or ""),
        dict(members) if is_new else ticked_names(posted, members),
        (posted.get("names") or "")[:_LONGEST_TYPED],
        next((each for each in SYSTEMS if each == system), SWISS),
        size if size in sizes else usual,
        posted.get("exact") == "1",
        (posted.get("rounds") or "").strip()[:_LONGEST_NUMBER],
        posted.get("hidden") == "1",
        is_new or posted.get("grouped") == "1",
        game.seats,
    )


def check_evening(form: EveningForm) -> None:
    """Note what is wrong with a form, by field."""
    if fault := name_fault(form.name):
        form.faults["name"] = fault
    rounds = plain_number(form.rounds)
    if rounds and not (rounds.isascii() and rounds.isdigit() and 1 <= int(rounds) <= MOST_ROUNDS):
        form.faults["rounds"] = Message("Type how many rounds are played, from 1 to {most}.", most=MOST_ROUNDS)
    if fault := names_fault(form.names):
        form.faults["names"] = fault
    elif len(form.names) < _FEWEST:
        form.faults["names"] = Message("Two players or more are needed: tick them, or type their names, one per line.")


def read_newcomers(posted: Posted, known: Collection[str]) -> tuple[str, list[str], Message | None]:
    """Return what was typed, the names in it, and why they cannot come; `known` are the keys of those there already."""
    typed = (posted.get("names") or "")[:_LONGEST_TYPED]
    names = list({normalize_name(name): name for name in typed_names(typed)}.values())
    if not names:
        return typed, names, Message("Type a name first.")
    for name in names:
        if normalize_name(name) in known:
            return typed, names, Message("{name} is one of the players already; names must differ.", name=name)
    return typed, names, names_fault(names)


def names_fault(names: list[str]) -> Message | None:
    """Return why these cannot be the names of players; None if they can."""
    if (fault := fault_of_names(names)) is not None:
        return fault
    if len(names) > MOST_PLAYERS:
        return Message(
            "A club evening has at most {most} players; these are {count}.", most=MOST_PLAYERS, count=len(names)
        )
    return None
