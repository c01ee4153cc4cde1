"""Putting right: what would change is told first, the log keeps every act, undo and redo from any phone."""

import re
from contextlib import nullcontext
from html import unescape
from urllib.parse import parse_qsl

import pytest
from itsdangerous import URLSafeSerializer

from companion.games import all_games
from companion.making.forms import EntryForm
from companion.scoring.scoresheet import END
from companion.table.changes import Change, SuspiciousEntry, check_plausible
from tests.support.files import bring, example, examples, session_of
from tests.support.long import IS_LONG
from tests.support.open_page import shown
from tests.support.page_tree import parse
from tests.support.phones import bets, hand, notice, totals
from tests.support.secrets import azul


def two_deals(host, session):
    for fields in (bets("3 2 1 0"), totals("3 2 0 5"), bets("3 2 2 0"), totals("3 1 4 2")):
        host.enter(session, fields)


def changes(page):
    """What an amendment would change: a line for each seat, and the sentences."""
    lines = parse(page).by_id("amendment-preview")
    return [line.text for line in lines if "data-seat" in line or line.role == "paragraph"]


def test_taking_an_entry_out_says_first_what_changes(host, luz):
    two_deals(host, luz)
    before = host.totals(luz)
    page = host.page(f"/t/{luz}/entries/2/remove")
    assert changes(page)[0] == "Ann 30 → 10"
    told = parse(page).region("What changes").text
    assert "Total" in told and "Remove: Deal 2" in told, "which number is the total, which the entry"
    assert host.totals(luz) == before, "looking changes nothing"
    assert host.act(luz, "entries/2/remove").location == f"/t/{luz}"
    assert host.totals(luz) == [10, 10, -5, -25]


@pytest.mark.parametrize("hidden", [False, True])
def test_only_places_that_change_are_told_unless_hidden(host, hidden):
    session = host.open("luz", **({"hidden": 1} if hidden else {}))
    moves = [[], [] if hidden else [f"{who} moves to place {n}." for n, who in enumerate(("Dan", "Ben", "Ann"), 1)]]
    for deal, moved in zip((("3 2 1 0", "3 2 0 5"), ("1 2 3 4", "2 2 2 4")), moves, strict=True):
        host.enter(session, bets(deal[0]))
        host.enter(session, totals(deal[1]))
        rows = changes(host.page(f"/t/{session}/entries/1/remove"))
        assert [row for row in rows if "place" in row] == moved, "before the first points nobody has a place"


@pytest.mark.parametrize("hidden", [False, True])
def test_a_likely_slip_is_doubted_unless_that_tells_a_secret(host, sessions, hidden):
    sheet, _ = azul(())
    session = bring(host, session_of(sheet, hidden=hidden))
    table = sessions.table(session)
    signer = URLSafeSerializer(sessions.key, salt=f"{session}/{table.entries[1].number}/correct")
    entry = {"tiling": sheet["entries"][1]["tiling"]}  # without the start marker
    typed = signer.dumps({"draft": {}, "entry": entry, "fields": {}, "version": table.version})
    page = host.page(f"/t/{session}/entries/2/correct?draft={typed}")
    assert ("Nobody has the start marker" in page) is not hidden
    with nullcontext() if hidden else pytest.raises(SuspiciousEntry):
        check_plausible(table, Change("entry", entry))


def test_what_ends_the_game_or_lets_it_go_on_is_told_first(host):
    sheet = example("luz/whole-game")
    three = bring(host, session_of({**sheet, "entries": sheet["entries"][:3]}))
    page = host.page(f"/t/{three}/entries/1/remove")
    assert "The game is over then." not in page and "The game goes on then." not in page
    insert = preview_of(host, three, "entries/1/insert", bets("1 1 1 1"))
    typed = dict(parse_qsl(insert.partition("?")[2]))["draft"]
    insert = preview_of(host, three, "entries/1/insert", {**totals("3 2 0 5"), "draft": typed})
    page = host.page(insert)
    assert "The game is over then." in page and "The game goes on then." not in page
    page = host.page(f"/t/{bring(host, session_of(sheet))}/entries/1/remove")
    assert "The game goes on then." in page and "The game is over then." not in page


