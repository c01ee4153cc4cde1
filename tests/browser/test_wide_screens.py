"""Wide screens: the big screen beside the table, and the pages away from it, use the room they have."""

import pytest

from tests.browser.test_readability import LAPTOP, PROJECTED, RUNS_OUT, sized
from tests.support.long import long

pytestmark = long

TABLET, ON_ITS_SIDE = (820, 1180), (844, 390)
TABLES = [
    *("sheet-of-2", "sheet-of-6", "twelve", "luz", "luz-of-3", "fifty-of-5", "azul-of-4", "tracks", "board", "land"),
    "coins",
]
# Pairs of the parts of a page that lie over each other.
OVERLAPS = """selector => {
    const boxes = [...document.querySelectorAll(selector)].filter(part => part.checkVisibility())
        .flatMap(part => [...part.getClientRects()].map(box => [part, box]))
        .filter(([, box]) => box.width && box.height);
    return boxes.flatMap(([one, a], place) => boxes.slice(place + 1).filter(([other, b]) =>
        !one.contains(other) && !other.contains(one) && a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1
    ).map(([other]) => [one, other].map(part => part.id + "." + part.className).join(" and ")));
}"""
# The parts that are not whole between the head and the bar of the first screen.
CUT = """selector => {
    const head = document.querySelector(".top").getBoundingClientRect().bottom;
    const bar = document.querySelector(".bar")?.getBoundingClientRect();
    const foot = bar?.height ? bar.top : innerHeight;
    return [...document.querySelectorAll(selector)].filter(part => {
        const box = part.getBoundingClientRect();
        return box.height && (box.top < head - 1 || box.bottom > foot + 1 || box.left < 0 || box.right > innerWidth);
    }).map(part => part.textContent.trim().slice(0, 40));
}"""
PARTS = (
    ".plate, .score-pad, .join, .more-rows, .people, .tabs, #now > header, #now > .rows, .walls, .tracks, .land, .frame"
)


# Texts of which letters are cut off: at the side without a sign for what is missing, or their tails below.
CUT_LETTERS = """() => [...document.querySelectorAll("main *")].filter(part => {
    const style = getComputedStyle(part), cuts = overflow => ["hidden", "clip"].includes(overflow);
    if (part.closest(".visually-hidden, svg") || !part.innerText?.trim()) return false;
    const box = part.getBoundingClientRect(), text = document.createRange();
    text.selectNodeContents(part);
    const isClamped = style.webkitLineClamp !== "none" && style.whiteSpace !== "nowrap";
    const ends = style.textOverflow === "ellipsis" || isClamped;
    const margin = style.overflowY === "clip" ? parseFloat(style.overflowClipMargin) : 0;
    const isCut = cuts(style.overflowX) && !ends && part.scrollWidth > part.clientWidth + 1;
    const line = [...text.getClientRects()].filter(line => line.width).at(-1);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const { fontBoundingBoxDescent, actualBoundingBoxDescent } = pen.measureText("gjpqy");
    const hasTails = line && /[gjpqy]/.test(part.innerText);
    const low = hasTails && line.bottom - fontBoundingBoxDescent + actualBoundingBoxDescent;
    return isCut || (cuts(style.overflowY) && style.webkitLineClamp === "none" && low > box.bottom + margin + 0.5);
}).map(part => `${part.className} ${part.textContent.trim().slice(0, 40)}`)"""


def share(page, part):
    """How much of the window's width and height the first such part has."""
    box = page.locator(part).first.bounding_box()
    assert box and page.viewport_size
    return box["width"] / page.viewport_size["width"], box["height"] / page.viewport_size["height"]


