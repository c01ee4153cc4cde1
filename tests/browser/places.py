"""Every page and state of the companion: where it is, on whose phone, and what is done there first.

A new page is one line here; tests/views/table/test_role_matrix.py fails for an address that no place is at.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from companion.engine.pages.asking import forms_of
from companion.engine.pages.help import Example, Help
from companion.games import all_games
from tests.browser.sample_instance import SampleInstance

Steps = Callable[[Page], None]
SHEET = (
    '{"format": 1, "game": "luz", "players": ["Al", "Mo", "小雯"], "options": {}, "entries":'
    ' [{"bets": [{"beads": 3, "safety": true}, {"beads": 2, "safety": false}, {"beads": 4, "safety": false}],'
    ' "tricks": [3, 2, 5]}]}'
)

TEMPLATE = '{"format": 1, "game": "open", "options": {"name": "六十六", "rounds": null, "lines": [{"name": "66"}]}}'
AUDIT = "kind=coloured&wall=BYRKWWBY---WB-R-KW--Y----&rounds=6&floor=8"

OTHER_PLAYER = """async () => {
    const page = new DOMParser().parseFromString(await (await fetch("/players")).text(), "text/html");
    const names = [...page.querySelectorAll(".rows b[dir=auto]")].map(name => name.textContent);
    return names.find(name => name !== document.getElementById("name").value);
}"""


@dataclass(frozen=True)
class Place:
    """A page in one state: `path` names tables of the instance in braces, `who` holds the phone ("stranger" is new).

    Another place shows all that one `is_repeated` shows, and more.
    """

    name: str
    path: str
    who: str = "host"
    steps: Steps | None = None
    is_repeated: bool = False


def places(instance: SampleInstance) -> Iterator[tuple[Place, str]]:
    """Every place with its address in this instance."""
    for place in PLACES:
        yield place, instance.address(place.path)


# what is done on a page first


def tap(what: str) -> Steps:
    return lambda page: page.locator(what).first.click()


def _wrong_code(page: Page) -> None:
    page.fill("#code", "WWWWWW")
    page.press("#code", "Enter")
    page.wait_for_selector("[role=alert]")


def _refused(status: int) -> Steps:
    """What a page says to an answer with this status; asked for where it may be had without doing harm."""

    def steps(page: Page) -> None:
        page.route("**/join", lambda route: route.continue_(post_data="code=WWWWWW"))
        for _ in range(12):
            _wrong_code(page)
            if str(status) in page.inner_text("h1"):
                return
            page.go_back()

    return steps


def _overtaken(page: Page) -> None:
    """A trick entered on a page that is older than the table."""
    page.locator("#entry [name=version]").first.evaluate("seen => seen.value = 2")
    page.locator("button.winner").nth(1).click()
    page.wait_for_selector("#refused a")


def _cannot_be(page: Page) -> None:
    """Five tricks where there are ten; the page alone would not send them."""
    page.locator("[name^=t][value='1']").evaluate_all("keys => { for (const key of keys) key.click(); }")
    page.locator("#entry").evaluate("form => form.requestSubmit()")
    page.wait_for_selector("#notice[role=alert]")


def _unsent(page: Page) -> None:
    page.route("**/t/*/enter", lambda route: route.abort())
    page.locator("button.winner").first.click()
    page.wait_for_selector("#outbox li")


def _half_entered(page: Page) -> None:
    page.locator("[name=b1][value='3']").evaluate("key => key.click()")
    page.reload()
    page.wait_for_selector("#restored")


def _moved_on(page: Page) -> None:
    page.evaluate("""() => {
        const { changed, show } = document.getElementById("outbox-texts").dataset;
        offerNotice({ id: "outdated", text: changed, actions: [{ label: show, run: () => {} }] });
    }""")


def _too_many_beads(page: Page) -> None:
    page.locator("[data-more], [name^=b][value='10']").evaluate_all("keys => { for (const key of keys) key.click(); }")
    page.wait_for_selector("[data-over]:not([hidden])")


def _cards(page: Page) -> None:
    for card in ("O5", "B5", "T5"):
        page.locator(f"[data-card={card}]").click()


def _wall(page: Page) -> None:
    page.locator("#preview .wall input").first.evaluate("key => key.click()")
    page.locator("[name=floor][value='2']").evaluate("key => key.click()")
    page.wait_for_selector(".calculation, #preview .note")


def _corrected(page: Page) -> None:
    """The totals of a deal of Luz corrected: what changes is told first."""
    page.locator("[data-save], .bar button.button").first.click()
    page.wait_for_selector("#amendment-preview, [role=alert]")


def _opened(page: Page) -> None:
    page.locator("#pad summary").first.click()
    page.wait_for_selector("#pad .why")


def _faulty_notes(page: Page) -> None:
    """A note that is too long, and more words than fit."""
    page.locator("#note").evaluate("field => { field.value = '很長'.repeat(700); }")
    page.fill("#more_expansions", "W" * 41)
    page.fill("#more_house_rules", "\n".join(map(str, range(21))))
    page.locator(".bar button.button").click()
    page.wait_for_selector("#note-fault")


def _notes_of_two(page: Page) -> None:
    """A note that is saved from a page that is older than the note of another phone."""
    page.evaluate("""async () => {
        const form = document.getElementById("notes"), sent = new FormData(form);
        sent.set("act", crypto.getRandomValues(new Uint32Array(2)).join("-"));
        sent.set("note", "另一支手機寫的 " + Date.now());
        await fetch(form.action, {method: "POST", body: new URLSearchParams(sent)});
    }""")
    page.fill("#note", "這支手機寫的")
    page.locator(".bar button.button").click()
    page.wait_for_selector(".theirs")


def _posted_newcomers(page: Page) -> None:
    page.locator("main form button.button").first.click()
    page.wait_for_selector("#names-fault")


def _posted(page: Page) -> None:
    """A form that is sent as it stands, with what is wrong told at its fields."""
    page.locator(".bar button.button, form.section .button").last.click()
    page.wait_for_selector("[aria-invalid]")


def _posted_season(page: Page) -> None:
    page.fill("#name", "")
    _posted(page)


def _all_open(page: Page) -> None:
    page.locator("details").evaluate_all("all => { for (const one of all) one.open = true; }")


def _together(page: Page) -> None:
    page.fill("#name", page.evaluate(OTHER_PLAYER))
    page.press("#name", "Enter")
    page.wait_for_selector("[role=alert] li, [role=alert] p")


def _brought(text: str) -> Steps:
    """A text looked at before it is brought in."""

    def steps(page: Page) -> None:
        page.fill("#text", text)
        with page.expect_navigation():  # first the page asks whether the companion is there
            page.locator(".bar button").click()

    return steps


def _equal_cards(page: Page) -> None:
    for seat, card in enumerate((5, 1, 10, 7, 5)):
        page.locator(f"[name=c{seat}][value='{card}']").evaluate("key => key.click()")
    expect(page.locator("[name=first]")).to_have_count(2)


def _games() -> Iterator[Place]:
    for key in all_games():
        yield Place(f"new table of {key}", f"/new/{key}", "stranger")
        yield Place(f"guide of {key}", f"/guide/{key}", "stranger")
        yield Place(f"rules of {key}", f"/rules/{key}", "stranger")


def _questions() -> Iterator[Place]:
    """Each of the referee's questions before its first tap, and one that is answered where the guide has an example."""
    for game in all_games().values():
        known = game.help or Help()
        examples = {part.ask: part for _, parts in known.guide for part in parts if isinstance(part, Example)}
        for ask in forms_of(game):
            yield Place(f"referee: {ask}", f"/referee/{ask}", "stranger", is_repeated=ask in examples)
            if ask in examples:
                fields = urlencode([*examples[ask].fields, ("claim", "14")]).replace("{", "{{").replace("}", "}}")
                yield Place(f"referee: {ask}, answered", f"/referee/{ask}?{fields}", "stranger")


