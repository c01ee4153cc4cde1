"""The first page, in which language, of a demo too; what stands where there is nothing or a package is missing."""

import re
import sys
from unittest.mock import Mock

import pytest
from jinja2 import ChoiceLoader, DictLoader

from companion import extras
from tests.support.demos import Demo, listed
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import HTMX, bets, notice, trick
from tests.support.seeds import chance


def test_a_table_is_found_again_on_the_phones_that_sit_there(host, phone):
    luz, fifty = host.open("luz"), host.open("5211")
    other = phone().join(host, luz, "viewer")
    assert re.findall(r'href="/t/([^"/]+)"', host.page("/")) == [fifty, luz]
    assert re.findall(r'href="/t/([^"/]+)"', other.page("/")) == [luz]
    assert "Deal 1 of 4" in other.page("/") and "Ann, Ben, Cleo, Dan" in other.page("/")
    assert "/t/" not in phone().page("/")


def test_a_table_whose_game_is_gone_stays_where_it_was(host, luz, fifty, sessions):
    host.act(luz, "end")
    sessions.store.write(lambda db: db.execute("UPDATE sessions SET game = 'gone'"))
    sessions.loader.cache.clear()
    for part, is_over in zip(host.page("/").split("Finished"), (False, True), strict=True):
        assert (luz in part, fifty in part) == (is_over, not is_over) and "Its game gone is not installed." in part


NOWHERE = (
    "/nothing", "/rules/chess", "/new/chess", "/t/nowhere", "/t/nowhere/enter", "/t/nowhere/parts/table",
    "/t/nowhere/live/table", "/t/nowhere/share", "/language/fr", "/t/", "/static/nothing.css", "/t/%00",
    "/new/%E7%8E%8B", "/static/../companion/app.py", "/static/%2e%2e/pyproject.toml", "/static/clock/../clock.py",
)  # fmt: skip


def test_where_nothing_is_a_page_says_so(client):
    for path in NOWHERE:
        answer = client.get(path)
        assert answer.status_code == 404, path
        sentence = "not joined that table" if path.startswith("/t/") else "nothing here for this phone"
        assert sentence in notice(answer), path
        assert path.startswith("/t/") or "Not found" in answer.text, path
        assert 'href="/"' in answer.text, "and leads home"


broken = Mock(side_effect=ZeroDivisionError("secret detail"))


def test_a_fault_is_a_page_too_and_in_a_game_told_with_its_name(app, host, luz, monkeypatch, caplog):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    host.enter(luz, bets("1 1 1 1"))
    with monkeypatch.context() as patched:
        patched.setattr("companion.games.luz.form.Form.sheet", broken)
        answer = host.get(f"/t/{luz}")
        patched.setattr("companion.games.luz.form.tricks_view", broken)
        of_game = host.get(f"/t/{luz}/enter")
    assert answer.status_code == of_game.status_code == 500 and "secret detail" not in answer.text + of_game.text
    assert "what it shows is kept" in notice(answer) and "lost" not in notice(answer)
    assert "The game Luz (its key is luz) has a fault" in of_game.text and "ZeroDivisionError" in caplog.text
    assert host.enter(luz, trick(1, 0)).status_code == 303


@each_row(("language", "heading"), [("en", "What still works"), ("zh-TW", "還可以做什麼"), ("zh-CN", "还可以做什么")])
def test_a_fault_says_what_still_works_without_the_database(app, sessions, host, luz, language, heading, monkeypatch):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    with monkeypatch.context() as patched:
        patched.setattr(sessions.store, "rows", broken)
        answer = host.get(f"/t/{luz}/sheet", headers={"Accept-Language": language})
        entry = host.post(f"/t/{luz}/enter", {"act": "a"}, headers=HTMX)
    page = parse(answer.text)
    assert answer.status_code == entry.status_code == 500 and heading in page.text
    ways = {part["href"] for part in page.find_all("link")}
    assert {"/", f"/t/{luz}", f"/t/{luz}/sheet", f"/t/{luz}/log", f"/t/{luz}/scoresheet.json"} <= ways
    assert notice(entry) and entry.headers["Answered-By"] == "companion", "so that the script shows the sentence"


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """A demo with all sample games, which the tests of this file share."""
    made = Demo(tmp_path_factory.mktemp("demo") / "demo.sqlite", JOIN_LIMIT=3)
    made.samples.begin(chance("demo").randrange(10_000))
    made.run()
    yield made
    made.close()


def joined(visitor, link):
    answer = visitor.scan(link)
    assert answer.status_code == 303, answer.text
    return answer.location.split("/")[2]


def running_luz(demo):
    """The link to keep score at the open sample table of Luz, which five play."""
    return next(row.score for row in listed(demo.phone().page("/")) if row.text.startswith("Luz") and "Mei" in row.text)


def test_the_first_page_says_that_it_is_a_demo_and_when_what_is_deleted(demo):
    page = demo.phone().page("/")
    assert "This is a demo, open to everybody. Tables and groups are deleted a day after they were opened" in page
    assert "the sample tables start anew in 24 hours" in page and "without use" not in page
    assert "這是公開的試用站" in demo.phone("zh-TW").page("/")
    visitor = demo.phone()
    assert "a table is deleted for good a day after it was opened" in visitor.page(f"/t/{visitor.open()}/share")


