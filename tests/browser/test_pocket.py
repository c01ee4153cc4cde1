"""The companion without a server: it starts offline, loses nothing, is in one tab at a time, and asks nobody else."""

import gzip
import os
import signal
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from companion import paths
from tests.browser.pocket import STARTED, Tab, WebSpace
from tests.support.long import IS_LONG, long, mostly_long

pytestmark = pytest.mark.timeout(600)
KILLS = 50 if IS_LONG else 4
NOTHING_WAITS = "() => !Object.keys(localStorage).some((key) => key.startsWith('companion:outbox'))"


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    space = WebSpace(tmp_path_factory.mktemp("web"))
    yield space
    space.close()


@pytest.fixture(scope="module")
def context(chromium, space):
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB", reduced_motion="reduce"
    )
    yield context
    context.close()


@pytest.fixture
def new_tab(context, space):
    yield lambda: Tab(context, space)
    for page in context.pages:
        page.close()


def test_a_deal_of_luz_is_entered_offline_and_there_when_the_tab_is_opened_again(new_tab, context):
    tab = new_tab().opens()
    context.set_offline(True)
    table = tab.opens_table("luz")
    tab.enters()
    tab.bets((3, 2, 1, 0))
    for number, seat in enumerate((0, 1, 3, 2, 3, 0, 3, 1, 3, 0), 1):
        if number < 10:
            tab.takes_trick(number, seat)
        else:
            tab.find(f"button.winner[value='{seat}']").click()
    tab.find(".bar button.button").click()
    points = ["+10", "+10", "+10", "−20"]
    expect(tab.find(".gain li > b.number")).to_have_text(points)

    # A second tab has nothing to do with it until the first is closed.
    other = new_tab()
    other.page.goto(other.space.address)
    expect(other.page.locator("#start")).to_be_visible(timeout=STARTED)
    expect(other.page.locator("#told")).to_have_text("The companion is open in another tab.")
    tab.closes()
    other.starts()
    other.find(f"a[href$='{table}']").click()
    expect(other.find("#stand [data-seat='3'] b.number")).to_have_text("−20")
    other.closes()
    context.set_offline(False)


@long
def test_a_tab_that_is_asked_to_go_on_takes_the_companion_from_the_other(new_tab):
    tab = new_tab().opens()
    table = tab.opens_table("luz")
    tab.enters()
    for seat in range(4):
        tab.find(f"label.key:has([name=b{seat}][value='1'])").click()
    other = new_tab()
    other.page.goto(other.space.address)
    expect(other.page.locator("#start")).to_be_visible(timeout=STARTED)
    tab.page.workers[-1].evaluate("() => { setTimeout(() => { while (true); }); }")
    tab.find("[data-save]").first.click()  # what is on its way there is entered here
    other.page.locator("#start").click()
    other.starts()
    expect(tab.page.locator("#start")).to_be_visible()
    other.find(f"a[href$='{table}']").click()
    other.enters()
    expect(other.find("button.winner").first).to_be_visible()
    tab.closes()
    other.closes()


ENDS = {
    "it ends": "close()",
    "Python cannot go on": "JSON.stringify = () => { throw new WebAssembly.RuntimeError('made by the test'); }",
    "an error that nobody catches": "throw new Error('made by the test')",
}
"""How the worker that runs Python comes to its end."""
# While Python has much to do, so that what is tapped meanwhile is on its way.
BUSY = "() => { setTimeout(() => { const end = Date.now() + 2000; while (Date.now() < end); %s; }); }"
ASK = "fetch('app/', { signal: AbortSignal.timeout(20000) }).catch(({ name }) => name)"


@pytest.mark.parametrize("how", mostly_long(ENDS))
def test_a_worker_that_ends_by_itself_is_started_again(new_tab, how):
    tab = new_tab().opens()
    ends_before_it_answers(tab, "location.href = 'new/luz'", how)
    expect(tab.find("main")).to_be_visible()
    tab.page.frames[1].goto(f"{tab.space.address}app/")  # a navigation that is given up confuses Playwright's next tap
    table = tab.opens_table("luz")
    tab.enters()
    for seat in range(4):
        tab.find(f"label.key:has([name=b{seat}][value='1'])").click()
    ends_before_it_answers(tab, "document.querySelector('[data-save]').click()", how)
    expect(tab.find("button.winner").first).to_be_visible(timeout=STARTED)
    tab.takes_trick(1, 2)
    tab.closes()
    tab = new_tab().opens(f"{table}/enter")
    expect(tab.find(".tricks li a")).to_have_count(1)
    tab.closes()


def ends_before_it_answers(tab, act, how):
    """What a person sees of it: the page stays, with a sentence and a key; what is asked meanwhile ends at once."""
    tab.page.workers[-1].evaluate(BUSY % ENDS[how])
    tab.page.frames[1].evaluate(f"() => {{ setTimeout(() => {{ {act}; }}); }}")
    expect(tab.page.locator("#start")).to_be_visible(timeout=STARTED)
    expect(tab.page.locator("#told")).to_contain_text("The companion has stopped. Nothing that it confirmed is lost")
    assert tab.page.evaluate(ASK) == "TypeError"  # a TimeoutError if nobody ended it
    tab.page.locator("#start").click()
    tab.starts()


@long
def test_a_full_storage_is_told_and_loses_nothing(chromium, space, context, new_tab):
    tab = new_tab().opens()
    tab.opens_table("luz")
    tab.enters()
    session = context.new_cdp_session(tab.page)
    origin = space.address.split("/games")[0]
    used = tab.page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": used + 1})
    for seat in range(4):
        tab.find(f"label.key:has([name=b{seat}][value='1'])").click()
    tab.find("[data-save]").first.click()
    expect(tab.find("[role=alert]").first).to_contain_text("Nothing was saved")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 10**10})
    tab.page.frames[1].evaluate("() => sessionStorage.removeItem('companion:tap')")  # long ago, as for a person
    tab.find("[data-save]:enabled").first.click()
    expect(tab.find("button.winner").first).to_be_visible()
    tab.closes()


