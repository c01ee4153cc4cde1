"""Every page in its languages: axe finds nothing, nothing sticks out, keys are large, all is Chinese; one walk."""

from collections import defaultdict

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from companion.paths import STATIC
from tests.browser.walk import PHONE
from tests.support.chinese import not_chinese
from tests.support.long import IS_LONG

# The first test waits for the whole walk.
pytestmark = pytest.mark.timeout(3600 if IS_LONG else 600)


# `make test` looks at sampled places, each in one of these ways and a quarter of them with axe, which takes longer than
# all else; `make test-long` looks at each place in all ways, at all widths and without script.
WAYS = [(locale, scheme) for scheme in ("light", "dark") for locale in ("en-GB", "zh-TW", "de-DE")]
AXE_TURNS = 4
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
# No page has frames, none of these rules wants the style sheets once more as text, and the report shows only the HTML
# of what is wrong: to list passes and selectors as well takes a third of axe's time.
RULES = {
    "runOnly": {"type": "tag", "values": TAGS},
    "reporter": "no-passes",
    "selectors": False,
    "preload": False,
    "iframes": False,
}
# What lies under the head and the bar can be scrolled out; axe takes it for covered.
RUN_AXE = """async options => {
    const pinned = [...document.querySelectorAll(".top, .bar, .foot")];
    const pin = way => { for (const one of pinned) one.style.position = way; };
    pin("static");
    const { violations } = await axe.run(options);
    pin("");
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}"""

# A small phone, which the walk has, and 320 px, a page at 400 %.
NARROW_WIDTHS = (PHONE["width"], 320)
# A page at 200 % on a small laptop, and a tablet: by turns.
WIDE_WIDTHS = (640, 1024)
TOO_WIDE = """() => {
    const edge = document.documentElement.clientWidth, over = document.documentElement.scrollWidth - edge;
    if (over <= 0) return "";
    const wide = [...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > edge + 1);
    return `${over} px too wide: ${(wide.at(-1) ?? document.body).outerHTML.slice(0, 120)}`;
}"""

KEYS = (
    "button, label.key, a.key, summary, .bar a, .top a, .tabs a[href], "
    "input:not([type=hidden]):not(.key input, .space input)"
)
# A board's spaces are eight across a phone; of the wall and the numbers of a matrix seven.
NARROW = ".land .key, .key-grid .key, .space, .tracks button, .floor-space, .strip .key, .card-key, .pick .key"
TOO_SMALL = """([keys, narrow]) => [...document.querySelectorAll(keys)].flatMap(key => {
    const box = key.getBoundingClientRect(), wide = key.matches(narrow) ? 39.5 : 43.5;
    const seen = key.checkVisibility() && !key.closest("[aria-hidden=true], [inert]");
    if (!seen || box.height >= 43.5 && box.width >= wide || key.matches(".land .key") && box.height >= wide) return [];
    return [`${Math.round(box.width)} x ${Math.round(box.height)} px: ${key.outerHTML.slice(0, 120)}`];
})"""
# The word for who leads a trick must not lie over what the key says.
COVERED = """() => [...document.querySelectorAll(".winner:has(> .tag)")].some(key => {
    const text = document.createRange(), tag = key.querySelector(":scope > .tag").getBoundingClientRect();
    text.selectNodeContents(key.querySelector("small"));
    return [...text.getClientRects()].some(line => line.right > tag.left && line.bottom > tag.top);
}) ? "the word for who leads covers another" : "" """

# What a seat's tab says of its part, such as "not in yet"; the name above it may be cut.
CUT = """() => [...document.querySelectorAll(".tabs small")]
    .some(tab => getComputedStyle(tab).clipPath == "none" && tab.scrollWidth > tab.clientWidth)
    ? "what a tab tells is cut" : "" """

# Text alone at twice its size: a page that is too wide, and text whose middle lies beyond its key, button or cell.
ENLARGED = """() => {
    const page = document.documentElement;
    page.style.fontSize = "200%";
    const told = (part, text) => `${text.trim().slice(0, 30)} runs out of ${part.outerHTML.slice(0, 100)}`;
    const over = page.scrollWidth - page.clientWidth, faults = over > 3 ? [`${over} px too wide`] : [];
    for (const part of document.querySelectorAll(".key, .button, .tag, .plate, .card, td, th, .order li, .evidence")) {
        const box = part.getBoundingClientRect(), text = document.createRange();
        const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        while (box.width && walk.nextNode()) {
            const within = walk.currentNode.parentElement;
            if (within.closest(".visually-hidden, .ellipsis") || !walk.currentNode.data.trim()) continue;
            text.selectNodeContents(walk.currentNode);
            const isOut = [...text.getClientRects()].some(line => line.width && (line.left < box.left - 2 ||
                line.right > box.right + 2 || line.top + line.bottom < 2 * box.top ||
                line.top + line.bottom > 2 * box.bottom));
            if (isOut) faults.push(told(part, walk.currentNode.data));
        }
    }
    page.style.fontSize = "";
    return faults;
}"""
# A code is drawn by chance; these letters are the widest.
WIDEST_CODES = "() => { for (const code of document.querySelectorAll('[data-code]')) code.textContent = 'WWWWWW'; }"
AT_A_WIDTH = f"isEnlarged => [[({TOO_WIDE})(), ({COVERED})(), ({CUT})()], isEnlarged ? ({ENLARGED})() : []]"

