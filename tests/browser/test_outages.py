"""Phones at two companions on PostgreSQL behind haproxy: what they show while one of these is away, and afterwards."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.scoring.scoresheet import result
from tests.browser.conftest import Phones
from tests.browser.players import Invitation, Phone
from tests.browser.test_live_pages import connected
from tests.faults.cluster import kept_in
from tests.support import haproxy
from tests.support.haproxy import Site, counters, wait_until
from tests.support.long import long

pytestmark = [*haproxy.NEEDED, long]
SHEET = json.loads((Path(__file__).parents[1] / "examples/5211/five-players.json").read_text("utf-8"))["sheet"]
ROUNDS = [entry["cards"] for entry in SHEET["entries"]]
ANN, BEN, CLEO, DAN, EVE = range(5)
# All that the head of the page says of the connection, from now on.
RECORD = """() => {
    window.states = [];
    new MutationObserver(() => states.push(document.getElementById("people")?.dataset.state))
        .observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-state"] });
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with haproxy.running_site(tmp_path_factory.mktemp("site"), fsync="on") as made:
        yield made
        assert not any("Traceback" in each.output() for each in made.companions)


class Front:
    """What phones need to know of a server: here it may be away at any time."""

    def __init__(self, site: Site) -> None:
        self.base, self.kills = f"http://127.0.0.1:{site.port}", 1


@pytest.fixture
def phone(chromium: Browser, site: Site, tmp_path: Path) -> Iterator[Phones]:
    phones = Phones(chromium, Front(site))
    yield phones
    phones.close()


def tolerant(one: Phone) -> Phone:
    """A phone that may see what a proxy or a companion answers while something is away."""
    one.tolerate("50[234]")
    return one


def kill_companion_with_streams(site: Site) -> None:
    """Kill the companion that the phones of the only table have their streams at."""
    serving = max(site.companions, key=lambda each: counters(each.port)["listeners"])
    for other in site.companions:
        assert other is serving or counters(other.port)["listeners"] == 0
    serving.kill()


def take_seat(one: Phone, invitation: Invitation, seat: int) -> None:
    """Join, take a seat, and go to the form."""
    one.joins(invitation, at="/seats")
    one.tap(f"[data-seat='{seat}'] button")
    one.see("#form")


def offline(one: Phone) -> None:
    expect(one.page.locator("#people")).to_have_attribute("data-state", re.compile("^(offline|離線)"))


def tap_hand(one: Phone, seat: int, number: int, *, first: int = 0, until: int = 4) -> None:
    """Tap some of the cards of a seat in a round, and save once there are four."""
    asked = one.page.locator("#entry [name=seat]")
    expect(asked).to_have_count(1)
    if asked.input_value() != str(seat):
        one.tap(f"[data-tab='{seat}']")
    expect(asked).to_have_value(str(seat))
    one.tap_cards(ROUNDS[number - 1][seat][first:until])
    if until == 4:
        one.tap("[data-hand-save]")


def has_hand(one: Phone, seat: int) -> None:
    """Wait until a hand is in."""
    one.see(f".tabs [data-tab='{seat}'] > svg")


def scored(phones: list[Phone], number: int) -> None:
    """Wait until a round is scored on phones that show the form."""
    for player in phones:
        player.see(f"#last[data-entry='{number}']")


@dataclass
class Evening:
    """Five phones: those of Ann, who enters for Eve too, Ben and Cleo; Dan's, which joins late; one that watches."""

    host: Phone
    ben: Phone
    cleo: Phone
    dan: Phone
    viewer: Phone
    invitation: Invitation
    at_form: list[Phone]


def evening_of(phone: Phones) -> Evening:
    host, ben, cleo, dan = (tolerant(phone()) for _ in range(4))
    viewer = tolerant(phone(scheme="dark", locale="zh-TW"))
    invitation = host.open_table("5211", SHEET["players"])
    for seat, one in enumerate((host, ben, cleo)):
        take_seat(one, invitation, seat)
    viewer.join_by_code(invitation.codes["viewer"])
    return Evening(host, ben, cleo, dan, viewer, invitation, [host, ben, cleo])


def nothing_is_away(evening: Evening) -> None:
    host, ben, cleo, invitation = evening.host, evening.ben, evening.cleo, evening.invitation
    # Round 1, with nothing away. Dan is not here yet. What shows nothing of outages the phones post without taps.
    for one, seat in ((host, ANN), (ben, BEN), (cleo, CLEO), (host, DAN), (host, EVE)):
        one.post_hand(invitation, seat, ROUNDS[0][seat])
    scored(evening.at_form, 1)


def a_companion_is_killed(evening: Evening, site: Site) -> None:
    host, ben, cleo, dan, viewer = evening.host, evening.ben, evening.cleo, evening.dan, evening.viewer
    # Round 2: the companion of this table is killed while Cleo's hand is half entered, and Ben saves his.
    waiting = [host, cleo, viewer]  # Ben's phone is led on to another page
    for player in waiting:
        player.stays()
        player.page.evaluate(RECORD)
    tap_hand(cleo, CLEO, 2, until=2)
    tap_hand(ben, BEN, 2, until=3)
    kill_companion_with_streams(site)
    tap_hand(ben, BEN, 2, first=3)
    take_seat(dan, evening.invitation, DAN)  # by the other companion
    for player in waiting:
        connected(player)
        assert (
            any(re.match("offline|離線", state or "") for state in player.page.evaluate("states")) and player.stayed()
        )
    has_hand(host, BEN)
    tap_hand(cleo, CLEO, 2, first=2)
    tap_hand(dan, DAN, 2)
    tap_hand(host, ANN, 2)
    for seat in (CLEO, DAN, ANN):
        has_hand(host, seat)
    tap_hand(host, EVE, 2)
    evening.at_form.append(dan)
    scored(evening.at_form, 2)


def the_database_is_killed(evening: Evening, site: Site) -> None:
    host, ben, cleo, dan, viewer = evening.host, evening.ben, evening.cleo, evening.dan, evening.viewer
    # Round 3: PostgreSQL is killed while Dan's hand is half entered; the others save theirs.
    tap_hand(dan, DAN, 3, until=2)
    site.database.stop("immediate")
    try:
        for one in (*evening.at_form, viewer):
            offline(one)
        for one, seat in ((host, ANN), (ben, BEN), (cleo, CLEO)):
            tap_hand(one, seat, 3)
        for player in (host, ben, cleo):
            expect(player.page.locator("#outbox h2")).to_have_text("Waiting to be sent: 1")
            expect(player.page.locator("#outbox")).to_contain_text("goes out by itself")
        expect(viewer.page.locator("#stand .standings")).to_have_class(re.compile("stale"))
    finally:
        site.database.start()
    for player in (*evening.at_form, viewer):
        connected(player)
        expect(player.page.locator("#outbox")).to_have_count(0)
    assert viewer.stayed()
    tap_hand(dan, DAN, 3, first=2)
    for seat in (ANN, BEN, CLEO, DAN):
        has_hand(host, seat)
    tap_hand(host, EVE, 3)
    scored(evening.at_form, 3)


def the_game_ends(evening: Evening) -> None:
    host, ben, cleo, dan = evening.host, evening.ben, evening.cleo, evening.dan
    # Round 4 ends the game; all phones show what the engine counts.
    for one, seat in ((host, ANN), (ben, BEN), (cleo, CLEO), (dan, DAN)):
        one.post_hand(evening.invitation, seat, ROUNDS[3][seat])
        has_hand(host, seat)
    tap_hand(host, EVE, 4)
    counted = result(SHEET)
    assert counted["finished"]
    for player in (*evening.at_form, evening.viewer):
        player.see(".podium")
        assert player.totals() == dict(enumerate(counted["totals"]))


@long
def test_a_whole_game_while_a_companion_and_then_the_database_are_killed(site: Site, phone: Phones) -> None:
    evening = evening_of(phone)
    nothing_is_away(evening)
    a_companion_is_killed(evening, site)
    the_database_is_killed(evening, site)
    the_game_ends(evening)
    kept = [event for event in kept_in(str(site.companions[0].database)).events if event[0] == evening.invitation.id]
    assert [number for _, number, *_ in kept] == list(range(1, len(kept) + 1)), "no gap"
    hands = [event for event in kept if event[3] in ("part", "entry")]
    assert len(hands) == 20, "each hand once"
    start_all(site)


def start_all(site: Site) -> None:
    """Start the companion that is killed, and wait until haproxy takes both for healthy."""
    for each in site.companions:
        if each.process is None:
            each.start()
    wait_until(lambda: site.haproxy.healthy() == 2)


def test_pages_without_a_stream_wait_and_go_on_by_themselves(site: Site, phone: Phones) -> None:
    """Someone looks without script, someone enters without script, someone joins and someone opens a table."""
    host, looker, joiner, opener = (tolerant(phone(script=script)) for script in (True, False, True, True))
    invitation = host.opens("luz", ["Ann", "Ben", "Cleo"])
    looker.joins(invitation, "viewer")
    opener.go("/new/luz?player=Ann&player=Ben&player=Cleo")
    site.database.stop("immediate")
    try:
        looker.page.reload()
        expect(looker.page.locator("main")).to_contain_text("This page loads again by itself")
        joiner.go(invitation.links["scorer"])
        expect(joiner.page.locator("main")).to_contain_text("This page loads again by itself")
        opener.tap(".bar button.button")
        expect(opener.page.locator("#notice")).to_contain_text("Not sent yet: the companion cannot be reached")
    finally:
        site.database.start()
    expect(looker.page.locator("#stand")).to_be_visible()
    joiner.page.wait_for_url("**/seats")
    opener.page.wait_for_url("**/share")


def test_where_no_companion_answers_haproxy_shows_a_page_that_loads_again(site: Site, phone: Phones) -> None:
    scorer, plain = tolerant(phone()), tolerant(phone(script=False, locale="zh-TW"))
    invitation = scorer.opens("luz", ["Ann", "Ben", "Cleo"])
    scorer.post_bets(invitation, 1, 2, 3)
    scorer.joins(invitation, at="/enter")
    plain.joins(invitation, "viewer")
    site.haproxy.set_reachable(is_reachable=False)
    try:
        scorer.tap(f"button.winner[value='{CLEO}']")
        expect(scorer.page.locator("#outbox h2")).to_have_text("Waiting to be sent: 1")
        plain.page.reload()
        expect(plain.page.locator("main")).to_contain_text("這一頁每隔幾秒會自動重新載入")
        expect(plain.page.locator(".sent >> nth=0")).to_be_hidden()
    finally:
        site.haproxy.set_reachable(is_reachable=True)
    expect(scorer.page.locator("#outbox")).to_have_count(0)
    scorer.takes("1C")
    expect(plain.page.locator("#stand")).to_be_visible()
