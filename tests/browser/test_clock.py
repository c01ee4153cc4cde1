"""The clock of a table: the same on all phones, one late, one offline, one that watches, one with a wrong time."""

import pytest
from playwright.sync_api import expect

from tests.support.long import mostly_long

THREE = ("Ann", "Ben", "Cleo")
FIRST = "#clock [data-base] >> nth=0"
# A device whose time passes only on the way of an answer, as long there as back. `ahead` is how far the server's time
# is ahead of it, by the first answer; `faceAt` is the time of the game that the page shows at a moment of the server.
DEVICE = """{
    let passed = 0;
    performance.now = () => passed;
    const real = window.fetch;
    window.answers = 0;
    window.fetch = async (address, ...rest) => {
        const answer = await real(address, ...rest);
        if (!String(address).endsWith("/now")) return answer;
        passed += %d;
        window.ahead ??= Number(await answer.text()) - passed;
        const told = new Response(ahead + passed);
        passed += %d;
        window.answers += 1;
        return told;
    };
    window.faceAt = moment => {
        const now = passed;
        passed = moment - ahead;
        document.dispatchEvent(new Event("companion:drawn"));
        passed = now;
        return document.querySelector("#clock [data-base] b").textContent;
    };
}"""
# What the time of the game is when so many milliseconds of it have passed.
FACES = """() => {
    const clock = document.getElementById("clock"), base = clock.querySelector("[data-base]").dataset.base;
    return [59999, 60000, 60999, 61000].map(passed => faceAt(Number(clock.dataset.at) - Number(base) + passed));
}"""
# Where the keys are, and where they would be if the time of all were up.
UP = """() => {
    const where = key => JSON.stringify(key.getBoundingClientRect());
    const keys = () => [...document.querySelectorAll("#clock .key")].map(where);
    const counters = [...document.querySelectorAll("#clock .counter")], before = keys();
    for (const counter of counters) {
        counter.classList.add("up");
        counter.querySelector("b").textContent = "\u22120:01";
    }
    return [before, keys()];
}"""
WRONG = "{ const real = Date.now; Date.now = () => real() + 7 * 3600 * 1000 + 123456; }"


def starts(host, invitation, **fields):
    host.post(invitation, "clock", do="start", **{"turns": "some", **fields})


def sees_clock(one):
    return one.see(one.page.locator(FIRST))


def with_time_of_its_own(one, way=10):
    """This phone, with answers of the server that take so many milliseconds each way."""
    one.context.add_init_script(DEVICE % (way, way))
    return one


def is_right(one, answers=1):
    """After so many answers the page counts by the server's time, to the millisecond."""
    one.page.wait_for_function("count => window.answers >= count", arg=answers)
    assert one.page.evaluate(FACES) == ["0:59", "1:00", "1:00", "1:01"]


def paused(one, is_paused):
    expect(one.page.locator("#clock .counters > .tag")).to_have_count(int(is_paused))


def whose(one, name):
    expect(one.page.locator("#clock [data-base] >> nth=1").locator("small")).to_have_text(name)


