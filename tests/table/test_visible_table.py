"""A table as a phone may see it: titles, bonuses, questions and news of each entry, with the state before it."""

import pytest

from companion.engine.message import Message
from companion.scoring.scoresheet import read, replay
from companion.table.table import Viewpoint
from companion.table.visible_table import VisibleTable
from tests.support.each_row import each_row
from tests.support.files import bring, example
from tests.support.phones import bets, totals

NAMES = [
    "azul/whole-game-all-bonuses",
    "ingenious/duel-tie",
    "ingenious/placement-12",
    "salamanca/every-hazard",
    "salamanca/without-a-board",  # the title of a tax names the round before it
]


def seen(sessions, session):
    return VisibleTable(sessions.table(session), Viewpoint("viewer"))


def played(name):
    return list(replay(read(example(name))))


@each_row("name", NAMES)
def test_each_entry_is_shown_with_the_state_before_it(host, sessions, name):
    sheet = read(example(name))
    table, results = seen(sessions, bring(host, example(name))), played(name)
    before = sheet.game.engine.start(sheet.setup)
    for number, (entry, result) in enumerate(zip(sheet.entries, results, strict=True), 1):
        if entry == {"end": True}:
            assert table.pad_row(number).title.text() == "Stopped" and table.question_links(number) == []
            continue
        summary = sheet.game.form.entry_summary(before, entry, result.steps)
        title = sheet.game.form.entry_title(sheet.setup, number)
        told = summary and Message("{number}. {what}", number=number, what=summary)
        assert table.pad_row(number).title == (told or title)
        asked = sheet.game.help.entry_questions(before, entry, result.state, result.steps)
        assert list(table.question_links(number)) == list(asked)
        before = result.state
    assert any(table.question_links(number) for number in range(1, 4))


@pytest.mark.parametrize("name", ["ingenious/final-ranking", "azul/whole-game-all-bonuses"])
def test_places_after_an_entry_are_those_that_the_table_had_then(host, sessions, name):
    sheet = example(name)
    table = seen(sessions, bring(host, sheet))
    for number in range(4):
        then = seen(sessions, bring(host, {**sheet, "entries": sheet["entries"][:number]}))
        assert table.plates_after(number) == then.plates, number
    assert table.plates_after(table.count) == table.plates


def test_a_bonus_is_what_the_end_of_the_game_gave_each_seat(host, sessions):
    name = "azul/whole-game-all-bonuses"
    table, results = seen(sessions, bring(host, example(name))), played(name)
    form = table.game.form
    assert [table.pad_row(number).bonus for number in range(1, table.count)] == [None] * (table.count - 1)
    bonus = form.entry_bonus(results[-1].steps, table.setup.seats)
    assert bonus and any(bonus) and table.pad_row(table.count).bonus == bonus
    page = host.page(f"/t/{table.id}")
    assert [points for points in bonus if points and f"+{points}" not in page] == []


def test_the_news_is_the_latest_action(host, luz, sessions):
    assert seen(sessions, luz).log.news is None and "data-news" not in host.page(f"/t/{luz}")
    host.enter(luz, bets("3 2 1 0"))
    host.enter(luz, totals("3 2 0 5"))
    assert 'data-news="Deal 1 scored"' in host.page(f"/t/{luz}")
    host.act(luz, "undo")
    assert 'data-news="taken back: Deal 1"' in host.page(f"/t/{luz}")


def test_nothing_is_needed_when_the_game_is_over(host, luz, sessions):
    assert seen(sessions, luz).needs()
    host.act(luz, "end")
    assert seen(sessions, luz).needs() == []


def test_phones_are_called_by_the_order_in_which_they_joined(host, phone, sessions, luz):
    for role in ("viewer", "scorer"):
        phone().join(host, luz, role)
    assert [str(label) for label in sessions.phone_labels(luz).values()] == ["the host's phone", "phone 2", "phone 3"]
