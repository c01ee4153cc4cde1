"""The form of a new open score sheet: names used before, teams by taps, and long forms that lose nothing."""

from werkzeug.datastructures import MultiDict

from companion.features.setups.template import built_in
from companion.games import all_games
from companion.scoring.scoresheet import read
from tests.games.open.test_formula_pages import LINES, THREE
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import HTMX

FOUR = ["Ann", "Ben", "Cleo", "Dan"]
LONG = {
    "title": "一二三四五六七八九十" * 4,
    "player": [f"{number}三四五六七八九十王小明" * 3 for number in range(1, 7)],
    "count": "both",
    "rounds": "12",
    "line": [f"第{number:02}項" + "羊毛磚塊木材礦石小麥" * 3 + "得分" for number in range(1, 21)],
    "factor": ["-3"] * 20,
    "per": ["4"] * 20,
    "tie": "number",
    "tie_number": "剩下的手牌張數" * 5,
    "limit": "500",
    "halves": "1",
    "hidden": "1",
}


def field_values(page, name):
    """What a field of the form has, in order."""
    return parse(page).values(name)


def offered(page):
    """The names used before."""
    return parse(page).values("titled")


def ticked(page):
    """The number of each player's team."""
    keys = [key for key in parse(page).find_all("radio") if key["name"].startswith("team:")]
    return [key["value"] for key in keys if "checked" in key]


def teams(sessions, session):
    return sessions.table(session).setup.options["teams"]


def test_a_game_that_all_play_together_may_count_nothing(host):
    posted = {"player": ["Ann", "Ben"], "title": "Island", "count": "lines"}
    refused = host.post("/new/open", {**posted, "win": "highest"})
    assert refused.status_code == 422 and "Type what is counted at the end" in refused.text
    session = host.post("/new/open", {**posted, "win": "together"}).location.split("/")[2]
    page = host.page(f"/t/{session}/enter")
    assert "We won" in page and "Lines at the end" not in page and "data-cell" not in page
    assert host.enter(session, {"won": "1"}).status_code == 303
    page = host.page(f"/t/{session}")
    assert "Won together" in page and "nothing scored" not in page
    assert "Stopped, nothing scored" not in host.page("/history")
    log = host.page(f"/t/{session}/log")
    assert "Lines at the end" not in log and "The end entered" in log


def test_a_form_of_any_length_is_drawn_anew_and_loaded_again(host):
    posted = {**LONG, "player": LONG["player"][:5], "name": LONG["player"][5]}
    answer = host.post("/new/open/form", posted, HTMX)
    assert answer.status_code == 200
    address = answer.headers["HX-Replace-Url"]
    assert len(address) < 8000
    assert host.post("/new/open/form", posted).location == address, "without script, too"
    for page in (answer.text, host.page(address)):
        for name in ("title", "line", "rounds", "limit", "tie_number", "factor", "per", "player"):
            wanted = LONG[name]
            assert field_values(page, name) == ([wanted] if isinstance(wanted, str) else wanted), name
    assert host.post("/new/open", LONG).status_code == 303


def test_names_used_before_are_offered_to_who_was_there(host, phone):
    guest, stranger = phone(), phone()
    for title in ("Mini golf", "Quiz night", "羽毛球"):
        guest.join(host, host.open("open", FOUR, title=title))
    assert offered(stranger.page("/new/open")) == []
    assert offered(guest.page("/new/open")) == ["羽毛球", "Quiz night", "Mini golf"]
    assert offered(host.page("/new/open")) == [], "its templates have these names"
    for person in (host, guest):
        assert offered(person.page("/new/open?title=GOLF")) == ["Mini golf"], "found by typing"
    assert offered(guest.page("/new/open?title=mini%20golf")) == [], "that is typed already"
    answer = guest.post("/new/open/form", {"titled": "Mini golf", "title": "go", "rounds": "18", "player": FOUR}, HTMX)
    assert field_values(answer.text, "title") == ["Mini golf"] and field_values(answer.text, "rounds") == ["18"]
    assert field_values(answer.text, "player") == FOUR


