"""A wall of Azul that somebody else's phone enters."""


def post_wall(phone, invitation, seat, tiles, floor, marker):
    """A seat's whole wall without a page, saved; each tile has its place."""
    fields = [(f"r{row}", str(column)) for row, column, *_ in tiles] + [("floor", str(floor))] * bool(floor)
    fields += [(f"c{row}", colour) for row, _, *colours in tiles for colour in colours]
    phone.post_fields(
        invitation, "enter", [("seat", str(seat)), ("confirmed", "1"), *fields, *[("marker", "1")] * marker]
    )
