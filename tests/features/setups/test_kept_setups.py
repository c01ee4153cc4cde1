"""The setups that a phone keeps: one under a name, the one used last first, bounded in number, and gone when old."""

from companion.features.setups import rows as setup_templates
from companion.features.setups.rows import find_template, forget_setups, keep_template, names_of
from companion.storage.rows.memberships import phone_number

AT, OLD = "2026-11-20T12:00:00+00:00", "2020-01-01T00:00:00+00:00"


def row(name, at=AT, game="open", **options):
    return {"game": game, "key": name.casefold(), "name": name, "options": options, "at": at}


def keep(store, token, row):
    store.write(lambda db: keep_template(db, phone_number(db, token, AT), row))


def names(store, token):
    return [name for _, _, name in names_of(store.rows, number(store, token))]


def number(store, token):
    return store.phone_and_role(token, "")[0]


def test_the_one_kept_last_stands_first_and_takes_the_place_of_its_name(store):
    for each in (row("Wizard", rounds=10), row("Skull"), row("wizard", rounds=15), row("Wizard", game="other")):
        keep(store, b"a", each)
    assert names_of(store.rows, 1) == [
        ("other", "wizard", "Wizard"),
        ("open", "wizard", "wizard"),
        ("open", "skull", "Skull"),
    ]
    assert find_template(store.rows, 1, "open", "wizard") == row("wizard", rounds=15)
    assert find_template(store.rows, 1, "open", "none") is None


def test_beyond_the_most_the_one_used_longest_ago_goes(store, monkeypatch):
    monkeypatch.setattr(setup_templates, "MOST", 5)
    for place in range(5):
        keep(store, b"a", row(f"s{place}"))
    keep(store, b"b", row("other"))
    keep(store, b"a", row("s0"))
    keep(store, b"a", row("new"))
    kept = names(store, b"a")
    assert kept == ["new", "s0", "s4", "s3", "s2"] and names(store, b"b") == ["other"]


def test_old_ones_go_and_a_phone_that_keeps_one_stays(store):
    for token, at in ((b"a", OLD), (b"b", AT), (b"c", OLD)):
        keep(store, token, row("Wizard", at))
    store.write(lambda db: db.execute("UPDATE phones SET made = ?", [OLD]))
    forget_setups(store, "2026-01-01T00:00:00+00:00")
    store.maintenance.forget_phones("2026-01-01T00:00:00+00:00")
    assert [phone["id"] for phone in store.rows("SELECT id FROM phones ORDER BY id")] == [
        number(store, b"b"),
        number(store, b"c"),
    ]
    assert names(store, b"b") == ["Wizard"] and names(store, b"c") == []
