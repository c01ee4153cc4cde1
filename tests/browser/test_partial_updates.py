"""A page that took only what changed is, at each version, the page that a reload brings."""

from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.test_live_pages import connected
from tests.support.long import long
from tools.bench.games import GAMES
from tools.bench.serving import Visitor

OFTEN = ("azul", "luz")
# The keys of acts are new each time, and what has just changed is lit for a moment.
SHAPE = """() => ["stand", "now", "pad", "bar"].map((id) => document.getElementById(id).outerHTML
    .replace(/ ?\\bfresh\\b/g, "").replace(/ class=""/g, "").replace(/(name="act" value=")[^"]*/g, "$1"))"""
SAME = """((...texts) => {
    const [one, other] = texts.map((text) => new DOMParser().parseFromString(text, "text/html").body);
    return one.isEqualNode(other);
})"""
COUNT_REQUESTS = "() => { const ask = fetch; asked = 0; fetch = (...all) => { asked += 1; return ask(...all); }; }"


@pytest.fixture
def host(phone):
    with closing(Visitor(phone.server.port)) as visitor:
        yield visitor


@pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.key, marks=() if game.key in OFTEN else long) for game in GAMES]
)
def test_what_changes_leaves_the_page_that_a_reload_brings(phone, host, game):
    one, session = phone(), game.opened(host)
    name, value = host.cookie.split("=", 1)
    one.context.add_cookies([{"name": name, "value": value, "url": phone.server.base}])
    one.go(f"/t/{session}")
    connected(one)
    one.page.evaluate(COUNT_REQUESTS)
    head = one.page.locator("#head")
    for _ in range(2):
        version = int(head.get_attribute("data-version") or 0)
        game.enter(host, session)
        expect(head).to_have_attribute("data-version", str(version + 1))
    changed = one.page.evaluate(SHAPE)
    assert one.page.evaluate("asked") == 0, "all of it came as changes"
    one.page.reload()
    connected(one)
    assert one.page.evaluate(f"(was) => ({SHAPE})().filter((text, at) => !{SAME}(was[at], text))", changed) == []
