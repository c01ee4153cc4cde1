"""Templates: kept when a table is opened or by a tap, found, changed, exported, imported, deleted, private."""

import json
from html import unescape

from companion.features.setups import template as setup_template
from companion.features.setups.template import read_template
from companion.games import get_game
from tests.support.each_row import each_row
from tests.support.files import upload
from tests.support.page_tree import parse
from tests.support.phones import Phone, notice

WIZARD = {"title": "Wizard", "count": "rounds", "rounds": "10", "win": "highest", "negative": "1"}


def keep(phone, **fields):
    answer = phone.post("/new/open/keep", {**WIZARD, **fields})
    assert answer.status_code == 200, answer.text
    return answer.text


def chips(page):
    return parse(page).values("setup")


def own(phone, query=""):
    page = phone.page(f"/setups{query}").partition("Ready-made")[0]
    links = [link for link in parse(page).find_all("link") if "setup=" in link["href"] and link.bold]
    return [link.bold[0] for link in links]


def open_table(phone, **fields):
    return phone.open("open", ["Ann", "Ben"], **WIZARD, **fields)


def exported(phone, key="wizard"):
    answer = phone.get("/setups/open/file", query_string={"setup": key})
    assert answer.status_code == 200 and answer.headers["Content-Disposition"].startswith("attachment; filename=open-")
    return answer.text


def test_a_template_fills_the_form_by_one_tap(host):
    open_table(host, teams="two", tie="seats")
    page = host.page("/new/open")
    assert chips(page)[0] == "wizard"
    filled = parse(host.page("/new/open?player=Cleo&hidden=1&title=Other&rounds=3&setup=wizard"))
    form = filled.with_attribute("name", "title")[0].form
    for field in (("title", "Wizard"), ("rounds", "10"), ("player", "Cleo"), ("negative", "1"), ("tie", "seats")):
        assert field in form.fields, field
    assert ("teams", "") in form.fields, "who is with whom is another thing each time"


def test_it_is_changed_and_kept_without_a_table_and_nothing_typed_is_lost(host, sessions):
    page = keep(host, player=["Ann", "Ben"], teams="two")
    assert "Kept as a template of this phone: Wizard" in page and 'value="two" checked' in page
    assert parse(page).values("player") == ["Ann", "Ben"]
    assert sessions.store.rows("SELECT 1 FROM sessions") == []
    bad = host.post("/new/open/keep", {**WIZARD, "rounds": "many"})
    assert bad.status_code == 422 and "whole number" in bad.text and 'value="many"' in bad.text
    assert 'id="rounds-fault"' in bad.text and own(host) == ["Wizard"]
    nameless = host.post("/new/open/keep", {**WIZARD, "title": " "})
    assert nameless.status_code == 422 and 'id="title-fault"' in nameless.text


def test_they_are_found_by_typing_where_there_are_many(host):
    keep(host)
    assert len(chips(host.page("/new/open"))) == 12, "with the first of those that come along"
    assert 'name="find"' in host.page("/new/open") and 'name="find"' not in host.page("/")
    for number in range(15):
        keep(host, title=f"Game {number} b")
    assert len(chips(host.page("/new/open"))) == 12 and "wizard" not in chips(host.page("/new/open"))
    assert chips(host.page("/new/open?find=WIZ"))[0] == "wizard"
    assert own(host, "?find=b+14") == ["Game 14 b"]
    assert all("Nothing fits" in host.page(f"{path}?find=zzz") for path in ("/new/open", "/setups"))
    assert chips(host.page("/new/open?find=b+14&player=Ann")) == ["game 14 b"]


def test_a_typed_title_offers_its_template(host):
    """With a title alone nobody may go below 0, which the template allows; what the form shows is not offered."""
    offers = 'value="skat" dir="auto"'
    typed = host.page("/new/open?title=Skat&count=rounds").partition('id="templates"')[0]
    assert offers in typed and "Wizard" not in typed
    filled = host.page("/new/open?setup=skat")
    assert offers not in filled.partition('id="templates"')[0]
    form = parse(filled).with_attribute("name", "title")[0].form
    assert form and ("negative", "1") in form.fields


def test_nobody_else_sees_them(host, phone):
    table = open_table(host)
    other = phone().join(host, table)
    keep(other, title="Secret")
    assert own(other) == ["Secret"] and own(host) == ["Wizard"]
    assert chips(other.page("/new/open"))[0] == "secret" and "setup=wizard" not in other.page("/")
    assert "not on this phone" in host.page("/new/open?setup=secret")
    for path in ("file", "delete"):
        assert host.get(f"/setups/open/{path}?setup=secret").status_code == 404
    host.post("/setups/open/delete?setup=secret", {"sure": "yes"})
    assert own(other) == ["Secret"]


def test_a_name_without_room_is_told_where_the_template_is_gone_too(host):
    full = "&".join(f"player=P{number}" for number in range(get_game("open").seats[-1]))
    assert "at most" in notice(host.get(f"/new/open?setup=gone&{full}&waiting=Zoe"))


def test_it_is_deleted_after_a_second_tap(host, sessions):
    table = open_table(host)
    address = "/setups/open/delete?setup=wizard"
    assert "Wizard" in host.page(address)
    asked = host.post(address)
    assert asked.status_code == 422 and own(host) == ["Wizard"]
    for _ in range(2):  # the second time there is nothing left
        assert host.post(address, {"sure": "yes"}).status_code == 303
    assert own(host) == [] and "not on this phone" in host.page("/new/open?setup=wizard")
    assert host.get(address).status_code == 404
    assert sessions.table(table) is not None, "its tables stay"


