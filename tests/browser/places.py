"""Every page and state of the companion: where it is, on whose phone, and what is done there first.

A new page is one line here, or in tests/features/<name>/places.py; tests/views/table/test_role_matrix.py fails for an
address that no place is at.
"""

from playwright.sync_api import expect

from companion.games import all_games
from tests.browser.place import Place, all_open, of_features, tap


def places(instance):
    """Every place with its address in this instance."""
    for place in PLACES:
        yield place, instance.address(place.path)


# what is done on a page first


def _wrong_code(page):
    page.fill("#code", "WWWWWW")
    page.press("#code", "Enter")
    page.wait_for_selector("[role=alert]")


def _refused(status):
    """What a page says to an answer with this status; asked for where it may be had without doing harm."""

    def steps(page):
        page.route("**/join", lambda route: route.continue_(post_data="code=WWWWWW"))
        for _ in range(12):
            _wrong_code(page)
            if str(status) in page.inner_text("h1"):
                return
            page.go_back()

    return steps


def _overtaken(page):
    """A trick entered on a page that is older than the table."""
    page.locator("#entry [name=version]").first.evaluate("seen => seen.value = 2")
    page.locator("button.winner").nth(1).click()
    page.wait_for_selector("#refused a")


def _cannot_be(page):
    """Five tricks where there are ten; the page alone would not send them."""
    page.locator("[name^=t][value='1']").evaluate_all("keys => { for (const key of keys) key.click(); }")
    page.locator("#entry").evaluate("form => form.requestSubmit()")
    page.wait_for_selector("#notice[role=alert]")


def _unsent(page):
    page.route("**/t/*/enter", lambda route: route.abort())
    page.locator("button.winner").first.click()
    page.wait_for_selector("#outbox li")


def _half_entered(page):
    page.locator("[name=b1][value='3']").evaluate("key => key.click()")
    page.reload()
    page.wait_for_selector("#restored")


def _moved_on(page):
    page.evaluate("""() => {
        const { changed, show } = document.getElementById("outbox-texts").dataset;
        offerNotice({ id: "outdated", text: changed, actions: [{ label: show, run: () => {} }] });
    }""")


def _too_many_beads(page):
    page.locator("[data-more], [name^=b][value='10']").evaluate_all("keys => { for (const key of keys) key.click(); }")
    page.wait_for_selector("[data-over]:not([hidden])")


def _cards(page):
    for card in ("O5", "B5", "T5"):
        page.locator(f"[data-card={card}]").click()


def _wall(page):
    page.locator("#preview .wall input").first.evaluate("key => key.click()")
    page.locator("[name=floor][value='2']").evaluate("key => key.click()")
    page.wait_for_selector(".calculation, #preview .note")


def _corrected(page):
    """The totals of a deal of Luz corrected: what changes is told first."""
    page.locator("[data-save], .bar button.button").first.click()
    page.wait_for_selector("#amendment-preview, [role=alert]")


def _opened(page):
    page.locator("#pad summary").first.click()
    page.wait_for_selector("#pad .why")


def _equal_cards(page):
    for seat, card in enumerate((5, 1, 10, 7, 5)):
        page.locator(f"[name=c{seat}][value='{card}']").evaluate("key => key.click()")
    expect(page.locator("[name=first]")).to_have_count(2)


def _games():
    for key in all_games():
        yield Place(f"new table of {key}", f"/new/{key}", "stranger")
        yield Place(f"rules of {key}", f"/rules/{key}", "stranger")


