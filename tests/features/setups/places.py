from tests.browser.place import Place, all_open

PLACES = (
    Place("templates", "/setups", steps=all_open),
    Place("templates, none found", "/setups?find=zzz", "stranger"),
    Place("a template to delete", "/setups/open/delete?setup=%E7%A4%A6%E5%B7%A5", steps=all_open),
    Place("new table from a template", "/new/open?{players}&setup=%E7%A4%A6%E5%B7%A5"),
    Place("new table, a template that is gone", "/new/open?setup=zzz&find=zzz", "stranger"),
)


def fill(builder):
    """Templates with names that are hard to fit."""
    sheet = {"count": "rounds", "rounds": "10", "win": "lowest", "tie": "seats"}
    for title in ("撲克", "很長的名字" * 8, *"12345", "礦工"):
        builder.host.post("/new/open/keep", {**sheet, "title": title})
