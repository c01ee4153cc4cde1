"""Undo and redo are requests like any other: who reverses what another phone did is asked first, in all games."""

import re
from functools import cache
from random import Random

import pytest
from markupsafe import escape

from companion.forms.form import Part, Whole
from companion.table.changes import Request
from tests.support.files import bring
from tests.support.page_tree import parse
from tests.support.phones import HTMX
from tests.support.tap_games import GAMES
from tests.support.tries import few


@cache
def played(game):
    """A whole game, the same each time."""
    return GAMES[game](Random(1), True)


class Pair:
    """Ann's phone and Ben's at one table, each with the number by which the log knows it."""

    def __init__(self, ann, ben, sessions, game):
        self.sessions, self.entries = sessions, iter(played(game).entries)
        self.session = bring(ann, {**played(game).sheet, "entries": []})
        ben.join(ann, self.session)
        numbers = sorted(sessions.store.members(self.session))
        self.phones = dict(zip((ann, ben), numbers, strict=True))
        self.ann, self.ben = ann, ben

    @property
    def log(self):
        return self.sessions.table(self.session).log

    def enters(self, phone):
        """A phone makes the next entry; returns its event."""
        version = len(self.log.events)
        request = Request(self.phones[phone], f"entry {version}", version, b"")
        self.sessions.enter(self.session, request, Whole(next(self.entries)))
        return version + 1

    def reverses(self, phone, event, act="undo", **more):
        """A phone taps the key that was drawn for an event, at whatever version."""
        return phone.act(self.session, act, {"event": event, **more}, seen=len(self.log.events), headers=HTMX)

    def confirms(self, phone, asked, label):
        """A phone taps the way out with this label."""
        button = next(each for each in parse(asked.text).find_all("button") if each.text.startswith(label))
        assert button.form
        return phone.post(button.form["hx-post"], button.form.fields, HTMX)


@pytest.fixture
def pair(host, phone, sessions, request):
    return Pair(host, phone(), sessions, request.param)


each_game = pytest.mark.parametrize("pair", few(GAMES, 4), indirect=True)
one_game = pytest.mark.parametrize("pair", ["luz"], indirect=True)


@each_game
def test_what_another_phone_entered_is_taken_back_after_a_question(pair):
    own = pair.enters(pair.ann)
    others = pair.enters(pair.ben)
    for drawn in (own, others):  # the key as it was, and as it came under the finger
        asked = pair.reverses(pair.ann, drawn)
        assert asked.status_code == 409 and pair.log.stands(own) and pair.log.stands(others)
        assert "phone 2" in asked.text
        assert "Correct: " in asked.text, "the way to the own one"
    assert pair.confirms(pair.ann, asked, "Take back: ").status_code < 400
    assert pair.log.stands(own) and not pair.log.stands(others)
    head = parse(pair.ben.page(f"/t/{pair.session}")).with_attribute("data-reversal")
    assert "took back what you entered" in head[0]["data-reversal"], "told to whom it was taken from"
    assert pair.reverses(pair.ann, own).status_code < 400, "one's own goes at once"
    assert not pair.log.stands(own)


@each_game
def test_an_undo_that_another_phone_made_first_is_not_made_twice(pair):
    own = pair.enters(pair.ann)
    others = pair.enters(pair.ben)
    assert pair.reverses(pair.ben, others).status_code < 400
    assert pair.reverses(pair.ann, others).status_code < 400, "it is done"
    assert pair.reverses(pair.ann, own).status_code == 409, "the key was drawn anew under the finger"
    assert pair.log.stands(own) and not pair.log.stands(others)


@one_game
def test_an_undo_that_names_nothing_and_waited_behind_another_is_not_made_twice(pair):
    own, last = pair.enters(pair.ann), pair.enters(pair.ann)
    assert pair.reverses(pair.ann, last).status_code < 400
    waited = pair.ann.act(pair.session, "undo", {}, seen=last, headers=HTMX)
    assert waited.status_code < 400 and pair.log.stands(own), "just that was done since"


