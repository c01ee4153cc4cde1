"""Whole games of Salamanca, made from a seed: legal entries with all kinds of steps, with a board or without."""

from random import Random

from tests.games.salamanca.slow import CARD, COLOUR, LIES_ON, PRICE, ROUNDS, STOCK, Table, count, touch

NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling", "小雯"]
LANDS = [kind for kind in COLOUR if kind not in PRICE]


def head(players, board=True, **options):
    chosen = ({"board": True} if board else {}) | options
    return {"format": 1, "game": "salamanca", "players": NAMES[:players], "options": chosen, "entries": []}


def whole_game(seed, players, board=True, rounds=None, **options):
    """A scoresheet of a game over so many rounds, all of them by default."""
    sheet, random = head(players, board, **options), Random(seed)
    rounds = ROUNDS[players] if rounds is None else rounds
    make = board_entries if board else random_entries
    return sheet | {"entries": make(random, players, sheet["options"], rounds)}


def bag_of(random):
    bag = [(kind, 1) for kind, number in STOCK.items() for _ in range(number)]
    bag += [(land, value) for land in LANDS for value in (2, 3)]
    random.shuffle(bag)
    return bag


def cards(random, players):
    """The cards of a round, now and then two equal ones with five players."""
    drawn = random.sample(range(1, 11 if players == 5 else 9), 4 if players == 2 else players)
    if players == 2:
        return {"cards": [drawn[:2], drawn[2:]]}
    if players == 5 and random.random() < 0.4:
        drawn[4] = drawn[0]
        if random.random() < 0.5:
            return {"cards": drawn, "order": ordered(drawn)}
    return {"cards": drawn}


def ordered(drawn):
    """The seats in turn where the higher seat of two equal cards goes first."""
    down = sorted(range(len(drawn)), key=lambda seat: (-drawn[seat], -seat))
    if drawn[down[-1]] == 5:
        first = next(seat for seat in down if drawn[seat] == 5)
        down = [first, *[seat for seat in down if seat != first]]
    return down


def board_entries(random, players, options, rounds):
    table, bag = Table(players, options), bag_of(random)
    lands = [tile for tile in bag if tile[0] in LANDS][:5]
    for tile in lands:
        bag.remove(tile)
    spaces = random.sample(free(table), 5)
    entries = [{"setup": [as_told("tile", tile, space) for tile, space in zip(lands, spaces, strict=True)]}]
    table.enter(entries[0])
    display = [[] for _ in range(4 if players == 2 else players)]
    for _ in range(rounds):
        entries.append(cards(random, players))
        table.enter(entries[-1])
        for tiles in display:
            tiles.append(bag.pop())
        while table.slots:
            entries.append(turn(random, table, display))
            table.enter(entries[-1])
    return entries


def free(table):
    spaces = [(row, column) for row in range(1, table.rows + 1) for column in range(1, table.columns + 1)]
    return [space for space in spaces if space not in table.tiles]


def as_told(key, tile, space):
    kind, value = tile
    return {key: kind, "at": list(space)} | ({"value": value} if value > 1 and kind in LANDS else {})


def turn(random, table, display):
    """A turn: every step is chosen among what a copy of the table allows after the steps before it."""
    seat, card = table.slots[0]
    is_last = len(table.slots) == 1
    chance = random.random()
    steps = []
    probe = copied(table)
    can_special = bool(special_steps(random, probe, seat, card))
    if chance < 0.1 and can_special and not is_last:
        return {"seat": seat, "turn": special_steps(random, probe, seat, card)}
    if is_last and can_special and random.random() < 0.5:
        do(probe, seat, steps, special_steps(random, probe, seat, card))
        can_special = False
    if chance < 0.25 and noble_steps(random, probe, seat):
        do(probe, seat, steps, noble_steps(random, probe, seat))
    elif chance < 0.97 and any(display):
        tiles = random.choice([tiles for tiles in display if tiles])
        place_and_sell(random, probe, seat, steps, tiles)
        tiles.clear()
    if is_last and can_special and random.random() < 0.9:
        do(probe, seat, steps, special_steps(random, probe, seat, card))
    return {"seat": seat, "turn": steps}


def copied(table):
    probe = Table(table.seats, table.options)
    for name, value in vars(table).items():
        setattr(probe, name, value.copy() if isinstance(value, dict | list | set) else value)
    return probe


def do(probe, seat, steps, more, spare=0):
    for step in more:
        probe.step(seat, step, spare)
        steps.append(step)


