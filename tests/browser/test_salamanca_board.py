"""The board of Salamanca as it is seen: what lies on one space stays readable, keys are wide, screens are used."""

import pytest

from tests.support.long import long

pytestmark = long

NAMES = ["Ann", "Ben", "Cleo"]
FARM = "[data-tap='4.5']"


def placed(kind, row, column, **more):
    return {"place": kind, "at": [row, column], **more}


FULL = {
    "format": 1, "game": "salamanca", "players": NAMES, "options": {"board": True}, "entries": [
        {"setup": [{"tile": "lake", "at": [1, 1]}, {"tile": "lake", "at": [1, 2], "value": 2},
                   {"tile": "field", "at": [4, 4]}, {"tile": "vineyard", "at": [6, 8]},
                   {"tile": "forest", "at": [7, 7]}]},
        {"cards": [8, 7, 2]},
        {"seat": 0, "turn": [placed("farm", 4, 5, occupy=True), placed("field", 4, 3)]},
        {"seat": 1, "turn": [placed("castle", 2, 2, occupy=True)]},
        {"seat": 2, "turn": [{"hazard": "rats", "at": [6, 8]}]},
        {"cards": [7, 8, 4]},
        {"seat": 1, "turn": [{"noble": [4, 5]}]},
        {"seat": 0, "turn": [placed("pasture", 3, 5, value=3), placed("pasture", 2, 5, value=3),
                             placed("pasture", 2, 4, value=3), placed("pasture", 3, 4)]},
        {"seat": 2, "turn": [{"hazard": "ruin", "at": [4, 5]}]},
        {"cards": [7, 3, 8]},
    ]}  # fmt: skip
"""Ann's farm has her squire, Ben's noble, a ruin, and is worth two figures."""

PARTS = """cell => {
    const worth = document.createRange(), around = cell.getBoundingClientRect();
    worth.selectNodeContents(cell.querySelector("span > b:last-child"));
    const parts = [cell.querySelector(":scope > .glyph, .stretched > .glyph"), cell.querySelector("span .mark"), worth,
                   cell.querySelector(".noble .glyph"), cell.querySelector(".noble .mark"),
                   cell.querySelector(".badge:not(.noble) .glyph")];
    return [around, ...parts.map(part => part.getBoundingClientRect())].map(({ x, y, width, height }) =>
        [x, y, width, height]);
}"""


def overlap(one, other):
    """How much of the smaller of two boxes the other one covers."""
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(width, 0) * max(height, 0) / min(one[2] * one[3], other[2] * other[3])


SCREENS = [((320, 640), "light"), ((390, 844), "dark"), ((1366, 768), "light")]


@pytest.mark.parametrize(("size", "scheme"), SCREENS)
def test_building_squire_noble_and_ruin_on_one_space_stay_apart(phone, size, scheme):
    one = phone(viewport=size, scheme=scheme)
    invitation = one.brings(FULL)
    for path, cell in (("/enter", FARM), ("", "#at4\\.5"), ("/entries/9", ".land .key.crowded")):
        one.go(f"/t/{invitation.id}{path}")
        around, *parts = one.see(f".land {cell}" if not cell.startswith(".land") else cell).evaluate(PARTS)
        for part in parts:
            assert part[2] >= 10 and part[3] >= 10, (path, part)
            assert overlap(part, around) > 0.9, (path, part)
        worst = max(overlap(part, other) for number, part in enumerate(parts) for other in parts[:number])
        assert worst < 0.25, (path, worst, parts)


WORTH = """cell => {
    const worth = document.createRange(), { left, right } = cell.getBoundingClientRect();
    worth.selectNodeContents(cell.querySelector("span > b:last-child"));
    const lines = [...worth.getClientRects()];
    return [lines.length, lines[0].left >= left, lines[0].right <= right, Math.ceil(right - left)];
}"""


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (600, 800)])
@pytest.mark.parametrize("names", [NAMES, ["Anna Maria", "Anna Berta", "Cleo"]])
def test_a_worth_of_two_figures_is_one_number_in_its_space(phone, size, names):
    """Beside the mark of a squire, of one letter or two, with a noble and without; a finger meets 40 px at least."""
    one, entries = phone(viewport=size), FULL["entries"]
    for more in (entries[6:8], [{"seat": 1, "turn": []}, entries[7]]):
        sheet = {**FULL, "players": names, "entries": [*entries[:6], *more]}
        one.go(f"/t/{one.brings(sheet).id}/enter")
        lines, *is_within, width = one.see(f".land {FARM}").evaluate(WORTH)
        assert lines == 1 and all(is_within) and width >= 40


def boxes(one, *what):
    found = [one.see(one.page.locator(each).first).bounding_box() for each in what]
    return [[box["x"], box["y"], box["width"], box["height"]] for box in found if box]


