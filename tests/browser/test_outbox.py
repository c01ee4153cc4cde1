"""What is entered without a connection waits on the phone and is sent once each, in order; half-typed forms stay."""

from playwright.sync_api import expect

from tests.browser.test_live_pages import ANN, BEN, CLEO, MEI, NAMES, at_tricks, connected, cut_off, seated


def outage(one):
    """From here on there is no connection; the page has heard its stream, so nothing older comes after it."""
    one.page.wait_for_function("() => live.told >= 0")
    one.goes_offline()


def waits(one, *labels):
    """Wait until exactly these acts wait on the phone, in this order."""
    expect(one.page.locator("#outbox li b")).to_have_text(list(labels))
    if not labels:
        expect(one.page.locator("#outbox")).to_have_count(0)


def tap_tricks_offline(one, *winners):
    for winner in winners:
        one.tap(f"button.winner[value='{winner}']")


def test_tricks_without_a_connection_wait_over_a_new_page_and_are_sent_once(phone):
    invitation, (host, scorer) = at_tricks(phone)
    sent = []
    scorer.context.on("response", lambda answer: answer.request.method == "POST" and sent.append(answer.status))
    outage(scorer)
    tap_tricks_offline(scorer, ANN, BEN)
    waits(scorer, "trick 1 to Ann", "trick 2 to Ben")
    expect(scorer.page.locator("#outbox h2")).to_have_text("Waiting to be sent: 2")
    expect(scorer.page.locator("#form h2")).to_have_text("Who takes trick 3?")
    expect(scorer.page.locator(".winner .number")).to_have_text(["1", "1", "0", "0"])
    expect(scorer.page.locator("#bar [data-count]")).to_have_text("2 of 10 tricks in")
    expect(scorer.page.locator("#people")).to_have_attribute("data-state", "offline, 2 waiting")
    # Without trick 1 the table would refuse trick 2: only the newest can be taken back.
    expect(scorer.page.locator("#outbox [data-take-back]")).to_have_count(1)
    undo = scorer.page.locator("button.square:not(.redo)")
    expect(undo).to_have_attribute("aria-label", "Take back: trick 2 to Ben")
    scorer.tap(undo)
    expect(scorer.page.locator("#form h2")).to_have_text("Who takes trick 2?")
    expect(scorer.page.locator(".winner .number")).to_have_text(["1", "0", "0", "0"])
    tap_tricks_offline(scorer, BEN)
    # Nothing is sent from a page that is closed; the next one goes on behind what waits.
    scorer.go("about:blank")
    scorer.context.set_offline(False)
    scorer.page.route(
        "**/t/*/enter", lambda route: route.abort() if route.request.method == "POST" else route.fallback()
    )
    scorer.go(f"/t/{invitation.id}/enter")
    scorer.stays()
    expect(scorer.page.locator("#form h2")).to_have_text("Who takes trick 3?")
    tap_tricks_offline(scorer, CLEO)
    waits(scorer, "trick 1 to Ann", "trick 2 to Ben", "trick 3 to Cleo")
    scorer.page.unroute("**/t/*/enter")
    waits(scorer)
    scorer.tap_trick(4, MEI)
    for player in (scorer, host):
        player.takes("1A", "2B", "3C", "4M")
    assert scorer.stayed()
    assert sent == [200] * 4


def is_refused(host, scorer, number, theirs):
    """Two tricks wait on the scorer's phone; meanwhile the host's gives the first one to somebody else."""
    outage(scorer)
    scorer.reads()
    tap_tricks_offline(scorer, ANN, BEN)
    host.tap_trick(number, theirs)
    scorer.context.set_offline(False)
    shown = scorer.see("#refused")
    expect(shown.locator(".version >> nth=0")).to_contain_text(f"trick {number} to {NAMES[theirs]}")
    expect(shown.locator(".version >> nth=0")).to_contain_text("the host's phone")
    expect(shown.locator(".version >> nth=1")).to_contain_text(f"trick {number} to Ann")
    waits(scorer, f"trick {number + 1} to Ben")
    expect(scorer.page.locator("#outbox")).to_contain_text("sent once one version is chosen")


