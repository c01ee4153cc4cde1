"""Whether the companion is reached is asked while a finger is down on what leads to another page, and only there."""

import pytest

NAMES = ["Ann", "Ben", "Cleo"]
OPENED = {
    "luz": {},
    "5211": {},
    "azul": {"board": 1},
    "ingenious": {"board": 1},
    "salamanca": {"board": 1},
    "open": {"title": "Quiz"},
}
KEYS = "#form form :is(button, label, a[data-tap]), #bar button"
TOUCH = """places => [...document.querySelectorAll(places)].map(place =>
    place.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))).length"""


@pytest.mark.parametrize("game", OPENED)
def test_no_key_of_a_form_asks(phone, game):
    one, asked = phone(), []
    one.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    one.go(f"/t/{one.opens(game, NAMES, **OPENED[game]).id}/enter")
    one.page.wait_for_function("() => document.readyState === 'complete'")
    assert one.page.evaluate(TOUCH, KEYS) > 2
    with one.page.expect_request("**/healthz"):
        assert one.page.evaluate(TOUCH, "#head a.icon-button:first-child") == 1
    assert asked.count("healthz") == 1
