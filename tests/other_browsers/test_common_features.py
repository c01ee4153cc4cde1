"""On two phones of one engine: seats by drag, half-typed forms, a board under a finger, the look and the language."""

from tests.browser.ingenious import short_game, tap_tile
from tests.other_browsers.playing import SAVE, tap_hand
from tests.support.long import long

pytestmark = long
ANN = 0
ENTER = "\ue007"  # the key, as WebDriver writes it


def seated(one, *names):
    one.shows("[data-sort] .mark", [name[0] for name in names])


def test_the_order_of_seats_by_keys_and_by_drag(pair):
    one, names = pair[0], ["Ann", "Ben", "Cleo", "Dan"]
    one.go("/new/luz")
    one.type("#name", "".join(name + ENTER for name in names))
    seated(one, *names)
    one.tap("[data-name=Cleo] [name=up]")
    seated(one, "Ann", "Cleo", "Ben", "Dan")
    one.drag("[data-name=Dan] .ellipsis", "[data-name=Ann] .ellipsis")
    seated(one, "Dan", "Ann", "Cleo", "Ben")
    one.tap("[data-name=Ann] [name=drop]")
    seated(one, "Dan", "Cleo", "Ben")
    one.tap(SAVE)
    one.see("[data-link]")
    one.tap(".bar a.button")
    for seat, name in enumerate(("Dan", "Cleo", "Ben")):
        one.shows(f"#stand [data-seat='{seat}'] .name", [name])


def test_a_page_that_a_scanned_link_led_to_is_loaded_again_without_its_form(pair):
    host, guest = pair
    invitation = host.brings(
        {"format": 1, "game": "luz", "players": ["Ann", "Ben", "Cleo"], "options": {}, "entries": []}
    )
    guest.go(invitation.links["scorer"])
    guest.until(lambda: guest.where().endswith("/seats"), "the address stays that of the form")
    guest.js("globalThis.isOld = true")
    guest.js("location.reload()")
    guest.until(lambda: guest.js("!globalThis.isOld && document.readyState === 'complete'"), "the browser asks first")
    guest.see("[data-seat] button")


def test_what_is_half_typed_outlives_a_reload(pair):
    light, dark = pair
    invitation = light.brings({"format": 1, "game": "5211", "players": ["Ann", "Ben"], "options": {}, "entries": []})
    for seat, phone in enumerate(pair):
        phone.joins(invitation, seat=seat)
        phone.enter()
    for number, card in enumerate(("G6", "Y5"), 1):
        dark.tap(f"[data-card={card}]")
        dark.has(".hand [data-taken]", number)
    tap_hand(light, ANN, ["G5", "G4", "Y6", "Y4"])
    dark.see("#outdated, [data-hand-save]")
    dark.has(".hand [data-taken]", 2)
    dark.go(dark.where())
    dark.see("#restored")
    dark.has(".hand [data-taken]", 2)
    for number, card in enumerate(("T1", "T2"), 3):
        dark.tap(f"[data-card={card}]")
        dark.has(".hand [data-taken]", number)
    dark.scores("[data-hand-save]")
    light.see("#last[data-entry='1']")


def test_pages_are_dark_and_chinese_where_that_is_asked_for(pair):
    for path in ("/", "/new/azul", "/ask", "/history", "/guide/salamanca"):
        for phone, language in zip(pair, ("en", "zh-Hant"), strict=True):
            phone.go(path)
            assert phone.js("document.documentElement.lang") == language, path
            assert phone.js("document.documentElement.scrollWidth <= innerWidth"), path
        grounds = [one.js("getComputedStyle(document.body).backgroundColor") for one in pair]
        assert grounds[0] != grounds[1] == "rgb(10, 18, 36)", path


def test_ingenious_on_the_board_to_its_last_tile(pair):
    *_, (*_, table) = game = list(short_game(0))
    tiles = [{"seat": seat, "tile": tile, "at": at} for seat, tile, at, *_ in game]
    head = {"format": 1, "game": "ingenious", "players": ["Ann", "Ben"], "options": {"board": True}}
    pair[1].joins(pair[0].brings({**head, "entries": tiles[:-5]}))
    for phone in pair:
        phone.enter()
    for number, entry in enumerate(tiles[-5:], len(tiles) - 4):
        hand, other = pair[number % 2], pair[1 - number % 2]
        before = hand.taps
        tap_tile(hand, entry["tile"], entry["at"])
        hand.scores()
        assert hand.taps - before == 5  # two colours, two spaces and save
        if number < len(tiles):
            other.has(".scroller g[transform]", 6 + 2 * number)
    for phone in pair:
        phone.see(".podium")
        phone.totals(*[min(track.values()) for track in table.tracks])
