"""The words that tables name are found and suggested on both engines, and come back with an import."""

from companion.features.notes.rows import recent_words
from tests.support.notes import wrote

EMPTY = {"expansions": [], "house_rules": [], "place": []}


def test_the_latest_words_come_first_and_no_more_than_a_dozen(host, store):
    for number in range(14):
        session = host.open("luz", ["Ann", "Ben", "Cleo"])
        wrote(host, session, note="x", more_expansions=f"Box {number}\nBIG  box", elsewhere=f"Club {number % 3}")
    cookie = store.rows("SELECT id FROM phones")[0]["id"]
    found = recent_words(store.rows, cookie, "", "luz")
    assert found["expansions"][:3] == ["BIG box", "Box 13", "Box 12"] and len(found["expansions"]) == 12
    assert found["place"] == ["Club 1", "Club 0", "Club 2"] and found["house_rules"] == []
    assert recent_words(store.rows, cookie, "", "azul") == {**EMPTY, "place": found["place"]}
    assert recent_words(store.rows, cookie + 1, "", "luz") == EMPTY
    assert "14 games" in host.page("/history?q=big") and "5 games" in host.page("/history?named=club+1")
    wrote(host, session, seen=1, note="x", expansions=["Box 13"])
    assert "13 games" in host.page("/history?q=big")
    assert host.act(session, "delete", {"sure": "yes"}).status_code == 303
    assert not store.rows("SELECT 1 FROM session_words WHERE session = ?", [session])
