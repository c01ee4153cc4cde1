"""A dispute settled by tapping: the answer comes along, with script and without, and is shared by its address."""

import pytest
from playwright.sync_api import expect

from tests.support.long import mostly_long

MOST = 12  # taps from the list of questions to the verdict


def values(of, all_values):
    return [f"{of}[value='{value}']" for value in all_values.split()]


def chosen(name, value):
    return f"#ask label.key:has([name={name}][value='{value}'])"


# One question for each kind of key: the taps, and what is answered.
DISPUTES = {
    "luz/trick": (values("#ask button", "sR v4 v3 sB v3 v2"), "A takes it"),
    "5211/round": (
        [chosen("players", "2"), *(f"[data-card={card}]" for card in ["G1", "G2", "G2", "Y3", "G3", "G4", "Y6", "B1"])],
        "Yellow scores",
    ),
    "azul/tile": ([*values(".wall ", "24 32 33 35 44"), chosen("put", "tile"), ".wall [value='34']"], "7 points"),
    "5211/colours": (
        [".strip:has([name=G]) label.more", *map(chosen, "GYOBT", "84202"), chosen("roosters", "3")],
        "Yellow scores",
    ),
    "azul/ranking": (values("#ask button", "d6 d2 n d1 d6 d2 n d2"), "B comes first"),
    "ingenious/placement": ([f"[data-tap='{tap}']" for tap in ["r", "3.0", "b", "4.0"]], "1 point"),
}


def verdict(one, headline):
    expect(one.page.locator(".answer .headline")).to_have_text(headline)


def to_question(one, name):
    """From the home page to the list, from where taps count, and to the question."""
    one.go("/")
    one.tap("a[href='/referee']")
    one.taps = 0
    one.tap(f"#found a[href='/referee/{name}']")
    one.see("#ask")


@pytest.mark.parametrize("question", mostly_long(DISPUTES, 3))
def test_a_dispute_is_settled_by_a_few_taps(phone, question):
    one, (taps, headline) = phone(), DISPUTES[question]
    to_question(one, question)
    one.stays()
    for tap in taps:
        before = one.page.url
        one.tap(tap)
        if "label.more" not in tap:  # which only shows further keys
            one.page.wait_for_url(lambda url, before=before: url != before)
    verdict(one, headline)
    assert one.taps <= MOST and one.stayed()


def test_taps_before_the_first_answer_all_count(phone):
    one = phone()
    one.go("/referee/ingenious/placement")
    held = []
    one.page.route("**/referee/ingenious/placement?*", lambda route: held.append(route), times=1)
    one.page.evaluate("""for (const tap of ["r", "3.0", "b", "4.0"]) document.querySelector(`[data-tap="${tap}"]`)
        .dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));""")
    while not held:
        one.page.wait_for_timeout(10)
    held[0].continue_()
    verdict(one, "1 point")


def test_a_claim_is_judged_as_it_is_typed_and_the_question_shared(phone):
    one, other = phone(), phone("zh-TW", scheme="dark")
    one.go("/referee/luz/bet?deal=1&beads=3&tricks=6&safety=on")
    verdict(one, "Missed: −15")
    one.page.fill("[name=claim]", "-10")
    one.page.keyboard.press("Tab")
    expect(one.page.locator("[data-claim=wrong]")).to_contain_text("it is −15, not −10")
    one.tap(".strip >> nth=1 >> label:has-text('3')")
    verdict(one, "Made: 5")
    expect(one.page.locator("[data-claim=wrong]")).to_contain_text("it is 5, not −10")
    one.tap("#why .cite >> nth=0")
    one.page.wait_for_url("**/rules/luz/*")
    one.page.evaluate("history.back()")
    verdict(one, "Made: 5")
    one.tap(".bar a.square")
    one.see(".qr-plate svg")
    other.go(one.page.locator("[data-link=question]").get_attribute("href"))
    expect(other.page.locator("[data-claim=wrong]")).to_contain_text("5")
