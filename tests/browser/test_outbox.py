"""What is entered without a connection waits on the phone and is sent once each, in order; half-typed forms stay."""

from __future__ import annotations

import json

from playwright.sync_api import Locator, expect

from tests.browser.players import Invitation, Phone
from tests.browser.test_live_pages import ANN, BEN, CLEO, MEI, NAMES, at_tricks, connected, cut_off, seated
from tests.support.long import long

WINNERS = (ANN, BEN, BEN)
NO_STORAGE = """Object.defineProperty(window, "localStorage", {get() { throw new DOMException("denied"); }})"""


def outage(one: Phone) -> None:
    one.tolerate("net::ERR_|Failed to fetch")
    one.context.set_offline(True)


def waits(one: Phone, *labels: str) -> None:
    """Wait until exactly these acts wait on the phone, in this order."""
    expect(one.page.locator("#outbox li b")).to_have_text(list(labels))
    if not labels:
        expect(one.page.locator("#outbox")).to_have_count(0)


def tap_tricks_offline(one: Phone, *winners: int) -> None:
    for winner in winners:
        one.tap(f"button.winner[value='{winner}']")


def undo_offline(one: Phone) -> Locator:
    """Enter a trick, lose the connection, and undo it; returns the key."""
    one.tap_trick(1, ANN)
    outage(one)
    undo = one.page.locator("button.square:not(.redo)")
    one.tap(undo)
    waits(one, "Undo: trick 1 to Ann")
    return undo


def has_tried_in_vain(one: Phone, path: str) -> None:
    """Wait until the phone has tried to send this once more; so it will not in the next two seconds."""
    one.page.wait_for_event("requestfailed", lambda request: request.url.endswith(path))


def log_of(one: Phone, invitation: Invitation) -> list[str]:
    """What undo would take back, again and again: the acts that stand, the latest first."""
    found = []
    one.go(f"/t/{invitation.id}")
    while one.page.locator("button.square:not(.redo)").count():
        found.append(
            (one.page.locator("button.square:not(.redo)").get_attribute("aria-label") or "").removeprefix("Undo: ")
        )
        one.post(invitation, "undo")
        one.go(f"/t/{invitation.id}")
    return found


def kept(one: Phone) -> list[dict]:
    read = "Object.keys(localStorage).filter(k => k.startsWith('companion:outbox:')).map(k => localStorage[k])"
    return [act for acts in one.page.evaluate(read) for act in json.loads(acts)]


# sent later


def test_three_tricks_without_a_connection_are_sent_in_order_once_each(phone):
    invitation, (host, scorer) = at_tricks(phone)
    sent = []
    scorer.for_good().on("response", lambda answer: answer.request.method == "POST" and sent.append(answer.status))
    scorer.stays()
    outage(scorer)
    tap_tricks_offline(scorer, *WINNERS)
    waits(scorer, "trick 1 to Ann", "trick 2 to Ben", "trick 3 to Ben")
    expect(scorer.page.locator("#outbox h2")).to_have_text("Waiting to be sent: 3")
    expect(scorer.page.locator("#form h2")).to_have_text("Who takes trick 4?")
    expect(scorer.page.locator(".winner .number")).to_have_text(["1", "2", "0", "0"])
    expect(scorer.page.locator("#bar [data-count]")).to_have_text("3 of 10 tricks in")
    expect(scorer.page.locator("#people")).to_have_attribute("data-state", "offline, 3 waiting")
    assert len({act["key"] for act in kept(scorer)}) == 3
    scorer.context.set_offline(False)
    for player in (scorer, host):
        player.takes("1A", "2B", "3B")
    waits(scorer)
    connected(scorer)
    scorer.tap_trick(4, MEI)
    for player in (scorer, host):
        player.takes("1A", "2B", "3B", "4M")
    assert scorer.stayed()
    assert sent == [200] * 4
    stood = log_of(host, invitation)
    assert stood[:4] == ["trick 4 to Mei-Ling", "trick 3 to Ben", "trick 2 to Ben", "trick 1 to Ann"]
    assert len(stood) == 5, "and the bets"