def test_a_template_is_taken_to_another_companion(host, there):
    ties = {"tie": "number", "tie_number": "cards in hand", "fewest": "1"}
    keep(host, win="lowest", count="both", line=["coins"], per="3", **ties)
    file = exported(host)
    assert set(json.loads(file)) == {"format", "game", "options"}
    for look in (upload(there, file.encode()), there.post("/import/look", {"text": file})):
        assert look.status_code == 200 and "Wizard" in look.text and "will be replaced" not in look.text
    text = parse(look.text).values("text")[0]
    stored = there.post("/import/keep", {"text": text})
    assert (stored.status_code, stored.location) == (303, "/new/open?setup=wizard")
    assert exported(there) == file and there.page(stored.location).count('value="cards in hand"') == 1
    assert "will be replaced" in there.post("/import/look", {"text": file}).text


def test_a_table_that_is_handed_over_takes_its_template_along(host, there):
    table = open_table(host, teams="two")
    text = host.get(f"/t/{table}/session.json").text
    there.post("/import/open", {"text": text, "key": "k"})
    assert own(there) == ["Wizard"] and exported(there) == exported(host)


def sheet(**options):
    return {"format": 1, "game": "open", "options": {"name": "Wizard", **options}}


@each_row(
    ("value", "sentence"),
    [
        (sheet(name=""), "This setup has no name"),
        (sheet(name="a\x00b"), "control characters"),
        (sheet(lines=[{"name": "a"}] * 2), "Two lines are called a"),
        (sheet(secret=1), "secret"),
        ({**sheet(), "options": [1]}, "options"),
        ({**sheet(), "format": 2}, "format"),
        ({**sheet(), "game": "luz"}, "luz"),
        ({**sheet(), "more": 1}, "more"),
        ({"options": {}}, "The setup"),
        ({**sheet(), "options": {"name": {"name": {}}}}, "name"),
    ],
)
def test_a_bad_file_gets_a_sentence_and_stays_in_the_form(host, value, sentence):
    text = json.dumps(value)
    for path in ("look", "keep"):
        answer = host.post(f"/import/{path}", {"text": text})
        assert answer.status_code == 422 and sentence in unescape(answer.text), answer.text
        assert text in unescape(answer.text), "what was pasted stays"
    assert own(host) == []


def test_names_in_a_file_are_kept_as_if_they_were_typed():
    """Those of the game, of its lines and of the number that breaks ties; texts that are no names stay."""
    lines = [{"name": "ｃards\u200b"}, {"name": "coins" + 9 * "\u0332"}]
    options = {"name": "Ｃatan\u202e", "lines": lines, "tie": {"number": "ｌeft", "fewest": False}}
    template = read_template({"format": 1, "game": "open", "options": {**options, "rounds": None}})
    assert template.name == template.options["name"] == "Catan"
    assert [line["name"] for line in template.options["lines"]] == ["cards", "coins" + 2 * "\u0332"]
    assert template.options["tie"]["number"] == "left"


def test_a_template_that_the_rules_refuse_by_now_says_so(host, sessions):
    keep(host)
    sessions.store.write(lambda db: db.execute("UPDATE kept_setups SET options = '{\"name\": 3}'"))
    assert "does not fit the rules any more" in host.page("/new/open?setup=wizard")
    assert own(host) == ["Wizard"] and host.get("/setups/open/file?setup=wizard").status_code == 404
    assert host.post("/setups/open/delete?setup=wizard", {"sure": "yes"}).status_code == 303


def test_those_of_a_game_come_after_the_phones_own(host, phone, monkeypatch):
    aero, dragon = read_template(sheet(name="Aero", rounds=3)), read_template(sheet(name="飛龍", rounds=3))
    brought = {"wizard": {"": read_template(sheet(name="Wizard", rounds=5))}, "aero": {"": aero, "zh_Hant": dragon}}
    monkeypatch.setattr(setup_template, "_in_folder", lambda folder: brought if folder.name == "open" else {})
    assert chips(host.page("/new/open")) == ["aero", "wizard"] and own(host) == []
    assert 'value="5"' in host.page("/new/open?setup=wizard") and json.loads(exported(host))["options"]["rounds"] == 5
    keep(host, rounds="7")
    assert chips(host.page("/new/open")) == ["wizard", "aero"] and 'value="7"' in host.page("/new/open?setup=wizard")
    assert host.get("/setups/open/delete?setup=aero").status_code == 404
    for language in ("zh-TW", "zh-CN"):
        assert chips(phone(language).page("/new/open")) == ["wizard", "飛龍"]
    assert 'value="飛龍"' in host.page("/new/open?setup=飛龍"), "also by a link that was sent in another language"


def test_a_flood_of_new_phones_is_refused(serve, tmp_path):
    app = serve(tmp_path / "few.sqlite", OPEN_LIMIT=1)
    for status in (200, 429):
        phone = Phone(app)
        phone.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
        answer = phone.post("/new/open/keep", WIZARD)
        assert answer.status_code == status
    assert "Too many new phones" in answer.text and 'value="Wizard"' in answer.text
    assert phone.post("/import/keep", {"text": json.dumps(sheet())}).status_code == 429
