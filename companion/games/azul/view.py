"""The views of Azul's pages: the form of a wall, the current walls, and a played round."""

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
    """The wall of one seat with the input so far; `parts` are the seats whose wall is entered.

    `is_saved` is set if the wall is shown as it was entered. `holder` is another seat that has the start marker, and
    `taken_by` says so; `is_marker_missing` is set if the round would end without one. If the score is hidden,
    `bonus_text` is None and `shown` has no points.
    """

    seat: int
    parts: Collection[int]
    round: int
    kind: str
    is_saved: bool
    typed: WallInput
    shown: Preview
    bonus_text: Message | None
    last_round: Message | joined | None
    save: Message
    holder: int | None
    taken_by: Message | None
    is_marker_missing: bool
    glyphs: Mapping[str, str] = field(default_factory=lambda: GLYPHS)
    colour_names: Mapping[str, Message] = field(default_factory=lambda: COLOUR_NAMES)


@dataclass(frozen=True)
class Bonus:
    """The final bonuses of each seat, by kind and as sums."""

    lines: Lines
    sums: Numbers


@dataclass(frozen=True)
class FinalView:
    """What is complete on each final wall; `bonus` and `audits` only if a full row ended the game."""

    bonus: Bonus | None
    bonus_texts: Sequence[Message]
    audits: Sequence[QuestionLink] | None


@dataclass(frozen=True, kw_only=True)
class WallsSheet(SheetView):
    """The walls with the parts of this round, None for hidden seats; `projection` is the result if it ended now."""

    first: int | None
    holder: int | None
    parts: Collection[int]
    walls: Sequence[Rows | None]
    bonus_texts: Sequence[Message | None]
    last_round: Message | joined | None
    rounds: int
    projection: tuple[Lines, Numbers]
    final: FinalView | None
    glyphs: Mapping[str, str] = field(default_factory=lambda: GLYPHS)


@dataclass(frozen=True, kw_only=True)
class RoundView(OutcomeView):
    """Each wall with the tiles of a round, its floor line and the loss on it; None for hidden seats."""

    walls: Sequence[Rows | None]
    floors: Sequence[Sequence[str] | None]
    lost: Numbers
    bonus_texts: Sequence[Message | None]
    last_round: Message | joined | None
    bonus: Bonus | None
    bonus_rules: Sequence[str] = BONUS_RULES
    glyphs: Mapping[str, str] = field(default_factory=lambda: GLYPHS)
