"""The documents are true: their examples run, their links lead somewhere, and the files that they name are there."""

import doctest
import io
import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.scoring.questions import all_questions
from tests.scoring.test_examples import disagreements
from tests.support.each_row import each_row
from tests.support.own_games import own_games
from tools import entry_path
from tools.picture import picture
from tools.tutorials import package_of, printed, text_files

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SHEETS, QUESTIONS, README = DOCS / "scoresheet.md", DOCS / "referee.md", ROOT / "README.md"
OWN_TEST = DOCS / "adding-a-game.md"  # a test of its own follows this page
OWN_TESTS = (OWN_TEST,)
TUTORIALS = {*DOCS.glob("tutorials/*.md")}
ENTRY_PATH, ENTRY_TOLD = (
    DOCS / "architecture.md",
    re.compile(r"page: (\d+) files and (\d+) functions of the companion, (\d+) calls .*?, (\d+) of them"),
)
PAGES = sorted({*ROOT.glob("*.md"), *DOCS.glob("*.md"), *TUTORIALS})
MANUAL = sorted(DOCS.glob("manual/**/*.md"))
GAMES = [*own_games().values()]
each_page = each_row("page", PAGES)

BLOCK = re.compile(r"^```json (sheet|result|question|answer)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```.*$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
NAMED = re.compile(
    r"(?<![\w./-])(?:companion|templates|static|tests|tools|docs|deploy|requirements|instance)/[\w./-]*\w/?"
)
CALL = re.compile(r"\$ echo '([^']*)'\s*(?:\\\n\s*)?\| companion (score|ask) -\n((?: {4}.*\n)+)")


def text_of(page):
    return page.read_text("utf-8")


def pairs_in(page):
    """What a page gives to a command and what it says comes back, in order; each block has its other half."""
    blocks = BLOCK.findall(text_of(page))
    given, expected = blocks[::2], blocks[1::2]
    assert {kind for kind, _ in given} <= {"sheet", "question"}
    assert {kind for kind, _ in expected} <= {"result", "answer"}
    return [(json.loads(one), json.loads(other)) for (_, one), (_, other) in zip(given, expected, strict=True)]


def section(page, heading):
    """What stands under a heading, up to the next one of its level or a higher one."""
    level = heading.split(" ")[0]
    _, _, rest = text_of(page).partition(f"\n{heading}\n")
    return re.split(rf"\n#{{1,{len(level)}}} ", rest)[0]


@pytest.mark.parametrize(("command", "page"), [("score", SHEETS), ("ask", QUESTIONS)])
def test_examples_of_a_contract_run(command, page, tmp_path, capfdbinary):
    pairs, lines = pairs_in(page), tmp_path / "lines.jsonl"
    lines.write_text("".join(json.dumps(given) + "\n" for given, _ in pairs), "utf-8")
    assert main([command, "--lines", str(lines)]) == 0
    answers = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    wrong = [
        (given, found)
        for (given, expected), answer in zip(pairs, answers, strict=True)
        if (found := disagreements(expected, answer))
    ]
    assert not wrong


@each_row("game", GAMES)
def test_the_scoresheet_is_told_for_every_game(game):
    text = section(SHEETS, f"## {game.title}")
    assert f'"game": "{game.key}"' in text, "an example is missing"
    assert not [option.key for option in game.options if f"`{option.key}`" not in text]
    rulings = {key for key in re.findall(r"`(\w+)` \(ruling\)", text)}
    assert rulings == {option.key for option in game.options if option.is_ruling}


@each_row(
    "question", [one for one in all_questions().values() if any(one.key.startswith(f"{game.key}/") for game in GAMES)],
)  # fmt: skip
def test_every_question_is_told(question):
    text = section(QUESTIONS, f"### {question.key}")
    assert f'"ask": "{question.key}"' in text, "an example is missing"
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", text))))
    assert not {*question.fields, *question.optional} - words
    assert ("Takes a claim" in text) == question.claims


@pytest.mark.parametrize("page", [page for page in PAGES if ">>> " in text_of(page) and page not in OWN_TESTS],
                         ids=lambda page: page.name)  # fmt: skip
def test_python_examples_run(page, tmp_path, monkeypatch):
    text = text_of(page).partition(">>> from matplotlib")[0]
    if find_spec("matplotlib"):  # make docs installs it
        text = text_of(page)
    monkeypatch.chdir(tmp_path)
    examples = doctest.DocTestParser().get_doctest(FENCE.sub("", text), {}, page.name, str(page), 0)
    output = []
    assert not doctest.DocTestRunner(verbose=False).run(examples, out=output.append).failed, "".join(output)


def test_the_calls_in_the_readme_answer_as_it_says(monkeypatch, capfd):
    calls = CALL.findall(text_of(README))
    assert {command for _, command, _ in calls} == {"score", "ask"}
    for given, command, expected in calls:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        main([command, "-"])
        said = capfd.readouterr()
        assert (said.out + said.err).split() == expected.split()


@each_row("page", [*PAGES, *MANUAL, DOCS.parent / "deploy/raspberry-pi.md"])
def test_links_lead_somewhere(page):
    links = [(link or source).partition("#") for link, source in LINK.findall(text_of(page)) if "://" not in link]
    for file, _, place in links:
        target = page.parent / file if file else page
        assert target.exists(), file
        assert not place or place in places_in(target), f"{file}#{place}"


def places_in(page):
    """The names that a repository gives to the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_page
def test_files_that_are_named_are_there(page):
    if page == OWN_TEST or page in TUTORIALS:
        return  # it names the files of a game that is made while reading
    named = set(NAMED.findall(text_of(page)))
    made = {"instance/companion.sqlite"}
    assert not [name for name in named - made if not (ROOT / name).exists()]


def test_the_picture_of_the_parts_is_that_of_the_imports():
    assert picture() in text_of(DOCS / "architecture.md"), "run: python -m tools.picture"


@each_page
def test_make_has_the_targets_that_are_named(page):
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    shown = re.findall(r"^ {4}make ([a-z]+)|`make ([a-z]+)", text_of(page), re.MULTILINE)
    assert not {one or other for one, other in shown} - targets


def test_every_variable_of_the_environment_is_told():
    folders = ("companion", "tests", "tools")
    paths = [*(path for folder in folders for path in (ROOT / folder).rglob("*.py")), ROOT / "Makefile"]
    used = {name for path in paths for name in re.findall(r"COMPANION_[A-Z_]+", text_of(path))}
    told = set(re.findall(r"^\| `(COMPANION_[A-Z_]+)` \|", text_of(ROOT / "CONTRIBUTING.md"), re.MULTILINE))
    assert used == told


def test_the_readme_leads_to_every_page():
    assert not [page.name for page in PAGES if page not in {README, *linked_from(README), *TUTORIALS}]
    assert not [page.parent for page in MANUAL if page.stem == "index" and page not in linked_from(README)]
    assert not [page.name for page in TUTORIALS if page not in linked_from(OWN_TEST)]


def linked_from(page):
    return {(page.parent / link).resolve() for link, _ in LINK.findall(text_of(page)) if link}


@pytest.mark.parametrize("page", sorted(TUTORIALS), ids=lambda page: page.stem)
def test_a_tutorial_prints_each_file_of_its_package(page):
    text = page.read_text("utf-8")
    shown, files = printed(text), text_files(package_of(text))
    assert shown.keys() == files.keys()
    assert not [path for path in files if shown[path] != files[path]], "python -m tools.tutorials --write"


def test_an_entry_goes_through_no_more_than_is_told(tmp_path):
    told = ENTRY_TOLD.search(" ".join(text_of(ENTRY_PATH).split()))
    assert told
    counted = entry_path.measure(tmp_path / "companion.sqlite")
    steps = zip(entry_path.NAMES, counted, map(int, told.groups()), strict=True)
    assert not [(name, now, said) for name, now, said in steps if now > said]