@long
def test_what_waits_outlives_the_page_and_the_server(phone, server):
    invitation, (host, scorer) = at_tricks(phone)
    server.kill()
    cut_off(scorer)
    tap_tricks_offline(scorer, ANN, BEN)
    waits(scorer, "trick 1 to Ann", "trick 2 to Ben")
    scorer.go("about:blank")
    server.start()
    # Nothing is sent from a page that is closed; any page of the table sends it.
    scorer.go(f"/t/{invitation.id}")
    waits(scorer)
    host.takes("1A", "2B")
    assert log_of(host, invitation) == [
        "trick 2 to Ben",
        "trick 1 to Ann",
        "Ann bets 1, Ben bets 2, Cleo bets 3, Mei-Ling bets 4",
    ]


def test_a_page_that_is_opened_with_tricks_waiting_goes_on_behind_them(phone):
    invitation, (host, scorer) = at_tricks(phone)
    outage(scorer)
    tap_tricks_offline(scorer, ANN, BEN)
    scorer.go("about:blank")
    scorer.context.set_offline(False)
    scorer.page.route(
        "**/t/*/enter", lambda route: route.abort() if route.request.method == "POST" else route.fallback()
    )
    scorer.go(f"/t/{invitation.id}/enter")
    expect(scorer.page.locator("#form h2")).to_have_text("Who takes trick 3?")
    tap_tricks_offline(scorer, CLEO)
    waits(scorer, "trick 1 to Ann", "trick 2 to Ben", "trick 3 to Cleo")
    scorer.page.unroute("**/t/*/enter")
    waits(scorer)
    for player in (scorer, host):
        player.takes("1A", "2B", "3C")


def test_a_hand_waits_and_the_form_goes_on_when_it_is_sent(phone):
    invitation, (host, scorer) = seated(phone, "5211")
    scorer.go(f"/t/{invitation.id}/enter?seat=1")
    outage(scorer)
    scorer.tap_cards(["B5", "B3", "B2", "B1"])
    scorer.tap("[data-hand-save]")
    waits(scorer, "Cards of Ben")
    save = scorer.page.locator("#bar [form=entry]")
    expect(save).to_have_text("Waiting to be sent")
    expect(save).to_be_disabled()
    # Taken back, it can be changed and is saved anew.
    scorer.tap(scorer.page.get_by_role("button", name="Take back: Cards of Ben"))
    waits(scorer)
    expect(save).to_have_text("Save the cards of Ben")
    scorer.tap(".hand [data-taken=B1]")
    scorer.tap_cards(["T1"])
    scorer.tap("[data-hand-save]")
    waits(scorer, "Cards of Ben")
    host.go(f"/t/{invitation.id}/enter")
    host.tap_hand(ANN, ["G6", "G5", "G1", "T1"])
    scorer.context.set_offline(False)
    expect(scorer.page.locator("#entry [name=seat]")).to_have_value("2")
    waits(scorer)
    assert log_of(host, invitation)[0] == "Ben: dark blue 2, dark blue 3, dark blue 5, teal 1"


def test_a_trick_that_waits_is_taken_back(phone):
    _, (host, scorer) = at_tricks(phone)
    outage(scorer)
    tap_tricks_offline(scorer, *WINNERS)
    undo = scorer.page.locator("button.square:not(.redo)")
    expect(undo).to_have_attribute("aria-label", "Take back: trick 3 to Ben")
    scorer.tap(undo)
    waits(scorer, "trick 1 to Ann", "trick 2 to Ben")
    expect(scorer.page.locator("#form h2")).to_have_text("Who takes trick 3?")
    expect(scorer.page.locator(".winner .number")).to_have_text(["1", "1", "0", "0"])
    tap_tricks_offline(scorer, MEI)
    scorer.context.set_offline(False)
    for player in (scorer, host):
        player.takes("1A", "2B", "3M")
    waits(scorer)
    expect(undo).to_have_attribute("aria-label", "Undo: trick 3 to Mei-Ling")