PLACES: tuple[Place, ...] = (
    Place("home, empty", "/", "stranger"),
    Place("home", "/"),
    Place("a wrong code", "/", "stranger", _wrong_code),
    *_games(),
    Place("new table, full", "/new/luz?{players}"),
    Place("new table, a name twice", "/new/5211?{players}&name=Al&player=Al"),
    Place("new table of Salamanca, full", "/new/salamanca?{players}"),
    Place("new table of Ingenious, full", "/new/ingenious?{players}"),
    Place(
        "new open sheet", "/new/open?{players}&title=%E9%AB%98&count=both&line=%E9%87%91&tie=number&limit=9&teams=two"
    ),
    Place(
        "formulas of an open sheet",
        "/new/open?{players}&title=%E9%AB%98&count=both&line=%E9%87%91&line=%E6%9C%A8&formula=steps&formula=most"
        "&numbers=0+1+3&numbers=6+3&secret=1&sum=13",
        steps=_all_open,
    ),
    Place("lines of an open sheet", "/t/{sheet}/enter"),
    Place("what an open sheet allows", "/t/{sheet}/options"),
    Place("why nobody comes to or leaves another game", "/t/{luz}/options"),
    Place("result of an open sheet", "/t/{sheet-over}/entries/1"),
    Place("table of twelve", "/t/{twelve}"),
    Place("a round of twelve", "/t/{twelve}/enter"),
    Place("lines of twelve, one secret", "/t/{twelve-lines}/enter"),
    Place("lines of twelve, watching", "/t/{twelve-lines}"),
    Place("twelve are over", "/t/{twelve-ended}"),
    Place("log of twelve", "/t/{twelve-ended}/log"),
    Place("every entry of twelve", "/t/{twelve-ended}/sheet", steps=tap("summary")),
    Place("result of twelve", "/t/{twelve-ended}/entries/4"),
    Place("replay of twelve", "/t/{twelve-ended}/replay/4"),
    Place("twelve on paper", "/t/{twelve-ended}/print"),
    Place("an open sheet of all together", "/t/{together}/enter"),
    Place("a rule", "/rules/luz/tie-start-card", "stranger"),
    Place("referee", "/referee", "stranger"),
    Place("referee, searched", "/referee?q=tie", "stranger"),
    Place("referee, nothing found", "/referee?q=zzz", "stranger"),
    *_questions(),
    Place("referee: azul/audit, answered", f"/referee/azul/audit?{AUDIT}&claim=40", "stranger"),
    Place("referee: azul/audit, too few rounds", "/referee/azul/audit?wall=BYR&rounds=2&floor=x", "stranger"),
    Place("referee, a question to scan", "/referee/luz/bet/show?deal=1&beads=3&tricks=3", "stranger"),
    Place("referee, a claim that is no number", "/referee/luz/bet?deal=1&beads=3&tricks=3&claim=x", "stranger"),
    # a table
    Place("share", "/t/{luz}/share"),
    Place("share, watching", "/t/{luz}/share", "viewer"),
    Place("host", "/t/{luz}/host"),
    Place("host, asked whether to delete", "/t/{luz}/host", steps=tap(".deletion summary")),
    Place("host of a game that is over", "/t/{over}/host"),
    Place("seats", "/t/{luz}/seats", "scorer"),
    Place("seats of hidden totals", "/t/{secret}/seats"),
    Place("clock to be started", "/t/{luz}/clock"),
    Place("clock that runs", "/t/{clocked}/clock"),
    Place("clock of a game that is over", "/t/{clock-over}/clock"),
    Place("table with a clock", "/t/{clocked}"),
    Place("rematch whose clock waits", "/t/{clock-again}"),
    Place("form beside a clock", "/t/{clocked}/enter"),
    Place("log", "/t/{luz}/log"),
    Place("every entry", "/t/{luz}/sheet", steps=tap("summary")),
    Place("why a total", "/t/{luz}/totals/0"),
    Place("why a hidden total", "/t/{secret}/totals/1"),
    Place("needs of Luz", "/t/{luz}/needs"),
    Place("needs of 5211", "/t/{fifty}/needs"),
    Place("needs of Azul", "/t/{azul}/needs"),
    Place("needs of Ingenious", "/t/{tracks}/needs"),
    Place("table of Luz, new", "/t/{fresh}"),
    Place("table of Luz", "/t/{luz}", steps=_opened),
    Place("table of Luz, watching", "/t/{luz}", "viewer"),
    Place("table with hidden totals", "/t/{secret}"),
    Place("table with hidden totals, watching", "/t/{secret}", "viewer"),
    Place("table of 5211", "/t/{fifty}"),
    Place("table of Azul", "/t/{azul}"),
    Place("table of Ingenious", "/t/{tracks}"),
    Place("table of Ingenious with a board", "/t/{board}"),
    Place("table of a duel", "/t/{duel}"),
    Place("table of Salamanca", "/t/{land}"),
    Place("table of Salamanca, an estate", "/t/{land}", steps=tap("#now summary")),
    Place("table of Salamanca without a board", "/t/{coins}"),
    # the entry forms
    Place("bets", "/t/{fresh}/enter"),
    Place("bets, too many", "/t/{fresh}/enter", steps=_too_many_beads),
    Place("bets, half entered", "/t/{fresh}/enter", steps=_half_entered),
    Place("bets changed", "/t/{luz}/enter?bets=1"),
    Place("tricks", "/t/{luz}/enter"),
    Place("a trick changed", "/t/{luz}/enter?trick=2"),
    Place("tricks as totals", "/t/{luz}/enter?totals=1"),
    Place("tricks that cannot be", "/t/{luz}/enter?totals=1", steps=_cannot_be),
    Place("a trick overtaken", "/t/{luz}/enter?trick=2", steps=_overtaken),
    Place("the table has moved on", "/t/{luz}/enter", steps=_moved_on),
    Place("a trick without a connection", "/t/{luz}/enter", steps=_unsent),
    Place("a hand", "/t/{fifty}/enter?seat=1", steps=_cards),
    Place("a wall", "/t/{azul}/enter?seat=1", steps=_wall),
    Place("a grey wall", "/t/{grey}/enter?seat=1"),
    Place("points of a tile", "/t/{tracks}/enter"),
    Place("points of a tile, tapped", "/t/{tracks}/enter?m0=r2&m1=b9&wide=b"),
    Place("a tile on the board", "/t/{board}/enter"),
    Place("a tile in a duel", "/t/{duel}/enter"),
    Place("land at the start", "/t/{empty-land}/enter?at=1.1"),
    Place("a turn on the land", "/t/{land}/enter"),
    Place("a turn on the land, tapped", "/t/{land}/enter?at=5.5&v=3"),
    Place("a turn on the turned land", "/t/{land}/enter?turn=2&at=b&why=tap.b"),
    Place("a sale", "/t/{coins}/enter?seat=0&b=castle&lands=l113r-o2-l1&noble=3"),
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
    # notes
    Place("notes, words and place", "/t/{written}/notes"),
    Place("notes of a new table", "/t/{fresh}/notes"),
    Place("notes, watching", "/t/{written}/notes", "viewer"),
    Place("notes, faults", "/t/{fresh}/notes", steps=_faulty_notes),
    Place("notes that another phone changed", "/t/{luz}/notes", steps=_notes_of_two),
    Place("a note at an entry", "/t/{written}/notes/{noted}"),
    Place("a game with notes", "/t/{written}"),
    Place("an entry with a note", "/t/{written}/entries/2"),
    Place("replay of an entry with a note", "/t/{written}/replay/2"),
    Place("a note at an entry, totals hidden", "/t/{secret}/notes/1"),
    # replays
    Place("replay, nothing entered", "/t/{fresh}/replay"),
    Place("replay of Luz", "/t/{over}/replay/2"),
    Place("replay, an entry that is gone", "/t/{over}/replay/99"),
    Place("replay with hidden totals", "/t/{secret}/replay/1", "viewer"),
    Place("replay of 5211", "/t/{fifty-over}/replay/2"),
    Place("replay of Azul", "/t/{azul}/replay/2"),
    Place("replay of Ingenious", "/t/{board}/replay/13"),
    Place("replay of Salamanca", "/t/{land}/replay/6"),
    Place("replay of an open sheet", "/t/{sheet-over}/replay/1"),
    Place("replay by a link", "/replay/{over-replay}/3", "stranger"),
    Place("replay by a link that is withdrawn", "/replay/old", "stranger"),
    Place("replay of a table that was stopped", "/t/{land-over}/replay/{land-end}"),
    Place("a deal corrected", "/t/{luz}/entries/1/correct"),
    Place("a hand corrected", "/t/{fifty}/entries/1/correct"),
    Place("a wall corrected", "/t/{azul}/entries/2/correct?seat=1"),
    Place("a tile corrected", "/t/{tracks}/entries/1/correct"),
    Place("a laid tile corrected", "/t/{board}/entries/13/correct"),
    Place("a turn corrected", "/t/{land}/entries/4/correct"),
    Place("a sale corrected", "/t/{coins}/entries/2/correct"),
    Place("what a correction changes", "/t/{luz}/entries/1/correct?totals=1", steps=_corrected),
    Place("a deal put in", "/t/{luz}/entries/1/insert"),
    Place("a deal taken out", "/t/{luz}/entries/1/remove"),
    Place("a turn that cannot be taken out", "/t/{land}/entries/1/remove"),
    # games that are over
    Place("Luz is over", "/t/{over}"),
    Place("Luz is over, watching", "/t/{over}", "viewer"),
    Place("Luz is over, the table", "/t/{over}?sheet=1"),
    Place("5211 is over", "/t/{fifty-over}"),
    Place("Azul is over", "/t/{azul-over}"),
    Place("Ingenious is over", "/t/{ingenious-over}"),
    Place("Salamanca is over", "/t/{land-over}"),
    # history and players
    Place("past games", "/history"),
    Place("past games, none", "/history", "stranger"),
    Place("past games, searched", "/history?q=al&game=luz&since=2020-01-01"),
    Place("past games, none found", "/history?q=zzz"),
    Place("players", "/players"),
    Place("a player", "/players/{player}", steps=_all_open),
    Place("a player by a word", "/players/{player}?named=%E5%A4%A7%E7%9B%92%E7%89%88"),
    Place("a player to rename", "/players/{player}/rename"),
    Place("two players who sat together", "/players/{player}/rename", steps=_together),
    Place("a player to delete", "/players/{player}/delete"),
    # groups
    Place("groups", "/groups"),
    Place("groups, none", "/groups", "stranger"),
    Place("a new group, faults", "/groups/new", steps=_posted),
    Place("a group", "{group}?season=1", steps=_all_open),
    Place("a group on chosen days, faults", "{group}?since=2026-02-02&until=2026-02-01"),
    Place("the games of a group", "{group}/games"),
    Place("a group without a game", "{new-group}"),
    Place("a group to edit", "{group}/edit"),
    Place("the seasons of a group, faults", "{group}/seasons?season=1", steps=_posted_season),
    Place("the tables of a group", "{group}/tables"),
    Place("the groups of a table", "/t/{ingenious-over}/groups"),
    Place("the links of a group", "{group}/share"),
    Place("a group to delete", "{group}/delete"),
    Place("a group by its link", "{group-watch}", "stranger", is_repeated=True),
    Place("the games of a group by its link", "{group-watch}/games", "stranger", is_repeated=True),
    Place("a group to join", "{group-join}", "stranger"),
    # club evenings
    Place("the club evenings of a phone", "/evenings"),
    Place("the evenings of a group", "{group}/evenings"),
    Place("the evenings of a group, none", "{new-group}/evenings"),
    Place("the game of a new evening", "{group}/evenings/new"),
    Place("a new evening, faults", "{group}/evenings/new?game=luz", steps=_posted),
    Place("an evening for its host", "{evening}", steps=_all_open),
    Place("a round that is drawn", "{evening-draft}?pick=1"),
    Place("the players of an evening, faults", "{evening}/players", steps=_posted_newcomers),
    Place("the group of an evening", "{evening}/group"),
    Place("the link of an evening", "{evening}/share"),
    Place("an evening on paper", "{evening}/print"),
    Place("an evening to delete", "{evening}/delete"),
    Place("an evening by its link", "{evening-played}", "stranger", steps=_all_open),
    Place("all of an evening", "{evening-link}/all", "scorer", is_repeated=True),
    Place("the table of a player", "{evening-link}", "scorer"),
    Place("a player who sits out", "{evening-link}", "viewer"),
    Place("which player a phone is", "{evening-link}/who", "stranger"),
    Place("the points of a player", "{evening-played}/player/1", "stranger"),
    Place("a replay of a group", "{group}/replay/{over}/2", is_repeated=True),
    Place("a replay of a group by its link", "{group-watch}/replay/{over}/2", "stranger", is_repeated=True),
    # in and out
    Place("bring a game in", "/import", "stranger"),
    Place("bring a game in, a fault", "/import", "stranger", _brought('{"format": 1, "game": "luz"}')),
    Place("a game brought in", "/import", steps=_brought(SHEET)),
    Place("a template brought in", "/import", steps=_brought(TEMPLATE)),
    Place("past games to import", "/import/past", steps=_all_open),
    Place("past games to import, none yet", "/import/past", "stranger"),
    Place("a file of past games", "{past-file}", steps=_all_open),
    Place("an import that was stopped", "{past-stopped}"),
    Place("an import that is done", "{past-done}"),
    Place("a game with its totals only", "{past-table}"),
    Place("templates", "/setups", steps=_all_open),
    Place("templates, none found", "/setups?find=zzz", "stranger"),
    Place("a template to delete", "/setups/open/delete?setup=%E7%A4%A6%E5%B7%A5", steps=_all_open),
    Place("new table from a template", "/new/open?{players}&setup=%E7%A4%A6%E5%B7%A5"),
    Place("new table, a template that is gone", "/new/open?setup=zzz&find=zzz", "stranger"),
    Place("take it with you", "/t/{over}/out"),
    Place("take it with you, totals hidden", "/t/{secret}/out"),
    Place("hand over", "/t/{luz}/hand-over"),
    Place("on paper", "/t/{fifty-over}/print"),
    Place("a result", "/r/{over-result}", "stranger"),
    Place("a result that is hidden", "/r/{secret-result}", "stranger"),
    Place("an overlay", "/o/{luz-overlay}?size=150", "stranger"),
    Place("where the result is told", "/t/{luz}/webhook"),
    Place("photographs", "/t/{photo-over}/photos", steps=_all_open),
    Place("photographs, for a viewer", "/t/{photo-over}/photos", "viewer"),
    Place("photographs, none yet", "/t/{over}/photos"),
    Place("photographs of a game that runs", "/t/{luz}/photos", "scorer"),
    Place("a game that is over, with photographs", "/t/{photo-over}"),
    # what goes wrong
    Place("nothing here", "/nothing", "stranger"),
    Place("a table not joined", "/t/{luz}", "stranger"),
    Place("a link that opens nothing", "/j/old", "stranger"),
    Place("a link of a game that is over", "/j/{over-link}", "stranger"),
    Place("too many wrong codes", "/", "stranger", _refused(429)),  # the last: from then on this address must wait
)