def test_what_is_refused_later_is_dropped_for_theirs_or_saved_instead(phone):
    invitation, (host, scorer) = at_tricks(phone)
    scorer.tolerate("409")
    is_refused(host, scorer, 1, CLEO)
    scorer.tap("#refused [data-keep]")
    for player in (scorer, host):
        player.takes("1C", "2B")
    waits(scorer)
    expect(scorer.page.locator("#refused")).to_have_count(0)
    # A choice that is not made is asked again on the next page.
    is_refused(host, scorer, 3, MEI)
    scorer.go(f"/t/{invitation.id}")
    scorer.see("#refused")
    waits(scorer, "trick 4 to Ben")
    host.takes("1C", "2B", "3M")
    scorer.tap("#refused form button")
    waits(scorer)
    host.takes("1C", "2B", "3A", "4B")


def typed(one):
    return one.page.locator("#entry :checked:not([data-more])").evaluate_all("all => all.map(i => i.name + i.value)")


def test_half_typed_bets_are_there_after_a_reload_until_saved(phone):
    _, (scorer,) = seated(phone, count=1)
    scorer.enter()
    scorer.tap("label.key:has([name=b0][value='3'])")
    scorer.tap("label.safety:has([name=s0])")
    scorer.tap(".strip:has([name=b1]) label.more")
    scorer.tap("label.key:has([name=b1][value='7'])")
    bets = ["s0on", "b03", "b17"]
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


# A first tap on each form, and how it is seen there.
FIRST = {
    "azul": ("label.space.key", "#preview .calculation, label.space.key :checked"),
    "5211": ("[data-card=B5]", ".hand [data-taken=B5]"),
    "ingenious": ("[data-tap=r3]", "[data-tap=r3][aria-pressed=true]"),
    "luz": ("label.key:has([name=b0][value='2'])", "[name=b0][value='2']:checked"),
    "open": ("[name=key][value=d7]", "[data-cell='']"),
    "salamanca": ("[data-tap=castle]", "[data-tap=castle][aria-pressed=true]"),
}
KEPT = 'Object.keys(localStorage).filter(name => name.startsWith("companion:typed:")).length'
IS_KEPT = f"key => {{ document.querySelector(key).click(); return {KEPT}; }}"


def test_a_tap_is_kept_before_anything_else_happens_and_is_there_again(phone):
    """Nothing has to be answered, and no further moment has to pass, such as when the page is left."""
    one = phone()
    for game, (key, shown) in FIRST.items():
        invitation = one.opens(game, NAMES, title="A game")
        one.go(f"/t/{invitation.id}/enter")
        before = one.page.evaluate(KEPT)
        assert one.page.evaluate(IS_KEPT, key) == before + 1, game
        if game == "5211":  # also where another part came in meanwhile
            one.post_hand(invitation, 1, ["G6", "G5", "G1", "T1"])
            expect(one.page.locator("#head")).to_have_attribute("data-version", "1")
        one.page.reload()
        one.see("#restored")
        expect(one.page.locator(shown).first, game).to_be_attached()
        if game == "open":
            expect(one.page.locator("[data-cell]").first).to_have_value("7")


def test_taps_that_only_the_table_can_work_out_are_kept_until_it_is_back(phone):
    _, (scorer,) = seated(phone, "ingenious", 1)
    scorer.enter()
    outage(scorer)
    scorer.tap("[data-tap=r3]")
    scorer.tap("[data-tap=b2]")
    expect(scorer.page.locator("#unseen")).to_contain_text("What you tapped is kept")
    scorer.context.set_offline(False)
    for tap in ("r3", "b2"):
        expect(scorer.page.locator(f"[data-tap={tap}]")).to_have_attribute("aria-pressed", "true")
    expect(scorer.page.locator("#unseen")).to_have_count(0)


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


def test_what_is_half_entered_stays_in_its_tab_and_outlives_it(phone):
    one = phone()
    form = f"/t/{one.opens('luz', NAMES).id}/enter"
    one.go(form)
    one.tap("label.key:has([name=b0][value='3'])")
    other = one.context.new_page()
    other.goto(form)
    chosen = other.locator("#entry [name=b0]:checked")
    expect(chosen).to_have_count(0)
    expect(other.locator("#restored")).to_have_count(0)
    expect(one.page.locator("#entry [name=b0]:checked")).to_have_value("3")
    one.page.close()
    other.reload()
    expect(other.locator("#restored")).to_be_visible()
    expect(chosen).to_have_value("3")