def test_a_visitor_keeps_score_but_cannot_take_the_table_from_others(demo):
    visitor = demo.phone()
    session = visitor.scan(running_luz(demo)).location.split("/")[2]
    tricks = sum(slot.startswith("trick") for slot in demo.service.table(session).draft)
    assert visitor.enter(session, trick(tricks + 1, 0)).status_code == 303
    for act in ("end", "delete", "options", "renew", "withdraw/result"):
        assert visitor.act(session, act).status_code == 403, act
    assert demo.service.table(session) is not None
    assert visitor.act(session, "undo").status_code == 303


def test_an_address_brings_so_many_new_phones_an_hour(demo):
    link, phones = running_luz(demo), [demo.phone() for _ in range(4)]
    for number, phone in enumerate(phones):
        phone.client.environ_base["REMOTE_ADDR"] = "10.9.9.9"
        refused = phone.post(link)
        assert (refused.status_code == 303) == (number < 3)
    assert refused.status_code == 429 and "Too many new phones joined from here. Wait an hour" in refused.text
    assert phones[3].post("/join", {"code": "ABCDEF"}).status_code == 429
    others = [row.watch for row in listed(phones[0].page("/")) if row.score is None]
    assert phones[0].scan(others[0]).status_code == 303


def language(client, **headers):
    page = client.get("/", headers=headers).text
    return page.split('<html lang="')[1].split('"')[0]


ASKED = {
    "zh-Hant": ("zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7", "zh_Hant_HK", "zh", "ZH-tw", "zh-Hant-CN", "fr,zh-TW;q=0.5"),
    "zh-Hans": ("zh-CN", "zh-Hans-HK", "fr,zh_Hans;q=0.5,zh-TW;q=0.4"),
    "de": ("de", "de-AT,en;q=0.5", "fr,de_CH;q=0.5"),
    "en": ("en-GB,zh-TW;q=0.5", "fr,it;q=0.5", "zh-TW;q=0.2,en;q=0.9", "", "zhx", ";;q=,,\t=zh"),
}


def test_the_browser_asks_for_a_language(client):
    for spoken, headers in ASKED.items():
        assert {language(client, **{"Accept-Language": accepted}) for accepted in headers} == {spoken}


def test_what_was_chosen_goes_before_what_the_browser_asks(client):
    answer = client.get("/language/zh_Hant?back=/rules/luz")
    assert (answer.status_code, answer.location) == (303, "/rules/luz")
    assert language(client, **{"Accept-Language": "en"}) == "zh-Hant"
    client.get("/language/en")
    assert language(client, **{"Accept-Language": "zh-TW"}) == "en"


ELSEWHERE = (
    "//evil.example", "https://evil.example", "http:evil.example", "/\\evil.example", "\\\\evil.example",
    "/\t/evil.example", "/\n/evil.example", "/\r/evil.example", "\t//evil.example", " //evil.example",
    "javascript:alert(1)", "evil.example", "", "/\x00/evil.example", "/\u2028/evil.example",
    "/x\r\nSet-Cookie: phone=1",
)  # fmt: skip


def test_going_back_leads_nowhere_else(client):
    for back in ELSEWHERE:
        answer = client.get("/language/en", query_string={"back": back})
        assert (answer.status_code, answer.location) == (303, "/"), back
        assert len(answer.headers.getlist("Set-Cookie")) == 1


def test_the_way_back_keeps_what_was_asked(host):
    assert "/language/zh_Hant?back=/" in host.page("/")
    answer = host.get("/language/zh_Hant", query_string={"back": "/new/luz?player=Ann&player=王小明"})
    assert answer.location == "/new/luz?player=Ann&player=%E7%8E%8B%E5%B0%8F%E6%98%8E"
    assert 'lang="en"' in host.page("/"), "the other language is offered, marked as what it is"


@pytest.fixture
def nothing_installed(monkeypatch):
    monkeypatch.setattr(extras, "is_installed", lambda modules: False)


def what_is_missing(text):
    assert text.count("pip install") == 1
    return text.partition("tabletop-companion[")[2].partition("]")[0]


@pytest.mark.usefixtures("nothing_installed")
def test_who_has_it_from_pipx_is_told_its_command(client, monkeypatch, tmp_path):
    (tmp_path / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert 'pipx runpip tabletop-companion install "tabletop-companion[metrics]"' in client.get("/metrics").text


@pytest.mark.usefixtures("nothing_installed")
def test_pages_say_what_their_feature_needs(host, luz, client):
    page = host.page(f"/t/{luz}/webhook")
    assert what_is_missing(page) == "webhooks" and "disabled" in page
    assert host.post(f"/t/{luz}/webhook", {"url": "https://example.org/hook"}).status_code == 501
    answer = client.get("/metrics")
    assert answer.status_code == 501 and what_is_missing(answer.text) == "metrics"


def test_rows_that_a_part_of_another_package_says_are_in_the_list(host, monkeypatch):
    environment = host.client.application.jinja_env
    loader = ChoiceLoader([DictLoader({"raffle.html": "<li>Raffle</li>"}), environment.loader])
    monkeypatch.setattr(environment, "loader", loader)
    slot = environment.globals["slot"]
    monkeypatch.setitem(environment.globals, "slot", lambda at: ["raffle.html"] if at == "home open" else slot(at))
    rows = re.search(r'<h2>Still open</h2><ul class="rows">(.*?)</ul>', host.page("/"))
    assert rows and "Raffle" in rows[1]
