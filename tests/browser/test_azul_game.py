"""Games of Azul on several phones, by tapping. Every number was counted by hand from the rulebook; no engine is asked.

The coloured wall, row by row: blue yellow red black white; white blue yellow red black; black white blue yellow red;
red black white blue yellow; yellow red black white blue. The floor costs 1, 1, 2, 2, 2, 3, 3.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.azul import SAVE, key, points, post_wall, save, shows_sum, tap_tiles, tap_wall, wall_of
from tests.support.long import IS_LONG, long

ANN, BEN, CLEO = range(3)
NAMES = ["Ann", "Ben", "Cleo"]
BLUES = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]
COLUMN_3 = [(1, 3), (2, 3), (3, 3), (4, 3), (5, 3)]

# Each round: for each seat the tiles (row, column), the tapped floor spaces, the start marker, and what it brings.
ROUNDS = [
    # Ann: blue alone 1, white below it 2. Ben: 1 + 2 + 3 + 4 + 5 down column 3, floor 1+1+2+2+2. Cleo: five blues, none
    # beside another, 5; floor and marker, all seven spaces, 14: never below 0.
    ([[(1, 1), (2, 1)], 0, False, 3], [COLUMN_3, 5, False, 7], [BLUES, 7, True, 0]),
    # Ann: yellow beside blue 2; blue in row 2 beside white 2 and below yellow 2; marker 1. Ben: black beside red 2.
    ([[(1, 2), (2, 2)], 0, True, 5], [[(1, 4)], 0, False, 2], [[], 0, False, 0]),
    # Ann: three side by side 3, floor 2. Ben: yellow beside blue 2, marker 1. Cleo: yellow beside blue 2, above blue 2.
    ([[(1, 3)], 2, False, 1], [[(3, 4)], 0, True, 1], [[(1, 2)], 0, False, 4]),
    # Ann: four side by side 4. Ben: red beside yellow 2, three one above the other 3, floor 1. Cleo: white beside blue
    # 2, below blue 2, marker 1.
    ([[(1, 4)], 0, False, 4], [[(2, 4)], 1, False, 4], [[(2, 1)], 0, True, 3]),
    # Ann: white 5, row 1 is full; yellow in row 2: three side by side 3, below red 2; row 1 brings 2. Ben: blue beside
    # white 2, four one above the other 4, floor of 2 with the marker 2; column 3 brings 7. Cleo: floor 1, blue 10.
    ([[(1, 5), (2, 3)], 0, False, 12], [[(4, 4)], 2, True, 11], [[], 1, False, 9]),
]
# The totals after each round, and the order: at the end Ann and Ben have 25, and Ann has a full row.
TOTALS = [[3, 7, 0], [8, 9, 0], [9, 10, 4], [13, 14, 7], [25, 25, 16]]
ORDERS = [[BEN, ANN, CLEO]] * 4 + [[ANN, BEN, CLEO]]
SIGHT = "Bonus so far: rows {}, columns {}, colours {} = {}."


@long
def test_three_players_on_three_phones_to_the_full_row(phone):
    host, second, third = phones = [phone(), phone(scheme="dark"), phone(locale="zh-TW")]
    invitation = host.open_table("azul", NAMES)
    second.join_by_link(invitation.links["scorer"])
    third.join_by_code(invitation.codes["scorer"])
    host.tap(".bar a.button")
    for number, walls in enumerate(ROUNDS):
        # Each enters the own wall, in another order every round; whoever comes last has the round scored.
        # Between the first round and the last one, walls come without their pages, and one phone looks.
        is_tapped = number in (0, 4)
        order = [(number + step) % 3 for step in (2, 0, 1)]
        for seat in order:
            tiles, floor, marker, _ = walls[seat]
            if not is_tapped and not (IS_LONG and seat == order[-1]):
                post_wall(phones[seat], invitation, seat, tiles, floor, marker)
                continue
            before = phones[seat].taps
            facts = tap_wall(phones[seat], seat, tiles, floor, marker)
            save(phones[seat], seat, last=seat == order[-1])
            assert phones[seat].taps - before <= facts + 2  # to the own wall, and save
        if number == 4:
            break
        if is_tapped or IS_LONG:
            gains = phones[order[-1]].page.locator(".gain li > b.number")
            expect(gains).to_have_text([signed(wall[3]) for wall in walls])
        for player in phones if number == 3 or IS_LONG else phones[:1]:
            player.go(f"/t/{invitation.id}")
            player.shows(TOTALS[number], ORDERS[number])
        shows_the_table(host, number)
    for player in phones:
        player.see(".podium")
        player.shows(TOTALS[4], ORDERS[4])
    expect(host.page.locator("h1")).to_contain_text("Ann wins")
    expect(host.page.locator("#now .why p")).to_contain_text(
        "Ann before Ben: same total, 25; more full rows, 1 against 0."
    )
    expect(third.page.locator("#now .why p")).to_contain_text("25")
    last_round_step_by_step(host)


def signed(points):
    return f"+{points}" if points > 0 else str(points)


def shows_the_table(one, number):
    """The small walls with their bonuses in sight, and who starts."""
    sights = ["Bonus so far: 0.", SIGHT.format(0, 1, 0, "+7"), SIGHT.format(0, 0, 1, "+10")]
    expect(one.page.locator("#now li > p")).to_have_text(sights)
    expect(one.page.locator("#now h2")).to_have_text(f"Round {number + 2}")
    expect(one.page.locator("#now .tag:not(.big-screen)")).to_have_text(
        ["Cleo starts", "Ann starts", "Ben starts", "Cleo starts"][number]
    )
    tiles = [sum(len(before[seat][0]) for before in ROUNDS[: number + 1]) for seat in range(3)]
    for seat, count in enumerate(tiles):
        expect(one.page.locator("#now li").nth(seat).locator(".space.has")).to_have_count(count)


def last_round_step_by_step(one):
    """The last round again: what each tile brought, the bonuses, and why the game was over."""
    one.tap("a[href$='/sheet']")
    one.tap("#entry-5 summary")
    steps = one.page.locator("#entry-5 .why li")
    expected = [
        ("Row 1, white: 5 side by side.", "+5"),
        ("Row 2, yellow: 3 side by side and 2 one above the other.", "+5"),
        ("Row 4, blue: 2 side by side and 4 one above the other.", "+6"),
        ("2 floor spaces taken, the start marker counted: 1 + 1 = 2.", "−2"),
        ("1 floor space taken, it costs 1.", "−1"),
        ("Row 1 is full: this was the last round.", None),
        ("Row 1 is full: 2.", "+2"),
        ("Column 3 is full: 7.", "+7"),
        ("All five tiles of blue: 10.", "+10"),
    ]
    expect(steps).to_have_count(len(expected))
    for step, (sentence, gain) in zip(steps.all(), expected, strict=True):
        expect(step.locator("p")).to_contain_text(sentence)
        expect(step.locator("b.number")).to_have_text([gain] if gain else [])


def test_what_a_tile_will_score_is_shown_before_it_is_sent(phone):
    host, watcher = phone(), phone()
    invitation = host.opens("azul", NAMES[:2])
    watcher.joins(invitation, "viewer")
    host.go(f"/t/{invitation.id}")
    tap_wall(host, ANN, [(1, 2), (1, 3), (2, 3), (3, 2)], floor=5)
    # One a row: red took the place of yellow. Red alone 1; yellow below it 2; white alone, beside nothing, 1; floor 8.
    expect(points(host)).to_have_text(["+1", "+2", "+1"])
    expect(host.page.locator("#preview .space.run")).to_have_count(3)
    shows_sum(host, "1 + 2 + 1\ntiles\n−8\nfloor\n0\n0 to 0")
    # Tapped again, the white one is taken back, and so is the floor; blue beside yellow is 2, and 2 below nothing.
    host.tap(key(host, "r3", 2))
    host.tap(key(host, "floor", 5))
    host.tap(key(host, "r3", 3))
    expect(points(host)).to_have_text(["+1", "+2", "+3"])  # column 3 now: red 1, yellow 2, blue 3
    shows_sum(host, "1 + 2 + 3\ntiles\n+6\n0 to 6")
    expect(host.page.locator("#preview .why p")).to_have_text(
        [
            "Row 1, red: no tile beside it.",
            "Row 2, yellow: 2 one above the other.",
            "Row 3, blue: 3 one above the other.",
        ]
    )
    expect(watcher.page.locator("#stand b.number")).to_have_text([re.compile(r"^\s*$")] * 2)
    assert watcher.page.locator("#now .space.has").count() == 0
    save(host, ANN)
    # The next wall is empty, and nothing of the one before is tapped on it.
    assert host.page.locator("#preview input:checked").count() == 0
    expect(host.page.locator(SAVE)).to_have_text("Ben tiled nothing: Score round 1")
    expect(watcher.page.locator("#now .space.has")).to_have_count(3)


def test_the_start_marker_goes_to_one_alone_and_what_was_tapped_stays(phone):
    host, second = phone(), phone()
    invitation = host.opens("azul", NAMES)
    second.joins(invitation)
    host.go(f"/t/{invitation.id}")
    tap_wall(second, CLEO, [(1, 1)], marker=True)
    tap_wall(host, BEN, [(2, 2), (4, 4)], floor=3, marker=True)
    # Three spaces, the start marker on one of them: 1 + 1 + 2 off the two tiles, which stand alone.
    shows_sum(host, "1 + 1\ntiles\n−4\nfloor\n0\n0 to 0")
    save(second, CLEO)
    host.tolerate("422")
    host.tap(SAVE)
    host.see("#notice.note")
    expect(host.page.locator("#notice p")).to_contain_text("Cleo has the start marker in this round already.")
    expect(points(host)).to_have_text(["+1", "+1"])
    assert host.page.locator("#preview input:checked").count() == 4
    host.tap("label.key:has([name=marker])")
    save(host, BEN)


def test_four_tiles_and_then_the_start_marker_cost_eight(phone):
    """The rulebook's example; the marker comes with its space, and goes with it."""
    one = phone()
    one.go(f"/t/{one.opens('azul', NAMES[:2]).id}")
    tap_wall(one, ANN, floor=4)
    shows_sum(one, "0\ntiles\n−6\nfloor\n0\n0 to 0")
    for taken, loss in ((5, 8), (4, 6)):
        one.tap("label.key:has([name=marker])")
        shows_sum(one, f"0\ntiles\n−{loss}\nfloor\n0\n0 to 0")
        assert one.page.locator("[name=floor]:checked").evaluate_all("all => all.map(one => one.value)") == [str(taken)]


