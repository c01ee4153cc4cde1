"""The words of a group's earlier tables are suggested before the phone's own, on both engines, to who was there."""

from companion.features.groups import rows as group_rows
from companion.features.notes.views import suggested_words
from tests.support.evenings import Club, names
from tests.support.groups import finish, make_group, member, put
from tests.support.notes import form, wrote
from tests.support.phones import Phone

FOUR = ("Ann", "Ben", "Cleo", "Dan")


def suggested(phone, session):
    """The expansions that can be ticked, in order."""
    with phone.client.application.app_context():
        store = phone.client.application.extensions["companion"].store
        number = store.rows("SELECT id FROM phones ORDER BY id")[0]["id"]
        return list(suggested_words(store.rows, number, session, "luz")["expansions"])


def test_words_of_the_group_come_first_from_joined_tables(app, monkeypatch):
    owner, other = Phone(app), Phone(app)
    group = make_group(owner, *FOUR)
    of_group = owner.open("luz", FOUR)
    wrote(owner, of_group, more_expansions="Club rules\nBig Box", elsewhere="Club")
    finish(owner, of_group)
    assert put(owner, group, of_group) == [303]
    for number in range(4):
        session = owner.open("luz", FOUR)
        wrote(owner, session, more_expansions=f"Own {number}")
    new = owner.open("luz", FOUR)
    of_the_group = ["Big Box", "Club rules"]
    assert suggested(owner, new) == [*of_the_group, "Own 3", "Own 2", "Own 1", "Own 0", *of_the_group]
    page = owner.page(f"/t/{new}/notes")
    assert page.count('value="Big Box"') == 1 and form(page)["expansions"] == []
    assert page.index('value="Big Box"') < page.index('value="Own 3"') and 'value="Club"' in page
    with monkeypatch.context() as changed:
        changed.setattr(group_rows, "_LOOKED_THROUGH", 4)
        assert suggested(owner, new)[:1] == ["Own 3"], "no further than the bound"
    # A phone that is in the group too, but was not at that table, reads nothing of it.
    member(owner, group, other)
    others = other.open("luz", FOUR)
    assert "Big Box" not in other.page(f"/t/{others}/notes") and "Club" not in other.page(f"/t/{others}/notes")
    guest = Phone(app).join(owner, new)
    assert "Big Box" not in guest.page(f"/t/{new}/notes"), "nor at a table whose host has read it"


def test_a_round_of_an_evening_suggests_what_the_one_before_named(app):
    host = Phone(app)
    club = Club(host, names(3))
    (first,) = club.open_round()
    wrote(host, first, more_expansions="Of the evening")
    club.finish(first)
    wrote(host, host.open("luz", FOUR), more_expansions="Own")
    (second,) = club.open_round()
    assert suggested(host, second)[:2] == ["Of the evening", "Own"]
    other = host.open("luz", FOUR)
    assert suggested(host, other)[:2] == ["Of the evening", "Own"], "the host is in the group of the evening"