@each_game
def test_what_another_phone_took_back_is_done_again_after_a_question(pair):
    others = pair.enters(pair.ben)
    assert pair.reverses(pair.ben, others).status_code < 400
    asked = pair.reverses(pair.ann, others, "redo")
    assert asked.status_code == 409 and not pair.log.stands(others)
    assert pair.confirms(pair.ann, asked, "Do again: ").status_code < 400 and pair.log.stands(others)
    assert pair.reverses(pair.ann, others).status_code < 400, "that was Ann's own act"
    assert pair.reverses(pair.ann, others, "redo").status_code < 400
    assert pair.log.stands(others)


@each_game
def test_an_answer_to_the_question_is_for_what_it_named(pair):
    pair.enters(pair.ann)
    asked = pair.reverses(pair.ann, pair.enters(pair.ben))
    newer = pair.enters(pair.ben)
    assert pair.confirms(pair.ann, asked, "Take back: ").status_code == 409 and pair.log.stands(newer)


@each_game
def test_a_phone_that_scores_for_all_is_never_asked(pair):
    events = [pair.enters(pair.ann) for _ in range(3)]
    for event in reversed(events):
        assert pair.reverses(pair.ann, event).status_code < 400
    for event in events:
        assert pair.reverses(pair.ann, event, "redo").status_code < 400
    assert all(map(pair.log.stands, events))


@each_game
def test_an_undo_that_waited_on_the_phone_takes_back_what_it_was_drawn_for(pair):
    """Queued behind other requests it names no event, but the version that its phone saw."""
    own = pair.enters(pair.ann)
    seen = len(pair.log.events)
    others = pair.enters(pair.ben)
    asked = pair.ann.act(pair.session, "undo", seen=seen, headers=HTMX)
    assert asked.status_code == 409 and pair.log.stands(own) and pair.log.stands(others)


@one_game
def test_a_page_without_script_tells_what_another_phone_took_back_until_its_own_next_act(pair):
    entry = pair.enters(pair.ann)
    pair.reverses(pair.ben, entry, sure=1)
    told = "took back what you entered"
    assert told in without_script(pair.ann.page(f"/t/{pair.session}"))
    assert told in without_script(pair.ann.page(f"/t/{pair.session}/enter"))
    assert told not in without_script(pair.ben.page(f"/t/{pair.session}"))
    pair.enters(pair.ann)
    assert told not in without_script(pair.ann.page(f"/t/{pair.session}"))


def without_script(page):
    return "".join(re.findall(r"(?s)<noscript>.*?</noscript>", page))


@one_game
def test_an_undo_names_a_phone_without_a_seat_where_others_sit(pair):
    pair.enters(pair.ann)
    assert "the host&#39;s phone" not in undo_key(pair)
    pair.ben.act(pair.session, "sit", {"seat": 1}, seen=len(pair.log.events))
    assert "(the host&#39;s phone)" in undo_key(pair)
    pair.enters(pair.ben)
    assert "(the phone of Ben)" in undo_key(pair)


def undo_key(pair):
    page = pair.ann.page(f"/t/{pair.session}")
    return next(line for line in page.split("<button") if "Undo: " in line)


@pytest.mark.parametrize("pair", ["open", "5211", "azul"], indirect=True)
def test_an_undo_names_the_part_that_completed_an_entry(pair):
    """It takes back that part alone: the others stay."""
    table, entry = pair.sessions.table(pair.session), next(pair.entries)
    parts = table.game.form.draft_from_entry(table.state, entry)[0]
    for number, (slot, value) in enumerate(parts.items()):
        phone = pair.phones[pair.ann if number == 0 else pair.ben]
        pair.sessions.enter(pair.session, Request(phone, slot, number, b""), Part(slot, value))
    assert len(pair.log.entered) == 1
    told = str(escape(table.game.form.describe_part(slot, value).text(names=table.setup.players)))
    assert told in undo_key(pair)
    asked = pair.reverses(pair.ann, len(parts))
    assert f"Take back: {told}" in asked.text
    assert pair.confirms(pair.ann, asked, "Take back: ").status_code < 400
    assert f"what you entered: {told}" in pair.ben.page(f"/t/{pair.session}")
