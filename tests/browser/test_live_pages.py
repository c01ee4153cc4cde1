"""What one phone enters the others show: in order, without a reload, and without touching what is being typed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.browser.players import Invitation, Phone
from tests.support.long import long, mostly_long
from tests.support.thumb import ANSWERS

ANN, BEN, CLEO, MEI = range(4)
NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling"]
GAPS = (0, 40, 150, 320)  # milliseconds between two taps
ASKED = ", ".join(ANSWERS)  # what is shown of a tap that is not counted


def seated(phone, game: str = "luz", count: int = 2, **options: object) -> tuple[Invitation, list[Phone]]:
    """A table, and phones at its page: the host's and those of scorers."""
    phones = [phone() for _ in range(count)]
    invitation = phones[0].opens(game, NAMES, **options)
    for player in phones:
        player.joins(invitation)
    return invitation, phones


def at_tricks(phone, count: int = 2) -> tuple[Invitation, list[Phone]]:
    """Phones at the form of Luz, the bets being in."""
    phones = [phone() for _ in range(count)]
    invitation = phones[0].opens("luz", NAMES)
    phones[0].post_bets(invitation, 1, 2, 3, 4)
    for player in phones:
        player.joins(invitation, at="/enter")
    return invitation, phones


def connected(one: Phone) -> None:
    expect(one.page.locator("#people")).to_have_attribute("data-state", "")


def cut_off(one: Phone) -> None:
    expect(one.page.locator("#people")).to_have_attribute("data-state", "offline")


# what comes


@long
def test_the_title_has_no_frame_after_a_tap_whatever_others_enter(phone):
    invitation, (host, scorer) = seated(phone)
    host.page.evaluate("sessionStorage.setItem('companion:acted', 'tap')")
    host.page.reload()
    title = host.page.locator("#head h1")
    expect(title).to_be_focused()
    scorer.post_bets(invitation, 1, 2, 3, 4)
    expect(title).to_contain_text("saved")
    expect(title).to_be_focused()
    assert title.evaluate("title => getComputedStyle(title).outlineStyle") == "none"


def test_entries_are_on_the_other_phones_soon_in_order_without_a_reload(phone):
    invitation, (host, scorer) = at_tricks(phone)
    viewer = phone()
    viewer.join_by_code(invitation.codes["viewer"])
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
    assert all(player.stayed() for player in (host, scorer, viewer))


@long
def test_a_total_that_changes_is_on_a_plate_soon(phone):
    invitation, (host, scorer) = seated(phone)
    scorer.stays()
    host.post_deal(invitation, (1, 2, 3, 4), (1, 2, 3, 4))
    scorer.shows([10, 10, 10, 10], [MEI, ANN, BEN, CLEO])
    assert scorer.stayed()


def test_an_undo_is_on_the_other_phones_and_its_button_says_what_it_takes_back(phone):
    _, (host, scorer) = at_tricks(phone)
    host.tap_trick(1, ANN)
    host.tap_trick(2, BEN)
    scorer.takes("1A", "2B")
    undo = scorer.page.locator("button.square:not(.redo)")
    expect(undo).to_have_attribute("aria-label", "Undo: trick 2 to Ben")
    scorer.tap(undo)
    for player in (host, scorer):
        player.takes("1A")
        undo = player.page.locator("button.square:not(.redo)")
        expect(undo).to_have_attribute("aria-label", "Undo: trick 1 to Ann")
        expect(player.page.locator("#entry [name=trick]")).to_have_value("2")


# what is being typed stays


@long
def test_half_typed_bets_stay_and_a_note_says_that_the_table_moved_on(phone):
    invitation, (host, scorer) = seated(phone)
    scorer.enter()
    scorer.stays()
    scorer.tap("label.key:has([name=b0][value='3'])")
    scorer.tap("label.safety:has([name=s0])")
    scorer.tap(".strip:has([name=b1]) label.more")
    scorer.tap("label.key:has([name=b1][value='7'])")
    third = phone()
    third.join_by_code(invitation.codes["scorer"])
    expect(scorer.page.locator("[data-phones]")).to_have_text("3")
    expect(scorer.page.locator("#outdated")).to_have_count(0)

    host.post_bets(invitation, 1, 2, 3, 4)
    scorer.see("#outdated")
    assert scorer.stayed()
    typed = scorer.page.locator("#entry :checked:not([data-more])")
    assert typed.evaluate_all("all => all.map(i => i.name + i.value)") == ["s0on", "b03", "b17"]
    expect(scorer.page.locator("[data-save]")).to_have_text("Save 2 of 4 bets")
    scorer.tap("#outdated .actions button")
    expect(scorer.page.locator("#entry [name=trick]")).to_have_value("1")
    expect(scorer.page.locator("#outdated")).to_have_count(0)