@long
def test_waiting_tricks_are_taken_back_newest_first(phone, server):
    """All go to the same winner, so that only their numbers tell them apart."""
    _, (host, scorer) = at_tricks(phone)
    server.kill()
    cut_off(scorer)
    tap_tricks_offline(scorer, BEN, BEN, BEN, BEN)
    # Without trick 2 the table would refuse trick 3: only the newest can go.
    for left in (3, 2):
        keys = scorer.page.locator("#outbox [data-take-back]")
        expect(keys).to_have_count(1)
        expect(keys).to_have_attribute("aria-label", f"Take back: trick {left + 1} to Ben")
        scorer.tap(keys)
        waits(scorer, *(f"trick {number} to Ben" for number in range(1, left + 1)))
        expect(scorer.page.locator("#form h2")).to_have_text(f"Who takes trick {left + 1}?")
    server.start()
    waits(scorer)
    connected(scorer)
    undo = scorer.page.locator("button.square:not(.redo)")
    expect(undo).to_have_attribute("aria-label", "Undo: trick 2 to Ben")
    scorer.tap(undo)
    for player in (scorer, host):
        player.takes("1B")


@long
def test_an_undo_waits_too_and_is_taken_back(phone):
    invitation, (host, scorer) = at_tricks(phone)
    undo = undo_offline(scorer)
    expect(scorer.page.locator("#entry")).to_have_attribute("inert", "")
    has_tried_in_vain(scorer, "/undo")
    scorer.tap(undo)
    waits(scorer)
    scorer.tap(undo)
    waits(scorer, "Undo: trick 1 to Ann")
    scorer.context.set_offline(False)
    waits(scorer)
    for player in (scorer, host):
        player.takes()
    scorer.tap_trick(1, BEN)
    assert log_of(host, invitation)[0] == "trick 1 to Ben"


# refused later


def refused(phone) -> tuple[Invitation, Phone, Phone]:
    """Two tricks wait on the scorer's phone; meanwhile the host's gave the first one to somebody else."""
    invitation, (host, scorer) = at_tricks(phone)
    scorer.tolerate("409")
    outage(scorer)
    tap_tricks_offline(scorer, ANN, BEN)
    host.tap_trick(1, CLEO)
    scorer.context.set_offline(False)
    shown = scorer.see("#refused")
    expect(shown.locator(".version >> nth=0")).to_contain_text("trick 1 to Cleo")
    expect(shown.locator(".version >> nth=0")).to_contain_text("the host's phone")
    expect(shown.locator(".version >> nth=1")).to_contain_text("trick 1 to Ann")
    waits(scorer, "trick 1 to Ann", "trick 2 to Ben")
    return invitation, host, scorer


def test_what_is_refused_later_is_dropped_for_theirs(phone):
    invitation, host, scorer = refused(phone)
    scorer.tap("#refused [data-keep]")
    for player in (scorer, host):
        player.takes("1C", "2B")
    waits(scorer)
    expect(scorer.page.locator("#refused")).to_have_count(0)
    assert log_of(host, invitation)[:2] == ["trick 2 to Ben", "trick 1 to Cleo"]


def test_a_choice_that_is_not_made_is_asked_again_on_the_next_page(phone):
    invitation, host, scorer = refused(phone)
    scorer.go(f"/t/{invitation.id}")
    scorer.see("#refused")
    waits(scorer, "trick 1 to Ann", "trick 2 to Ben")
    host.takes("1C")
    scorer.tap("#refused form button")
    waits(scorer)
    host.takes("1A", "2B")
    assert log_of(host, invitation)[:3] == ["trick 2 to Ben", "trick 1 to Ann", "trick 1 to Cleo"]


