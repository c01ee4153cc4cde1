"""What is tapped for an entry of each game, key by key, as people see the keys."""

from dataclasses import replace

from tests.support.thumb import Tap

SAVE = "#bar .button:is([form=entry], [data-save], [data-hand-save])"


def key(name, value):
    return f"label.key:has([name={name}][value='{value}'])"


def on_one_phone(game, entries):
    """What one phone taps for all seats, looking at nothing but the keys."""
    taps = []
    for before, entry in zip(({}, *entries), entries, strict=False):
        first, *rest = [tap for _, tap in _SCRIPTS[game](entry, False)]
        if game == "ingenious" and before.get("seat") == entry["seat"]:
            # What is tapped before the form says that it is this seat's turn again is asked about.
            first = replace(first, when=("#entry:not([data-next])",))
        taps += [first, *rest]
    return taps


def on_own_phones(game, entries, players, first=0):
    """What each seat taps on a phone of its own, once that shows what it is about; `first` entries stand already."""
    scripts = [[] for _ in range(players)]
    for number, entry in enumerate(entries, first):
        seen = (f"#last[data-entry='{number}']",) if number else ()
        for seat, tap in _SCRIPTS[game](entry, True):
            scripts[seat].append(replace(tap, when=(*seen, *tap.when)))
    return scripts


def _luz(entry, is_own_phone):
    for seat, bet in enumerate(entry["bets"]):
        for tap in _bet(seat, bet):
            yield seat, tap
        if is_own_phone or seat == len(entry["bets"]) - 1:
            yield seat, Tap(SAVE)
    winners = entry["winners"]
    for number, winner in enumerate(winners, 1):
        # The phone that tapped the trick before asks for the next one at once.
        is_next = number > 1 and (not is_own_phone or winners[number - 2] == winner)
        asked = (f"#entry [name=trick][value='{number}']",)
        yield winner, Tap(f"button.winner[value='{winner}']", asked if is_own_phone else (), at_once=is_next)
        if is_own_phone and not is_next:
            # Another phone has just said who took the trick before: whether this one is meant is asked.
            yield winner, Tap("#meant .actions button", is_optional=True)
    yield winners[-1], Tap(SAVE, ("#entry [name=stage][value=score]",) if is_own_phone else ())


def _bet(seat, bet):
    if bet["beads"] > 5:
        yield Tap(f".strip:has([name=b{seat}]) label.more")
    yield Tap(key(f"b{seat}", bet["beads"]))
    if bet["safety"]:
        yield Tap(f"label.safety:has([name=s{seat}])")


def _5211(entry, is_own_phone):
    for seat, cards in enumerate(entry["cards"]):
        for card in cards:
            yield seat, Tap(f"[data-card={card}]", at_once=card != cards[0])
        yield seat, Tap(SAVE)


def _azul(entry, is_own_phone):
    for seat, wall in enumerate(entry["tiling"]):
        for tile in wall["tiles"]:
            yield seat, Tap(f"#preview label.key.{tile['colour']}:has([name=r{tile['row']}])")
        if entry.get("first") == seat:
            yield seat, Tap("label.key:has([name=marker])")
        if wall["floor"]:
            yield seat, Tap(key("floor", wall["floor"]))
        yield seat, Tap(SAVE)


def _ingenious(entry, is_own_phone):
    seat = entry["seat"]
    for colour, points in entry.get("points", ()):
        yield seat, Tap(f"[data-tap={colour[0]}{points}]")
    for colour, (q, r) in zip(entry.get("tile", ()), entry.get("at", ()), strict=True):
        yield seat, Tap(f".pick [data-tap={colour[0]}]")
        yield seat, Tap(f".scroller [data-tap='{q}.{r}']")
    yield seat, Tap(SAVE)


def _salamanca(entry, is_own_phone):
    seat = entry.get("seat", 0)
    for step in entry.get("setup", ()):
        yield from ((seat, tap) for tap in _land(step, step["tile"]))
    for number, step in enumerate(entry.get("turn", ()), 1):
        yield from ((seat, tap) for tap in _step(number, step))
    for holder, cards in enumerate(entry.get("cards", ())):
        for card in cards if isinstance(cards, list) else [cards]:
            yield seat, Tap(key(f"c{holder}", card))
    if "sale" in entry:
        yield from ((seat, Tap(f"#preview [data-tap='{code}']")) for code in _sale(seat, entry["sale"]))
    for holder, counts in enumerate(entry.get("tax", ())):
        if counts["squires"]:
            yield seat, Tap(key(f"q{holder}", counts["squires"]))
        if counts["nobles"]:
            yield seat, Tap(f"label.key:has([name=n{holder}])")
    if "setup" not in entry:
        # Who does nothing in a turn waits to be asked: the same key twice without a tap between is once.
        asked = (f"#entry:not([data-next]) [name=of][value='{seat}']",) if entry.get("turn") == [] else ()
        yield seat, Tap(SAVE, asked)
    if entry.get("turn") == []:
        # Right after the same seat's turn before, an end with nothing done may be a second tap, and is asked about.
        yield seat, Tap("#meant .actions button", is_optional=True)


def _space(at):
    return f".land [data-tap='{at[0]}.{at[1]}']"


def _land(step, kind):
    yield Tap(_space(step["at"]))
    if step.get("value"):
        yield Tap(f"#bar [data-tap=v{step['value']}]")
    yield Tap(f"#bar .key[name=tile][value='{kind}']", _value_shown(step))


def _value_shown(step):
    """The bar comes from the companion: who taps a value sees it pressed before the kind of the land is tapped."""
    return (f"#bar [data-tap=v{step['value']}][aria-pressed=true]",) if step.get("value") else ()


def _step(number, step):
    if "place" in step:
        yield from _land(step, step["place"])
        if step.get("occupy"):
            yield Tap(f"[name=amend][value='{number}.on']")
    elif "draw" in step:
        yield Tap("#bar [data-tap=c]")
        yield Tap(f"#bar .key[name=draw][value='{step['draw']}']")
    else:
        name = next(name for name in ("sell", "noble", "hazard") if name in step)
        yield Tap(_space(step["at"] if name == "hazard" else step[name]))
        yield Tap(f"#bar .key[name={name}][value='{step[name] if name == 'hazard' else 1}']")


def _sale(seat, sale):
    """The codes of a sale's taps; each land has a row of its own, of which a building brings the first."""
    yield f"seat.{seat}"
    yield sale["building"]
    rows = {"farm": ["field", "pasture"], "castle": ["lake", "forest"], "monastery": ["vineyard"]}[sale["building"]]
    free = dict(enumerate(rows))
    for land in sale["lands"]:
        place = next((place for place, kind in free.items() if kind == land["land"]), len(rows))
        if place == len(rows):
            yield f"new.{land['land']}"
            rows.append(land["land"])
        free.pop(place, None)
        yield from (f"{place}.{value}" for value in land["tiles"])
        if land["rats"]:
            yield f"{place}.r"
    if sale["ruin"]:
        yield "ruin"
    if sale["noble"] is not None:
        yield f"noble.{sale['noble']}"


def _open(entry, is_own_phone):
    for seat, number in enumerate(entry["round"]):
        for digit in str(number):
            yield seat, Tap(f"[name=key][value=d{digit}]", at_once=digit != str(number)[0])
        yield seat, Tap(SAVE)


_SCRIPTS = {"luz": _luz, "5211": _5211, "azul": _azul, "ingenious": _ingenious, "salamanca": _salamanca, "open": _open}
