from tests.browser.place import Place

PLACES = (
    Place("replay of twelve", "/t/{twelve-ended}/replay/4"),
    Place("replay, nothing entered", "/t/{fresh}/replay"),
    Place("replay of Luz", "/t/{over}/replay/2", is_sampled=True),
    Place("replay, an entry that is gone", "/t/{over}/replay/99"),
    Place("replay with hidden totals", "/t/{secret}/replay/1", "viewer"),
    Place("replay of 5211", "/t/{fifty-over}/replay/2"),
    Place("replay of Azul", "/t/{azul}/replay/2"),
    Place("replay of Ingenious", "/t/{board}/replay/13"),
    Place("replay of Salamanca", "/t/{land}/replay/6"),
    Place("replay of an open sheet", "/t/{sheet-over}/replay/1"),
    Place("replay by a link", "/replay/{over-replay}/3", "stranger"),
    Place("replay by a link that is withdrawn", "/replay/old", "stranger"),
    Place("replay of a table that was stopped", "/t/{land-over}/replay/{land-end}"),
)


def fill(builder):
    builder.known["over-replay"] = builder.known["over"] + builder.link_of("over", "replay")