def test_bets_saved_over_others_are_refused_and_can_be_saved_all_the_same(phone):
    invitation, (host, scorer) = seated(phone)
    scorer.tolerate("409")
    scorer.enter()
    scorer.tap_bets([(0, False), (0, True), (5, False), (5, False)], save=False)
    host.post_bets(invitation, 1, 2, 3, 4)
    scorer.see("#outdated")
    scorer.tap("[data-save]")
    expect(scorer.page.locator("#notice")).to_contain_text("Not saved: meanwhile the table has Ann bets 1")
    expect(scorer.page.locator("#notice")).to_contain_text("the host's phone")
    scorer.tap(scorer.page.locator("#notice form button"))
    scorer.see(".tricks")
    needs = ["on target, take no more", "on target, 1 more allowed", "needs 5", "needs 5"]
    expect(scorer.page.locator("button.winner small")).to_have_text(needs)
    expect(scorer.page.locator("#notice")).to_be_hidden()
    expect(host.page.locator("#now .rows small >> nth=0")).to_have_text("took 0, on target, take no more")


@long
def test_a_half_tapped_hand_stays(phone):
    invitation, (host, scorer) = seated(phone, "5211")
    host.go(f"/t/{invitation.id}/enter")
    scorer.go(f"/t/{invitation.id}/enter?seat=1")
    scorer.stays()
    scorer.tap_cards(["B5", "B3"])
    host.tap_hand(ANN, ["G6", "G5", "G1", "T1"])
    expect(scorer.page.locator("#head")).to_have_attribute("data-version", "1")
    expect(scorer.page.locator(".hand [data-taken]")).to_have_count(2)
    expect(scorer.page.locator("#outdated")).to_have_count(0)  # Ben's cards are still wanted

    # Somebody else enters Ben's cards meanwhile; what was tapped stays, and a note says so.
    host.tap_hand(BEN, ["O1", "O2", "O3", "O4"])
    scorer.see("#outdated")
    expect(scorer.page.locator(".hand [data-taken]")).to_have_count(2)
    assert scorer.stayed()


@long
def test_hands_are_entered_by_several_phones_at_the_same_time(phone):
    invitation, (watch, *phones) = seated(phone, "5211", count=5)
    hands = [["G6", "G5", "G1", "T1"], ["O1", "O2", "O3", "O4"], ["B1", "B2", "B3", "B4"], ["Y1", "Y2", "Y3", "Y4"]]
    for seat, player in enumerate(phones):
        player.go(f"/t/{invitation.id}/enter?seat={seat}")
    for place in range(4):
        for one, hand in zip(phones, hands, strict=True):
            one.tap_cards(hand[place : place + 1])
    for player in phones:
        player.tap("[data-hand-save]")
    # Orange, blue and yellow tie with 4, green has 3: 6 + 5 + 1.
    assert [player.taps for player in phones] == [5, 5, 5, 5]  # as LOOK.md says: 4 cards and save
    watch.shows([12, 0, 0, 0], [ANN, BEN, CLEO, MEI])
    for player in phones:
        player.back_to_table()
        player.shows([12, 0, 0, 0], [ANN, BEN, CLEO, MEI])


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


def test_a_phone_that_was_offline_is_right_again(phone):
    _, (host, scorer) = at_tricks(phone)
    scorer.tolerate("net::ERR_|Failed to fetch")
    scorer.stays()
    expect(scorer.page.locator("[data-phones]")).to_have_text("2")
    scorer.context.set_offline(True)
    cut_off(scorer)
    host.tap_trick(1, ANN)
    host.tap_trick(2, BEN)
    scorer.context.set_offline(False)
    scorer.takes("1A", "2B")
    connected(scorer)
    host.tap_trick(3, CLEO)
    scorer.takes("1A", "2B", "3C")
    assert scorer.stayed()


def test_a_tap_without_a_connection_waits_and_counts_once(phone):
    _, (host, scorer) = at_tricks(phone)
    scorer.tolerate("net::ERR_|Failed to fetch")
    scorer.context.set_offline(True)
    scorer.tap("button.winner[value='2']")
    expect(scorer.page.locator("#outbox h2")).to_have_text("Waiting to be sent: 1")
    expect(scorer.page.locator("#notice")).to_be_hidden()
    scorer.context.set_offline(False)
    connected(scorer)
    host.takes("1C")
    host.tap_trick(2, ANN)
    for player in (host, scorer):
        player.takes("1C", "2A")


