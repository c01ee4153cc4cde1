from tests.browser.place import Place, all_open

OTHER_PLAYER = """async () => {
    const page = new DOMParser().parseFromString(await (await fetch("/players")).text(), "text/html");
    const names = [...page.querySelectorAll(".rows b[dir=auto]")].map(name => name.textContent);
    return names.find(name => name !== document.getElementById("name").value);
}"""


def _together(page):
    page.fill("#name", page.evaluate(OTHER_PLAYER))
    page.press("#name", "Enter")
    page.wait_for_selector("[role=alert] li, [role=alert] p")


PLACES = (
    Place("past games", "/history"),
    Place("past games, none", "/history", "stranger"),
    Place("past games, searched", "/history?q=al&game=luz&since=2020-01-01"),
    Place("past games, none found", "/history?q=zzz"),
    Place("players", "/players"),
    Place("a player", "/players/{player}", steps=all_open),
    Place("a player by a word", "/players/{player}?named=%E5%A4%A7%E7%9B%92%E7%89%88"),
    Place("a player to rename", "/players/{player}/rename"),
    Place("two players who sat together", "/players/{player}/rename", steps=_together),
    Place("a player to delete", "/players/{player}/delete"),
)
