"""A secret line is shown to its own side alone until the end: not on other phones, to viewers, or to who comes late."""

import json
import re

import pytest

from tests.features.webhooks.test_webhooks import URL, Post, deliver
from tests.games.open.test_entering import form, typed
from tests.support.phones import HTMX, notice
from tests.support.reading import read_text

SECRET = "4711"
"""What Ann enters for the secret line; it is in no address and no identifier."""
SHEET = {
    "title": "Hidden aims", "count": "both", "rounds": "1", "line": ["coins", "aim"], "factor": ["1", "2"],
    "per": ["1", "1"], "secret": ["1"],
}  # fmt: skip
PAGES = (
    "/t/{}", "/t/{}?sheet=1", "/t/{}/sheet", "/t/{}/enter?seat=0", "/t/{}/enter?seat=0&change=1", "/t/{}/enter?seat=1",
    "/t/{}/log", "/t/{}/parts/table", "/t/{}/parts/enter", "/t/{}/out", "/t/{}/print", "/t/{}/replay", "/t/{}/options",
    "/t/{}/scoresheet.json", "/t/{}/results.csv", "/t/{}/session.json", "/t/{}/entries/1", "/t/{}/entries/1/correct",
)  # fmt: skip


@pytest.fixture
def table(host, phone):
    """A table on which Ann has entered her lines on her own phone, and nobody else."""
    session = host.open("open", ["Ann", "Ben"], **SHEET)
    ann = phone().join(host, session)
    ann.act(session, "sit", {"seat": 0})
    for seat, player in ((0, ann), (1, host)):
        assert player.enter(session, {"seat": seat, "n0": "5"}).status_code == 303
    assert ann.enter(session, {"seat": 0, "kind": "lines", "n0": "3", "n1": SECRET}).status_code == 303
    return session, ann


def without_ids(text):
    """A page without links to the app's own files, whose names hold digits by chance."""
    return re.sub(r'(?:href|src|action|content|value|integrity|nonce)="[^"]{20,}"', "", text)


def others(host, phone, session):
    """The phone of Ben, one that watches, and one that comes when the number is in already."""
    ben, viewer, late = phone().join(host, session), phone().join(host, session, "viewer"), phone().join(host, session)
    ben.act(session, "sit", {"seat": 1})
    return {"ben": ben, "viewer": viewer, "late": late}


def test_no_page_of_another_phone_tells_it(host, phone, table):
    session, ann = table
    assert SECRET in form(ann, session, seat=0), "the own phone shows it"
    assert SECRET in form(ann, session, seat=0, change=1)
    for name, one in others(host, phone, session).items():
        for page in PAGES:
            for headers in ({}, HTMX):
                text = one.get(page.format(session), headers=headers).text
                assert SECRET not in without_ids(text), (name, page)
    page = form(host, session, seat=0, change=1)
    assert typed(page) == ["3", ""] and 'name="kept" value="1"' in page, "the other line is open to who keeps score"


def test_who_saves_the_open_lines_of_another_keeps_the_secret(host, table):
    session, ann = table
    posted = {"seat": 0, "kind": "lines", "n0": "8", "n1": "", "kept": "1", "sure": "1"}
    assert host.enter(session, posted).status_code == 303
    assert typed(form(ann, session, seat=0, change=1)) == ["8", SECRET]


def test_a_conflict_about_it_does_not_tell_it(host, table):
    session, _ = table
    before = {"version": 2, "seat": 0, "kind": "lines", "n0": "1", "n1": "2", "sure": "1"}
    answer = host.post(f"/t/{session}/enter", {**before, "act": "another"})
    assert answer.status_code == 409 and SECRET not in answer.text and "Not saved" in notice(answer)


def test_it_stays_secret_when_it_is_taken_back_and_is_told_at_the_end(host, phone, table):
    session, ann = table
    host.act(session, "undo")
    for page in PAGES:
        assert SECRET not in without_ids(host.get(page.format(session)).text), page
    assert ann.enter(session, {"seat": 0, "kind": "lines", "n0": "3", "n1": SECRET}).status_code == 303
    late = others(host, phone, session)["late"]
    assert late.enter(session, {"seat": 1, "kind": "lines", "n0": "1", "n1": "1", "sure": "1"}).status_code == 303
    assert late.totals(session) == [5 + 3 + 2 * int(SECRET), 5 + 1 + 2]
    assert "4711" in late.page(f"/t/{session}/entries/2")


def test_a_refused_sum_tells_no_hidden_totals(host, phone):
    session = host.open("open", ["Ann", "Ben"], title="Tricks", sum="13", hidden="1")
    ann, ben = phone().join(host, session), phone().join(host, session)
    for seat, one in enumerate((ann, ben)):
        one.act(session, "sit", {"seat": seat})
    assert ann.enter(session, {"seat": 0, "n0": "7"}).status_code == 303
    assert ben.enter(session, {"seat": 1, "n0": "2"}).status_code == 303
    for seat, (one, number) in enumerate(((ann, "7"), (ben, "2"))):
        page = one.get(f"/t/{session}/enter?seat={seat}")
        assert typed(page.text) == [number]
        assert notice(page) == "The numbers of the round do not add up as the sheet says; check what each one has"
    assert ben.enter(session, {"seat": 1, "n0": "6"}).status_code == 303


def test_nothing_tells_it_outside_the_table_until_the_end(app, host, table):
    session, _ = table
    host.post(f"/t/{session}/webhook", {"url": URL})
    shared = re.findall(r'href="(/o/[^"]+)"', host.page(f"/t/{session}/share"))
    assert shared, "an overlay"
    for page in (*shared, *(f"{one}/parts" for one in shared), *(f"/t/{session}/totals/{seat}" for seat in (0, 1))):
        assert SECRET not in without_ids(host.page(page)), page
    posted = Post()
    assert deliver(app, posted) == 0, "nothing is told of a game that runs"
    lines = {"seat": 1, "kind": "lines", "n0": "1", "n1": "1", "sure": "1"}
    assert host.enter(session, lines).status_code == 303
    assert deliver(app, posted) == 1
    ((_, told, *_),) = posted.sent
    assert told["data"]["totals"] == [5 + 3 + 2 * int(SECRET), 5 + 1 + 2] and SECRET not in json.dumps(told)
    assert f"aim {SECRET}" in read_text(host.page(f"/t/{session}/entries/2")), "it is told at the table"