PLACES = (
    Place("home, empty", "/", "stranger"),
    Place("home", "/", is_sampled=True),
    Place("a wrong code", "/", "stranger", _wrong_code),
    *_games(),
    Place("new table, full", "/new/luz?{players}", is_sampled=True),
    Place("new table, a name twice", "/new/5211?{players}&name=Al&player=Al"),
    Place("new table of Salamanca, full", "/new/salamanca?{players}"),
    Place("new table of Ingenious, full", "/new/ingenious?{players}"),
    Place(
        "new open sheet",
        "/new/open?{players}&title=%E9%AB%98&count=both&line=%E9%87%91&tie=number&limit=9&teams=two",
        is_sampled=True,
    ),
    Place(
        "formulas of an open sheet",
        "/new/open?{players}&title=%E9%AB%98&count=both&line=%E9%87%91&line=%E6%9C%A8&formula=steps&formula=most"
        "&numbers=0+1+3&numbers=6+3&secret=1&sum=13",
        steps=all_open,
    ),
    Place("lines of an open sheet", "/t/{sheet}/enter", is_sampled=True),
    Place("what an open sheet allows", "/t/{sheet}/options"),
    Place("why nobody comes to or leaves another game", "/t/{luz}/options"),
    Place("result of an open sheet", "/t/{sheet-over}/entries/1"),
    Place("table of twelve", "/t/{twelve}"),
    Place("a round of twelve", "/t/{twelve}/enter", is_sampled=True),
    Place("lines of twelve, one secret", "/t/{twelve-lines}/enter"),
    Place("lines of twelve, watching", "/t/{twelve-lines}"),
    Place("twelve are over", "/t/{twelve-ended}"),
    Place("log of twelve", "/t/{twelve-ended}/log"),
    Place("every entry of twelve", "/t/{twelve-ended}/sheet", steps=tap("summary")),
    Place("result of twelve", "/t/{twelve-ended}/entries/4"),
    Place("an open sheet of all together", "/t/{together}/enter"),
    Place("a rule", "/rules/luz/tie-start-card", "stranger"),
    Place("a page that is not kept, without a connection", "/offline", "stranger", is_sampled=True),
    # a table
    Place("share", "/t/{luz}/share", is_sampled=True),
    Place("share, watching", "/t/{luz}/share", "viewer"),
    Place("another device", "/devices?table={luz}", is_sampled=True),
    Place("settings", "/settings?back=/t/{luz}", is_sampled=True),
    Place("settings of a stranger", "/settings", "stranger"),
    Place("the same people", "/t/{over}/again"),
    Place("an app that is opened first", "/start/{pass}", "stranger", is_sampled=True),
    Place("host", "/t/{luz}/host"),
    Place("host, asked whether to delete", "/t/{luz}/host", steps=tap(".deletion summary")),
    Place("host of a game that is over", "/t/{over}/host"),
    Place("seats", "/t/{luz}/seats", "scorer"),
    Place("seats of hidden totals", "/t/{secret}/seats"),
    Place("log", "/t/{luz}/log"),
    Place("every entry", "/t/{luz}/sheet", steps=tap("summary")),
    Place("why a total", "/t/{luz}/totals/0"),
    Place("why a hidden total", "/t/{secret}/totals/1"),
    Place("needs of Luz", "/t/{luz}/needs"),
    Place("needs of 5211", "/t/{fifty}/needs"),
    Place("needs of Azul", "/t/{azul}/needs"),
    Place("needs of Ingenious", "/t/{tracks}/needs"),
    Place("table of Luz, new", "/t/{fresh}"),
    Place("table of Luz", "/t/{luz}", steps=_opened, is_sampled=True),
    Place("table of Luz, watching", "/t/{luz}", "viewer"),
    Place("table with hidden totals", "/t/{secret}"),
    Place("table with hidden totals, watching", "/t/{secret}", "viewer"),
    Place("table of 5211", "/t/{fifty}"),
    Place("table of Azul", "/t/{azul}"),
    Place("table of Ingenious", "/t/{tracks}"),
    Place("table of Ingenious with a board", "/t/{board}"),
    Place("table of a duel", "/t/{duel}"),
    Place("table of Salamanca", "/t/{land}", is_sampled=True),
    Place("table of Salamanca, an estate", "/t/{land}", steps=tap("#now summary")),
    Place("table of Salamanca without a board", "/t/{coins}"),
    # the entry forms
    Place("bets", "/t/{fresh}/enter", is_sampled=True),
    Place("bets, too many", "/t/{fresh}/enter", steps=_too_many_beads),
    Place("bets, half entered", "/t/{fresh}/enter", steps=_half_entered),
    Place("bets changed", "/t/{luz}/enter?bets=1"),
    Place("tricks", "/t/{luz}/enter", is_sampled=True),
    Place("a trick changed", "/t/{luz}/enter?trick=2"),
    Place("tricks as totals", "/t/{luz}/enter?totals=1"),
    Place("tricks that cannot be", "/t/{luz}/enter?totals=1", steps=_cannot_be),
    Place("a trick overtaken", "/t/{luz}/enter?trick=2", steps=_overtaken),
    Place("the table has moved on", "/t/{luz}/enter", steps=_moved_on),
    Place("a trick without a connection", "/t/{luz}/enter", steps=_unsent),
    Place("a hand", "/t/{fifty}/enter?seat=1", steps=_cards, is_sampled=True),
    Place("a wall", "/t/{azul}/enter?seat=1", steps=_wall, is_sampled=True),
    Place("a grey wall", "/t/{grey}/enter?seat=1"),
    Place("points of a tile", "/t/{tracks}/enter"),
    Place("points of a tile, tapped", "/t/{tracks}/enter?m0=r2&m1=b9&wide=b"),
    Place("a tile on the board", "/t/{board}/enter", is_sampled=True),
    Place("a tile in a duel", "/t/{duel}/enter"),
    Place("land at the start", "/t/{empty-land}/enter?at=1.1"),
    Place("a turn on the land", "/t/{land}/enter"),
    Place("a turn on the land, tapped", "/t/{land}/enter?at=5.5&v=3", is_sampled=True),
    Place("a turn on the turned land", "/t/{land}/enter?turn=2&at=b&why=tap.b"),
    Place("a sale", "/t/{coins}/enter?seat=0&b=castle&lands=l113r-o2-l1&noble=3", is_sampled=True),
    Place("a fee", "/t/{coins}/enter?do=fee"),
    Place("taxes", "/t/{coins}/enter?do=tax"),
    Place("cards", "/t/{coins}/enter?do=cards"),
    Place("equal cards", "/t/{five-cards}/enter?do=cards", steps=_equal_cards),
    # entries and corrections
    Place("a deal", "/t/{luz}/entries/1"),
    Place("a deal with hidden totals", "/t/{secret}/entries/1"),
    Place("an entry that is gone", "/t/{luz}/entries/9"),
    Place("a round of 5211", "/t/{fifty}/entries/1"),
    Place("a round of Azul", "/t/{azul}/entries/3"),
    Place("a tile", "/t/{tracks}/entries/1"),
    Place("a tile laid", "/t/{board}/entries/13"),
    Place("a turn", "/t/{land}/entries/6"),
    Place("a sale entered", "/t/{coins}/entries/2"),
    Place("a table that was stopped", "/t/{land-over}/entries/{land-end}"),
    Place("a deal corrected", "/t/{luz}/entries/1/correct"),
    Place("a hand corrected", "/t/{fifty}/entries/1/correct"),
    Place("a wall corrected", "/t/{azul}/entries/2/correct?seat=1"),
    Place("a tile corrected", "/t/{tracks}/entries/1/correct"),
    Place("a laid tile corrected", "/t/{board}/entries/13/correct"),
    Place("a turn corrected", "/t/{land}/entries/4/correct", is_sampled=True),
    Place("a sale corrected", "/t/{coins}/entries/2/correct"),
    Place("what a correction changes", "/t/{luz}/entries/1/correct?totals=1", steps=_corrected, is_sampled=True),
    Place("a deal put in", "/t/{luz}/entries/1/insert"),
    Place("a deal taken out", "/t/{luz}/entries/1/remove"),
    Place("a turn that cannot be taken out", "/t/{land}/entries/1/remove"),
    # games that are over
    Place("Luz is over", "/t/{over}"),
    Place("Luz is over, watching", "/t/{over}", "viewer"),
    Place("Luz is over, the table", "/t/{over}?sheet=1"),
    Place("5211 is over", "/t/{fifty-over}"),
    Place("Azul is over", "/t/{azul-over}", is_sampled=True),
    Place("Ingenious is over", "/t/{ingenious-over}"),
    Place("Salamanca is over", "/t/{land-over}"),
    # in and out
    Place("a result", "/r/{over-result}", "stranger"),
    Place("a result that is hidden", "/r/{secret-result}", "stranger"),
    # what goes wrong
    Place("nothing here", "/nothing", "stranger"),
    Place("a table not joined", "/t/{luz}", "stranger"),
    Place("a link that opens nothing", "/j/old", "stranger"),
    Place("a link to another device that is over", "/devices/old", "stranger"),
    Place("no tables of before", "/devices/own/before", "stranger"),
    Place("a link of a game that is over", "/j/{over-link}", "stranger"),
    *(place for feature in of_features() for place in feature.PLACES),
    Place("too many wrong codes", "/", "stranger", _refused(429)),  # the last: from then on this address must wait
)
