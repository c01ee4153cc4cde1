"""Under https the companion is an app: without a connection it opens the last tables as they were, and says so."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_live_pages import IS_HIDDEN
from tests.support.long import mostly_long

NAMES = ["Ann", "Ben", "Cleo"]

KEPT = """async () => {
    const found = {};
    for (const name of await caches.keys())
        found[name] = (await (await caches.open(name)).keys()).map(({ url }) => url.slice(location.origin.length));
    return found;
}"""
# Wait until a page is kept as one that has this text.
IS_KEPT = """async ([path, text]) => {
    const read = async () => (await (await caches.match(path, { ignoreVary: true }))?.text()) ?? "";
    while (!(await read()).includes(text)) await new Promise(requestAnimationFrame);
}"""
IS_FORGOTTEN = """async (id) => {
    while ((await caches.keys()).some((name) => name.endsWith(`:${id}`))) await new Promise(requestAnimationFrame);
}"""


# As if a page had been kept on another day.
AGE = """async (path) => {
    const name = (await caches.keys()).find((name) => path.split("/").includes(name.split(":")[2]));
    const cache = await caches.open(name);
    const page = await cache.match(path, { ignoreVary: true }), headers = new Headers(page.headers);
    headers.set("Kept-At", Date.UTC(2026, 0, 2, 12));
    await cache.put(path, new Response(await page.text(), { headers }));
}"""
IS_DROPPED = """async (path) => {
    while (await caches.match(path)) await new Promise(requestAnimationFrame);
}"""


def kept(one):
    return one.page.evaluate(KEPT)


def keeps(one, invitation, version, path=""):
    """Wait until the page of a table, or its form, is kept at a version."""
    one.page.evaluate(IS_KEPT, [f"/t/{invitation.id}{path}", f'data-version="{version}"'])


def offers(one, title):
    """Wait until the page is kept that stands for all others."""
    one.page.evaluate(IS_KEPT, ["/offline", title])


def shown_version(one):
    return int(one.page.locator("#head").get_attribute("data-version") or -1)


def forgets(one, invitation):
    one.page.evaluate(IS_FORGOTTEN, invitation.id)


def at_the_table(one, invitation, version, path="", role="scorer"):
    one.joins(invitation, role, path)
    keeps(one, invitation, version, path)


def test_four_phones_one_late_one_offline_and_one_that_watches(phone):
    host, offline, watching = (phone(keeps_pages=True) for _ in range(3))
    invitation = host.opens("luz", NAMES)
    host.post_deal(invitation, (3, 2, 1), (3, 2, 5))
    for one, role in ((host, "scorer"), (offline, "scorer"), (watching, "viewer")):
        at_the_table(one, invitation, 2, role=role)
    before = offline.totals()
    offline.goes_offline()
    host.post_deal(invitation, (1, 4, 2), (1, 4, 5))
    late = phone(keeps_pages=True)
    at_the_table(late, invitation, 4)
    after = late.totals()
    for player in (host, watching):
        expect(player.page.locator("#head")).to_have_attribute("data-version", "4")
        assert player.totals() == after and not player.page.locator("#kept").count()

    offline.page.goto("/")  # the app is opened
    offline.page.wait_for_url(f"**/t/{invitation.id}")
    expect(offline.see("#kept")).to_have_text(
        re.compile(r"^No connection\. This is the table as it was at \d\d:\d\d\.$")
    )
    assert offline.totals() == before != after
    offline.see("#stand .stale")
    offline.context.set_offline(False)
    expect(offline.page.locator("#kept")).to_have_count(0)
    assert offline.totals() == after
    expect(offline.page.locator("#stand .stale")).to_have_count(0)


def test_what_is_entered_on_a_form_that_was_kept_waits_and_is_sent_once(phone):
    host, one = phone(), phone(keeps_pages=True)
    invitation = host.opens("luz", NAMES)
    at_the_table(one, invitation, 0, "/enter")
    one.goes_offline()
    one.page.reload()
    one.see("#kept")
    one.tap_bets(((3, False), (2, False), (1, False)), save=False)
    one.tap("#bar button[form=entry]")
    expect(one.page.locator("#outbox li")).to_have_count(1)
    one.page.reload()
    expect(one.page.locator("#outbox li")).to_have_count(1)
    expect(one.page.locator("#outbox [data-seen]")).to_contain_text(
        re.search(r"\d\d:\d\d", one.page.locator("#kept").inner_text())[0]
    )
    one.context.set_offline(False)
    expect(one.page.locator("#head")).to_have_attribute("data-version", "1")
    expect(one.page.locator("#outbox, #kept")).to_have_count(0)


def test_a_page_that_is_put_away_is_kept_as_it_is_then(server, phone):
    host, one = phone(), phone("zh-TW", keeps_pages=True)
    invitation = host.opens("luz", NAMES)
    at_the_table(one, invitation, 0)
    host.post_deal(invitation, (3, 2, 1), (3, 2, 5))
    expect(one.page.locator("#head")).to_have_attribute("data-version", "2")
    one.page.evaluate(IS_HIDDEN, True)
    keeps(one, invitation, 2)
    shown = one.totals()
    server.kill()
    one.go(f"/t/{invitation.id}/share")  # is not kept, and leads to what is
    one.page.wait_for_url(f"**/t/{invitation.id}")
    expect(one.see("#kept")).to_have_text(re.compile(r"^沒有連線。這是這一桌 \d\d:\d\d 的內容。$"))
    assert one.totals() == shown
    one.page.evaluate(AGE, f"/t/{invitation.id}")
    one.page.reload()
    expect(one.see("#kept")).to_contain_text("2026/1/2 ")
    server.start()
    expect(one.page.locator("#kept")).to_have_count(0)


def test_nothing_of_a_seat_is_kept_once_the_phone_has_left_it(phone):
    host, one = phone(), phone(keeps_pages=True)
    invitation = host.opens("luz", NAMES, hidden=1)
    host.post_deal(invitation, (3, 2, 1), (3, 2, 5))
    one.joins(invitation, at="/seats")
    one.tap("[data-seat='0'] button")
    one.see("#form")
    one.go(f"/t/{invitation.id}")
    keeps(one, invitation, shown_version(one))
    own = one.page.locator("#stand [data-seat='0'] b.number")
    expect(own).to_have_text(re.compile(r"^\d+$"))
    one.go(f"/t/{invitation.id}/seats")
    one.tap("[data-seat='0'] button")
    expect(one.page.locator("[data-seat='0'] button")).to_have_text("Take")
    forgets(one, invitation)
    one.go(f"/t/{invitation.id}")
    keeps(one, invitation, shown_version(one))
    one.goes_offline()
    one.page.reload()
    one.see("#kept")
    expect(own).to_contain_text("hidden until the end")


def test_a_table_that_is_deleted_is_kept_no_longer(phone):
    host, one = phone(), phone(keeps_pages=True)
    invitation = host.opens("luz", NAMES)
    at_the_table(one, invitation, 0)
    host.post(invitation, "delete", sure="yes")
    one.page.wait_for_url("**/")
    forgets(one, invitation)


def test_the_last_three_tables_are_kept_and_no_file_of_an_earlier_version(phone):
    one = phone(keeps_pages=True)
    tables = [one.opens("luz", NAMES) for _ in range(4)]
    for invitation in tables:
        one.go(f"/t/{invitation.id}")
        keeps(one, invitation, 0)
    forgets(one, tables[0])
    last = tables[-1]
    one.page.evaluate(
        "async (name) => (await caches.open(name)).put('/static/style.css?v=00000000', new Response('old'))",
        f"companion:1:{last.id}",
    )
    one.go(f"/t/{last.id}/enter")
    keeps(one, last, 0, "/enter")
    one.page.evaluate(IS_DROPPED, "/static/style.css?v=00000000")
    found = kept(one)
    assert sorted(found) == sorted(f"companion:1:{id}" for id in ["", *(invitation.id for invitation in tables[1:])])
    files = found[f"companion:1:{last.id}"]
    assert {f"/t/{last.id}", f"/t/{last.id}/enter"} <= set(files)
    assert {path.split("?")[0] for path in files} > {"/companion.js", "/static/style.css", "/games/luz/form.js"}


@pytest.mark.parametrize(
    ("locale", "title"),
    mostly_long([("zh-CN", "没有连接"), ("en-GB", "No connection"), ("zh-TW", "沒有連線")], names=2),
)
def test_a_page_never_opened_leads_to_the_tables_that_are_kept(phone, locale, title):
    one = phone(locale, keeps_pages=True)
    invitation, other = one.opens("luz", NAMES), one.opens("5211", NAMES)
    one.go("/")
    offers(one, title)
    one.goes_offline()
    for path in ("/", "/groups", "/evenings/new", "/new/luz", f"/t/{other.id}"):
        one.go(path)
        expect(one.page.locator("h1")).to_have_text(title)
        expect(one.page.locator("main a")).to_have_count(0)
    one.context.set_offline(False)
    one.tap(".bar a")
    one.see("#stand")
    keeps(one, other, 0)
    one.goes_offline()
    for path in ("/groups", f"/t/{invitation.id}"):
        one.go(path)
        expect(one.page.locator("main a")).to_have_count(1)
    one.tap("main a")
    one.page.wait_for_url(f"**/t/{other.id}")
    one.see("#kept")


def test_it_is_said_in_the_language_that_was_chosen(phone):
    one = phone(keeps_pages=True)
    one.go("/")
    offers(one, "No connection")
    one.go("/language/zh_Hant")
    offers(one, "沒有連線")


def test_a_page_that_was_loaded_before_its_worker_is_kept_at_once(phone):
    """Its scripts come when the worker, which another page has brought, is there already."""
    one = phone(keeps_pages=True)
    invitation = one.opens("luz", NAMES)
    held = []
    one.page.route("**/companion.js*", lambda route: held.append(route))
    with one.page.expect_request("**/companion.js*"):
        one.page.goto(f"/t/{invitation.id}", wait_until="commit")
    other = one.context.new_page()
    other.goto("/")
    other.wait_for_function("() => navigator.serviceWorker.controller")
    for route in held:
        route.continue_()
    keeps(one, invitation, 0)


def test_the_browsers_offer_to_install_it_waits_behind_a_key(phone):
    one = phone()
    one.go("/")
    key = one.page.locator("#install")
    expect(key).to_be_hidden()
    one.page.evaluate(
        """() => {
            const offer = new Event("beforeinstallprompt", { cancelable: true });
            offer.prompt = () => { document.title = "offered"; };
            dispatchEvent(offer);
            if (!offer.defaultPrevented) throw Error("the browser shows its own");
        }"""
    )
    expect(key).to_have_text("Install as an app")
    one.tap(key)
    expect(one.page).to_have_title("offered")
    expect(key).to_be_hidden()
