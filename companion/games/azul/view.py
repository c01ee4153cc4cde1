"""What the pages of Azul show: the form of a wall, all walls as they stand, and a round that was played."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.game import Message, joined
from companion.game.pages.help import QuestionLink
from companion.game.pages.viewer import EntryView, OutcomeView, SheetView
from companion.games.azul.drawing import GLYPHS, Space
from companion.games.azul.form_state import WallInput
from companion.games.azul.preview import Preview
from companion.games.azul.rules import BONUS_COLOURS, BONUS_COLUMNS, BONUS_ROWS
from companion.games.azul.walls import COLOUR_NAMES

Rows = Sequence[Sequence[Space]]
Numbers = Sequence[int | None]
"""A number by seat, None where it is hidden."""
Lines = Sequence[tuple[Message, Numbers]]
BONUS_RULES = (BONUS_ROWS, BONUS_COLUMNS, BONUS_COLOURS)


@dataclass(frozen=True, kw_only=True)
class WallView(EntryView):
    """The wall of one seat with the input so far; `parts` are the seats whose wall is in.

    `holder` is another seat that has the start marker, and `taken_by` says so; `nobody` is set if the round would end
    without one. Without `sight`, and without points in `shown`, what the wall brings is hidden.
    """

    seat: int
    parts: Collection[int]
    round: int
    kind: str
    typed: WallInput
    shown: Preview
    sight: Message | None
    last_round: Message | joined | None
    save: Message
    holder: int | None
    taken_by: Message | None
    nobody: bool
    glyphs: Mapping[str, str] = field(default_factory=lambda: GLYPHS)
    colour_names: Mapping[str, Message] = field(default_factory=lambda: COLOUR_NAMES)


@dataclass(frozen=True)
class Bonus:
    """The final bonuses of each seat, by kind and as sums."""

    lines: Lines
    sums: Numbers


@dataclass(frozen=True)
class FinalView:
    """What is complete on each wall at the end; bonuses and audits only if a full row ended the game."""

    bonus: Bonus | None
    counted: Sequence[Message]
    audits: Sequence[QuestionLink] | None


@dataclass(frozen=True, kw_only=True)
class WallsSheet(SheetView):
    """The walls with what is in of this round; those of hidden seats are None. `ended` is what would be at the end."""

    first: int | None
    holder: int | None
    parts: Collection[int]
    walls: Sequence[Rows | None]
    sights: Sequence[Message | None]
    last_round: Message | joined | None
    rounds: int
    ended: tuple[Lines, Numbers]
    final: FinalView | None
    glyphs: Mapping[str, str] = field(default_factory=lambda: GLYPHS)


@dataclass(frozen=True, kw_only=True)
class RoundView(OutcomeView):
    """Each wall with the tiles of a round, its floor line and what that lost; None for hidden seats."""

    walls: Sequence[Rows | None]
    floors: Sequence[Sequence[str] | None]
    lost: Numbers
    sights: Sequence[Message | None]
    last_round: Message | joined | None
    bonus: Bonus | None
    bonus_rules: Sequence[str] = BONUS_RULES
    glyphs: Mapping[str, str] = field(default_factory=lambda: GLYPHS)
