"""Words longer by two fifths fit on every page of a phone: nothing is too wide, cut, or broken without a hyphen."""

import pytest

from tests.browser.conftest import served
from tests.browser.pseudo_language import MARK
from tests.browser.sample_instance import UNWIELDY, fill_database
from tests.browser.test_every_page import CUT, TOO_WIDE
from tests.browser.walk import PHONE, Walk
from tests.support.long import long

pytestmark = [long, pytest.mark.timeout(3600)]

WIDTHS = (390, 320)
NAMES = ("Maximiliŏne", "Benjamŏn", "Friederŏke", "Ŏnn", "Karl-Heŏnz")
# A word of the language on two lines has a soft hyphen where the first one ends; what hides the rest of a text cuts it.
BROKEN_OR_CUT = """mark => {
    const faults = [], range = document.createRange();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const node = walk.currentNode, within = node.parentElement, told = within.outerHTML.slice(0, 100);
        if (!node.data.includes(mark) || !within.checkVisibility()) continue;
        if (within.closest("script, style, template, noscript, svg, .visually-hidden, .skip, .ellipsis")) continue;
        const box = within.getBoundingClientRect(), style = getComputedStyle(within);
        if (box.width < 2) continue;
        // The last result has one line for its heading: the pad says it in full. The head of a page has two lines.
        if (!within.matches(".last > header > h2, .top small") && !["visible", "auto"].includes(style.overflowX) &&
            within.scrollWidth > within.clientWidth + 1)
            faults.push(`cut: ${told}`);
        const height = place => {
            range.setStart(node, place);
            range.setEnd(node, place + 1);
            return [...range.getClientRects()].at(-1)?.top ?? 0;
        };
        for (const { 0: word, index } of node.data.matchAll(/[^\\s\\u00ad\\u200b-]+/g)) {
            if (word.length > 1 && word.includes(mark) && height(index + word.length - 1) > height(index) + 4)
                faults.push(`broken: ${word} in ${told}`);
        }
    }
    return faults;
}"""


@pytest.fixture(scope="module", params=[UNWIELDY, NAMES], ids=["unwieldy names", "long names"])
def long_walk(request, chromium, tmp_path_factory):
    folder = tmp_path_factory.mktemp("long-words")
    instance = fill_database(folder / "companion.sqlite", request.param)
    with served(folder, ("-m", "tests.browser.pseudo_language")) as server:
        walk = Walk(chromium, server.base, instance)
        yield walk
        walk.close()


def test_every_page_has_room_for_a_longer_language(long_walk):
    faults, seen = [], 0
    for place, address in long_walk.places():
        if "on paper" in place.name:
            continue
        with long_walk.at(place, address, "de-DE") as page:
            seen += MARK in page.content()
            for width in WIDTHS:
                page.set_viewport_size({**PHONE, "width": width})
                found = [page.evaluate(script) for script in (TOO_WIDE, CUT)]
                found += page.evaluate(BROKEN_OR_CUT, MARK)
                faults += [f"{place.name}, {width} px: {fault}" for fault in found if fault]
    assert seen > 100
    assert not faults, f"{len(faults)} faults\n" + "\n".join(dict.fromkeys(faults))
