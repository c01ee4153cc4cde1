"""Nothing moves under a thumb: whole games of all six on two phones that tap now and then, and on a big screen.

The phones tap the first entries and the last one, a part half before the others save theirs; layout shifts and keys
that are elsewhere count, but for those that answer an own tap: what others do counts even shortly after one.
"""

import re
from dataclasses import replace
from random import Random

import pytest
from playwright.sync_api import Error, expect

from companion.games.azul.walls import COLOURS
from tests.browser import salamanca
from tests.support import tap_games
from tests.support.long import long
from tests.support.seeds import HOW
from tests.support.tap_games import Game
from tests.support.tap_scripts import SAVE, on_own_phones
from tests.support.thumb import Tap

pytestmark = [pytest.mark.timeout(300), long]
SIZES = ((390, 844), (320, 640))
BIG = (1366, 768)
MOST_ON_PHONES, MOST_ON_BIG = 0.02, 0.1

WATCH = """(() => {
    const shifts = JSON.parse(sessionStorage.getItem("stillness") ?? '{"sum": 0, "isOwn": false, "moved": []}');
    const keep = () => sessionStorage.setItem("stillness", JSON.stringify(shifts));
    const label = ({ node, previousRect: from, currentRect: to }) => {
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        const name = element ? `${element.localName}#${element.id}.${element.className}` : "gone";
        return `${name} ${[from.x, from.y, from.height]} > ${[to.x, to.y, to.height]}`;
    };
    let loaded = Infinity; // what a page is laid out to as it loads may be painted after the load event
    addEventListener("load", () => painted().then(() => { loaded = performance.now(); }));
    const isLoading = ({ startTime }) => startTime < loaded;
    // The lowest row of a bar that grows upwards stays where it is, but Chromium counts it as moved.
    const isBar = ({ currentRect: to }) => !to.x && to.width === innerWidth && Math.round(to.bottom) === innerHeight;
    const note = (shift) => {
        if (shifts.isOwn || (window.mayLoad && isLoading(shift)) || shift.sources.some(isBar)) return;
        shifts.sum += shift.value;
        shifts.moved.push(`${shift.value.toFixed(3)} at ${location.pathname}: ${shift.sources.map(label).join("; ")}`);
    };
    const observer = new PerformanceObserver((list) => { list.getEntries().forEach(note); keep(); });
    observer.observe({ type: "layout-shift", buffered: true });
    const painted = async () => {
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        observer.takeRecords().forEach(note);
        keep();
    };
    const begin = async (isOwn) => {
        await painted();
        shifts.isOwn = isOwn;
        keep();
    };
    // Playwright does not wait for the click of a tap, nor does the page mark that a preview is on its way.
    let isTapping = false, asking = 0;
    for (const [name, is] of Object.entries({ pointerdown: true, click: false, pointercancel: false }))
        addEventListener(name, () => { isTapping = is; }, true);
    const plain = window.fetch;
    window.fetch = async (...given) => {
        asking += 1;
        try {
            const answer = await plain(...given);
            await answer.clone().arrayBuffer();
            return answer;
        } finally {
            asking -= 1;
        }
    };
    window.stillness = { painted, begin, isBusy: () => isTapping || asking > 0, read: () => ({ ...shifts }) };
})()"""

SETTLED = """async (version) => {
    const isThere = () => Number(document.getElementById("head")?.dataset.version) >= version
        && !document.querySelector(".htmx-request, #outbox, form[data-waiting], form[data-next]")
        && !globalThis.outbox?.isEntering() && !window.stillness.isBusy();
    while (!isThere()) await new Promise(requestAnimationFrame);
    await window.stillness.painted();
    return true;
}"""

# Waits until the key that was pressed is let go and has its size again.
LET_GO = """async () => {
    const isGrowing = (change) => change instanceof CSSTransition && change.playState === "running";
    const isPressed = () => document.querySelector("#entry :active") || document.getAnimations().some(isGrowing);
    while (isPressed()) await new Promise(requestAnimationFrame);
}"""