@long
def test_a_phone_that_was_hidden_is_right_again(phone):
    _, (host, scorer) = at_tricks(phone)
    show = """state => {
        Object.defineProperty(document, "hidden", {configurable: true, get: () => state === "hidden"});
        Object.defineProperty(document, "visibilityState", {configurable: true, get: () => state});
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    expect(scorer.page.locator("[data-phones]")).to_have_text("2")
    scorer.page.evaluate(show, "hidden")
    host.tap_trick(1, ANN)
    host.tap_trick(2, BEN)
    assert scorer.page.locator(".tricks a").count() == 0  # it let go of its stream
    scorer.page.evaluate(show, "visible")
    scorer.takes("1A", "2B")
    host.tap_trick(3, CLEO)
    scorer.takes("1A", "2B", "3C")


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


@long
def test_a_page_that_was_frozen_is_right_again(phone):
    _, (host, scorer) = at_tricks(phone)
    scorer.stays()
    sleep = scorer.for_good().new_cdp_session(scorer.page)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    host.tap_trick(1, ANN)
    host.tap_trick(2, BEN)
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    scorer.takes("1A", "2B")
    host.tap_trick(3, CLEO)
    scorer.takes("1A", "2B", "3C")
    assert scorer.stayed()


@long
def test_where_streams_do_not_get_through_the_phone_asks(phone):
    invitation, (host, scorer) = seated(phone)
    viewer = phone()
    viewer.join_by_code(invitation.codes["viewer"])
    for player in (scorer, viewer):
        player.tolerate("net::ERR_FAILED|503")
    scorer.page.route("**/live/*", lambda route: route.abort())
    viewer.page.route("**/live/*", lambda route: route.fulfill(status=503, body="no streams here"))
    for player in (scorer, viewer):
        player.page.reload()
        player.stays()
    host.post_deal(invitation, (1, 2, 3, 4), (1, 2, 3, 4))
    for player in (viewer, scorer):
        player.shows([10, 10, 10, 10], [MEI, ANN, BEN, CLEO])
        connected(player)
        assert player.stayed()


FRIGHTENED = """() => {
    window.lost = 0;
    document.addEventListener("companion:live", (event) => { window.lost += event.detail ? 0 : 1; });
}"""


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 503, "body": "So many phones have this table open.", "headers": {"Retry-After": "30"}},
        {"status": 200, "body": "event: busy\ndata: {}\n\n", "content_type": "text/event-stream"},
    ],
    ids=["table", "phone"],
)
def test_where_there_are_too_many_streams_the_phone_asks_and_shows_nothing_frightening(phone, answer):
    _, (host, scorer) = at_tricks(phone)
    scorer.tolerate("503")
    asked = []

    def full(route):
        asked.append(route.request.url)
        route.fulfill(**answer)

    scorer.page.route("**/live/*", full)
    scorer.for_good().add_init_script(f"({FRIGHTENED})()")
    scorer.page.reload()
    host.tap_trick(1, ANN)
    scorer.takes("1A")
    connected(scorer)
    assert scorer.page.evaluate("window.lost") == 0 and len(asked) == 1


# twice

GAPS = (0, 40, 150, 320)  # milliseconds between two taps
ASKED = "#offer, #meant, #notice[role=alert], #refused"

# Two clicks on the same place, so many milliseconds apart; whatever lies there by then.
TWICE = """([what, gap]) => {
    const { x, y, width, height } = document.querySelector(what).getBoundingClientRect();
    const tap = () => document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button, label, a")?.click();
    tap();
    if (gap) setTimeout(tap, gap);
    else tap();
}"""


@long
@pytest.mark.parametrize("gap", mostly_long(GAPS, 2))
def test_the_same_winner_tapped_twice_takes_two_tricks(phone, gap):
    """The first tap asks for the next trick at once, so the second one means that."""
    _, (host, scorer) = at_tricks(phone)
    host.page.evaluate(TWICE, [f"button.winner[value='{ANN}']", gap])
    host.tap_trick(3, BEN)
    for player in (host, scorer):
        player.takes("1A", "2A", "3B")


@pytest.mark.parametrize("gap", mostly_long(GAPS, 2))
def test_save_tapped_twice_with_nothing_between_saves_once(phone, gap):
    """The hand is in after the first tap; the second one was drawn from the same question."""
    one, other = phone(), phone()
    invitation = one.opens("5211", NAMES[:2])
    for each in (one, other):
        each.joins(invitation, at="/enter?seat=0")
    one.tap_cards(["G6", "G5", "Y1", "T1"])
    one.page.evaluate(TWICE, ["[data-hand-save]", gap])
    for each in (one, other):
        each.see("[data-tab='0'] > svg")
    expect(one.page.locator(ASKED)).to_have_count(0)
    one.go(f"/t/{invitation.id}/log")
    expect(one.page.locator("[data-act]:has-text('Ann')")).to_have_count(1)


@long
def test_a_tap_that_is_tried_again_before_it_is_answered_counts_once(phone):
    host, scorer = phone(), phone()
    invitation = host.opens("5211", NAMES[:2])
    for player in (host, scorer):
        player.joins(invitation, at="/enter?seat=0")
    host.tap_cards(["G6", "G5", "Y1", "T1"])
    held = []
    host.page.route("**/t/*/enter", lambda route: held.append(route) if not held else route.continue_())
    host.page.evaluate(TWICE, ["[data-hand-save]", 0])
    while not held:
        host.page.wait_for_timeout(20)
    held[0].continue_()
    for player in (host, scorer):
        player.see("[data-tab='0'] > svg")
    expect(host.page.locator(ASKED)).to_have_count(0)
    host.go(f"/t/{invitation.id}/log")
    expect(host.page.locator("[data-act]:has-text('Ann')")).to_have_count(1)


@long
def test_two_phones_give_the_same_trick_and_the_later_is_told_what_came_between(phone):
    _, (host, scorer) = at_tricks(phone)
    scorer.tolerate("net::ERR_FAILED|409")
    scorer.page.route(re.compile("/(live|parts)/"), lambda route: route.abort())
    scorer.page.reload()
    host.tap_trick(1, ANN)
    expect(scorer.page.locator("#entry [name=trick]")).to_have_value("1")
    scorer.tap(f"button.winner[value='{BEN}']")
    notice = scorer.page.locator("#refused")
    expect(notice).to_contain_text("Not saved: meanwhile the table has trick 1 to Ann (the host's phone).")
    host.takes("1A")
    scorer.tap(notice.locator("form button"))
    for player in (host, scorer):
        player.takes("1B")
    expect(notice).to_be_hidden()


# who may


def test_a_viewer_has_nothing_to_enter_with(phone):
    invitation, (host,) = seated(phone, count=1)
    host.post_deal(invitation, (1, 2, 3, 4), (1, 2, 3, 4))
    viewer = phone()
    viewer.join_by_link(invitation.links["viewer"])
    for path in ("", "/enter", "/entries/1", "/sheet", "/share"):
        viewer.go(f"/t/{invitation.id}{path}")
        viewer.see("h1")
        assert viewer.page.locator("form[method=post], .bar button, a[href*='/enter'], a[href$='/host']").count() == 0
        assert viewer.page.locator("[data-code=scorer], [data-link=scorer]").count() == 0
    viewer.go(f"/t/{invitation.id}/enter")
    assert viewer.page.url == f"{viewer.base}/t/{invitation.id}"
    expect(viewer.page.locator(".bar")).to_contain_text("You are watching")
    host.post(invitation, "end")
    viewer.see(".podium")
    expect(viewer.page.locator(".hero")).to_have_css("border-bottom-style", "double")
    assert viewer.page.locator("form[method=post]").count() == 0


@long
def test_a_table_is_left_and_resumed_from_the_home_page(phone):
    invitation, (host,) = seated(phone, count=1)
    stranger = phone()
    stranger.go("/")
    assert stranger.page.get_by_text("Still open").count() == 0
    host.post_deal(invitation, (1, 2, 3, 4), (1, 2, 3, 4))
    host.go(f"/t/{invitation.id}")
    host.tap("#head a.icon-button >> nth=0")
    row = host.page.locator(f"a[href='/t/{invitation.id}']")
    expect(row).to_contain_text("Deal 2 of 4")
    expect(row).to_contain_text("Ann, Ben, Cleo")
    host.tap(row)
    host.shows([10, 10, 10, 10], [MEI, ANN, BEN, CLEO])


def test_a_rematch_is_seen_on_the_other_phones(phone):
    invitation, (host, scorer) = seated(phone)
    viewer = phone()
    viewer.join_by_code(invitation.codes["viewer"])
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
        again = player.page.locator(".bar a.button")
        expect(again).to_have_text("To the rematch")
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
    viewer.join_by_code(invitation.codes["viewer"])
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
def test_a_phone_that_had_to_ask_listens_again_as_soon_as_the_companion_is_back(phone, server):
    _, (host, _) = seated(phone)
    server.kill()
    host.page.wait_for_event("requestfailed", predicate=lambda asked: "/parts/" in asked.url)
    with host.page.expect_request("**/live/table"):
        server.start()
    connected(host)
    with pytest.raises(TimeoutError), host.page.expect_request("**/parts/table*", timeout=3500):
        pass  # it asks no more
