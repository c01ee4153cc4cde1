"""What people do with an Azul table: tap tiles, floor and start marker of a wall, save it, and read what it says."""

from playwright.sync_api import expect

SAVE = "#bar [form=entry]"


def key(phone, name, value):
    return phone.page.locator(f"#preview label.key:has([name={name}][value='{value}'])")


def wall_of(phone, seat):
    """To a seat's wall: from the table by its name, from another wall by its tab; no tap where it is shown already."""
    if phone.page.locator("#entry").count() == 0:
        phone.tap(phone.page.locator("#now li a").nth(seat))
    elif phone.page.locator("#entry [name=seat]").input_value() != str(seat):
        phone.tap(phone.page.locator(".tabs a").nth(seat))
    phone.see(f"#preview[data-key$='-{seat}']")


def tap_tiles(phone, tiles):
    """(row, column) on the coloured wall, (row, column, colour) on the grey one; column None: no place for it."""
    for row, column, *colours in tiles:
        if column is None:
            phone.tap(key(phone, f"r{row}", colours[0]))
            continue
        # On the grey wall the rows below move down while a colour is asked for.
        (phone.tap if colours else phone.tap_still)(key(phone, f"r{row}", column))
        for colour in colours:
            phone.tap(key(phone, f"c{row}", colour))
            expect(phone.page.locator(f"#colours-{row}")).to_have_count(0)  # and the rows below move up again


def tap_wall(phone, seat, tiles=(), floor=0, marker=False):
    """A seat's whole wall, not saved yet; `floor` counts spaces with the marker's. Returns how many facts that was."""
    wall_of(phone, seat)
    tap_tiles(phone, tiles)
    if marker:
        phone.tap("label.key:has([name=marker])")
    if floor:
        phone.tap(key(phone, "floor", floor))
    return sum(2 if len(tile) == 3 and tile[1] else 1 for tile in tiles) + bool(floor) + marker


def post_wall(phone, invitation, seat, tiles, floor, marker):
    """A seat's whole wall without a page, saved; each tile has its place."""
    fields = [(f"r{row}", str(column)) for row, column, *_ in tiles] + [("floor", str(floor))] * bool(floor)
    fields += [(f"c{row}", colour) for row, _, *colours in tiles for colour in colours]
    phone.post_fields(
        invitation, "enter", [("seat", str(seat)), ("confirmed", "1"), *fields, *[("marker", "1")] * marker]
    )


def save(phone, seat):
    """Save the wall; waits until it is in."""
    phone.tap(SAVE)
    phone.see(f".tabs a:nth-child({seat + 1}) > svg")


def shows_sum(phone, text):
    """Wait until the sum of what is tapped reads so: "3 + 5 tiles −4 floor +4 14 to 18"."""
    expect(phone.page.locator(".calculation")).to_have_text(text, use_inner_text=True)


def points(phone):
    """The points on the tiles of this round, from the top down."""
    return phone.page.locator("#preview .space .number")