# Where keys that can be tapped are on the screen, by what they say to the companion.
KEYS = (
    f"async () => {{ await ({LET_GO})();"
    + """
    const places = {};
    const place = document.getElementById("entry");
    if (!place) return places;
    for (const key of place.querySelectorAll("label.key, [data-tap], [data-card], button.winner")) {
        const input = key.querySelector("input"), { x, y, width } = key.getBoundingClientRect();
        const name = input ? `${input.name}=${input.value}` : key.dataset.tap ?? key.dataset.card ?? key.value;
        if (width) places[name] = [Math.round(x), Math.round(y)];
    }
    return places;
}"""
)

HIDDEN = """keys => {
    const bar = document.getElementById("bar").getBoundingClientRect().top;
    return [...document.querySelectorAll(keys)].filter((key) => key.getBoundingClientRect().bottom + scrollY > bar + 1)
        .length;
}"""


class Stillness:
    """Watches one phone from before its first page on.

    On a screen without keys, `has_keys=False`, a page may move while it loads: a busy browser draws the first half of
    one, and the columns are others with the second half.
    """

    def __init__(self, phone, *, has_keys=True):
        self.phone = phone
        self.jumped = []
        phone.context.add_init_script(f"window.mayLoad = {str(not has_keys).lower()}")
        phone.context.add_init_script(WATCH)

    def evaluate(self, script, given=None):
        """Evaluate on the page, or on the one that takes its place meanwhile, such as the final one."""
        while True:
            try:
                return self.phone.page.evaluate(script, given)
            except Error as fault:
                if "context was destroyed" not in str(fault):
                    raise
                self.phone.page.wait_for_load_state()

    def settles(self, version):
        self.evaluate(SETTLED, version)

    def keys(self):
        return dict(self.evaluate(KEYS))

    def compares(self, before, what):
        """Note the keys that were there before and are elsewhere now."""
        now = self.keys()
        far = {}
        for name, (x, y) in before.items():
            if name in now and max(abs(now[name][0] - x), abs(now[name][1] - y)) > 1:
                far.setdefault((now[name][0] - x, now[name][1] - y), []).append(name)
        width = (self.phone.page.viewport_size or {})["width"]
        self.jumped += [f"{width} px, {what}: {by} px, {len(names)} keys, {names[:3]}" for by, names in far.items()]

    def sees(self, keys, what):
        """Note the keys that are not wholly above the bar."""
        if hidden := self.evaluate(HIDDEN, keys):
            self.jumped.append(f"{what}: {hidden} of the keys {keys} are out of sight")

    def read(self):
        """The sum of all shifts, and what moved."""
        return dict(self.evaluate("window.stillness.painted().then(window.stillness.read)"))


class Table:
    """Two phones at the form of the first two seats, a big screen, and somebody who enters for all others."""

    def __init__(self, phone, game):
        self.other = phone()
        self.invitation = self.other.brings({**game.sheet, "entries": []})
        self.phones = [Stillness(phone(viewport=size)) for size in SIZES]
        self.big = Stillness(phone(viewport=BIG), has_keys=False)
        for seat, player in enumerate(self.phones):
            player.phone.tolerate("409|422")
            player.phone.sits(self.invitation, seat)
            player.phone.see("#form")
        self.big.phone.joins(self.invitation, "viewer")
        self.settle()

    @property
    def all(self):
        return [*self.phones, self.big]

    def page(self):
        return self.other.context.request.get(f"/t/{self.invitation.id}").text()

    def settle(self):
        version = re.search(r'data-version="(\d+)"', self.page())
        for one in self.all:
            one.settles(int(version[1]))

    def posts(self, act, what):
        """Somebody else does this; all keys stay where they are."""
        before = [phone.keys() for phone in self.phones]
        act(self.other)
        self.settle()
        for one, keys in zip(self.phones, before, strict=True):
            one.compares(keys, what)

    def sees(self, keys, what):
        """Both phones have all of these keys above the bar, under the last result."""
        for phone in self.phones:
            phone.sees(keys, what)

    def acts(self, seat, act, what):
        """The phone of this seat does this; what it shows then is its own doing, on the other one no key moves."""
        one, other = self.phones[seat], self.phones[1 - seat]
        before = other.keys()
        one.evaluate("window.stillness.begin(true)")  # what moves now is its own doing
        act(one.phone)
        self.settle()
        one.evaluate("window.stillness.begin(false)")
        other.compares(before, what)

    def taps(self, seat, taps):
        self.acts(seat, lambda one: one.tap_all(taps), f"seat {seat} taps {taps[-1].key}")