# A grey wall: Ann fills row 5 from the left but for its last space, and then lays red at the top of column 5. So red,
# the colour that row 5 lacks, has no open column there. Ben fills row 1.
GREY = [
    # Ann: alone 1. Ben: alone 1, marker 1.
    ([[(5, 1, "blue")], 0, False], [[(1, 1, "blue")], 0, True], [1, 0]),
    # Ann: two side by side 2, marker 1. Ben: 2.
    ([[(5, 2, "yellow")], 0, True], [[(1, 2, "yellow")], 0, False], [2, 2]),
    # Ann: 3. Ben: 3, and blue below red 2, marker 1.
    ([[(5, 3, "black")], 0, False], [[(1, 3, "red"), (2, 3, "blue")], 0, True], [5, 6]),
    # Ann: black alone 1; white four side by side 4 and below black 2; marker 1. Ben: 4.
    ([[(4, 4, "black"), (5, 4, "white")], 0, True], [[(1, 4, "black")], 0, False], [11, 10]),
    # Ann: red alone 1; five tiles fall beside one on the floor: 1+1+2+2+2+3 = 11. Ben: 5, and 2 for the row.
    ([[(1, 5, "red"), (5, None, "red")], 1, False], [[(1, 5, "white")], 0, False], [1, 17]),
]


