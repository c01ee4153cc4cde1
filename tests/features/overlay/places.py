from tests.browser.place import Place

PLACES = (Place("an overlay", "/o/{luz-overlay}?size=150", "stranger"),)


def fill(builder):
    builder.known["luz-overlay"] = builder.known["luz"] + builder.link_of("luz", "overlay")