def part_of(game, entry, seat):
    """What a seat enters of a round, as a phone sends it; each row of Azul's wall begins one space further right."""
    if game == "luz":
        bet = entry["bets"][seat]
        return [("stage", "bets"), (f"b{seat}", str(bet["beads"])), *([(f"s{seat}", "on")] if bet["safety"] else [])]
    if game == "5211":
        return [("confirmed", "1"), *(("card", card) for card in entry["cards"][seat])]
    if game == "open":
        return [("confirmed", "1"), ("kind", "round"), ("n0", str(entry["round"][seat]))]
    wall = entry["tiling"][seat]
    columns = {tile["row"]: (list(COLOURS).index(tile["colour"]) + tile["row"] - 1) % 5 + 1 for tile in wall["tiles"]}
    fields = [("confirmed", "1"), *((f"r{row}", str(column)) for row, column in columns.items())]
    fields += [("floor", str(wall["floor"]))] if wall["floor"] else []
    return fields + ([("marker", "1"), ("marked", "1")] if entry.get("first") == seat else [])


def post_part(table, game, entry, seat):
    """What a seat enters of a round, as somebody else's phone sends it, whose seat is held by a phone."""
    fields = [("seat", str(seat)), *part_of(game.key, entry, seat), ("sure", "1")]
    table.posts(lambda one: one.post_fields(table.invitation, "enter", fields), f"{game.key}, the part of seat {seat}")


def taps_of(game, entry, players=2):
    return on_own_phones(game, [entry], players)


def play_parts(table, game, entry, is_tapped):
    seats = range(len(game.names))
    if not is_tapped:
        for seat in seats:
            post_part(table, game, entry, seat)
        return
    scripts = taps_of(game.key, entry, len(seats))
    typed = [[tap for tap in script if not re.match(r"button\.winner|#bar|#meant", tap.key)] for script in scripts[:2]]
    for seat, taps in enumerate(typed):
        table.taps(seat, taps)
    for seat in seats[2:]:
        post_part(table, game, entry, seat)
    for seat in range(len(typed)):
        table.taps(seat, [Tap(SAVE)])


def play_tricks(table, entry, is_tapped):
    table.sees("button.winner", "luz, the tricks begin")
    for number, winner in enumerate(entry["winners"], 1):
        if is_tapped and winner < len(table.phones):
            asked = Tap("#meant .actions button", is_optional=True)  # where another phone gave the trick before
            table.taps(winner, [Tap(f"button.winner[value='{winner}']"), asked])
            continue
        fields = [("stage", "trick"), ("trick", str(number)), ("winner", str(winner))]
        table.posts(lambda one, sent=fields: one.post_fields(table.invitation, "enter", sent), f"luz, trick {number}")
    table.posts(lambda one: one.post(table.invitation, "enter", stage="score"), "luz, the deal scored")


def play_tile(table, entry, is_tapped):
    seat = entry["seat"]
    if is_tapped:
        table.taps(seat, taps_of("ingenious", entry)[seat])
        return
    codes = [f"{colour[0]}{points}" for colour, points in entry.get("points", ())]
    for colour, (q, r) in zip(entry.get("tile", ()), entry.get("at", ()), strict=True):
        codes += [colour[0], f"{q}.{r}"]
    fields = [("seat", str(seat)), *(("tap", code) for code in codes)]
    table.posts(lambda one: one.post_fields(table.invitation, "enter", fields), f"ingenious, a tile of seat {seat}")


def tap_turn(one, entry):
    if "setup" in entry:
        salamanca.tap_setup(one, entry)
    elif "cards" in entry:
        salamanca.tap_cards(one, entry)
    else:
        salamanca.tap_turn(one, entry)


def play_turn(table, entry, is_tapped):
    seat = entry.get("seat", 0)
    if is_tapped or "setup" in entry:
        table.acts(seat, lambda one: tap_turn(one, entry), f"salamanca, seat {seat} taps")
    elif "turn" in entry:
        table.posts(lambda one: salamanca.post_turn(one, table.invitation, entry), f"salamanca, a turn of seat {seat}")
    else:
        fields = [(f"c{holder}", str(card)) for holder, cards in enumerate(entry["cards"]) for card in cards]
        table.posts(lambda one: one.post_fields(table.invitation, "enter", fields), "salamanca, cards")