@pytest.mark.parametrize("table", TABLES)
def test_a_big_screen_shows_all_seats_and_no_links_among_them(walk, table):
    for page in sized(walk, f"/t/{{{table}}}", LAPTOP, PROJECTED):
        assert page.evaluate(CUT, ".plate, .walls > li, #now > .rows > li, #now .tabs a, .join, .tracks tbody") == []
        assert page.evaluate(OVERLAPS, PARTS) == []
        low = page.evaluate(
            "Math.max(...[...document.querySelectorAll('.join, #now > *')].map(one =>"
            " one.getBoundingClientRect().bottom))"
        )
        assert page.evaluate(CUT_LETTERS) == []
        boxes = [link.bounding_box() for link in page.locator(".more-rows a").all()]
        assert len(boxes) >= 4
        assert all(box["y"] >= low - 1 and box["height"] >= 44 for box in boxes)
        assert len({round(box["y"]) for box in boxes}) == 1, "they stand in a line"


@pytest.mark.parametrize("table", ["board", "land", "land-of-3"])
def test_a_board_is_as_tall_as_a_big_screen(walk, table):
    for page in sized(walk, f"/t/{{{table}}}", LAPTOP, PROJECTED, (1920, 1080)):
        assert share(page, ".hex-board, .land")[1] > 0.7
        assert page.evaluate(CUT, ".hex-board, .land") == []


ENDS = {
    "over": ".plot",
    "sheet-of-6-over": ".plot",
    "azul-of-2-over": ".wall",
    "azul-of-3-over": ".wall",
    "land-over": ".land",
    "ingenious-over": ".hex-board",
    "tracks-of-4-over": ".tracks",
    "teams-over": ".tracks",
}


@pytest.mark.parametrize("table", ENDS)
def test_the_end_shows_places_picture_and_ranking_at_once(walk, table):
    for page in sized(walk, f"/t/{{{table}}}", LAPTOP, PROJECTED):
        assert page.evaluate(CUT, f".podium .plate, #stand .rows > li, #pad {ENDS[table]}") == []
        assert page.evaluate(OVERLAPS, ".podium .plate, #stand, #now, #pad > *, .join") == []
        number = page.locator(".podium .place-1 .number").first.evaluate(
            "one => parseFloat(getComputedStyle(one).fontSize)"
        )
        assert number >= 72, "read from three metres"
        assert share(page, f"#pad {ENDS[table]}")[0] > (0.12 if ENDS[table] == ".wall" else 0.33)
    for page in sized(walk, f"/t/{{{table}}}", TABLET):  # there are two columns
        picture = page.locator(f"#pad {ENDS[table]}").last.bounding_box()
        ranking, reasons = page.locator("#stand .rows").bounding_box(), page.locator("#now").bounding_box()
        assert ranking["x"] > picture["x"] + picture["width"] and reasons["x"] == ranking["x"]
        assert page.evaluate(CUT, f".podium .plate, #stand .rows > li, #now, #pad {ENDS[table]}") == []


@pytest.mark.parametrize("table", ["azul", "grey"])
def test_a_wall_is_whole_beside_its_floor(walk, table):
    """On a laptop with the floor line, on a phone on its side with as much of it as there is room for."""
    form = f"/t/{{{table}}}/enter?seat=1"
    for page in sized(walk, form, LAPTOP):
        assert page.evaluate(CUT, ".wall .space, .floor .key") == []
    for page in sized(walk, form, ON_ITS_SIDE):
        assert page.evaluate(CUT, ".wall .space") == []
        assert page.evaluate(OVERLAPS, ".last, .tabs, .wall, .floor") == []


# Keys of forms, and how many of them may be beyond the first screen of a phone on its side: two rows of the land.
ASIDE = {
    "{luz}/enter": (".winner", 0),
    "{land}/enter": (".land .key", 18),
    "{land-of-3}/enter": (".land .key", 18),
    "{land}/enter?at=5.5": (".land .key", 18),
}


@pytest.mark.parametrize("form", ASIDE)
def test_a_phone_on_its_side_shows_all_keys_of_a_trick_and_six_rows_of_land(walk, form):
    keys, most = ASIDE[form]
    for page in sized(walk, f"/t/{form}", ON_ITS_SIDE):
        assert page.locator(keys).count() > most and len(page.evaluate(CUT, keys)) <= most
        assert page.evaluate(CUT_LETTERS) == []