@long
@pytest.mark.timeout(3600)
def test_a_tab_that_is_killed_in_mid_entry_loses_nothing_acknowledged(new_tab, chromium):
    table, known, tab = "", 0, new_tab().opens()
    for kill in range(KILLS):
        if kill % 4 == 0:
            table, known = tab.opens_table("luz"), 0
            tab.enters()
            tab.bets((3, 2, 1, 0))
        tab.takes_trick(known + 1, kill % 2)
        tab.find(f"button.winner[value='{2 + kill % 2}']").dispatch_event("click")
        tab.page.evaluate("(turns) => new Promise((resolve) => setTimeout(resolve, turns))", 2 * kill % 40)
        crash(tab, chromium)
        tab = new_tab().opens(f"{table}/enter")
        site = tab.page.frames[1]
        site.wait_for_function(NOTHING_WAITS, timeout=STARTED)  # what was not acknowledged is sent again
        site.goto(site.url)
        expect(tab.find("#entry [name=trick]")).to_be_attached()
        shown = tab.find(".tricks li a").count()
        assert known + 1 <= shown <= known + 2, (kill, known, shown)
        known = shown
        if kill % 4 == 3:
            tab.page.close()
            tab = new_tab().opens()
    tab.closes()


def crash(tab, browser):
    """Kill the processes of the browser's pages, as a phone does that needs the memory."""
    session = browser.new_browser_cdp_session()
    for process in session.send("SystemInfo.getProcessInfo")["processInfo"]:
        if process["type"] == "renderer":
            with suppress(ProcessLookupError):
                os.kill(process["id"], signal.SIGKILL)
    session.detach()
    tab.page.close()


@long
def test_a_newer_version_is_used_at_the_next_start_with_the_same_data(new_tab, space):
    tab = new_tab().opens()
    table = tab.opens_table("luz")
    style = (space.folder / "shell.css").read_bytes() + b"\n#wait{outline:3px solid red}\n"
    worker = (space.folder / "sw.js").read_text("utf-8")
    version = worker.split('VERSION = "')[1].split('"')[0]
    old = worker.split('"shell.css": {"digest": "')[1].split('"')[0]
    space.publish("shell.css", style)
    space.publish("shell.css.packed", gzip.compress(style))
    space.publish("sw.js", worker.replace(version, "f" * 16).replace(old, "e" * 16).encode())
    tab.page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
    tab.find("a[aria-label='Home']").click()
    tab.find(f"a[href$='{table}']").click()  # the game goes on with the version that it began with
    expect(tab.find("#stand")).to_be_visible()
    tab.closes()
    tab = new_tab().opens(table)
    expect(tab.find("#stand")).to_be_visible()
    outline = tab.page.evaluate("getComputedStyle(document.getElementById('wait')).outlineStyle")
    assert outline == "solid"
    tab.closes()


@long
def test_a_browser_that_keeps_nothing_says_so_before_the_first_entry(chromium, space):
    context = chromium.new_context(locale="en-GB")
    worker = (paths.PACKAGE / "pocket/site/files.mjs").read_text("utf-8")
    without = worker.replace("getDirectory", "noDirectory")
    packed = gzip.compress(without.encode())
    context.route("**/files.mjs.packed", lambda route: route.fulfill(body=packed))
    tab = Tab(context, space).opens()
    expect(tab.find("[role=alert]")).to_contain_text("This browser keeps nothing")
    tab.closes()
    context.close()


@long
def test_a_browser_that_names_no_language_starts_in_english(chromium, space):
    context = chromium.new_context(locale="en-GB")
    context.add_init_script("Object.defineProperty(navigator, 'languages', { value: ['C'] })")
    tab = Tab(context, space).opens()
    expect(tab.page.locator("html")).to_have_attribute("lang", "en")
    tab.closes()
    context.close()


def test_a_browser_that_cannot_run_it_says_so(chromium, space):
    context = chromium.new_context(locale="en-GB")
    context.add_init_script("delete Navigator.prototype.serviceWorker")  # as on a page without https
    page = context.new_page()
    page.goto(space.address)
    expect(page.locator("#told")).to_contain_text("could not be started")
    context.close()


def test_a_first_visit_that_is_cut_off_says_so_and_goes_on(chromium, space):
    context = chromium.new_context(locale="en-GB")
    context.route("**/site.bin.packed", lambda route: route.abort())
    tab = Tab(context, space)
    tab.page.goto(space.address)
    expect(tab.page.locator("#told")).to_contain_text("could not be started", timeout=STARTED)
    context.unroute("**/site.bin.packed")
    tab.page.locator("#start").click()
    tab.starts()
    tab.closes()
    context.close()


def test_a_page_of_an_earlier_version_gets_the_one_that_came_meanwhile(new_tab, space):
    tab = new_tab().opens()
    worker = (space.folder / "sw.js").read_text("utf-8")
    version = worker.split('VERSION = "')[1].split('"')[0]
    space.publish("sw.js", worker.replace(version, "d" * 16).encode())
    begin = """async () => {
        const { serviceWorker } = navigator,
            changed = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve)),
            registration = await (await serviceWorker.ready).update();
        while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
        registration.waiting.postMessage("begin");
        const late = new Promise((resolve) => setTimeout(resolve, 10_000, "late"));
        return (await Promise.race([changed, late])) !== "late";
    }"""
    assert tab.page.evaluate(begin), "it waits for that before it goes on"
    tab.page.close()