def play(table, game):
    last = len(game.entries) - 1
    for number, entry in enumerate(game.entries):
        is_tapped = number < 2 or number == last
        if game.key == "ingenious":
            play_tile(table, entry, is_tapped)
        elif game.key == "salamanca":
            play_turn(table, entry, is_tapped)
        else:
            play_parts(table, game, entry, is_tapped)
        if game.key == "luz":
            play_tricks(table, entry, is_tapped)
        if game.key == "5211" and number < last:
            table.sees("[data-card]", "5211, a round is scored")


def stop_unless_over(table):
    if 'class="podium' not in table.page():
        table.posts(lambda one: one.post(table.invitation, "end"), "the host stops the game")


def luz_of_five(random):
    deals = [
        {
            "bets": [{"beads": random.randint(0, 5), "safety": random.random() < 0.3} for _ in range(5)],
            "winners": random.choices(range(5), k=10),
        }
        for _ in range(4)
    ]
    return Game("luz", tap_games.NAMES, deals)


def ingenious_stopped(random):
    """Of so few tiles none brings a colour to its end."""
    game = tap_games.ingenious_by_points(random, True)
    return replace(game, entries=game.entries[:16])


GAMES = {
    "luz": luz_of_five,
    "5211": lambda random: tap_games.g5211(random, True),
    "azul": lambda random: tap_games.azul(random, True),
    "ingenious by points": ingenious_stopped,
    "ingenious on the board": lambda random: tap_games.ingenious_on_the_board(random, True),
    "salamanca": lambda random: tap_games.salamanca_on_the_board(random, True),
    "open": lambda random: tap_games.open_sheet(random, True),
}


def told(found):
    yield f"{found['sum']:.3f}"
    yield from sorted(found["moved"], reverse=True)[:12]


def faults_of(table):
    found = {phone.phone.page.viewport_size["width"]: phone.read() for phone in table.all}
    most = {width: MOST_ON_BIG if width == BIG[0] else MOST_ON_PHONES for width in found}
    faults = ["\n".join((f"at {width} px:", *told(one))) for width, one in found.items() if one["sum"] >= most[width]]
    return faults + ["\n".join(phone.jumped) for phone in table.phones if phone.jumped]


@pytest.mark.parametrize("kind", GAMES)
def test_a_whole_game_moves_nothing_by_itself(phone, kind):
    game = GAMES[kind](Random(kind))
    table = Table(phone, game)
    play(table, game)
    stop_unless_over(table)
    for player in table.all:
        expect(player.phone.page.locator(".podium")).to_be_attached()  # it is empty where nothing was scored
    faults = faults_of(table)
    assert not faults, "\n".join((HOW, *faults))


# Writes the page up to its third colour, then the rest, and tells where the colours are each time.
ARRIVES = """async (page) => {
    const cut = page.indexOf("<th", page.indexOf("<th", page.indexOf('class="tracks"')) + 1);
    const colours = () => [...document.querySelectorAll(".tracks th[scope=col]")].map((one) => one.offsetLeft);
    const isStyled = () => getComputedStyle(document.querySelector(".tracks")).tableLayout === "fixed";
    document.open();
    document.write(page.slice(0, cut));
    while (!isStyled()) await new Promise(requestAnimationFrame);
    const before = colours();
    document.write(page.slice(cut));
    document.close();
    return [before, colours().slice(0, before.length)];
}"""


def test_columns_stay_where_they_are_while_a_page_arrives(phone):
    game = GAMES["ingenious by points"](Random(1))
    one = phone()
    invitation = one.brings({**game.sheet, "entries": game.entries})
    one.post(invitation, "end")
    page = one.context.request.get(f"/t/{invitation.id}").text()
    one.go(f"/t/{invitation.id}")  # where the scripts have run, which cannot run twice
    before, after = one.page.evaluate(ARRIVES, re.sub(r"(?s)<script.*?</script>", "", page))
    assert before
    assert before == after