@long
def test_a_hand_that_cannot_stand_later_is_told_and_mended(phone):
    invitation, (host, scorer) = seated(phone, "5211")
    scorer.tolerate("422")
    scorer.go(f"/t/{invitation.id}/enter?seat=1")
    outage(scorer)
    scorer.tap_cards(["G6", "B3", "B2", "B1"])
    scorer.tap("[data-hand-save]")
    waits(scorer, "Cards of Ben")
    host.go(f"/t/{invitation.id}/enter")
    host.tap_hand(ANN, ["G6", "G5", "G1", "T1"])
    scorer.context.set_offline(False)
    shown = scorer.see("#refused")
    expect(shown).to_contain_text("green 6")
    expect(shown.locator(".version")).to_contain_text("Cards of Ben")
    scorer.tap("#refused [data-keep]")
    expect(scorer.page.locator(".hand [data-taken]")).to_have_count(4)
    scorer.tap(".hand [data-taken=G6]")
    scorer.tap_cards(["B5"])
    scorer.tap("[data-hand-save]")
    expect(scorer.page.locator("#entry [name=seat]")).to_have_value("2")


# half entered


def typed(one: Phone) -> list[str]:
    return one.page.locator("#entry :checked:not([data-more])").evaluate_all("all => all.map(i => i.name + i.value)")


def type_bets(one: Phone) -> list[str]:
    one.tap("label.key:has([name=b0][value='3'])")
    one.tap("label.safety:has([name=s0])")
    one.tap(".strip:has([name=b1]) label.more")
    one.tap("label.key:has([name=b1][value='7'])")
    return ["s0on", "b03", "b17"]


def test_half_typed_bets_are_there_after_a_reload_until_saved(phone):
    _, (_, scorer) = seated(phone)
    scorer.enter()
    bets = type_bets(scorer)
    scorer.page.reload()
    scorer.see("#restored")
    assert typed(scorer) == bets
    expect(scorer.page.locator("label.key:has([name=b1][value='7'])")).to_be_visible()
    expect(scorer.page.locator("[data-save]")).to_have_text("Save 2 of 4 bets")
    scorer.back_to_table()
    scorer.enter()
    assert typed(scorer) == bets
    scorer.tap("label.key:has([name=b2][value='0'])")
    scorer.tap("label.key:has([name=b3][value='0'])")
    scorer.tap("[data-save]")
    scorer.see(".tricks")
    scorer.tap("button.square:not(.redo)")
    expect(scorer.page.locator(".bet")).to_have_count(4)
    scorer.page.reload()
    expect(scorer.page.locator("#restored")).to_have_count(0)
    assert typed(scorer) == []


@long
def test_a_half_tapped_hand_is_there_again_after_a_reload_and_an_update(phone):
    invitation, (host, scorer) = seated(phone, "5211")
    host.go(f"/t/{invitation.id}/enter")
    scorer.go(f"/t/{invitation.id}/enter?seat=1")
    scorer.tap_cards(["B5", "B3", "B2"])
    scorer.tap(".hand [data-taken=B3]")
    host.tap_hand(ANN, ["G6", "G5", "G1", "T1"])
    expect(scorer.page.locator("#head")).to_have_attribute("data-version", "1")
    scorer.page.reload()
    scorer.see("#restored")
    taken = scorer.page.locator(".hand [data-taken]")
    assert taken.evaluate_all("all => all.map(c => c.dataset.taken)") == ["B5", "B2"]
    scorer.tap_cards(["B3", "B1"])
    scorer.tap("[data-hand-save]")
    expect(scorer.page.locator("#entry [name=seat]")).to_have_value("2")


# A first tap on each form.
FIRST = {
    "azul": "label.space.key",
    "5211": "[data-card]",
    "ingenious": "[data-tap=r3]",
    "luz": ".strip label.key",
    "open": "[name=key][value=d7]",
    "salamanca": "[data-tap]",
}


def test_a_tap_is_kept_before_anything_else_happens(phone):
    """Nothing has to be answered, and no further moment has to pass, such as when the page is left."""
    one = phone()
    for game, key in FIRST.items():
        invitation = one.opens(game, NAMES, title="A game")
        one.go(f"/t/{invitation.id}/enter")
        kept = """key => {
            document.querySelector(key).click();
            return Object.keys(localStorage).filter(name => name.startsWith("companion:typed:")).length;
        }"""
        before = one.page.evaluate("Object.keys(localStorage).length")
        assert one.page.evaluate(kept, key) == before + 1, game