@pytest.mark.parametrize("size", [(900, 700), (1366, 768), (1920, 1080)])
def test_a_wide_screen_shows_the_whole_board_with_the_form_beside_it(phone, size):
    one = phone(viewport=size)
    salamanca, ingenious = one.brings(FULL), one.opens("ingenious", [*NAMES, "Dan"], board=1)
    for path, beside in (
        ("/enter?at=8.8", "#preview .order"),
        ("/enter?turn=0", "#preview .order"),
        ("", "#now .order"),
    ):
        one.go(f"/t/{salamanca.id}{path}")
        board, form, bar = boxes(one, ".land", beside, ".bar")
        assert board[2] > 270 and board[0] >= 0 and board[0] + board[2] <= size[0]
        assert board[1] + board[3] <= bar[1] + 1, (path, board, bar)
        assert form[0] >= board[0] + board[2] or form[0] + form[2] <= board[0]
    for path, beside in (("/enter", "#preview .pick"), ("", "#now .tracks")):
        one.go(f"/t/{ingenious.id}{path}")
        board, form, bar = boxes(one, ".frame", beside, ".bar")
        assert one.page.locator(".frame, .scroller").first.evaluate("pan => pan.scrollWidth <= pan.clientWidth + 1")
        assert board[1] + board[3] <= bar[1] + 1, (path, board, bar)
        assert form[0] >= board[0] + board[2] or form[0] + form[2] <= board[0]


def test_card_keys_are_wide_enough(phone):
    one = phone(viewport=(320, 640))
    for players, count in ((2, 8), (4, 8), (5, 10)):
        invitation = one.opens("salamanca", ["Ann", "Ben", "Cleo", "Dan", "Eve"][:players])
        for width in (320, 390, 520, 900):
            one.page.set_viewport_size({"width": width, "height": 640})
            one.go(f"/t/{invitation.id}/enter?do=cards")
            keys = one.page.locator(".strip .key").evaluate_all(
                "keys => keys.map(key => key.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
            )
            assert len(keys) == players * count and min(keys) >= 44, (players, width, min(keys))


def test_the_numbers_at_the_edges_stand_at_their_rows_and_columns(phone):
    """Also on a board that has to be pushed about: the numbers at the side stay in view."""
    one = phone(viewport=(320, 640))
    invitation = one.brings(FULL)
    for turn in range(4):
        one.go(f"/t/{invitation.id}/enter?turn={turn}")
        if one.page.locator(".scroller").count():
            one.page.locator(".scroller").evaluate("far => far.scrollTo(60, 0)")
        of_row, of_column = ("Row ", "Col. ") if turn % 2 else ("R", "C")
        for space, row, column in (("1.1", 1, 1), ("4.5", 4, 5), ("8.9", 8, 9)):
            cell = boxes(one, f".land [data-tap='{space}']")[0]
            for number in (f"{of_row}{row}", f"{of_column}{column}"):
                label = one.page.locator(".edge li", has_text=number).first
                side = label.evaluate("li => li.parentElement.classList.contains('side')")
                box = label.bounding_box()
                middle = box["y"] + box["height"] / 2 - cell[1] if side else box["x"] + box["width"] / 2 - cell[0]
                assert 0 < middle < cell[2], (turn, space, number, middle)
                assert not side or 0 <= box["x"] < 13


ROWS_ACROSS = """() => {
    const at = (row, column) => document.querySelector(`.land [data-tap="${row}.${column}"]`).getBoundingClientRect();
    const label = (text) => [...document.querySelectorAll(".edge li")].find(one => one.textContent === text)
        .getBoundingClientRect();
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const [row, column] = [middle(label("Row 4")), middle(label("Col. 5"))], cell = middle(at(4, 5));
    return at(4, 9).x > at(4, 1).x && at(8, 5).y > at(1, 5).y
        && Math.abs(row[1] - cell[1]) < 4 && Math.abs(column[0] - cell[0]) < 4;
}"""
OUTLINED = """() => {
    const line = document.querySelector(".land svg path").getBoundingClientRect();
    const farm = document.querySelector(".land [data-tap='4.5']").getBoundingClientRect();
    return line.left <= farm.left + 3 && line.right >= farm.right - 3 && line.top <= farm.top + 3
        && line.bottom >= farm.bottom - 3 && line.width < 4 * farm.width;
}"""


def test_rows_run_across_where_there_is_room_and_a_phone_on_its_side_shows_six(phone):
    one = phone(viewport=(844, 390))
    invitation = one.brings(FULL)
    for size in ((844, 390), (768, 1024), (1366, 768)):
        one.page.set_viewport_size({"width": size[0], "height": size[1]})
        one.go(f"/t/{invitation.id}/enter?at=4.5")
        assert one.page.evaluate(ROWS_ACROSS), size
        assert one.page.evaluate(OUTLINED), size
        row, bar = boxes(one, ".land [data-tap='6.1']", ".bar")
        assert row[1] + row[3] <= bar[1] + 1, size
    one.page.set_viewport_size({"width": 390, "height": 844})
    assert not one.page.evaluate(ROWS_ACROSS), "a phone held upright has them run upwards"
