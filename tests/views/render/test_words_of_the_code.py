"""No page and no refusal shows what only the code knows, and none has English words in Chinese."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from companion.app import create_app
from companion.games import all_games
from companion.making.forms import EntryForm
from companion.storage.records import Event
from tests.browser.places import PLACES, places
from tests.browser.sample_instance import UNWIELDY, fill_database
from tests.support.chinese import not_chinese
from tests.support.files import EXAMPLES, bring, example
from tests.support.long import mostly_long
from tests.support.page_tree import parse
from tests.support.phones import HTMX, ORIGIN, Phone
from tests.support.reading import texts_of
from tests.support.tries import few

LANGUAGES = ("en", "zh_Hant")
_SPOKEN = {"aria-label", "title", "alt", "placeholder", "content", "label", "data-state"}
_UNSEEN = {"script", "style", "textarea", "code"}
_RULES = "|".join(sorted({rule for game in all_games().values() for rule in game.rules}, key=len, reverse=True))
CODE = re.compile(
    r"\bseat \d|座位 ?\d|(?<![\w/.])[a-z]+(?:_[a-z]+)+\b|Message\(|Seat\(|joined\(|\{\w+\}|%\(\w+\)"
    rf"|\b(?:hand|wall|bets?|trick|cards?|step|score|numbers|lines?|round|tie|won|seat)-\d|{_RULES}"
)
_ADDRESS = re.compile(r"(?:https?:/|(?<!\S))/\S+")  # the id of a table may look like a key


def shown(part):
    """What people see or hear of a part of a page."""
    for child in part.children:
        if isinstance(child, str):
            yield child
            continue
        yield from (child[name] for name in _SPOKEN if name in child)
        if child.tag not in _UNSEEN:
            yield from shown(child)


def code_on(page):
    return [" ".join(text.split()) for text in shown(parse(page)) if CODE.search(_ADDRESS.sub("", text))]


@pytest.fixture(scope="module")
def instance(tmp_path_factory):
    database = tmp_path_factory.mktemp("words") / "companion.sqlite"
    sample = fill_database(database, UNWIELDY)
    app = create_app({"DATABASE": str(database), "TESTING": True, "PHOTOS": True})
    yield app, sample
    app.extensions["companion"].store.close()


def phone_of(instance, who):
    app, sample = instance
    phone = Phone(app, "zh-TW")
    if who in sample.cookies:
        phone.client.set_cookie("phone", sample.cookies[who])
    return phone


def test_every_page_is_in_chinese_and_has_its_spaces(instance):
    _, sample = instance
    phones = {who: phone_of(instance, who) for who in (*sample.cookies, "stranger")}
    faults = []
    for place, address in places(sample):
        if not place.is_repeated:
            page = phones[place.who].get(address, follow_redirects=True).text
            faults += [f"{place.name}: {kind}: {text}" for kind, text in not_chinese(texts_of(page))]
            faults += [f"{place.name}: {text}" for text in code_on(page)]
    assert not faults, "\n".join(faults)


# Every ninth first.
SHEETS = [f"{file.parent.name}/{file.stem}" for start in range(9) for file in EXAMPLES[start::9]]


@pytest.mark.parametrize("name", few(mostly_long(SHEETS, 6), 3))
def test_nor_does_any_page_of_a_table(host, name):
    faults = []
    for left_out in (None, -1):
        sheet = example(name, left_out)
        table, last = f"/t/{bring(host, sheet)}", len(sheet["entries"])
        seats = [f"/enter?seat={seat}" for seat in range(len(sheet["players"]))]
        of_entry = [f"/entries/{last}", f"/entries/{last}/steps", f"/replay/{last}", f"/entries/{last}/remove"]
        paths = ["?sheet=1", "/sheet", "/log", "/needs", "/print", "/host", "/out", "/totals/0", "/results.csv", *seats]
        for number, path in enumerate(paths + (of_entry if last else [])):
            host.client.set_cookie("language", LANGUAGES[number % 2])
            page = host.get(table + path, follow_redirects=True).text
            faults += [f"{path} with {last} entries: {text}" for text in code_on(page)]
    assert not faults, "\n".join(faults)


BAD = ("", "-1", "99", "x")
# One table of each kind that has a form of its own, the last entries left out.
TABLES = {
    "luz/whole-game": 1, "5211/four-players": 1, "azul/whole-game-all-bonuses": 2, "azul/grey-whole-game": 2,
    "ingenious/swap-and-shared-place": 1, "ingenious/placements-1-2-4": 1, "ingenious/team-two-extras": 2,
    "salamanca/every-hazard": 4, "salamanca/without-a-board": 2, "open/both-with-number": 1, "open/together-lost": 1,
}  # fmt: skip
NOT_TAKEN = "The rules that are installed here do not take what was entered at this table"
# Entries that the rules of today do not take: for their format, the last for a rule about a player.
REFUSED = (
    ("azul/whole-game-all-bonuses", {"tiling": [], "hand-0": 1}),
    ("5211/four-players", {"cards": {"hand-0": 1}}),
    ("luz/whole-game", {"play_order": 1}),
    ("salamanca/without-a-board", {"seat": 1, "fee": "play_order"}),
    ("salamanca/without-a-board", {"seat": 1, "fee": "castle"}),
)


def mutated(fields):
    """Yield the fields of a form with one of them left out or changed, or all of them."""
    names = sorted({name for name, _ in fields} - {"act", "version"} | {"seat", "stage"})
    for name in names:
        yield {key: value for key, value in fields if key != name}
        for value in BAD:
            yield {**dict(fields), name: value}
    for value in BAD:
        yield {**dict(fields), **dict.fromkeys(names, value)}


@pytest.mark.parametrize("name", mostly_long(list(TABLES), 1))
def test_of_whatever_is_posted(host, name):
    session = bring(host, example(name, -TABLES[name]))
    form, faults, refused = f"/t/{session}/enter", [], 0
    for seat in ("", "?seat=0", "?seat=1"):
        fields = EntryForm(host.get(form + seat, follow_redirects=True).text).fields
        for number, changed in enumerate(mutated(fields)):
            answer = host.enter(session, changed, headers=HTMX if number % 2 else ORIGIN)
            faults += [f"{seat} {changed}: {text}" for text in code_on(answer.text)]
            refused += answer.status_code >= 400
            faults += [f"{changed}: {text}" for text in code_on(host.get(f"{form}?{urlencode(changed)}").text)]
            if answer.status_code < 400:
                host.act(session, "undo")
    assert refused > 10 and not faults, "\n".join(faults)


QUESTIONS = sorted({place.path for place in PLACES if place.path.startswith("/referee/") and "{" not in place.path})


@pytest.mark.parametrize("path", mostly_long(QUESTIONS[::-1], 6))
def test_of_whatever_the_referee_is_asked(host, path):
    address, faults = urlsplit(path), []
    for changed in mutated(parse_qsl(address.query)):
        page = host.get(f"{address.path}?{urlencode(changed)}").text
        faults += [f"{changed}: {text}" for text in code_on(page)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("name", "entry"), REFUSED)
def test_of_a_table_that_the_rules_refuse_today(host, sessions, name, entry):
    session = bring(host, example(name, -6 if name.startswith("salamanca") else -TABLES[name]))
    version = sessions.store.versions([session])[session]
    event = Event(version + 1, "earlier", b"", "entry", entry, 1, "2026-01-01T00:00:00+00:00")
    sessions.store.append(session, event)
    for path in ("", "/enter", "/sheet", "/print", "/entries/1", "/replay/1", "/out"):
        answer = host.get(f"/t/{session}{path}")
        assert answer.status_code == 409 and NOT_TAKEN in answer.text
        assert code_on(answer.text) == []
    reason = "Ben cannot pay 3" if entry.get("fee") == "castle" else "what was entered has another form"
    assert f"{NOT_TAKEN}: {reason}" in answer.text
    assert code_on(host.page(f"/t/{session}/log")) == [], "the log needs no rules"
    assert "The rules of its game that are installed here do not take it." in host.get("/").text