@long
def test_two_players_on_the_grey_wall_with_a_dead_line(phone):
    phones = [phone(), phone()]
    invitation = phones[ANN].opens("azul", NAMES[:2], wall=1)
    phones[BEN].joins(invitation)
    phones[ANN].go(f"/t/{invitation.id}")
    for number, (*walls, totals) in enumerate(GREY):
        for seat in (ANN, BEN) if number % 2 else (BEN, ANN):
            is_last = (seat == BEN) == bool(number % 2)
            if 0 < number < 3 and not (IS_LONG and is_last):  # as above
                post_wall(phones[seat], invitation, seat, *walls[seat])
                continue
            before = phones[seat].taps
            if number == 4 and seat == ANN:
                facts = dead_line(phones[ANN])
            else:
                facts = tap_wall(phones[seat], seat, *walls[seat])
            save(phones[seat], seat, last=is_last)
            assert phones[seat].taps - before <= facts + 2
        looking = phones if number > 1 or IS_LONG else phones[:1]
        if number < 4:
            for player in looking:
                player.go(f"/t/{invitation.id}")
        for player in looking:
            player.shows(totals, [ANN, BEN] if totals[ANN] >= totals[BEN] and number != 2 else [BEN, ANN])
    expect(phones[ANN].page.locator("h1")).to_contain_text("Ben wins")