def test_all_phones_show_the_same_time_and_each_tap_counts_on_all(phone):
    host, late, wrong, overlay = phone(), phone(), phone(), phone(viewport=(1280, 720))
    for way, one in enumerate((host, late, wrong, overlay)):
        with_time_of_its_own(one, 300 * way)
    wrong.context.add_init_script(WRONG)
    invitation = host.opens("open", THREE, title="Go")
    wrong.joins(invitation, "viewer")
    host.go(f"/t/{invitation.id}/share")
    overlay.go(host.page.locator("#overlay a.button").get_attribute("href"))
    host.go(f"/t/{invitation.id}")
    for player in (host, wrong, overlay):
        expect(player.page.locator("#clock")).to_have_count(0)
    before = host.taps
    host.tap("#ways a[href$='/clock']")
    host.tap("button[value=some]")
    sees_clock(host)
    assert host.taps - before == 2
    late.joins(invitation)
    for player in (host, wrong, overlay, late):
        sees_clock(player)
        is_right(player)
    expect(wrong.page.locator("#clock form")).to_have_count(0)
    expect(overlay.page.locator("#clock a")).to_have_count(0)

    # A tap counts on all of them, and what is typed stays whatever is done with the clock.
    host.go(f"/t/{invitation.id}/enter")
    everybody = (host, late, wrong)
    for one in everybody:
        whose(one, "Ann")
    host.tap("[name=key][value=d7]")
    late.tap("#clock [value=turn]")
    for one in everybody:
        whose(one, "Ben")
    host.post(invitation, "clock", do="turn", turn=1)  # as a phone that has not heard of it yet
    host.tap("#clock [value=pause]")
    for player in everybody:
        expect(player.page.locator("#clock .counters > .tag")).to_have_text("Paused")
    late.tap("#head h1")  # who touches the page has seen it
    late.tap("#clock [value=go]")
    for player in everybody:
        paused(player, False)
        whose(player, "Ben")
    expect(host.page.locator("[data-cell]").first).to_have_value("7")


def test_a_phone_without_connection_goes_on_and_comes_back_right(phone):
    host, away = phone(), with_time_of_its_own(phone())
    invitation = host.opens("open", THREE, title="Go")
    starts(host, invitation)
    host.go(f"/t/{invitation.id}")
    away.joins(invitation)
    sees_clock(away)
    is_right(away)
    away.goes_offline()
    is_right(away)  # it goes on meanwhile
    host.tap("#clock [value=turn]")
    whose(host, "Ben")
    whose(away, "Ann")
    for _ in range(2):  # the first is the turn that the host has ended
        away.tap("#clock [value=turn]")
    expect(away.page.locator("#outbox li b")).to_have_text(["Next: Ben", "Next: Cleo"])
    before = away.page.evaluate("answers")
    away.context.set_offline(False)
    whose(away, "Cleo")
    whose(host, "Cleo")
    expect(away.page.locator("#outbox")).to_have_count(0)
    is_right(away, before + 1)


@pytest.mark.parametrize(
    ("first", "second", "turns"),
    mostly_long([("turn", "turn", ("Ben", "Cleo")), ("pause", "go", ("Ann", "Ann"))], names=3),
)
def test_a_key_that_changed_under_the_finger_asks_first(phone, first, second, turns):
    """Who has touched the page since, by that tap if not before, or had the time to read it, has seen its keys."""
    host, other = phone(), phone()
    invitation = host.opens("open", THREE, title="Go")
    starts(host, invitation)
    host.go(f"/t/{invitation.id}")
    other.joins(invitation)
    for one in (host, other):
        whose(one, "Ann")
    other.reads_nothing()
    host.tap(f"#clock [value={first}]")
    whose(other, turns[0])
    paused(other, first == "pause")
    other.tap(f"#clock [value={second}]")
    expect(other.page.locator("#clock-notice")).to_contain_text("Another phone has tapped the clock meanwhile.")
    other.tap(f"#clock [value={second}]")
    for one in (host, other):
        whose(one, turns[1])
        paused(one, False)
    expect(other.page.locator("#clock-notice")).to_have_count(0)
    # An own tap is seen, and so is what a finger elsewhere on the page has had before it.
    host.tap("#head h1")
    host.tap("#clock [value=pause]")
    paused(host, True)
    host.tap("#clock [value=go]")
    paused(other, False)
    other.reads()
    other.tap("#clock [value=pause]")
    paused(host, True)


def test_no_key_moves_when_the_time_is_up(phone):
    one = phone()
    invitation = one.opens("open", THREE, title="Go")
    starts(one, invitation, game=90, seconds=30)
    one.go(f"/t/{invitation.id}")
    sees_clock(one)
    for width in (320, 360, 390, 430, 1366):
        one.page.set_viewport_size({"width": width, "height": 844})
        before, after = one.page.evaluate(UP)
        assert before == after, width
