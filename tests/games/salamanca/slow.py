"""A second count of Salamanca, written another way: dictionaries of spaces, lands by merging sets, rules by hand."""

from itertools import pairwise

COLOUR = {"farm": "yellow", "field": "yellow", "pasture": "yellow", "castle": "blue", "lake": "blue",
          "forest": "blue", "monastery": "red", "vineyard": "red"}  # fmt: skip
PRICE = {"farm": 2, "castle": 3, "monastery": 4}
STOCK = {"field": 6, "pasture": 6, "lake": 6, "forest": 6, "vineyard": 9, "farm": 8, "castle": 8, "monastery": 6}
LIES_ON = {
    "poison": {"lake", "vineyard"},
    "locusts": {"field", "pasture", "forest"},
    "rats": set(COLOUR) - set(PRICE),
    "ruin": set(PRICE),
}
CARD = {1: "poison", 2: "rats", 3: "locusts", 4: "ruin", 6: "draw"}
ROUNDS = {2: 15, 3: 20, 4: 15, 5: 12}


def touch(one, other):
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def lands(tiles, hazards):
    """All lands of the board that count anything: one tile after the other merges what it touches."""
    found = []
    for space, (kind, _) in tiles.items():
        if kind in PRICE or space in (hazards.get("poison"), hazards.get("locusts")):
            continue
        near = [land for land in found if any(tiles[one][0] == kind and touch(one, space) for one in land)]
        found = [land for land in found if land not in near] + [{space}.union(*near)]
    return found


def count(tiles, hazards, at):
    """What a building is worth, what its lands are, and which fertile tiles a sale would take."""
    building = tiles[at][0]
    value, taken = 0, set()
    for land in lands(tiles, hazards):
        kind = tiles[next(iter(land))][0]
        if COLOUR[kind] != COLOUR[building] or not any(touch(space, at) for space in land):
            continue
        coins = sum(tiles[space][1] for space in land)
        value += coins // 2 if hazards.get("rats") in land else coins
        taken |= {space for space in land if tiles[space][1] > 1}
    return (0 if hazards.get("ruin") == at else PRICE[building]), value, taken


def slots_of(cards, order):
    """(seat, card) in the order of the turns."""
    if isinstance(cards[0], list):
        pairs = [(seat, card) for seat, two in enumerate(cards) for card in two]
    else:
        pairs = [(seat, cards[seat]) for seat in (order or range(len(cards)))]
    down = [pair for card in range(10, 0, -1) for pair in pairs if pair[1] == card]
    if down[-1][1] == 5:
        five = next(pair for pair in pairs if pair[1] == 5)
        down.remove(five)
        down.insert(0, five)
    return down


class Table:
    """A game with a board, played by entries that are known to be legal."""

    def __init__(self, seats, options=None):
        self.options = options or {}
        self.seats, self.rounds = seats, ROUNDS[seats]
        self.rows, self.columns = self.options.get("rows", 8), self.options.get("columns", 9)
        self.coins = [self.options.get("money", 0)] * seats
        self.tiles = {}
        self.hazards = {}
        self.owner = {}
        self.noble = {}
        self.round, self.slots, self.over = 1, [], False
        self.left = dict(STOCK) | {"fertile": 10}
        self.new_buildings = set()
        self.new_fertile = {}

    def idle(self, seat):
        return 3 - list(self.owner.values()).count(seat)

    def value(self, at):
        building, land, _ = count(self.tiles, self.hazards, at)
        return building + land

    def lay(self, step, kind):
        at = tuple(step["at"])
        self.tiles[at] = (kind, step.get("value", PRICE.get(kind, 1)))
        self.left["fertile" if "value" in step else kind] -= 1
        return at

    def enter(self, entry):
        if "setup" in entry:
            for raw in entry["setup"]:
                self.lay(raw, raw["tile"])
        elif "cards" in entry:
            self.slots = slots_of(entry["cards"], entry.get("order"))
        elif "turn" in entry:
            self.turn(entry)
        else:
            self.over = True

    def turn(self, entry):
        seat, spare = entry["seat"], self.idle(entry["seat"])
        assert seat == self.slots[0][0]
        for step in entry["turn"]:
            spare -= self.step(seat, step, spare)
        self.slots.pop(0)
        if not self.slots:
            self.tax()

    def step(self, seat, step, spare):
        """Do a step; 1 where it took a squire that was idle from the beginning."""
        if "place" in step:
            at = self.lay(step, step["place"])
            if "value" in step:
                self.new_fertile[at] = seat
            if step.get("occupy"):
                self.owner[at] = seat
                self.new_buildings.add(at)
                self.coins[seat] -= 0 if spare else PRICE[step["place"]]
                return int(spare > 0)
        elif "sell" in step:
            self.sell(seat, tuple(step["sell"]))
        elif "noble" in step:
            self.noble[seat] = tuple(step["noble"])
        elif "hazard" in step:
            self.hazards[step["hazard"]] = tuple(step["at"])
        return 0

    def sell(self, seat, at):
        building, land, taken = count(self.tiles, self.hazards, at)
        self.coins[seat] += building + land
        for guest in [guest for guest, where in self.noble.items() if where == at]:
            self.coins[guest] += land
            del self.noble[guest]
        del self.owner[at]
        for space in taken | ({at} if self.options.get("sold_building") == "leaves" else set()):
            del self.tiles[space]
            self.new_fertile.pop(space, None)
            self.hazards = {name: where for name, where in self.hazards.items() if where != space}

    def tax(self):
        for at, seat in self.owner.items():
            if self.value(at) > 6:
                self.coins[seat] += 2
                for guest, where in self.noble.items():
                    self.coins[guest] += where == at
        self.new_buildings, self.new_fertile = set(), {}
        self.over = self.round == self.rounds
        self.round += not self.over

    def ranking(self):
        worth = sorted(set(self.coins), reverse=True)
        assert all(one > other for one, other in pairwise(worth))
        return [[seat for seat in range(self.seats) if self.coins[seat] == coins] for coins in worth]

    def details(self):
        guests = {where: guest for guest, where in self.noble.items()}
        rows = []
        for at in sorted(self.owner):
            building, land, _ = count(self.tiles, self.hazards, at)
            rows.append({"at": list(at), "building": self.tiles[at][0], "owner": self.owner[at],
                         "noble": guests.get(at), "value": building + land, "building_value": building,
                         "land_value": land, "taxed": building + land > 6})  # fmt: skip
        return {"round": self.round, "rounds": self.rounds,
                "turn": self.slots[0][0] if self.slots and not self.over else None,
                "squires": [self.idle(seat) for seat in range(self.seats)], "estates": rows}  # fmt: skip
