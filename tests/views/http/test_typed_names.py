"""Names of any script: kept in one spelling, none twice, whole on every page, and nothing but text."""

import itertools
import json
import re
from urllib.parse import unquote_plus

import pytest

from companion.engine.names import clean_name
from companion.scoring.scoresheet import MAX_NAME_LENGTH
from tests.support.evenings import Club, names
from tests.support.groups import make_group
from tests.support.long import mostly_long
from tests.support.page_tree import parse
from tests.support.phones import notice
from tests.support.reading import read_text
from tests.support.tries import QUICK, few
from tests.support.world import World

TYPED, KEPT = "\u202eＡ\u200bnn", "Ann"


def new_table(host):
    return host.page(f"/t/{host.open('open', [TYPED, 'Ben'], title=TYPED)}")


def line(host):
    session = host.open("open", ["Ben", "Cleo"], title="Golf", count="lines", line=[TYPED], factor=[""], per=[""])
    return host.page(f"/t/{session}/enter")


def newcomer(host):
    session = host.open("open", ["Ben", "Cleo"], title="Golf")
    return host.page(host.act(session, "options", {"newcomer": TYPED, "sure": "1"}).location)


def rename(host):
    host.act(host.open("luz", ["Ben", "Cleo", "Dan"]), "end")
    assert host.post("/players/ben/rename", {"name": TYPED}).status_code == 303
    return host.page("/players")


def group(host):
    made = host.post("/groups/new", {"name": TYPED, "player": [TYPED], "names": f"Ben\n{TYPED}"})
    return host.page(f"{made.location}/edit")


def evening(host):
    return host.page(f"{Club(host, [TYPED, *names(5)], name=TYPED).at}/players")


def words_of_a_note(host):
    session = host.open("luz")
    fields = {"seen": 0, "more_expansions": TYPED, "elsewhere": TYPED, "note": "\u202eAnn"}
    assert host.act(session, "notes", fields).status_code == 303
    return host.page(f"/t/{session}/notes")


def scoresheet(host):
    sheet = {"format": 1, "game": "luz", "players": [TYPED, "Ben", "Cleo"], "options": {}, "entries": []}
    return host.page(str(host.post("/import/open", {"text": json.dumps(sheet), "key": "k"}).location))


@pytest.mark.parametrize("place", [new_table, line, newcomer, rename, group, evening, words_of_a_note, scoresheet])
def test_a_name_is_kept_in_one_spelling_wherever_it_is_typed(host, place):
    page = place(host)
    assert KEPT in read_text(page) or f'"{KEPT}"' in page
    assert "Ａ" not in page and "\u200b" not in page and "\u202e" not in page


TWICE = {"format": 1, "game": "luz", "players": ["Ａnn", "Ann", "Ben"], "options": {}, "entries": []}


def test_a_name_is_not_there_twice_in_two_spellings(host):
    assert "must differ" in notice(host.post("/new/luz", {"player": ["Ann", "Ben"], "name": "ａｎｎ"}))
    assert "must differ" in notice(host.post("/import/open", {"text": json.dumps(TWICE), "key": "k"}))


def test_names_kept_before_stay_as_they_are(host, sessions):
    made = make_group(host, "Ben", "Cleo")
    stored = "UPDATE group_players SET name = 'Ａnn', key = 'ａnn' WHERE name = 'Ben'"
    sessions.store.write(lambda db: db.execute(stored, []), "test")
    edited = host.post(f"{made}/edit", {"name": "Friends", "player": ["Ａnn", "Cleo"], "names": "Dan"})
    assert edited.status_code == 303 and "Ａnn" in host.page(f"{made}/edit")


# Each begins with a mark of its own, by which it is found; the tags in them are of no page.
NAMES = (
    "¶1<nasty-1 onclick=a()>\"'></nasty-1>",
    "¶2\u202eעברית\u202c \u200fعربي &&amp; &#60;nasty-2>",
    "¶3👩‍👩‍👧‍👦 王小明<nasty-3/> é\u0301 ｆｕｌｌ",
    "¶4{{ 7*7 }}{seat} %(name)s </title>--><x",
    "¶5" + "W" * (MAX_NAME_LENGTH - 2),
)
assert all(len(name) <= MAX_NAME_LENGTH for name in NAMES)
ISOLATES = {0x2066: None, 0x2067: None, 0x2068: None, 0x2069: None}  # put around a name in a sentence
MOST_PAGES = 15 if QUICK else 45  # of one table


@pytest.fixture
def world(app):
    return World(app, NAMES)


def check(text, where):
    """All names on a page are whole, and neither a tag, an attribute nor a comment comes out of one."""
    parts = [*parse(text)]
    assert not [part.tag for part in parts if part.tag.startswith("nasty") or part.tag == "x"], where
    assert not [part for part in parts if {"onclick", "onerror", "style"} & {*part.attributes}] and "<!--" not in text
    values = [value or "" for part in parts for value in part.attributes.values()]
    read = [
        unquote_plus(value) for value in values if not value.startswith("/players/")
    ]  # a player's key, not the name
    read += [child for part in parts for child in part.children if isinstance(child, str)]
    for plain in [shown.translate(ISOLATES) for shown in read]:
        for found in re.finditer(r"¶[1-5]", plain):
            name = NAMES[int(found[0][1]) - 1].translate(ISOLATES)
            # One that came in as it is, such as by a file, or one that was typed.
            assert plain[found.start() :].startswith((name, clean_name(name))), (where, plain[found.start() :][:60])


def pages(phone, start):
    """The pages that can be come to from one, nearest first."""
    left, known = [start], {start}
    while left and len(known) < 4 * MOST_PAGES:
        answer = phone.get(path := left.pop(0))
        if answer.mimetype == "text/html":
            yield path, answer.text
            links = dict.fromkeys(link["href"] for link in parse(answer.text).find_all("link"))
            new = [link for link in links if re.match("/(t|referee|new)/", link) and link not in known]
            known |= {*new}
            left += new


@pytest.mark.parametrize("place", few(mostly_long([3, 0, 1, 2, 4], 2), 1))
def test_names_are_whole_and_text_on_every_page(world, place):
    host, session = world.phones["host"], world.tables[place]
    seen = 0
    for path, text in itertools.islice(pages(host, f"/t/{session}"), MOST_PAGES):
        check(text, path)
        seen += "¶1" in text
    assert seen > 5
    for part in ("table", "enter"):
        for name, html in host.get(f"/t/{session}/parts/{part}").json["parts"].items():
            check(html, f"{part}#{name}")
    for act in ("sit", "undo", "redo", "end"):
        check(host.act(session, act, {"seat": 0}).text, act)
        check(host.page(f"/t/{session}"), f"after {act}")
        check(host.page(f"/t/{session}/log"), f"log after {act}")
