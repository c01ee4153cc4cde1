"""Salamanca: sales, nobles' shares, fees and taxes, with a board or as they were told."""

from typing import Any

VALUES = {"farm": 2, "castle": 3, "monastery": 4}
LANDS = {"farm": ("field", "pasture"), "castle": ("lake", "forest"), "monastery": ("vineyard",)}

Space = tuple[int, int]


def totals(sheet: dict[str, Any]) -> list[int]:
    options, seats = sheet["options"], len(sheet["players"])
    table = Table([options.get("money", 0)] * seats, options.get("sold_building", "stays") == "leaves")
    turns = 0
    for entry in sheet["entries"]:
        if "cards" in entry:
            turns = 4 if seats == 2 else seats
        elif "setup" in entry:
            for land in entry["setup"]:
                table.tiles[tuple(land["at"])] = (land["tile"], land.get("value", 1))
        elif "turn" in entry:
            table.turn(entry["seat"], entry["turn"])
            turns -= 1
            if not turns:
                table.tax()
        else:
            pay_told(table.coins, entry)
    return table.coins


def pay_told(coins: list[int], entry: dict[str, Any]) -> None:
    """Pay an entry of a game without a board."""
    if "tax" in entry:
        for seat, counts in enumerate(entry["tax"]):
            coins[seat] += 2 * counts["squires"] + counts["nobles"]
    elif "fee" in entry:
        coins[entry["seat"]] -= VALUES[entry["fee"]]
    elif "sale" in entry:
        sale = entry["sale"]
        land_value = sum(sum(land["tiles"]) // (2 if land["rats"] else 1) for land in sale["lands"])
        coins[entry["seat"]] += land_value + (0 if sale["ruin"] else VALUES[sale["building"]])
        if sale["noble"] is not None:
            coins[sale["noble"]] += land_value


class Table:
    def __init__(self, coins: list[int], sold_leaves: bool) -> None:
        self.coins = coins
        self.sold_leaves = sold_leaves
        self.tiles: dict[Space, tuple[str, int]] = {}
        self.hazards: dict[str, Space | None] = dict.fromkeys(("poison", "rats", "locusts", "ruin"))
        self.owners: dict[Space, int] = {}
        self.nobles: dict[Space, int] = {}

    def turn(self, seat: int, steps: list[dict[str, Any]]) -> None:
        spare = 3 - list(self.owners.values()).count(seat)
        for step in steps:
            if "place" in step:
                kind, at = step["place"], tuple(step["at"])
                self.tiles[at] = (kind, step.get("value", 1))
                if step.get("occupy"):
                    self.owners[at] = seat
                    self.coins[seat] -= 0 if spare else VALUES[kind]
                    spare -= spare > 0
            elif "sell" in step:
                self.sell(seat, tuple(step["sell"]))
            elif "noble" in step:
                self.nobles = {at: noble for at, noble in self.nobles.items() if noble != seat}
                self.nobles[tuple(step["noble"])] = seat
            elif "hazard" in step:
                self.hazards[step["hazard"]] = tuple(step["at"])

    def sell(self, seat: int, at: Space) -> None:
        building, land, counted = self.worth(at)
        self.coins[seat] += building + land
        if at in self.nobles:
            self.coins[self.nobles.pop(at)] += land
        del self.owners[at]
        gone = [space for space in counted if self.tiles[space][1] > 1]
        if self.sold_leaves:
            gone.append(at)
        for space in gone:
            del self.tiles[space]
        self.hazards = {hazard: None if space in gone else space for hazard, space in self.hazards.items()}

    def tax(self) -> None:
        for at, owner in self.owners.items():
            building, land, _ = self.worth(at)
            if building + land >= 7:
                self.coins[owner] += 2
                if at in self.nobles:
                    self.coins[self.nobles[at]] += 1

    def worth(self, at: Space) -> tuple[int, int, set[Space]]:
        """What a building is worth, what its lands are, and which tiles of these count."""
        kind = self.tiles[at][0]
        value = 0
        counted: set[Space] = set()
        for near in beside(at):
            if near not in counted and near in self.tiles and self.tiles[near][0] in LANDS[kind]:
                land = self.land(near)
                coins = sum(self.tiles[space][1] for space in land)
                value += coins // 2 if self.hazards["rats"] in land else coins
                counted |= land
        return 0 if self.hazards["ruin"] == at else VALUES[kind], value, counted

    def land(self, start: Space) -> set[Space]:
        """The spaces with tiles of one kind side by side, without those under poison or locusts."""
        kind = self.tiles[start][0]
        found: set[Space] = set()
        waiting = [start]
        while waiting:
            space = waiting.pop()
            if space in found or space in (self.hazards["poison"], self.hazards["locusts"]):
                continue
            if space in self.tiles and self.tiles[space][0] == kind:
                found.add(space)
                waiting += beside(space)
        return found


def beside(space: Space) -> list[Space]:
    row, column = space
    return [(row, column + 1), (row + 1, column), (row - 1, column), (row, column - 1)]
