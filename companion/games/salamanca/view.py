"""The views of Salamanca's pages: the form of each phase, the board with its estates, and a played entry."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.game import Json, Message
from companion.game.pages.form import Posted, number
from companion.game.pages.viewer import EntryView, OutcomeView, SheetView
from companion.games.salamanca.available_actions import AvailableActions, Key, Selection, ViewLink
from companion.games.salamanca.board import BUILDING_VALUES, BUILDINGS, HUES, LANDS_OF, TILE_NAMES
from companion.games.salamanca.draft_steps import Row
from companion.games.salamanca.drawing import Drawing, EstateBreakdown
from companion.games.salamanca.estates import count_land
from companion.games.salamanca.state import Occupation, Slot

SALE_FIELDS = ("seat", "b", "ruin", "noble", "lands")
MAX_LANDS, MAX_TILES = 4, 12
_LAND = re.compile(r"([fplov])([123]{0,12})(r?)")
_LETTERS = {"field": "f", "pasture": "p", "lake": "l", "forest": "o", "vineyard": "v"}
_OF = {letter: land for land, letter in _LETTERS.items()}


@dataclass(frozen=True)
class LandInput:
    """A land of a sale as entered so far."""

    kind: str
    tiles: tuple[int, ...] = ()
    has_rats: bool = False

    @property
    def value(self) -> int:
        """The value of the land with the tiles entered so far."""
        return count_land(self.tiles, self.has_rats)

    def as_text(self) -> str:
        """Return the land as in the form field: "f12r" is a field with tiles of 1 and 2 and the rats."""
        return _LETTERS[self.kind] + "".join(map(str, self.tiles)) + ("r" if self.has_rats else "")


@dataclass(frozen=True)
class SaleInput:
    """A sale as entered so far; a land without tiles does not count."""

    seat: int | None = None
    building: str | None = None
    has_ruin: bool = False
    noble: int | None = None
    lands: tuple[LandInput, ...] = ()

    def fields(self) -> dict[str, str]:
        """Return the form fields that hold this state."""
        return {
            "seat": "" if self.seat is None else str(self.seat),
            "b": self.building or "",
            "ruin": "1" if self.has_ruin else "",
            "noble": "" if self.noble is None else str(self.noble),
            "lands": "-".join(land.as_text() for land in self.lands),
        }

    def as_json(self) -> Json:
        """Return the estate as in an entry."""
        lands = [
            {"land": land.kind, "tiles": list(land.tiles), "rats": land.has_rats} for land in self.lands if land.tiles
        ]
        return {"building": self.building, "ruin": self.has_ruin, "noble": self.noble, "lands": lands}


def read_sale_input(query: Posted, seats: int) -> SaleInput:
    """Restore the sale from form fields and apply the taps; invalid values are ignored."""
    building = query.get("b") if query.get("b") in BUILDINGS else None
    sale = SaleInput(
        number(query, "seat", 0, seats - 1),
        building,
        bool(query.get("ruin")),
        number(query, "noble", 0, seats - 1),
        _lands(query.get("lands") or "", building),
    )
    for tap in query.getlist("tap"):
        sale = _tap(sale, tap, seats)
    return sale if sale.noble != sale.seat else replace(sale, noble=None)


def _lands(text: str, building: str | None) -> tuple[LandInput, ...]:
    if building is None:
        return ()
    matches = [_LAND.fullmatch(part) for part in text.split("-")[:MAX_LANDS]]
    lands = [LandInput(_OF[land[1]], tuple(map(int, land[2])), bool(land[3])) for land in matches if land]
    fitting = tuple([land for land in lands if land.kind in LANDS_OF[building]])
    return fitting or bare_lands(building)


def bare_lands(building: str) -> tuple[LandInput, ...]:
    """Return one land of each kind of a building, without tiles."""
    return tuple([LandInput(kind) for kind in LANDS_OF[building]])


def _tap(before: SaleInput, tap: str, seats: int) -> SaleInput:
    """Return the sale after one more tap; an unknown tap changes nothing."""
    target, _, value = tap.partition(".")
    if target in BUILDINGS:
        return before if target == before.building else replace(before, building=target, lands=bare_lands(target))
    if target == "ruin":
        return replace(before, has_ruin=not before.has_ruin)
    if target in ("seat", "noble") and value.isascii() and value.isdigit() and len(value) < 3 and int(value) < seats:
        seat: int | None = int(value)
        if target == "seat":
            return replace(before, seat=seat)
        return replace(before, noble=None if seat == before.noble else seat)
    if target == "new":
        kinds = LANDS_OF.get(before.building or "", ())
        if value in kinds and len(before.lands) < MAX_LANDS:
            return replace(before, lands=(*before.lands, LandInput(value)))
        return before
    return _tap_land(before, target, value)


def _tap_land(before: SaleInput, number: str, action: str) -> SaleInput:
    """Apply a tap on a land: "0.3" adds a tile of 3 to the first, "0.x" removes its last tile, "0.r" toggles rats."""
    if not (len(number) == 1 and number.isascii() and number.isdigit() and int(number) < len(before.lands)):
        return before
    place = int(number)
    land = before.lands[place]
    if action in ("1", "2", "3") and len(land.tiles) < MAX_TILES:
        land = replace(land, tiles=(*land.tiles, int(action)))
    elif action == "x":
        land = replace(land, tiles=land.tiles[:-1])
    elif action == "r":
        # There is one rats token, so it leaves all other lands.
        others = [replace(other, has_rats=False) for other in before.lands]
        before = replace(before, lands=tuple(others))
        land = replace(land, has_rats=not land.has_rats)
    return replace(before, lands=(*before.lands[:place], land, *before.lands[place + 1 :]))


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