@each_row(
    ("how", "taps", "made"),
    [
        ("two", {}, [[0, 2], [1, 3]]),
        ("two", {"Ann": 1, "Ben": 2, "Cleo": 2, "Dan": 2}, [[0], [1, 2, 3]]),
        ("three", {"Ann": 1, "Ben": 2, "Cleo": 1, "Dan": 2}, [[0, 3], [1], [2]]),
        ("", {"Ann": 1, "Ben": 1, "Cleo": 2, "Dan": 2}, None),
    ],
)
def test_who_is_with_whom_is_tapped(host, sessions, how, taps, made):
    fields = {f"team:{name}": number for name, number in taps.items()}
    assert teams(sessions, host.open("open", FOUR, title="Quiz", teams=how, **fields)) == made


def test_a_team_stays_with_its_player_as_seats_change(host):
    fields = {f"team:{name}": number for name, number in zip(FOUR, "1122", strict=True)}
    asked = {"player": FOUR, "teams": "two", **fields}
    assert ticked(host.post("/new/open/form", asked, HTMX).text) == ["1", "1", "2", "2"]
    assert ticked(host.post("/new/open/form", {**asked, "up": "Cleo"}, HTMX).text) == ["1", "2", "1", "2"]
    assert ticked(host.post("/new/open/form", {**asked, "name": "Eve"}, HTMX).text) == ["1", "1", "2", "2", "1"]
    by_turns = {f"team:{name}": number for name, number in zip(FOUR, "1212", strict=True)}
    three = host.post("/new/open/form", {"player": FOUR, "teams": "three", **by_turns}, HTMX)
    assert ticked(three.text) == ["1", "2", "3", "1"], "what nobody tapped follows the number of teams"


@each_row(
    ("players", "fields", "field", "sentence"),
    [
        (THREE, {"title": " "}, "title", "Type the name of the game; its results are kept under it."),
        (THREE, {"count": "lines"}, "line0", "Type what is counted at the end, such as coins: one line at least."),
        (THREE, {"count": "both", "line": ["a", "A"]}, "line1", "Two lines are called A; give one another name."),
        (THREE, {"count": "both", "line": ["a"], "factor": ["0"]}, "line0", "A line that counts 0 gives no points"),
        (THREE, {"tie": "line-0", "tie2": "line-0", "count": "lines", "line": ["a"]}, "tie2",
         "A tie that is left needs something else than the first one."),
        (THREE, {"formula": ["most"], "numbers": ["5"], "least": ["1"], "count": "lines", "line": ["a"]}, "line0",
         "Type a whole number from 2 to 12 here."),
        (THREE, {**LINES, "numbers": ["", "", ""]}, "line1",
         "Type 1 to 40 numbers here with spaces between them, such as 0 1 3 6 10."),
        (THREE, {**LINES, "numbers": ["", "1,000", ""]}, "line1",  # one number or two
         "Type 1 to 40 numbers here with spaces between them, such as 0 1 3 6 10."),
        (THREE, {**LINES, "numbers": ["", "1 x", ""]}, "line1", "Type a whole number from −9999 to 9999 here."),
        (THREE, {**LINES, "with": ["", "", ""]}, "line0", "Choose the line by which banners is multiplied."),
        (THREE, {**LINES, "among": []}, "line2", "Tap the lines of which best is made."),
        (THREE, {**LINES, "with": ["2", "", ""]}, "line0",
         "These lines count with each other in a circle: banners, best"),
        (THREE, {**LINES, "count": "both", "sum": "1 2", "fill": "1"}, "sum",
         "The last number can follow from one sum, not from"),
        (THREE, {"sum": "1,000"}, "sum", "Type 1 to 6 numbers here with spaces between them"),
        (THREE, {"sum": "1.5"}, "sum", "Type a whole number from −99999 to 99999 here."),
        (THREE, {"rounds": "1,5"}, "rounds", "Type a whole number from 1 to 600 here."),
        (THREE, {"limit": "1.000"}, "limit", "Type a whole number from 1 to 99999 here."),
        (THREE, {"limit": "9" * 30}, "limit", "Type a whole number from 1 to 99999 here."),
        (FOUR, {"teams": "two", **{f"team:{name}": "1" for name in FOUR}}, "teams", "Nobody is in team 2. Tap who is."),
        (["Ann"], {"teams": "two"}, "teams", "2 teams need 2 players or more."),
        (["Ann", "Ben"], {"teams": "three"}, "teams", "3 teams need 3 players or more."),
    ],
)  # fmt: skip
def test_a_wrong_field_of_the_setup_is_told_there_and_nothing_is_lost(host, players, fields, field, sentence):
    answer = host.post("/new/open", {"player": players, "title": "Golf", **fields})
    page = parse(answer.text)
    assert answer.status_code == 422 and sentence in page.by_id(f"{field}-fault").text
    assert field == "teams" or page.by_id(field)["aria-invalid"] == "true"
    assert page.values("player") == players
    assert [line for line in page.values("line") if line] == fields.get("line", [])


