"""Run with the package of docs/adding-a-feature.md on the path, whose code fails for 13 coins: what it refuses."""

import json
import sys

from companion.app import create_app
from companion.commands.cli import main
from companion.storage.records import Event, now
from tests.features.without import exported, kinds_in
from tests.support.phones import Phone, bets, totals
from tests.support.reading import alert_of

NO_COIN = "There are 0 coins in the pot. Take out no more than that."
FAULT = 13
READ_ONLY = "This table can be read and saved as a file, but takes nothing more"


def add_fault():
    """Give the pot a fault of its code, and a rematch that begins with a coin less than none."""
    from companion_pot.views import POT

    fold = POT.fold

    def faulty(pot, event):
        return fold(pot, event) if event.body != {"coins": FAULT} else event.body["unheard of"]

    vars(POT).update(fold=faulty, carry=lambda *_: {"coins": -1})


def check_refusals(host, session):
    """What the pot, or its code, does not take is not stored, and the table goes on."""
    assert host.act(session, "pot", {"coins": "1"}).status_code == 303
    assert host.act(session, "pot", {"coins": "-1"}).status_code == 303
    for coins, sentence in ((-1, NO_COIN), (FAULT, "part “pot” of this companion has a fault")):
        answer = host.act(session, "pot", {"coins": str(coins)})
        assert answer.status_code == 422 and sentence in alert_of(answer.text), answer.text
        assert host.version(session) == 2
    assert host.enter(session, bets("1 1 1 0")).status_code == 303
    assert host.act(session, "end").status_code == 303
    assert host.act(session, "rematch").status_code == 422  # which would begin with a coin less than none
    assert host.act(session, "undo").status_code == 303


def store(app, session, coins):
    """Store an event as earlier versions did, whether or not it is refused."""
    service = app.extensions["companion"]
    version, (host, *_) = service.store.versions([session])[session], service.store.members(session)
    event = Event(version + 1, f"stored-{coins}", b"", "pot", {"coins": coins}, host, now())
    service.store.append(session, event)


def check_read_only(app, session, phones, stranger):
    """Everybody reads the table and saves it; nobody changes it; all that is not of this table is as before."""
    for phone in phones:
        pages = [
            rule.rule.replace("<session>", session)
            for rule in app.url_map.iter_rules()
            if rule.arguments <= {"session"} and "GET" in (rule.methods or ()) and "/live" not in rule.rule
        ]
        for page in pages:
            answer = phone.get(page)
            assert answer.status_code < 500 and answer.status_code != 409, (page, answer.text)
        table = phone.page(f"/t/{session}")
        assert READ_ONLY in alert_of(table) and NO_COIN in alert_of(table)
        assert f"/t/{session}/scoresheet.json" in table
        assert json.loads(phone.page(f"/t/{session}/scoresheet.json"))["entries"]
        assert "an act of a part that is not here" in phone.page(f"/t/{session}/log")
        assert "/t/" in phone.page("/") and "Ann" in phone.page("/history?q=Ann")
    for phone in phones[:2]:
        file = phone.page(f"/t/{session}/session.json")
        for what, fields in (("enter", bets("1 1 1 0")), ("undo", {}), ("pot", {"coins": "1"}), ("sit", {"seat": "1"})):
            answer = phone.act(session, what, fields, seen=0)
            assert answer.status_code == 422 and READ_ONLY in answer.text, (what, answer.text)
        assert phone.page(f"/t/{session}/session.json") == file
    opened = stranger.post("/import/open", {"text": file, "key": "again"})
    assert opened.status_code == 303, "its file goes on at another table"
    assert stranger.act(opened.location.split("/")[2], "undo").status_code == 303


def check_commands(database):
    """All data are copied, exported and taken to another database."""
    export = exported(database)
    assert main(["backup", f"{database}.copy", "--database", database]) == 0
    assert main(["import", str(export), "--database", f"{database}.other"]) == 0
    assert len(kinds_in(exported(f"{database}.other"))) == len(kinds_in(export)) - 1


def use(database):
    add_fault()
    app = create_app({"DATABASE": database, "TESTING": True})
    host, other = Phone(app), Phone(app)
    session, sound = host.open("luz"), other.open("luz")
    scorer, viewer = Phone(app).join(host, session), Phone(app).join(host, session, "viewer")
    check_refusals(host, session)
    for fields in (bets("1 1 1 0"), totals("3 3 4 0")):
        host.enter(session, fields)
        assert other.enter(sound, fields).status_code == 303
    for coins in (-1, FAULT, 1):
        store(app, session, coins)
    check_read_only(app, session, [host, scorer, viewer], other)
    assert other.act(sound, "undo").status_code == 303
    check_commands(database)
    assert host.post(f"/t/{session}/delete", {"sure": "yes"}).status_code == 303
    app.extensions["companion"].store.close()


if __name__ == "__main__":
    use(sys.argv[1])
