from tests.browser.place import Place

SHEET = (
    '{"format": 1, "game": "luz", "players": ["Al", "Mo", "小雯"], "options": {}, "entries":'
    ' [{"bets": [{"beads": 3, "safety": true}, {"beads": 2, "safety": false}, {"beads": 4, "safety": false}],'
    ' "tricks": [3, 2, 5]}]}'
)
TEMPLATE = '{"format": 1, "game": "open", "options": {"name": "六十六", "rounds": null, "lines": [{"name": "66"}]}}'


def _previewed(text):
    """A text in its preview, before it is imported."""

    def steps(page):
        page.fill("#text", text)
        with page.expect_navigation():  # first the page asks whether the companion is there
            page.locator(".bar button").click()

    return steps


PLACES = (
    Place("bring a game in", "/import", "stranger"),
    Place("bring a game in, a fault", "/import", "stranger", _previewed('{"format": 1, "game": "luz"}')),
    Place("a game brought in", "/import", steps=_previewed(SHEET)),
    Place("a template brought in", "/import", steps=_previewed(TEMPLATE)),
    Place("hand over", "/t/{luz}/hand-over"),
    Place("move to another companion", "/move"),
)
