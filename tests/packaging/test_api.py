"""`companion.api` is the one door for programs: its names and parameters stay, and docs/api.md has them all."""

import inspect
import re
from pathlib import Path

from companion import api

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "api.md"
PARAMETERS = {
    "all_questions": [],
    "answer": ["value"],
    "ask": ["value"],
    "catalogue": ["language"],
    "detailed_result": ["value", "table", "catalogue"],
    "games": [],
    "parse": ["text", "what"],
    "play": ["game", "state", "entry"],
    "read": ["value"],
    "read_setup": ["game", "players", "options"],
    "replay": ["sheet", "start"],
    "result": ["value"],
}
TYPES = {
    "Answer", "Catalogue", "DetailedPlace", "DetailedPoints", "DetailedResult", "DetailedStep", "Engine", "EntryResult",
    "Game", "Halves", "Message", "Option", "Played", "Question", "Result", "Rule", "RuleError", "Scoresheet", "Setup",
    "SheetError", "Standing", "State", "Step", "StepResult", "Verdict",
}  # fmt: skip


def test_the_public_names_and_parameters_stay():
    functions = {name: value for name in api.__all__ if inspect.isroutine(value := getattr(api, name))}
    assert {name: [*inspect.signature(value).parameters] for name, value in functions.items()} == PARAMETERS
    assert set(api.__all__) - functions.keys() == TYPES
    assert all(inspect.getdoc(getattr(api, name)) for name in api.__all__)


def test_the_page_lists_every_name_and_imports_from_nowhere_else():
    text = PAGE.read_text("utf-8")
    listed = [name for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    table = listed[listed.index("result") :]
    assert sorted(table) == sorted(api.__all__)
    for page in (PAGE, DOCS / "notebook.md"):
        assert set(re.findall(r"from (companion[\w.]*) import", page.read_text("utf-8"))) == {"companion.api"}
