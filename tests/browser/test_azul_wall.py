"""The wall of Azul as it is tapped: what it scores is shown before it is sent. Counted by hand from the rulebook.

The coloured wall, row by row: blue yellow red black white; white blue yellow red black; black white blue yellow red;
red black white blue yellow; yellow red black white blue. The floor costs 1, 1, 2, 2, 2, 3, 3.
"""

from playwright.sync_api import expect

from tests.browser.azul import SAVE, key, points, save, shows_sum, tap_wall

ANN = 0
NAMES = ["Ann", "Ben"]


def test_what_a_wall_will_score_is_shown_before_it_is_sent(phone):
    host, watcher = phone(), phone()
    invitation = host.opens("azul", NAMES)
    watcher.joins(invitation, "viewer")
    host.go(f"/t/{invitation.id}")
    tap_wall(host, ANN, [(1, 2), (1, 3), (2, 3), (3, 2)], floor=5)
    # One a row: red took the place of yellow. Red alone 1; yellow below it 2; white alone, beside nothing, 1; floor 8.
    expect(points(host)).to_have_text(["+1", "+2", "+1"])
    shows_sum(host, "1 + 2 + 1\ntiles\n−8\nfloor\n0\n0 to 0")
    # Tapped again, the white one is taken back, and so is the floor; blue beside yellow is 2, and 2 below nothing.
    host.tap(key(host, "r3", 2))
    host.tap(key(host, "floor", 5))
    host.tap(key(host, "r3", 3))
    expect(points(host)).to_have_text(["+1", "+2", "+3"])  # column 3 now: red 1, yellow 2, blue 3
    shows_sum(host, "1 + 2 + 3\ntiles\n+6\n0 to 6")
    # The rulebook's example: four tiles and the start marker cost eight. The marker brings its space and takes it away.
    host.tap(key(host, "floor", 4))
    for taken, loss in ((5, 8), (4, 6)):
        host.tap("label.key:has([name=marker])")
        expect(host.page.locator(".calculation")).to_contain_text(f"−{loss}")
        assert host.page.locator("[name=floor]:checked").input_value() == str(taken)
    assert watcher.page.locator("#now .space.has").count() == 0
    save(host, ANN)
    # The next wall is empty, and nothing of the one before is tapped on it.
    assert host.page.locator("#preview input:checked").count() == 0
    expect(host.page.locator(SAVE)).to_have_text("Ben tiled nothing: Score round 1")
    expect(watcher.page.locator("#now .space.has")).to_have_count(3)


def test_a_grey_space_asks_for_its_colour(phone):
    one = phone()
    invitation = one.opens("azul", NAMES, wall=1)
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
