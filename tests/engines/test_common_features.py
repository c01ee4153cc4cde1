"""What every game has, on two phones of one engine: the order of seats, corrections, half-typed forms, undo."""

from __future__ import annotations

import pytest

from tests.browser.players import Invitation
from tests.engines.playing import SAVE, example, tap_hand
from tests.support.long import long

pytestmark = long
ANN, BEN, CLEO = range(3)
ENTER = "\ue007"  # the key, as WebDriver writes it


def seated(one, *names):
    read = "[...document.querySelectorAll('[data-sort] li')].map((row) => row.dataset.name)"
    one.until(lambda: one.js(read) == list(names), f"the order is not {names}")


@pytest.mark.parametrize("look", [0, 1], ids=["light", "dark"])
def test_the_order_of_seats_by_keys_and_by_drag(pair, look):
    one = pair[look]
    one.go("/")
    one.tap("a[href='/new/luz']")
    names = ["Ann", "Ben", "Cleo", "Dan"]
    for number, name in enumerate(names, 1):
        one.type("#name", name + ENTER)
        seated(one, *names[:number])
        one.is_value("#name", "")
    one.tap("[data-name=Cleo] [name=up]")
    seated(one, "Ann", "Cleo", "Ben", "Dan")
    one.drag("[data-name=Dan] .ellipsis", "[data-name=Ann] .ellipsis")
    seated(one, "Dan", "Ann", "Cleo", "Ben")
    one.shows("[data-sort] .mark", ["D", "A", "C", "B"])
    one.tap("[data-name=Ann] [name=drop]")
    seated(one, "Dan", "Cleo", "Ben")
    one.tap(SAVE)
    one.see("[data-link]")
    one.tap(".bar a.button")
    one.see("#stand")
    assert [one.texts(f"#stand [data-seat='{seat}'] .name")[0] for seat in range(3)] == ["Dan", "Cleo", "Ben"]


def test_names_typed_in_one_go_and_the_start_at_once(pair):
    one, names = pair[0], ["Ann", "Ben", "Cleo", "Dan"]
    one.go("/new/luz")
    one.type("#name", "".join(name + ENTER for name in names))
    one.tap(SAVE)
    one.see("[data-link]")
    one.tap(".bar a.button")
    one.see("#stand")
    assert [one.texts(f"#stand [data-seat='{seat}'] .name")[0] for seat in range(4)] == names


def test_join_by_code_and_take_a_seat(pair):
    light, dark = pair
    light.brings({"format": 1, "game": "luz", "players": ["Ann", "Ben", "Cleo"], "options": {}, "entries": []})
    address = light.where()
    invitation = Invitation.read(address, light.fetch(f"{address}/share"))
    dark.go("/")
    dark.type("#code", invitation.codes["scorer"] + ENTER)
    dark.tap(f".rows [data-seat='{BEN}'] button")
    dark.see("#form")
    light.shows("[data-phones]", ["2"])
    dark.is_value("#entry [name=seat]", BEN)


def test_a_correction_is_told_first_and_then_seen_on_all_phones(pair):
    sheet, *_ = example("luz/whole-game")
    light, dark = pair
    invitation = light.brings(sheet)
    dark.joins(invitation)
    totals = [int(dark.texts(f"#stand [data-seat='{seat}'] b.number")[0].replace("−", "-")) for seat in range(4)]
    light.go(f"/t/{invitation.id}/entries/1")
    light.tap("#outcome a[href*='/correct']")
    light.see("#entry :checked")
    # Ann took three of three; with two she is one off, and Cleo, who bet four and took two, now has three.
    light.choose(f"t{ANN}", 2)
    light.choose(f"t{CLEO}", 3)
    light.tap(SAVE)
    light.see("#amendment-preview")
    light.tap(".bar .button")
    light.see("#outcome")
    dark.totals(totals[ANN] - 15, totals[BEN], totals[CLEO] + 5, totals[3])


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
    light, dark = pair
    for path in ("/", "/new/azul", "/ask", "/history", "/guide/salamanca"):
        for phone, language in ((light, "en"), (dark, "zh-Hant")):
            phone.go(path)
            assert phone.js("document.documentElement.lang") == language, path
            assert phone.js("document.documentElement.scrollWidth <= innerWidth"), path
        grounds = [one.js("getComputedStyle(document.body).backgroundColor") for one in pair]
        assert grounds[0] != grounds[1] == "rgb(10, 18, 36)", path
