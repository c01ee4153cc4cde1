"""A tap on a form is seen at once: before the page's script has come, and before the companion has counted it."""

from playwright.sync_api import expect

NAMES = ["Ann", "Ben", "Cleo"]


def early(one, game, key, query="", **options):
    """Open an entry form on a phone to which its script has not come; the requests that wait for the script."""
    held = []
    invitation = one.opens(game, NAMES, **options)
    one.page.route("**/companion.js*", lambda route: held.append(route))
    one.page.goto(f"/t/{invitation.id}/enter{query}", wait_until="commit")
    one.see(f"{key} >> nth=0")
    one.page.wait_for_function("() => performance.getEntriesByName(document.querySelector('script[async]').src).length")
    return held


def test_a_tap_before_the_script_has_come_waits_for_it(phone):
    one = phone()
    held, address = early(one, "5211", "[data-card]"), one.page.url
    for card in (0, 5):
        one.tap(f"[data-card] >> nth={card}")
    assert not one.page.locator(".hand [data-taken]").count()
    held[0].continue_()
    expect(one.page.locator(".hand [data-taken]")).to_have_count(2)
    assert one.page.url == address


def test_a_choice_before_the_script_has_come_is_previewed_with_it(phone):
    one = phone()
    held = early(one, "azul", "#space-11")
    one.tap("#space-11")
    one.tap("#space-12")  # one a row: this one instead
    one.tap("#space-22")
    expect(one.page.locator("#preview .space .number")).to_have_count(0)
    held[0].continue_()
    expect(one.page.locator("#preview .space .number")).to_have_text(["+1", "+2"])
    # Taken back, it is again as the table gave it.
    one.page.unroute("**/companion.js*")
    one.page.reload()
    expect(one.page.locator("#restored")).to_be_visible()
    one.tap("#restored [data-clear-typed]")
    expect(one.page.locator("#preview :checked")).to_have_count(0)


def test_a_choice_of_every_game_before_the_script_has_come_is_there_after(phone):
    games = (("luz", "label.key:has([name=b0][value='2'])", ""), ("salamanca", "label.key:has([name^=c])", "?do=cards"))
    for game, key, query in games:
        one = phone()
        held = early(one, game, key, query, **({"board": 0} if query else {}))
        one.tap(f"{key} >> nth=0")
        held[0].continue_()
        expect(one.page.locator("#entry[data-dirty]")).to_have_count(1)
        expect(one.page.locator(f"{key} :checked").first).to_be_checked()


def test_a_choice_before_the_script_stands_on_what_was_half_entered(phone):
    one = phone()
    invitation = one.opens("azul", NAMES)
    one.go(f"/t/{invitation.id}/enter")
    one.tap("#space-22")
    expect(one.page.locator("#preview .space .number")).to_have_text(["+1"])
    held = []
    one.page.route("**/companion.js*", lambda route: held.append(route))
    one.page.goto(f"/t/{invitation.id}/enter", wait_until="commit")
    one.tap("#space-12")
    held[0].continue_()
    expect(one.page.locator("#preview .space .number")).to_have_text(["+1", "+2"])


def test_a_tap_is_answered_by_a_page_where_the_script_does_not_come(phone):
    one = phone()
    held = early(one, "ingenious", ".pick button", board=1)
    one.tolerate("ERR_FAILED")
    one.tap(".pick [data-tap=g]")
    held[0].abort()
    expect(one.page.locator(".pick [aria-pressed]")).to_have_attribute("data-tap", "g")
    assert "tap=g" in one.page.url
