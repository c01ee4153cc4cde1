"""The views of Salamanca's pages: the form of each phase, the board with its estates, and a played entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.game import Message
from companion.game.pages.viewer import EntryView, OutcomeView, SheetView
from companion.games.salamanca.available_actions import AvailableActions
from companion.games.salamanca.cards import Slot
from companion.games.salamanca.draft_steps import Row
from companion.games.salamanca.drawing import Drawing
from companion.games.salamanca.estate_breakdown import EstateBreakdown
from companion.games.salamanca.form_sale_state import LandInput, SaleInput
from companion.games.salamanca.form_state import Key, Selection, ViewLink
from companion.games.salamanca.state import Occupation
from companion.games.salamanca.tiles import BUILDING_VALUES, BUILDINGS, HUES, TILE_NAMES


@dataclass(frozen=True)
class TurnSlot:
    """A turn of the round, for the strip at the top."""

    seat: int
    card: int
    is_done: bool
    is_now: bool


@dataclass(frozen=True, kw_only=True)
class PhaseView(EntryView):
    """The common fields of all phases: the `mode`, the keys of the bar, the main button and a `fault`.

    `kinds` are the kinds of entry to choose from without a board; `kept` are hidden fields of the form. `unseen` is the
    label of the main button while the companion cannot work out what is tapped; None if that does not change it.
    """

    mode: str
    fault: Message | None = None
    keys: Sequence[Key] = ()
    kept: Mapping[str, str] = field(default_factory=dict)
    save: Message | None
    unseen: Message | None = None
    is_ready: bool
    kinds: Mapping[str, Message] | None = None
    tile_names: Mapping[str, Message] = field(default_factory=lambda: TILE_NAMES)


@dataclass(frozen=True)
class StepsAlone:
    """What a phone needs for steps that the companion sees later.

    `keys` are those of each action, with the selections that offer them, and `after` the actions that may follow one.
    `labels` are the main button's after each further land of the start. A turn that has `sold` has to place a tile,
    too, which `owed` says until it has.
    """

    keys: Mapping[str, Sequence[Key]]
    after: Mapping[str, str]
    labels: Sequence[Message] = ()
    owed: Message | None = None
    sold: bool = False


@dataclass(frozen=True, kw_only=True)
class BoardView(PhaseView):
    """The board with this phone's selection `on`, the actions that it offers, and the steps as `rows`.

    `alone` is for a phone that cannot ask what a tapped space offers.
    """

    on: Selection
    board: Drawing
    offer: AvailableActions
    alone: StepsAlone
    palette: int
    why: Message | None
    rows: Sequence[Row]
    look: ViewLink
    buildings: Sequence[str] = BUILDINGS


@dataclass(frozen=True, kw_only=True)
class TurnView(BoardView):
    """The form of a turn; `coins` are the seat's coins before it, None if they are hidden."""

    seat: int
    step: int
    slots: Sequence[TurnSlot]
    status: Message
    too_many: Message | None
    coins: int | None
    ending: Message | None


@dataclass(frozen=True, kw_only=True)
class CardsView(PhaseView):
    """The cards of a round; `hands` are the tapped cards of each seat, None if cards can no longer be entered.

    `needs` say for each seat how many cards are to be tapped.
    """

    cards: Sequence[int] = ()
    needs: Sequence[Message] = ()
    hands: Sequence[Sequence[int]] | None
    has_two_cards: bool = False
    equal: Sequence[int] = ()
    chooser: int | None = None
    first: int | None = None
    leader: int | None = None
    order: Message | None = None


@dataclass(frozen=True, kw_only=True)
class CoinsView(PhaseView):
    """The common fields of the forms of a table without a board."""

    hues: Mapping[str, str] = field(default_factory=lambda: HUES)
    buildings: Mapping[str, int] = field(default_factory=lambda: BUILDING_VALUES)


@dataclass(frozen=True, kw_only=True)
class SaleView(CoinsView):
    """A sale; `breakdown` is None if the seller's coins are hidden, `pays` are the coins that seats get.

    `lands_alone` has for each building its lands without tiles and those that can be added, for a phone that cannot ask
    for them.
    """

    sale: SaleInput
    base: Mapping[str, str]
    more: Sequence[str]
    lands_alone: Mapping[str, tuple[Sequence[LandInput], Sequence[str]]]
    breakdown: EstateBreakdown | None
    pays: Sequence[tuple[int | None, int | None]]


@dataclass(frozen=True, kw_only=True)
class FeeView(CoinsView):
    """A fee for occupying."""

    seat: int | None
    building: str | None


@dataclass(frozen=True, kw_only=True)
class TaxView(CoinsView):
    """The taxes of a round; `gains` are the coins of each seat, None if hidden, `tax_rates` those per person."""

    counts: Sequence[Mapping[str, int]]
    gains: Sequence[int | None]
    tax_rates: tuple[int, int]
    squires: Sequence[int]


@dataclass(frozen=True)
class EstateRow:
    """An occupied estate and its breakdown."""

    occupation: Occupation
    breakdown: EstateBreakdown
    label: Message
    tap: str


@dataclass(frozen=True, kw_only=True)
class BoardSheet(SheetView):
    """The board, the squires and the estates of visible seats, after the entered steps of the turn."""

    phase: str
    seat: int | None
    slots: Sequence[TurnSlot]
    steps: Sequence[Message]
    board: Drawing | None
    estates: Sequence[EstateRow]
    idle: Sequence[int]
    round: int
    left: int
    leader: int | None
    tile_names: Mapping[str, Message] = field(default_factory=lambda: TILE_NAMES)


@dataclass(frozen=True, kw_only=True)
class BoardOutcome(OutcomeView):
    """The result of an entry; if coins are hidden, `moves_coins` says that some may have changed."""

    board: Drawing | None
    moves_coins: bool
    slots: Sequence[TurnSlot]
    slot: Slot | None
    is_setup: bool
    tile_names: Mapping[str, Message] = field(default_factory=lambda: TILE_NAMES)
