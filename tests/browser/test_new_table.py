"""Opening a table: who plays, in which order, with which settings."""

from urllib.parse import urlencode

from playwright.sync_api import expect


def order(one):
    return one.page.locator("[data-sort] li").evaluate_all("all => all.map(row => row.dataset.name)")


def seated(one, *names):
    expect(one.page.locator("[data-sort] li .ellipsis")).to_have_text(list(names))
    assert order(one) == list(names)


def test_players_are_moved_by_button_and_by_drag_and_leave(phone):
    one = phone()
    one.go("/new/luz")
    expect(one.page.locator(".bar button")).to_be_disabled()
    for name in ("Ann", "Ben", "Cleo", "Dan"):
        one.add_player(name)
        expect(one.page.locator("#name")).to_have_value("")
    seated(one, "Ann", "Ben", "Cleo", "Dan")
    one.tap("[data-name=Cleo] [name=up]")
    seated(one, "Ann", "Cleo", "Ben", "Dan")

    # By drag: Dan from the last seat to the first.
    start, end = (one.page.locator(f"[data-name={name}] .ellipsis").bounding_box() for name in ("Dan", "Ann"))
    one.page.mouse.move(start["x"] + 20, start["y"] + start["height"] / 2)
    one.page.mouse.down()
    one.page.mouse.move(start["x"] + 20, start["y"] - 10, steps=3)
    for step in range(100):
        one.page.mouse.move(end["x"] + 20, end["y"] + 2 + step % 3, steps=4)
        if order(one)[0] == "Dan":
            break
    with one.page.expect_response("**/new/luz/form"):
        one.page.mouse.up()
    seated(one, "Dan", "Ann", "Cleo", "Ben")
    assert one.page.locator("[data-sort] .mark").all_inner_texts() == ["D", "A", "C", "B"]

    one.tap("[data-name=Ann] [name=drop]")
    seated(one, "Dan", "Cleo", "Ben")
    one.tap(".bar button.button")
    one.invitation()
    one.tap(".bar a.button")
    expect(one.page.locator("#now .tabs .mark")).to_have_count(3)
    expect(one.page.locator("#now .tabs a").first).to_contain_text("Dan")  # Dan has the start card


def test_a_key_that_moved_a_player_moves_the_same_one_again(phone):
    one = phone()
    names = ["Ann", "Ben", 'Cleo "C" & Co', "Dan"]
    one.go("/new/luz?" + urlencode([("player", name) for name in names]))
    one.page.focus("[data-name=Dan] [name=up]")
    for place in (2, 1):
        one.page.keyboard.press("Enter")
        seated(one, *names[:place], "Dan", *names[place:3])