def test_only_the_host_takes_the_end_of_the_game_back_by_whatever_act(host, luz, phone):
    two_deals(host, luz)
    ben = phone().join(host, luz)
    final = "Only the host can open a game again that was stopped."
    host.act(luz, "end")
    for what in ("undo", "entries/3/remove"):
        refused = ben.act(luz, what)
        assert refused.status_code == 422 and final in refused.text, what
    assert final in ben.get(f"/t/{luz}/entries/3/remove").text, "told before it is tried"
    assert "/undo" not in shown(ben.page(f"/t/{luz}")) and "/undo" in shown(host.page(f"/t/{luz}")), "nor offered"
    assert host.act(luz, "undo").status_code == 303
    refused = ben.act(luz, "redo")
    assert refused.status_code == 422 and "Only the host can stop the game." in refused.text
    assert "/redo" not in shown(ben.page(f"/t/{luz}")) and "/redo" in shown(host.page(f"/t/{luz}"))
    assert ben.act(luz, "undo").status_code == 303, "what anybody entered, anybody takes back"


def test_an_end_that_was_taken_out_is_put_back_by_the_host_alone(host, luz, phone):
    two_deals(host, luz)
    ben = phone().join(host, luz)
    host.act(luz, "end")
    assert host.get(f"/t/{luz}/entries/3/correct").status_code == 422, "an end has nothing to correct"
    assert host.act(luz, "entries/3/remove").status_code == 303
    assert ben.act(luz, "undo").status_code == 422, "it would stop the game"
    assert host.act(luz, "undo").status_code == 303
    assert ben.act(luz, "redo").status_code == 422, "it would open the game"
    assert host.act(luz, "redo").status_code == 303
    assert ben.enter(luz, bets("1 1 1 1")).status_code == 303
    assert ben.act(luz, "undo").status_code == 303


def test_a_game_that_ended_by_itself_is_taken_back_by_anybody(host, luz, phone):
    ben = phone().join(host, luz)
    for _ in range(2):
        two_deals(host, luz)
    assert ben.act(luz, "undo").status_code == 303
    assert ben.act(luz, "redo").status_code == 303


def test_the_log_shows_every_act_and_what_was_taken_back(host, luz, phone):
    ben = phone().join(host, luz)
    two_deals(host, luz)
    ben.act(luz, "entries/1/remove")
    ben.act(luz, "undo")
    page = host.page(f"/t/{luz}/log")
    acts = parse(page).with_attribute("data-act")
    assert [act["data-act"] for act in acts] == list("654321")
    assert acts[0].text.startswith("taken back: Deal 1 removed phone 2, ")
    assert [part.text for act in acts for part in act.find_all("deletion")] == ["Deal 1 removed"]
    assert "the host's phone" in acts[5].text
    assert "+10" in page and "−25" in page


def test_a_long_log_is_shown_page_by_page(host, luz, monkeypatch):
    monkeypatch.setattr("companion.views.table.amendments._SHOWN", 3)
    host.enter(luz, bets("3 2 1 0"))
    for what in ("undo", "redo", "undo"):
        host.act(luz, what)
    seen, path = [], f"/t/{luz}/log"
    while path:
        page = host.page(path)
        seen.append(re.findall(r'data-act="(\d+)"', page))
        path = next(iter(re.findall(r'href="(/t/[^"]+/log\?before=\d+)"', page)), "")
    assert seen == [["4", "3", "2"], ["1"]]
    assert 'data-act="4"' in host.page(f"/t/{luz}/log?before=x")


def preview_of(phone, session, path, fields):
    answer = phone.post(f"/t/{session}/{path}/form", fields)
    assert answer.status_code == 303, notice(answer)
    return answer.location


def done(phone, session, address):
    path, _, query = address.removeprefix(f"/t/{session}/").partition("?")
    return phone.act(session, path, {"draft": dict(parse_qsl(query))["draft"]})


def test_a_corrected_hand_may_be_forbidden_by_a_later_one(host):
    session = host.open("5211")
    for seat, cards in enumerate(("G4 G3 Y1 O1", "G1 G2 T2 T3")):
        host.enter(session, hand(seat, cards))
    address = preview_of(host, session, "entries/1/correct", hand(0, "Y6 G3 Y1 O2"))
    assert host.get(address).status_code == 200
    for seat, cards in enumerate(("Y6 Y5 O2 O3", "T1 T1 G3 G2")):
        host.enter(session, hand(seat, cards))
    page = host.get(address)
    assert page.status_code == 422
    assert "Round 2 could not stand then" in page.text and f'href="/t/{session}/entries/2"' in page.text
    assert "Change more" in page.text
    assert done(host, session, address).status_code == 422


def test_what_cannot_be_read_is_told_and_nothing_is_lost(host, luz):
    two_deals(host, luz)
    answer = host.post(f"/t/{luz}/entries/1/correct/form", {"stage": "totals", "t0": "3"})
    assert answer.status_code == 422 and notice(answer)
    assert host.get(f"/t/{luz}/entries/1/correct?draft=forged").status_code == 404
    assert host.act(luz, "entries/1/correct").status_code == 400, "nothing was typed"


