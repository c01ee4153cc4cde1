"""What one phone enters the others show: in order, without a reload, and without touching what is being typed."""

from itertools import cycle

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.support.long import long, mostly_long

ANN, BEN, CLEO, MEI = range(4)
NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling"]


def seated(phone, game="luz", count=2, **options):
    phones = [phone() for _ in range(count)]
    invitation = phones[0].opens(game, NAMES, **options)
    for player in phones:
        player.joins(invitation)
    return invitation, phones


def at_tricks(phone, count=2):
    phones = [phone() for _ in range(count)]
    invitation = phones[0].opens("luz", NAMES)
    phones[0].post_bets(invitation, 1, 2, 3, 4)
    for player in phones:
        player.joins(invitation, at="/enter")
    return invitation, phones


def connected(one):
    expect(one.page.locator("#people")).to_have_attribute("data-state", "")


def cut_off(one):
    expect(one.page.locator("#people")).to_have_attribute("data-state", "offline")


def test_entries_and_an_undo_reach_the_other_phones_in_order(phone):
    invitation, (host, scorer) = at_tricks(phone)
    viewer = phone()
    viewer.joins(invitation, "viewer")
    viewer.page.evaluate(
        """() => {
            window.seen = [Number(document.getElementById("head").dataset.version)];
            new MutationObserver(() => {
                const version = Number(document.getElementById("head").dataset.version);
                if (window.seen.at(-1) !== version) window.seen.push(version);
            }).observe(document.body, {subtree: true, childList: true, attributes: true});
        }"""
    )
    for player in (host, scorer, viewer):
        player.stays()
    marks = []
    for number, (one, winner) in enumerate([(host, ANN), (scorer, BEN), (host, CLEO), (scorer, MEI)], 1):
        one.tap_trick(number, winner)
        marks.append(f"{number}{NAMES[winner][0]}")
        host.takes(*marks)
        scorer.takes(*marks)
        expect(viewer.page.locator("#now h2")).to_have_text(f"Deal 1, trick {number + 1} of 10")
    assert viewer.page.evaluate("window.seen") == [1, 2, 3, 4, 5]
    undo = scorer.page.locator("button.square:not(.redo)")
    expect(undo).to_have_attribute("aria-label", "Undo: trick 4 to Mei-Ling")
    scorer.tap(undo)
    for player in (host, scorer):
        player.takes(*marks[:3])
        undo = player.page.locator("button.square:not(.redo)")
        expect(undo).to_have_attribute("aria-label", "Undo: trick 3 to Cleo")
    assert all(player.stayed() for player in (host, scorer, viewer))


@long
def test_a_row_that_was_opened_stays_open(phone):
    invitation, (host, scorer) = seated(phone)
    host.post_deal(invitation, (1, 2, 3, 4), (1, 2, 3, 4))
    row = scorer.page.locator("#pad details").filter(has_text="Deal 1")
    scorer.tap(row.locator("summary"))
    why = row.locator(".why li")
    expect(why).to_have_count(4)
    expect(why.first).to_contain_text("+10")
    host.post_deal(invitation, (1, 2, 3, 4), (1, 2, 3, 4))
    scorer.shows([30, 30, 30, 30], [MEI, ANN, BEN, CLEO])
    expect(scorer.page.locator("#pad details:has(> summary.row)")).to_have_count(2)
    expect(row).to_have_attribute("open", "")
    expect(why).to_have_count(4)
    expect(why.first).to_contain_text("+10")


# away and back

