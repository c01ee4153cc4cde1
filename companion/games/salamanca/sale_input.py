"""A sale at a table without a board, as it is entered: the building, its lands with their tiles, and the taps."""

import re
from dataclasses import dataclass, replace

from companion.game import Json
from companion.game.pages.form import Posted, number
from companion.games.salamanca.board import BUILDINGS, LANDS_OF, LETTERS
from companion.games.salamanca.estates import count_land

SALE_FIELDS = ("seat", "b", "ruin", "noble", "lands")
MAX_LANDS, MAX_TILES = 4, 12
_LAND = re.compile(r"([fplov])([123]{0,12})(r?)")
_LETTER_OF = {land: letter for letter, land in LETTERS.items()}


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
        return _LETTER_OF[self.kind] + "".join(map(str, self.tiles)) + ("r" if self.has_rats else "")


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
    lands = [LandInput(LETTERS[land[1]], tuple(map(int, land[2])), bool(land[3])) for land in matches if land]
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
