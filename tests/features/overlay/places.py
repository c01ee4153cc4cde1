from tests.browser.place import Place
from tests.browser.sample_instance import Builder

PLACES = (Place("an overlay", "/o/{luz-overlay}?size=150", "stranger"),)


def fill(builder: Builder) -> None:
    builder.known["luz-overlay"] = builder.known["luz"] + builder.link_of("luz", "overlay")