IS_HIDDEN = """isHidden => {
    Object.defineProperty(document, "hidden", {configurable: true, get: () => isHidden});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def goes_away(one, way):
    """The phone hears of nothing from here on; returns what brings it back."""
    if way == "offline":
        one.context.set_offline(True)
        cut_off(one)
        return lambda: one.context.set_offline(False)
    if way == "hidden":
        one.page.evaluate(IS_HIDDEN, True)
        return lambda: one.page.evaluate(IS_HIDDEN, False)
    sleep = one.context.new_cdp_session(one.page)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    return lambda: sleep.send("Page.setWebLifecycleState", {"state": "active"})


@pytest.mark.parametrize("way", mostly_long(["offline", "hidden", "frozen"], 1))
def test_a_phone_that_was_away_is_right_again(phone, way):
    _, (host, scorer) = at_tricks(phone)
    scorer.tolerate("net::ERR_|Failed to fetch")
    scorer.stays()
    expect(scorer.page.locator("[data-phones]")).to_have_text("2")
    comes_back = goes_away(scorer, way)
    host.tap_trick(1, ANN)
    host.tap_trick(2, BEN)
    if way == "hidden":
        assert scorer.page.locator(".tricks a").count() == 0  # it let go of its stream
    comes_back()
    scorer.takes("1A", "2B")
    connected(scorer)
    host.tap_trick(3, CLEO)
    scorer.takes("1A", "2B", "3C")
    assert scorer.stayed()


@long
def test_a_change_while_an_older_answer_is_on_its_way_is_asked_for(phone):
    _, (host, scorer) = at_tricks(phone)
    asked, streams = [], []
    scorer.page.route("**/parts/*", lambda route: route.continue_() if asked else asked.append(route))
    scorer.page.route("**/live/*", lambda route: route.continue_() if streams else streams.append(route))
    scorer.page.evaluate("dispatchEvent(new Event('online'))")
    while not (asked and streams):
        scorer.page.wait_for_timeout(20)
    older = asked[0].fetch()
    known = scorer.page.evaluate("live.newest")
    host.tap_trick(1, ANN)
    streams[0].continue_()
    scorer.page.wait_for_function("known => live.newest > known", arg=known)  # the stream tells that the table moved on
    asked[0].fulfill(response=older)
    scorer.takes("1A")


def test_a_phone_whose_connection_died_while_it_was_locked_asks_again(phone):
    _, (host, scorer) = at_tricks(phone)
    comes_back, asked = goes_away(scorer, "hidden"), []
    scorer.page.route("**/parts/*", lambda route: route.continue_() if asked else asked.append(route))
    scorer.page.route("**/live/*", lambda route: None)
    host.tap_trick(1, ANN)
    comes_back()
    scorer.takes("1A")
    scorer.page.unroute_all(behavior="ignoreErrors")


FRIGHTENED = """() => {
    window.lost = 0;
    document.addEventListener("companion:live", (event) => { window.lost += event.detail ? 0 : 1; });
}"""


@pytest.mark.parametrize(
    "answer",
    mostly_long(
        [
            {"status": 503, "body": "So many phones have this table open.", "headers": {"Retry-After": "30"}},
            {"status": 200, "body": "event: busy\ndata: {}\n\n", "content_type": "text/event-stream"},
        ]
    ),
    ids=["table", "phone"],
)
def test_a_phone_too_many_follows_by_asking(phone, answer):
    _, (host, scorer) = at_tricks(phone)
    scorer.tolerate("503")
    asked = []

    def full(route):
        asked.append(route.request.url)
        route.fulfill(**answer)

    scorer.page.route("**/live/*", full)
    scorer.context.add_init_script(f"({FRIGHTENED})()")
    scorer.page.reload()
    host.tap_trick(1, ANN)
    scorer.takes("1A")
    connected(scorer)
    assert scorer.page.evaluate("window.lost") == 0 and len(asked) == 1


ASKED = "#offer, #meant, #notice[role=alert], #refused"

# Two clicks on the same place at once; whatever lies there by then.
TWICE = """what => {
    const { x, y, width, height } = document.querySelector(what).getBoundingClientRect();
    const tap = () => document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button, label, a")?.click();
    tap();
    tap();
}"""


def test_save_tapped_twice_saves_once(phone):
    """The hand is in after the first tap; the second one was drawn from the same question."""
    one, other = phone(), phone()
    invitation = one.opens("5211", NAMES[:2])
    for each in (one, other):
        each.joins(invitation, at="/enter?seat=0")
    one.tap_cards(["G6", "G5", "Y1", "T1"])
    one.page.evaluate(TWICE, "[data-hand-save]")
    for each in (one, other):
        each.see("[data-tab='0'] > svg")
    expect(one.page.locator(ASKED)).to_have_count(0)
    one.go(f"/t/{invitation.id}/log")
    expect(one.page.locator("[data-act]:has-text('Ann')")).to_have_count(1)


def test_a_rematch_is_seen_on_the_other_phones(phone):
    invitation, (host, scorer) = seated(phone)
    viewer = phone()
    viewer.joins(invitation, "viewer")
    host.go(f"/t/{invitation.id}")
    scorer.go(f"/t/{invitation.id}")
    scorer.post_deal(invitation, (1, 2, 3, 4), (1, 2, 3, 4))
    for player in (host, scorer):
        expect(player.page.locator("#ways a[href$='/sheet']")).to_be_visible()
        expect(player.page.locator("#ways a[href$='/host']")).to_be_visible(visible=player is host)
        expect(player.page.locator("#ways span[data-only=scorer]")).to_be_visible(visible=player is scorer)
    host.go(f"/t/{invitation.id}/host")
    host.tap("form[action$='/end'] button")
    for player in (host, scorer, viewer):
        player.see(".podium")
    expect(scorer.page.locator("#bar form[action$='/undo']")).to_be_hidden()
    expect(host.page.locator("#bar form[action$='/undo'] button")).to_be_visible()
    host.tap("form[action$='/rematch'] button")
    host.page.wait_for_url(lambda address: "/t/" in address and invitation.id not in address)
    for player in (scorer, viewer):
        again = player.page.get_by_role("link", name="To the rematch")
        player.tap(again)
        player.page.wait_for_url(host.page.url)
        # Ben opens now, so the start card lies with Ann in deal 4.
        player.shows([0, 0, 0, 0], [ANN, BEN, CLEO, MEI])
    expect(scorer.page.locator("#now header .tag")).to_have_text("Ben bets first")
    assert scorer.page.locator(".bar a.button").count() == 1
    assert viewer.page.locator(".bar a.button").count() == 0


def test_what_the_host_deletes_sends_the_others_home(phone):
    invitation, (host, scorer) = seated(phone)
    scorer.enter()
    viewer = phone()
    viewer.joins(invitation, "viewer")
    host.go(f"/t/{invitation.id}/host")
    host.tap(".deletion summary")
    host.tap("form[action$='/delete'] button")
    for player in (host, scorer, viewer):
        player.page.wait_for_url(f"{player.base}/")
        assert player.page.locator(f"a[href='/t/{invitation.id}']").count() == 0
    host.tolerate("404")
    host.go(f"/t/{invitation.id}")
    expect(host.page.locator("[role=alert]")).to_contain_text("the table was deleted")


@long
def test_a_phone_that_had_to_ask_listens_again(phone, server):
    _, (host, _) = seated(phone)
    server.kill()
    host.page.wait_for_event("requestfailed", predicate=lambda asked: "/parts/" in asked.url)
    with host.page.expect_request("**/live/table"):
        server.start()
    connected(host)
    with pytest.raises(TimeoutError), host.page.expect_request("**/parts/table*", timeout=3500):
        pass  # it asks no more


def test_each_of_eight_pages_in_sight_loads_and_follows_the_table(phone):
    """Over HTTP/1.1 a browser has six connections, of which a stream keeps one."""
    one = phone()
    invitation = one.opens("luz", NAMES)
    one.go(f"/t/{invitation.id}/share")
    paths = cycle([f"/t/{invitation.id}", one.page.locator("#overlay a.button").get_attribute("href")])
    pages = [one.context.new_page() for _ in range(8)]
    for page, path in zip(pages, paths, strict=False):
        page.goto(path)
    one.go(f"/t/{invitation.id}/enter")
    one.tap_bets(((3, False), (2, False), (1, False), (0, False)))
    for page in pages:
        expect(page.locator("#head")).to_have_attribute("data-version", "1")