# Pages of several parts away from the table, and the least columns they have on a tablet and on a laptop.
PAGES = {
    "/": (2, 3),
    "{crowd}": (2, 2),
    "{group}": (2, 2),
    "/players/{player}": (2, 3),
    "/history": (2, 3),
    "/referee": (2, 3),
    "/guide/azul": (2, 3),
    "/rules/azul": (2, 3),
    "/setups": (2, 2),
    "{group}/share": (2, 2),
    "/t/{luz}/host": (2, 3),
    "/t/{luz}/hand-over": (2, 2),
}
# How many columns the parts of a page that are no wider than half of it stand in.
COLUMNS = """() => new Set([...document.querySelectorAll("main :is(.section, .rule, .rows > li)")].flatMap(part =>
    [...part.getClientRects()].filter(box => box.height && box.width < innerWidth * 0.6)
        .map(box => Math.round(box.left / 150))
)).size"""
# How much of the window is between the first and the last part of a page, and how much of the page is beyond it.
SPAN = """() => {
    const boxes = [...document.querySelectorAll("main *")].map(one => one.getBoundingClientRect())
        .filter(box => box.width > 20 && box.height > 8);
    return (Math.max(...boxes.map(box => box.right)) - Math.min(...boxes.map(box => box.left))) / innerWidth;
}"""
BEYOND = "document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("path", PAGES)
def test_pages_of_several_parts_have_columns(walk, path):
    for page, least in zip(sized(walk, path, TABLET, LAPTOP), PAGES[path], strict=True):
        assert page.evaluate(COLUMNS) >= least
        assert page.evaluate(BEYOND) <= 0
        assert page.evaluate(OVERLAPS, "main .section > header, main .rows, main .rule, main .button, main .tile") == []
        assert page.evaluate(SPAN) > 0.55, "the sides are not empty"


def test_who_plays_whom_is_a_matrix(walk):
    for page in sized(walk, "{crowd}", (320, 640), (390, 844), TABLET, LAPTOP):
        page.locator("#pairs").evaluate("pairs => { pairs.open = true; }")
        assert page.evaluate(BEYOND) <= 0
        frame = page.locator("#pairs .wide-table")
        if page.viewport_size["width"] >= 390:
            assert frame.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), "all of it is seen"
        frame.evaluate("one => one.scrollLeft = 1000")
        name, whole = page.locator("#pairs tbody th").first.bounding_box(), frame.bounding_box()
        assert name and whole and name["x"] >= whole["x"] - 1, "whom a row is of stays in view"
        assert page.evaluate(RUNS_OUT, "#pairs .clamped") == []


MOMENTS = {
    "over": (".rows", 2),
    "azul-of-3-over": (".wall", 4),
    "board": (".hex-board", 13),
    "land-of-3": (".land", 12),
    "sheet-of-6-over": (".why", 5),
}


@pytest.mark.parametrize("table", MOMENTS)
def test_a_replay_has_its_picture_beside_totals_and_plot(walk, table):
    picture, number = MOMENTS[table]
    for page in sized(walk, f"/t/{{{table}}}/replay/{number}", TABLET, PROJECTED, LAPTOP):
        assert page.evaluate(CUT, f".standings .plate, .outcome {picture}, .replay .plot") == []
        for parts in (".standings .plate, .outcome, .replay .tile", ".moments > *, .moments nav > *"):
            assert page.evaluate(OVERLAPS, parts) == []
        drawn, plot = page.locator(f".outcome {picture}").first.bounding_box(), page.locator(".plot").bounding_box()
        assert drawn and plot and plot["x"] > drawn["x"] + drawn["width"]
        if picture in (".hex-board", ".land") and page.viewport_size["width"] != TABLET[0]:
            assert share(page, picture)[1] > 0.6