def place_and_sell(random, probe, seat, steps, tiles):
    spare = probe.idle(seat)
    for tile in tiles:
        best = sorted(saleable(probe, seat), key=probe.value)
        if best and (probe.value(best[-1]) > 8 or not probe.idle(seat)) and random.random() < 0.5:
            do(probe, seat, steps, [{"sell": list(best[-1])}])
        step = as_told("place", tile, spot(random, probe, seat, tile[0]))
        if tile[0] in PRICE and probe.idle(seat) and (spare or probe.coins[seat] >= PRICE[tile[0]]):
            step["occupy"] = random.random() < 0.95
        do(probe, seat, steps, [step], spare)
        spare -= bool(step.get("occupy") and spare)
    best = sorted(saleable(probe, seat), key=probe.value)
    if best and probe.value(best[-1]) > 9 and random.random() < 0.3:
        do(probe, seat, steps, [{"sell": list(best[-1])}])


def saleable(table, seat):
    def is_new(at):
        fertile = count(table.tiles, table.hazards, at)[2]
        return at in table.new_buildings or any(table.new_fertile.get(space) == seat for space in fertile)

    return [at for at, owner in table.owner.items() if owner == seat and not is_new(at)]


def spot(random, table, seat, kind):
    """A free space, mostly beside an own estate of its colour."""
    spaces = free(table)
    own = [at for at, owner in table.owner.items() if owner == seat and table.tiles[at][0] in PRICE]
    wanted = [at for at in own if COLOUR[table.tiles[at][0]] == COLOUR[kind]]
    wanted += [at for at, tile in table.tiles.items() if tile[0] == kind or (kind in PRICE and tile[0] in LANDS
               and COLOUR[tile[0]] == COLOUR[kind])]  # fmt: skip
    near = [space for space in spaces if any(touch(space, at) for at in wanted)]
    return random.choice(near if near and random.random() < 0.85 else spaces)


def noble_steps(random, table, seat):
    limit = 6 if table.options.get("noble_limit") == "from-7" else 7
    taken = set(table.noble.values())
    open_to = [at for at, owner in table.owner.items() if owner != seat and at not in taken]
    open_to = [at for at in open_to if table.value(at) <= limit]
    return [{"noble": list(random.choice(sorted(open_to)))}] if open_to else []


def special_steps(random, table, seat, card):
    action = CARD.get(card)
    if action is None:
        return []
    if action == "draw":
        return [{"draw": random.choice([other for other in range(table.seats) if other != seat])}]
    lying = set(table.hazards.values())
    spaces = [at for at, tile in table.tiles.items() if tile[0] in LIES_ON[action] and at not in lying]
    return [{"hazard": action, "at": list(random.choice(sorted(spaces)))}] if spaces else []


def random_entries(random, players, options, rounds):
    """A game without a board: sales, fees that can be paid, cards now and then, and taxes."""
    coins = [options.get("money", 0)] * players
    left = dict(STOCK) | {"fertile": 10}
    fees = dict(STOCK)
    entries = []
    for _ in range(rounds):
        if random.random() < 0.5:
            entries.append(cards(random, players))
        for _ in range(random.randrange(3)):
            seat = random.randrange(players)
            building = random.choice(list(PRICE))
            if random.random() < 0.6 and left[building]:
                sale = some_sale(random, building, seat, players, left)
                entries.append({"seat": seat, "sale": sale})
                earn(coins, seat, sale)
            elif coins[seat] >= PRICE[building] and fees[building]:
                fees[building] -= 1
                coins[seat] -= PRICE[building]
                entries.append({"seat": seat, "fee": building})
        tax = [{"squires": random.randint(0, 3), "nobles": random.randint(0, 1)} for _ in range(players)]
        coins = [had + 2 * one["squires"] + one["nobles"] for had, one in zip(coins, tax, strict=True)]
        entries.append({"tax": tax})
    return entries


def some_sale(random, building, seat, players, left):
    left[building] -= 1
    kinds = [land for land in LANDS if COLOUR[land] == COLOUR[building]]
    lands = []
    for _ in range(random.randint(0, 3)):
        tiles = [1] * random.randint(0, 2)
        if left["fertile"] and random.random() < 0.3:
            left["fertile"] -= 1
            tiles.append(random.choice([2, 3]))
        lands.append({"land": random.choice(kinds), "tiles": tiles, "rats": False})
    if lands and random.random() < 0.3:
        random.choice(lands)["rats"] = True
    noble = random.choice([None, *[other for other in range(players) if other != seat]])
    return {"building": building, "ruin": random.random() < 0.2, "noble": noble, "lands": lands}


def earn(coins, seat, sale):
    land = sum(sum(one["tiles"]) // (2 if one["rats"] else 1) for one in sale["lands"])
    coins[seat] += land + (0 if sale["ruin"] else PRICE[sale["building"]])
    if sale["noble"] is not None:
        coins[sale["noble"]] += land
