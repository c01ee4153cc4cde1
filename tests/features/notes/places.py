from tests.browser.place import Place
from tests.browser.sample_instance import DEAL


def _faulty_notes(page):
    """A note that is too long, and more words than fit."""
    page.locator("#note").evaluate("field => { field.value = '很長'.repeat(700); }")
    page.fill("#more_expansions", "W" * 41)
    page.fill("#more_house_rules", "\n".join(map(str, range(21))))
    page.locator(".bar button.button").click()
    page.wait_for_selector("#note-fault")


def _notes_of_two(page):
    """A note that is saved from a page that is older than the note of another phone."""
    page.evaluate("""async () => {
        const form = document.getElementById("notes"), sent = new FormData(form);
        sent.set("act", crypto.getRandomValues(new Uint32Array(2)).join("-"));
        sent.set("note", "另一支手機寫的 " + Date.now());
        await fetch(form.action, {method: "POST", body: new URLSearchParams(sent)});
    }""")
    page.fill("#note", "這支手機寫的")
    page.locator(".bar button.button").click()
    page.wait_for_selector(".theirs")


PLACES = (
    Place("notes, words and place", "/t/{written}/notes"),
    Place("notes of a new table", "/t/{fresh}/notes"),
    Place("notes, watching", "/t/{written}/notes", "viewer"),
    Place("notes, faults", "/t/{fresh}/notes", steps=_faulty_notes, is_sampled=True),
    Place("notes that another phone changed", "/t/{luz}/notes", steps=_notes_of_two),
    Place("a note at an entry", "/t/{written}/notes/{noted}"),
    Place("a game with notes", "/t/{written}"),
    Place("an entry with a note", "/t/{written}/entries/2"),
    Place("replay of an entry with a note", "/t/{written}/replay/2"),
    Place("a note at an entry, totals hidden", "/t/{secret}/notes/1"),
)


def fill(builder):
    """Notes, words and a place at a game that is over, and at one of its entries, which later ones suggest."""
    builder.open("written", "luz", 4)
    for number in range(4):
        builder.enter("written", [{"bets": DEAL["bets"][:4], "tricks": [number, 2, 3, 5 - number]}])
    note = "很精彩的一局，最後一局才分出勝負。\n\n<b>" + builder.names[0]
    words = {"more_expansions": "大盒版\n擴充一：瘋狂的寶石", "more_house_rules": "W" * 40 + "\n不討論"}
    fields = {"seen": 0, "note": note, "elsewhere": "外婆家，在台北市大安區的一間小公寓裡", **words}
    builder.post("written", "notes", fields)
    builder.known["noted"] = str(builder.table("written").entries[1].number)
    builder.post("written", f"notes/{builder.known['noted']}", {"seen": 0, "note": note})
    builder.take_in("viewer", "written")