def test_a_half_tapped_wall_and_tile_are_there_again(phone):
    invitation, (_, scorer) = seated(phone, "azul")
    scorer.go(f"/t/{invitation.id}/enter?seat=1")
    scorer.tap("label.space.key >> nth=0")
    scorer.tap("label.floor-space >> nth=1")
    expect(scorer.page.locator("#entry :checked")).to_have_count(2)
    scorer.page.reload()
    scorer.see("#restored")
    expect(scorer.page.locator("#entry :checked")).to_have_count(2)
    expect(scorer.page.locator("#preview .calculation")).to_be_visible()
    invitation, (_, scorer) = seated(phone, "ingenious")
    scorer.enter()
    scorer.tap("[data-tap=r3]")
    expect(scorer.page.locator("[data-tap=r3]")).to_have_attribute("aria-pressed", "true")
    scorer.page.reload()
    scorer.see("#restored")
    expect(scorer.page.locator("[data-tap=r3]")).to_have_attribute("aria-pressed", "true")
    expect(scorer.page.locator(".bar button.button")).to_be_enabled()


def test_taps_that_only_the_table_can_work_out_are_kept_until_it_is_back(phone):
    _, (host, scorer) = seated(phone, "ingenious")
    scorer.enter()
    outage(scorer)
    scorer.tap("[data-tap=r3]")
    scorer.tap("[data-tap=b2]")
    expect(scorer.page.locator("#unseen")).to_contain_text("What you tapped is kept")
    scorer.context.set_offline(False)
    for tap in ("r3", "b2"):
        expect(scorer.page.locator(f"[data-tap={tap}]")).to_have_attribute("aria-pressed", "true")
    expect(scorer.page.locator("#unseen")).to_have_count(0)
    outage(scorer)
    scorer.tap(".bar button.button")
    waits(scorer, "Tile of Ann")
    scorer.context.set_offline(False)
    waits(scorer)
    expect(host.page.locator("#now")).to_contain_text("Ben")


@long
def test_half_typed_bets_outlive_the_server(phone, server):
    _, (_, scorer) = seated(phone)
    scorer.enter()
    bets = type_bets(scorer)
    scorer.stays()
    server.kill()
    cut_off(scorer)
    server.start()
    connected(scorer)
    assert scorer.stayed()
    assert typed(scorer) == bets
    scorer.page.reload()
    assert typed(scorer) == bets


# where the phone keeps nothing


def test_a_phone_that_keeps_nothing_says_so_and_loses_nothing(phone):
    _, (host, scorer) = at_tricks(phone)
    scorer.for_good().add_init_script(NO_STORAGE)
    scorer.page.reload()
    outage(scorer)
    tap_tricks_offline(scorer, CLEO)
    expect(scorer.page.locator("#notice")).to_contain_text("Not sent")
    expect(scorer.page.locator("#notice")).to_contain_text("this phone cannot keep it for later")
    expect(scorer.page.locator("#entry [name=trick]")).to_have_value("1")
    scorer.context.set_offline(False)
    connected(scorer)
    scorer.tap_trick(1, CLEO)
    for player in (host, scorer):
        player.takes("1C")
    expect(scorer.page.locator("#notice")).to_be_hidden()


# at a glance


def test_the_head_tells_phones_connection_and_the_last_saved_moment(phone):
    invitation, (host, scorer) = seated(phone)
    head = scorer.page.locator("#head")
    expect(head.locator("time")).to_have_count(0)
    host.post_deal(invitation, (1, 2, 3, 4), (1, 2, 3, 4))
    expect(head.locator("small")).to_contain_text("saved ")
    own = "t => new Date(t.dateTime).toTimeString().slice(0, 5) === t.textContent"
    assert head.locator("time").evaluate(own)
    expect(head.locator("[data-phones]")).to_have_text("2")
    outage(scorer)
    cut_off(scorer)
    expect(scorer.page.locator("#stand .standings")).to_have_class("standings stale")
    scorer.context.set_offline(False)
    connected(scorer)
    expect(scorer.page.locator("#stand .standings")).to_have_class("standings")