NEWER = [
    {"limit": {"total": 50, "more": True, "play_on": True}},
    {"limit": {"total": 50, "more": False, "play_on": True}},
    {"lines": [{"name": "a", "formula": {"most": [5, 2], "ties": "lower", "next": False, "equal": False, "sides": 3}}]},
    {"lines": [{"name": "a"}, {"name": "b"}], "tie": [{"line": 1, "fewest": True}, {"line": 0, "fewest": False}]},
    {
        "rounds": {"count": 0, "sum": [26, 78]},
        "lines": [
            {"name": "a", "formula": {"most": [6, 3], "ties": "pool", "next": False}, "apart": True},
            {"name": "b", "formula": {"fewest": [-6], "ties": "none", "next": True, "of": 0}},
            {"name": "c", "formula": {"sum": [0, 1]}, "when": {"line": 0, "above": -4}, "secret": True},
        ],
    },
    {"lines": [{"name": "a"}], "tie": [{"number": "cards", "fewest": False}, {"line": 0, "fewest": True}]},
]
BROUGHT = built_in(all_games()["open"], ("zh_Hant",)).values()


@each_row("options", [*NEWER, *[kept.options for kept in BROUGHT]])
def test_a_sheet_is_the_same_after_its_form(options):
    players = ["Ann", "Ben"]
    sheet = {"format": 1, "game": "open", "players": players, "options": {"name": "Sheet", **options}, "entries": []}
    wanted, form = read(sheet).setup.options, all_games()["open"].setup_form
    fields = form.fields(wanted)
    chosen = form.read(MultiDict({name: value for name, value in fields.items()}), players)
    assert read({**sheet, "options": chosen}).setup.options == wanted


def test_the_sheet_of_a_template_is_one_line_until_it_is_changed(host, sessions):
    def folds(page):
        return '<div id="builder" hidden>' in page

    page = host.post("/new/open/form", {"setup": "sushi go!", "player": ["Ann"]}, HTMX).text
    assert folds(page) and "3 rounds, 3 lines" in page
    fields = MultiDict(parse(page).find("textbox", "What do you play?").form.fields)
    fields.add("player", "Ben")
    assert folds(host.post("/new/open/form", fields, HTMX).text), "as long as nobody changes it"
    assert not folds(host.post("/new/open/form", {**fields.to_dict(flat=False), "unfold": "1"}, HTMX).text)
    wrong = host.post("/new/open", {**fields.to_dict(flat=False), "tie": "number"})
    assert wrong.status_code == 422 and not folds(wrong.text), "the field with the fault is in sight"
    table = sessions.table(host.post("/new/open", fields.to_dict(flat=False)).location.split("/")[2])
    assert table.setup.options["lines"][0]["name"] == "Puddings (count)"
    assert not folds(host.page("/new/open"))