def dead_line(one):
    """Ann's last round: row 5 is dead only once red lies in column 5; returns how many facts were tapped."""
    wall_of(one, ANN)
    assert one.page.locator("[name=r5][value=red]").count() == 0
    tap_tiles(one, [(1, 5, "red")])
    chips = one.page.locator("#preview .chips")
    expect(chips).to_contain_text("Row 5 full with red?")
    # The last space of row 5 can take nothing any more.
    assert one.page.locator("[name=r5][value='5']").count() == 0
    tap_tiles(one, [(5, None, "red")])
    expect(chips).to_contain_text("Row 5, red: all 5 tiles fall to the floor")
    one.tap(key(one, "floor", 1))
    expect(one.page.locator("#preview .floor-space.on")).to_have_count(6)
    shows_sum(one, "1\ntiles\n−11\nfloor\n−10\n11 to 1")
    expect(one.page.locator("#preview .why p").nth(1)).to_have_text(
        "Row 5, red: no column is open, all 5 tiles fall to the floor."
    )
    return 4


def test_a_grey_space_asks_for_the_colours_that_are_open_there(phone):
    one = phone()
    invitation = one.opens("azul", NAMES[:2], wall=1)
    one.go(f"/t/{invitation.id}")
    tap_wall(one, ANN, [(1, 2, "red"), (2, 2)])
    colours = one.page.locator("#colours-2 input")
    expect(colours).to_have_count(4)
    assert [field.get_attribute("value") for field in colours.all()] == ["blue", "yellow", "black", "white"]
    expect(one.page.locator(SAVE)).to_have_text("Row 2: which colour?")
    expect(one.page.locator(SAVE)).to_be_disabled()
    one.tap(key(one, "c2", "blue"))
    # Red alone 1, blue below it 2. Then blue moves on to column 4 with its colour, and scores 1.
    expect(points(one)).to_have_text(["+1", "+2"])
    one.tap(key(one, "r2", 4))
    expect(points(one)).to_have_text(["+1", "+1"])
    expect(one.page.locator(SAVE)).to_be_enabled()
    save(one, ANN)


@long
def test_the_last_round_is_announced_on_the_form(phone):
    one = phone()
    invitation = one.opens("azul", NAMES[:2])
    one.go(f"/t/{invitation.id}")
    for column in range(1, 6):
        tap_wall(one, ANN, [(1, column)])
        ending = one.page.locator("#preview .note")
        if column < 5:
            shows_sum(one, f"{column}\ntiles\n+{column}\n{column * (column - 1) // 2} to {column * (column + 1) // 2}")
            assert ending.count() == 0
        else:
            expect(ending).to_have_text("Ann has filled row 1: this is the last round.")
        save(one, ANN)
        if column == 5:
            expect(one.page.locator("#preview .note")).to_have_text("Ann has filled row 1: this is the last round.")
        save(one, BEN, last=True)
    one.shows([17, 0], [ANN, BEN])  # 1 + 2 + 3 + 4 + 5, and 2 for the row


def test_without_script_the_same_fields_do_it(phone):
    one = phone(script=False)
    one.go("/new/azul")
    for name in NAMES[:2]:
        one.page.fill("#name", name)
        one.page.press("#name", "Enter")
    one.tap("label.key:has([name=wall][value='1'])")
    one.tap(".bar button.button")
    one.tap(".bar a.button")
    one.tap(".bar a.button")
    one.tap("label.key:has([name=r2][value='3'])")
    one.tap("noscript button")
    one.tap("label.key:has([name=c2][value=white])")
    one.tap("label.key:has([name=floor][value='2'])")
    one.tap("noscript button")
    shows_sum(one, "1\ntiles\n−2\nfloor\n0\n0 to 0")
    one.tap(SAVE)
    expect(one.page.locator("h1")).to_contain_text("Wall of Ben")
    one.tolerate("422")
    one.tap(SAVE)
    expect(one.page.locator("#notice li")).to_have_text(
        ["Nobody has the start marker; whoever first takes tiles from the middle gets it."]
    )
    one.tap("#notice form button")
    expect(one.page.locator("#last header")).to_contain_text("Round 1 scored no points", use_inner_text=True)


@pytest.mark.parametrize("wall", [0, 1], ids=["coloured", "grey"])
def test_a_small_phone_needs_no_sideways_scroll_and_has_room_for_fingers(phone, wall):
    one = phone(viewport=(360, 640))
    invitation = one.opens("azul", [*NAMES, "Mei-Ling"], wall=wall)
    one.go(f"/t/{invitation.id}")
    tap_wall(one, ANN, [(1, 1, "blue"), (2, 2)] if wall else [(1, 1), (2, 2)], floor=3, marker=True)
    for selector in (".key:not(:has([type=hidden]))", ".tabs a", SAVE):
        for element in one.page.locator(selector).all():
            box = element.bounding_box()
            assert box and box["width"] >= 44 and box["height"] >= 44, (selector, box)
    pages = [one.page.url, re.sub("/enter.*", "", one.page.url)]
    for address in pages:
        one.go(address)
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
