"""Run in a copy of the companion from which the folder of a feature was removed; fails where something is amiss."""

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

import companion
from companion.app import create_app
from companion.commands.cli import main
from companion.features import feature_commands
from companion.storage.error_messages import StoreError
from tests.support.phones import Phone, bets, totals
from tests.support.stores import open_store

UNREAD = "an act of a part that is not here"
PAGES = ["sheet", "entries/1", "totals/0", "log", "enter"]
DOWNLOADS = ["out", "print", "results.csv", "scoresheet.json"]
HAS_TAKEOUT = "export" in feature_commands()


def use(database, cookie, session, is_told):
    """Show and play a table that has data of the feature, ask for all its pages and files, and open another."""
    assert Path(companion.__file__).is_relative_to(Path.cwd())
    app = create_app({"DATABASE": database, "TESTING": True, "PHOTOS": True})
    host = Phone(app)
    host.client.set_cookie("phone", cookie)
    for one in (session, host.open("luz")):
        before = host.version(one)
        for number, fields in enumerate((bets("1 1 1 0"), totals("3 3 4 0"))):
            assert host.enter(one, fields, key=f"later-{number}").status_code == 303
        assert host.version(one) >= before + 2
        ask_all(app, host, {"session"}, one)
        downloads = DOWNLOADS if "downloads.show" in app.view_functions else []
        for page in ("", *PAGES, *downloads, *(["session.json"] if HAS_TAKEOUT else [])):
            host.page(f"/t/{one}/{page}".rstrip("/"))
        assert host.act(one, "undo", key="later-undo").status_code == 303
    assert host.act(one, "end", key="later-end").status_code == 303
    ask_all(app, host, set())
    for page in ("/", "/new/luz", "/rules/luz", "/rules/luz/trump"):
        host.page(page)
    assert (UNREAD in host.page(f"/t/{session}/log")) == (is_told == "told")
    for page in ("/history?q=Ann", "/players/Ann", "/history.csv") if "history.show" in app.view_functions else ():
        assert "Ann" in host.page(page)
    app.extensions["companion"].store.close()


def ask_all(app, host, arguments, session=""):
    """Ask for each address that has exactly these arguments."""
    for rule in app.url_map.iter_rules():
        if rule.arguments == arguments and "GET" in (rule.methods or ()) and "/live" not in rule.rule:
            answer = host.get(rule.rule.replace("<session>", session))
            assert answer.status_code < 500, (rule.rule, answer.text)


def carry(database):
    """Take all data to a new database; the logs come along whole."""
    other = f"{database}.other"
    export = exported(database)
    assert main(["import", str(export), "--database", other]) == 0
    assert kinds_in(exported(other)) == kinds_in(export)


def exported(database):
    path = Path(f"{database}.jsonl")
    with path.open("w") as file, redirect_stdout(file):
        assert main(["export", "--database", database]) == 0
    return path


def kinds_in(export):
    lines = [json.loads(line) for line in export.read_text().splitlines()]
    return [[event["kind"] for event in line["log"]] for line in lines if "log" in line]


if __name__ == "__main__":
    use(*sys.argv[1:])
    if HAS_TAKEOUT:
        carry(sys.argv[1])
    if not Path("companion/storage/postgres").exists():
        with pytest.raises(StoreError, match="nothing that opens a database at postgresql"):
            open_store("postgresql://localhost/companion")