# Everything that is seen or read out: texts, and the labels of what has none.
TEXTS = """() => {
    const found = [document.title], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const within = walk.currentNode.parentElement;
        const isOther = within.closest("script, style, template, noscript, [lang=en], .link, [data-code]");
        if (!isOther) found.push(walk.currentNode.data);
    }
    for (const name of ["aria-label", "title", "placeholder", "alt", "data-news", "data-need", "data-description"]) {
        for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name));
    }
    return found;
}"""
# The rules of pages.css that would do something on a page that does not read it.
PAGES_STYLE = (STATIC / "pages.css").read_text("utf-8")
UNSTYLED = """style => {
    const read = name => document.querySelector(`link[href*='/${name}.']`), sheet = new CSSStyleSheet();
    if (!read("style") || read("pages")) return [];
    sheet.replaceSync(style);
    const rules = [...sheet.cssRules].flatMap(rule => rule.media ? [...rule.cssRules] : rule);
    const texts = rules.flatMap(rule => rule.selectorText?.replaceAll(/::[\\w-]+/g, "") ?? []);
    return texts.filter(text => document.querySelector(text)).map(text => `${text} is in pages.css`);
}"""
LOOK = f"([keys, narrow, style]) => [({TEXTS})(), ({TOO_SMALL})([keys, narrow]), ({UNSTYLED})(style)]"


@pytest.fixture(scope="module")
def faults(walk):
    """What is wrong anywhere, by what was looked for."""
    found = defaultdict(list)
    for number, (place, address) in enumerate(walked(walk)):
        ways = WAYS[number % 2 * 3 :][:3] if IS_LONG else [WAYS[number % len(WAYS)]]
        widths = [WIDE_WIDTHS[number % 2]]
        for locale, scheme in ways:
            with walk.at(place, address, locale, scheme) as page:
                if number % AXE_TURNS == 0 or (IS_LONG and locale == "en-GB"):
                    found["axe"] += [f"{place.name}, {locale}, {scheme}: {axe_find}" for axe_find in axe_finds(page)]
                # Paper has a size of its own.
                enlarged = NARROW_WIDTHS[number % 2 :][:1]
                enlarged = () if place.name == "on paper" else enlarged
                for kind, fault in looked_at(page, locale, [*NARROW_WIDTHS, *widths], enlarged):
                    found[kind].append(f"{place.name}, {locale}: {fault}")
        if IS_LONG:
            for kind, fault in looked_at(walk.bare(place, address, "zh-TW"), "zh-TW", NARROW_WIDTHS):
                found[kind].append(f"{place.name}, zh-TW, without script: {fault}")
    return found


def walked(walk):
    return (place for place in walk.places() if IS_LONG or place[0].is_sampled)


def axe_finds(page):
    page.evaluate(AXE_SCRIPT)
    return page.evaluate(RUN_AXE, RULES)


def looked_at(page, locale, widths, enlarged=()):
    """What is wrong with a page at these widths, at some of them with its text at twice its size too."""
    texts, small, unstyled = page.evaluate(LOOK, [KEYS, NARROW, PAGES_STYLE])
    found = [("small", fault) for fault in small] + [("unstyled", name) for name in unstyled]
    if locale == "zh-TW":
        found += not_chinese(texts)
    page.evaluate(WIDEST_CODES)
    for width in widths:
        if page.viewport_size != {**PHONE, "width": width}:
            page.set_viewport_size({**PHONE, "width": width})
        wide, large = page.evaluate(AT_A_WIDTH, width in enlarged)
        found += [("wide", f"{width} px: {fault}") for fault in wide if fault]
        found += [("enlarged", f"{width} px: {fault}") for fault in large]
    return found


@pytest.mark.parametrize("kind", ["axe", "wide", "enlarged", "small", "unstyled", "english", "crowded"])
def test_nothing_is_wrong_on_any_page(faults, kind):
    """What axe finds, sticks out, leaves its place at twice its size, is too small a key, or is not well set."""
    found = faults[kind]
    assert not found, f"{len(found)} faults\n" + "\n".join(dict.fromkeys(found))