def test_what_was_typed_before_the_table_allowed_more_is_told_that(host):
    """The numbers may be counted otherwise since, so they are not taken for what they were."""
    session = host.open("open", ["Ann", "Ben"], limit="20")
    for seat in (0, 1):
        assert host.enter(session, {"seat": seat, "n0": 4}).status_code == 303
    address = preview_of(host, session, "entries/1/correct", {"seat": 0, "n0": 7})
    assert host.act(session, "options", {"allow": "negative"}).status_code == 303
    for answer in (host.get(address), host.post(address, {"act": "late", "version": 2})):
        assert answer.status_code == 409 and "meanwhile the table has" in notice(answer)
    assert host.act(session, "entries/1/remove").status_code == 303
    assert host.get(address).status_code == 409


def test_an_entry_that_moved_meanwhile_is_not_taken_for_another(host, luz):
    two_deals(host, luz)
    row = host.page(f"/t/{luz}/entries/1/steps")
    two_deals(host, luz)
    host.act(luz, "entries/1/remove")
    addresses = [unescape(href) for href in re.findall(r'href="([^"]+line=\d+)"', row)]
    assert len(addresses) == 3
    for address in addresses:
        answer = host.get(address)
        assert answer.status_code == 409 and "Deal 1 removed" in notice(answer), address


EACH_GAME = pytest.mark.parametrize("key", all_games())


@EACH_GAME
def test_a_correction_saved_as_it_is_served_changes_nothing(host, sessions, key):
    for sheet, numbers in corrected(key):
        session = bring(host, session_of(sheet))
        table = sessions.table(session)
        before = counted(table)
        for number in numbers:
            for address, form in forms(host, f"/t/{session}/entries/{number}/correct"):
                if ("n0", "") in form.fields:  # the number follows from the others
                    continue
                save(host, session, form)
                assert counted(table) == before, address


@EACH_GAME
def test_what_is_shown_while_one_taps_still_holds_the_entry(host, key):
    """A preview is asked with every field of the form, and shows the same form again."""
    for sheet, numbers in corrected(key):
        session = bring(host, session_of(sheet))
        for address, form in forms(host, f"/t/{session}/entries/{numbers[0]}/correct"):
            answer = host.get(address.partition("?")[0] + "/parts", query_string=form.fields)
            parts = answer.json["parts"]
            assert kept(EntryForm(parts["form"] + parts["bar"])) == kept(form), address


def corrected(key):
    """Scoresheets, and the numbers of the entries to correct in each; the end of a game has no form."""
    known = set()
    for sheet in examples(key):
        found = {number: kind_of(sheet, one) for number, one in enumerate(sheet["entries"], 1) if one != END}
        first = {kind: number for number, kind in reversed(found.items())}
        numbers = list(found) if IS_LONG else [number for kind, number in first.items() if kind not in known]
        known |= {*first}
        if numbers:
            yield sheet, numbers


def kind_of(sheet, entry):
    """What an entry has in common with those whose form is the same."""
    return sheet["options"].get("wall"), bool(sheet["options"].get("board")), *sorted({*entry} - {"first", "order"})


def kept(form):
    return [field for field in form.fields if field[0] not in ("act", "version", "draft")]


def counted(table):
    """What every entry came to, in order; the cards of a hand have none."""
    return [(played.points, [as_json(step) for step in played.steps]) for played in table.played]


def as_json(step):
    values = {name: sorted(value) if name == "cards" else value for name, value in step.values.items()}
    if "lands" in values:  # a form leaves out one of which nothing counts
        values["lands"] = [land for land in values["lands"] if land["tiles"]]
    return step.rule, step.seat, step.points, values


def forms(phone, address):
    """The form as it is opened, then each of its tabs, every one come to from the one before."""
    page = phone.page(address)
    yield address, EntryForm(page)
    for place in range(len(tabs_of(page))):
        address = tabs_of(page)[place]
        page = phone.page(address)
        yield address, EntryForm(page)


def tabs_of(page):
    return [part["href"] for part in parse(page) if "data-tab" in part]


def save(phone, session, form):
    answer = phone.post(form.action, form.fields)
    assert answer.status_code == 303, (form.action, form.fields, notice(answer))
    assert EntryForm(phone.page(answer.location)).action == "", "all of the entry is in"
    path, _, query = answer.location.removeprefix(f"/t/{session}/").partition("?")
    assert phone.act(session, path, dict(parse_qsl(query))).status_code == 303
