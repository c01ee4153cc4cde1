from tests.browser.place import Place

PLACES = (
    Place("the badges of a player", "/players/{player}/badges"),
    Place("the badges of a group", "{crowd}/badges"),
    Place("the badges of a group, off", "{group}/badges"),
    Place("the badges of a group by its link", "{badges-watch}/badges", "stranger", is_repeated=True),
)


def fill(builder):
    """A group of many tables that shows its badges, with a link."""
    from tests.support.groups import link

    builder.host.post(f"{builder.known['crowd']}/badges", {"badges": "on"})
    builder.known["badges-watch"] = link(builder.host, builder.known["crowd"], "watch")
