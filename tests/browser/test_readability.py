"""What was off the screen, told in the wrong place or too small to be read, on real pages with names hard to fit."""

import itertools
import math

import pytest
from playwright.sync_api import expect

from tests.browser.place import Place
from tests.support.long import long

pytestmark = long

# Parts of a page whose text runs out of them, and parts of which something is off the screen.
RUNS_OUT = """selector => [...document.querySelectorAll(selector)].filter(part => {
    const text = document.createRange(), box = part.getBoundingClientRect();
    text.selectNodeContents(part);
    return [...text.getClientRects()].some(line => line.left < box.left - 0.5 || line.right > box.right + 0.5);
}).map(part => part.textContent)"""
# The band at the foot of the cards with a 2, as red, green and blue up to 255.
BANDS = """keys => keys.filter(key => key.querySelector(".number").textContent === "2").map(key => {
    const [, kind, band] = getComputedStyle(key).boxShadow.match(/^(color|rgba?)\\((?:srgb )?([^)]*)\\)/);
    return band.split(/[ ,/]+/).slice(0, 3).map(one => kind === "color" ? 255 * one : Number(one));
})"""
IN_VIEW = """part => {
    const box = part.getBoundingClientRect(), bar = document.querySelector(".bar")?.getBoundingClientRect();
    const head = document.querySelector(".top")?.getBoundingClientRect();
    return box.top >= (head?.bottom ?? 0) - 1 && box.bottom <= (bar?.top ?? innerHeight) + 1;
}"""
TEXT_IN_BOX = """part => {
    const text = document.createRange();
    text.selectNodeContents(part);
    return text.getBoundingClientRect().bottom <= part.getBoundingClientRect().bottom + 0.5;
}"""
ABOVE_THE_BAND = """keys => keys.map(key =>
    key.getBoundingClientRect().bottom - key.querySelector(".number").getBoundingClientRect().bottom)"""
NEW = Place("new", "", "stranger", steps=lambda page: None)
LAPTOP, PROJECTED, NARROW = (1366, 768), (1280, 720), (320, 640)
# How many lines a title has.
LINES = "h1 => h1.clientHeight / parseFloat(getComputedStyle(h1).lineHeight)"


def at(page, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page


def sized(walk, path, *sizes, locale="en-GB", scheme="light"):
    """A page on the host's screen, at each of these sizes."""
    with walk.at(Place("a page", path), walk.instance.address(path), locale, scheme) as page:
        for size in sizes:
            yield at(page, size)


@pytest.mark.parametrize("locale", ["en-GB", "zh-TW"])
def test_the_games_at_home_stay_in_their_tiles_on_a_narrow_phone(walk, locale):
    with walk.at(NEW, "/", locale) as page:
        at(page, NARROW)
        assert page.evaluate(RUNS_OUT, ".panel span, .hero h1") == []
        name = page.locator(".hero .plate").bounding_box()
        languages = [link.bounding_box() for link in page.locator(".language").all()]
        for box in languages:
            assert box and name and box["y"] + box["height"] <= name["y"] + 1, "one lies over the other"
        assert len(languages) == 4, "three languages and the settings"


def test_a_head_has_at_most_two_lines_and_ends_what_is_longer(walk):
    for path in ("/history", "/t/{luz}/again", "{group}"):
        for page in sized(walk, path, NARROW, locale="de-DE"):
            assert page.locator("h1").evaluate(LINES) < 2.6, path


def test_the_settings_that_are_chosen_look_so(walk):
    with walk.at(NEW, "/settings", "en-GB") as page:
        fills = page.locator("form .key").evaluate_all("all => all.map(key => getComputedStyle(key).backgroundColor)")
        chosen = page.locator("form .key").evaluate_all('all => all.map(key => key.matches("[aria-current]"))')
    filled = {fill for fill, is_chosen in zip(fills, chosen, strict=True) if is_chosen}
    assert sum(chosen) == 3 and len(filled) == 1 and fills.count(*filled) == 3


def test_what_is_no_game_is_told_at_its_field(walk):
    with walk.at(NEW, "/import", "en-GB") as page:
        at(page, (390, 500))
        page.fill("#text", "hello")
        page.locator(".bar button").click()
        expect(page.locator("#notice")).to_contain_text("not a game of the companion")
        expect(page.locator("#text")).to_be_focused()
        assert page.locator("#notice").evaluate(IN_VIEW)


def test_the_title_has_a_frame_after_keys_only(walk):
    for by, frame in (("tap", "none"), ("keys", "solid")):
        with walk.at(NEW, "/new/azul", "en-GB") as page:
            page.evaluate(f"sessionStorage.setItem('companion:acted', '{by}')")
            page.goto("/new/luz")
            title = page.locator("h1")
            expect(title).to_be_focused()
            assert title.evaluate("title => getComputedStyle(title).outlineStyle") == frame


def test_the_tails_of_a_title_are_not_cut_off(walk):
    with walk.at(NEW, "/groups/new", "en-GB") as page:
        for width in (390, 320):
            at(page, (width, 640))
            assert page.locator("h1").evaluate(TEXT_IN_BOX), width


QUESTIONS = ("ingenious/placement", "salamanca/estate", "azul/tile", "5211/round")


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_keys_of_a_question_are_above_the_bar_of_a_laptop(walk, question):
    game, name = question.split("/")
    with walk.at(NEW, f"/referee/{game}/{name}", "en-GB") as page:
        at(page, LAPTOP)
        keys = page.locator("#ask main :is(button.key, .key:has(input), .claim input):not(.land *, .frame *)")
        hidden = [key for key in keys.all() if key.is_visible() and not key.evaluate(IN_VIEW)]
        assert hidden == []


@pytest.mark.parametrize("size", [LAPTOP, PROJECTED])
def test_a_big_screen_is_read_from_afar(walk, size):
    """The whole address at the end, and all rows of the running deal."""
    for page in sized(walk, "/t/{over}", size):
        assert page.locator(".join span").last.evaluate(IN_VIEW)
    for page in sized(walk, "/t/{luz}", size):
        rows = page.locator("#now .rows > li")
        assert rows.count() == 5
        assert rows.last.evaluate(IN_VIEW)
        sizes = page.evaluate("""() => [".rows .ellipsis b", ".rows .bead", ".now-points", "h2"].map(part => {
            const style = getComputedStyle(document.querySelector(`#now ${part}`));
            return parseFloat(part.endsWith("bd") ? style.width : style.fontSize);
        })""")
        assert min(sizes) >= 26, sizes


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_cards_of_a_hand_are_told_apart_on_a_narrow_phone(walk, scheme):
    for page in sized(walk, "/t/{fifty}/enter?seat=1", NARROW, scheme=scheme):
        bands = page.locator(".card-key").evaluate_all(BANDS)
        room = page.locator(".card-key").evaluate_all(ABOVE_THE_BAND)
        lines = page.locator("#head h1").evaluate(LINES)
    assert len(bands) == 5
    assert min(math.dist(one, other) for one, other in itertools.combinations(bands, 2)) > 40, bands
    assert math.dist(bands[0], bands[4]) > 60, "green and teal"
    assert len(room) == 30 and min(room) >= 5
    assert lines < 2.5, "the head has two lines"
