"""A game by others, made from docs/adding-a-game.md: installed as a package, tested, scored and played on a server."""

import json
import os
import re
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from companion.engine import Figures, Game
from companion.forms.form import EntryForm
from companion.forms.help import Help
from companion.forms.parts import SetupForm, Words
from companion.forms.seat_form import SeatForm
from companion.forms.secrecy import Secrecy
from companion.making.commands import run as new_game
from tests.faults.clients import Client
from tests.faults.served import Served
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import shown_totals
from tests.support.reading import read_text

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-index", "--no-deps")


def run(*command, folder, text=""):
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}", "LC_ALL": "C.UTF-8"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    environment["PATH"] = ""  # there is no browser to measure pages with, which has tests of its own
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, input=text, capture_output=True, text=True
    )


def companion(*arguments, folder, text=""):
    return run("-m", "companion.commands.cli", *arguments, folder=folder, text=text)


def page_files():
    """The files that the page has step by step, by their path."""
    return dict(re.findall(r"^`([^`\n]+)`\n\n```\w+\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The package as the page makes it."""
    folder = tmp_path_factory.mktemp("source") / "golf"
    for path, text in page_files().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def site(source, tmp_path_factory):
    """A folder of packages in which the game is installed."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([*PIP, "--no-build-isolation", "--target", str(folder), str(source)], check=True)
    return folder


@pytest.fixture(scope="module")
def served(site, tmp_path_factory):
    server = Served(tmp_path_factory.mktemp("served"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(site))
        server.start()
    yield server
    server.close()


@pytest.fixture
def host(served):
    phone = Client(served.port, "host")
    yield phone
    phone.hang_up()


def act(phone, session, path, fields=None):
    """Post an act on the version that stands."""
    phone.keys += 1
    seen = phone.page(f"/t/{session}").version
    sent = {"act": f"golf-{phone.keys}", "version": seen, **(fields or {})}
    return phone.ask("POST", f"/t/{session}/{path}", sent)


def strokes(counts):
    return {f"s{seat}": count for seat, count in enumerate(counts.split())}


def opened(phone):
    answer = phone.ask("POST", "/new/golf", {"player": ["Ann", "Ben"]})
    assert answer.status == 303, answer.text
    return answer.location.split("/")[2]


def totals(phone, session):
    return shown_totals(phone.page(f"/t/{session}/sheet").text)


def test_the_tests_of_a_new_game_pass(source, site):
    plug_in = ("-p", "companion.making.pytest_plugin")
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", *plug_in, str(source / "tests"), folder=site)
    assert done.returncode == 0, done.stdout


def test_the_page_shows_what_new_game_writes(tmp_path):
    made = companion("new-game", "golf", "golf", folder=tmp_path)
    assert made.returncode == 0 and "pip install" in made.stdout, made.stderr
    folder = tmp_path / "golf"
    written = {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}
    assert written == page_files()
    for key in ("golf", "luz", "Golf", "a b"):
        again = companion("new-game", key, "golf", folder=tmp_path)
        assert again.returncode == 2 and again.stderr.count("\n") == 1, again


def test_who_used_pipx_is_told_its_command(tmp_path, monkeypatch, capfd):
    (tmp_path / "pipx_metadata.json").touch()
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    assert new_game(Namespace(key="golf", folder=tmp_path / "golf", by_seats=False)) == 0
    assert "Next: pipx runpip tabletop-companion install --editable" in capfd.readouterr().out


@each_row("part", (Game, EntryForm, SeatForm, SetupForm, Help, Figures, Secrecy, Words))
def test_the_page_lists_every_hook(part):
    named = set(re.findall(r"`(\w+)", PAGE.split("## All hooks")[1]))
    derived = {name for name, value in vars(part).items() if isinstance(value, property)}
    hooks = {name for name in (*vars(part), *part.__annotations__) if not name.startswith("_")} - derived
    assert hooks and hooks <= named, hooks - named


def test_its_sheets_are_scored_by_the_command_line(source, site):
    sheet = json.loads((source / "tests/sheet.json").read_text())
    done = companion("score", "-", folder=site, text=json.dumps(sheet))
    shown = re.search(r"^\$ companion score tests/sheet.json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert shown and json.loads(done.stdout) == json.loads(shown[1]), done.stderr
    sheet["entries"][1]["strokes"][2] = 0
    done = companion("score", "-", folder=site, text=json.dumps(sheet))
    assert done.returncode == 2 and done.stderr == "entry 2: the strokes of Cleo must be 1 to 20, not 0\n"


def test_it_is_played_corrected_taken_back_and_ended(host):
    assert 'href="/new/golf"' in host.page("/").text and host.ask("GET", "/guide/golf").status == 404
    new = host.page("/new/golf").text
    assert "/guide/golf" not in new and "Hidden until the end" not in new
    session = opened(host)
    for counts in ("4 3", "5 2"):
        assert act(host, session, "enter", strokes(counts)).status == 303
    assert totals(host, session) == ["9", "5"]
    table = host.page(f"/t/{session}").text
    assert table.index("Ben") < table.index("Ann"), "the fewest strokes are first"
    assert "7 holes to play" in table and "Enter: Hole 3" in table
    assert "What do I need" not in table and "Ask the referee" not in table
    refused = act(host, session, "enter", {"s0": "4"})
    assert refused.status == 422 and refused.notice == "How many strokes did Ben need? Enter 1 to 20."
    correct(host, session, 1, "2 3")
    assert totals(host, session) == ["7", "5"]
    assert act(host, session, "undo").status == 303
    assert totals(host, session) == ["9", "5"]
    assert act(host, session, "end").status == 303
    final = host.page(f"/t/{session}").text
    assert "Ben wins" in final, final


def correct(phone, session, number, counts):
    """Correct an entry as the pages do: the form, filled with what stands; the preview; the save button."""
    at = f"/t/{session}/entries/{number}/correct"
    form = parse(phone.page(at).text)
    assert [*form.values("s0"), *form.values("s1")] == ["4", "3"], "the form shows what stands"
    entry = form.by_id("entry")
    posted = phone.ask("POST", entry["action"], {**dict(entry.fields), **strokes(counts), "act": "c1"})
    assert posted.status == 303, posted.notice
    preview = parse(phone.page(posted.location).text)
    (save,) = [form for form in preview.find_all("form") if "/correct" in form["action"]]
    assert phone.ask("POST", save["action"], save.fields).status == 303


def test_its_files_and_texts_are_served(host):
    session = opened(host)
    page = host.page(f"/t/{session}/enter").text
    style = re.search(r'href="(/games/golf/style\.css[^"]*)"', page)
    assert style and ".field.golf" in host.page(style[1]).text
    glyph = re.search(r'href="(/games/golf/glyphs\.svg[^"#]*)#golf-flag"', host.page("/").text)
    assert glyph and "golf-flag" in host.page(glyph[1]).text
    assert host.ask("GET", "/games/golf/rules.py").status == 404
    host.cookie += "; language=zh_Hant"
    assert "第 1 洞" in host.page(f"/t/{session}/enter").text


def test_it_is_in_history_statistics_and_exports(host, site, served):
    session = opened(host)
    for number in range(9):
        assert act(host, session, "enter", strokes(f"{number % 3 + 1} 4")).status == 303
    assert "Golf" in host.page("/history?game=golf").text
    other = opened(host)
    assert act(host, other, "enter", strokes("20 4")).status == 303 and act(host, other, "end").status == 303
    assert "18 best total" in read_text(host.page("/players/ann").text)
    assert "highestWins%22%3Afalse" in host.page(f"/t/{session}/out").text
    sheet = host.page(f"/t/{session}/scoresheet.json").text
    scored = companion("score", "-", folder=site, text=sheet)
    assert json.loads(scored.stdout)["ranking"] == [[0], [1]], scored.stderr
    for command in (("export", "all.jsonl", "--database", str(served.database)),
                    ("import", "all.jsonl", "--database", "copy.sqlite")):  # fmt: skip
        done = companion(*command, folder=site)
        assert done.returncode == 0, done.stderr


def test_tables_of_a_game_that_is_gone_break_no_page(served, host, tmp_path):
    running, over = opened(host), opened(host)
    assert act(host, over, "enter", strokes("4 3")).status == 303 and act(host, over, "end").status == 303
    served.end()
    without = Served(tmp_path, kept=served.folder)
    without.start()
    phone = Client(without.port, "again")
    phone.cookie = host.cookie
    for path in ("/", "/history", "/players", "/players/ann", "/history.csv"):
        assert phone.ask("GET", path).status == 200, path
    assert phone.ask("GET", "/").text.count("Its game golf is not installed.") == 2
    answer = phone.ask("GET", f"/t/{running}")
    assert answer.status == 409 and "The game golf is not installed" in answer.text
    assert "the game golf, which is not installed" in without.output()
    sheet = json.loads(phone.ask("GET", f"/t/{over}/scoresheet.json").text)
    assert sheet["game"] == "golf" and [*sheet["entries"][0], *sheet["entries"][1]] == ["strokes", "end"]
    assert json.loads(phone.ask("GET", f"/t/{over}/session.json").text)["sheet"] == sheet
    log = phone.ask("GET", f"/t/{over}/log").text
    assert "Entry 1 entered" in log and "the end of the game" in log and "/replay/" not in log
    assert f'href="/t/{over}/log"' in phone.ask("GET", f"/t/{over}").text
    assert phone.ask("POST", "/players/ann/rename", {"name": "Anna"}).status == 303
    assert "Anna" in phone.ask("GET", "/").text and "Anna" in phone.ask("GET", f"/t/{over}/log").text
    assert json.loads(phone.ask("GET", f"/t/{over}/scoresheet.json").text)["players"] == ["Anna", "Ben"]
    assert phone.ask("POST", f"/t/{running}/delete", {"sure": "yes"}).status == 303
    assert phone.ask("GET", "/").text.count("Its game golf is not installed.") == 1
    phone.hang_up()
    without.close()
