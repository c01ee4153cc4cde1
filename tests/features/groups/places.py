from tests.browser.place import Place, all_open, posted, tap
from tests.support.groups import link, make_group, put


def _posted_season(page):
    page.fill("#name", "")
    posted(page)


PLACES = (
    Place("groups", "/groups"),
    Place("groups, none", "/groups", "stranger"),
    Place("a new group, faults", "/groups/new", steps=posted),
    Place("a group", "{group}?season=1", steps=all_open, is_sampled=True),
    Place("what is done with a group", "{group}", steps=tap("[popovertarget]"), is_sampled=True),
    Place("a group on chosen days, faults", "{group}?since=2026-02-02&until=2026-02-01"),
    Place("the games of a group", "{group}/games"),
    Place("a group without a game", "{new-group}"),
    Place("a group to edit", "{group}/edit"),
    Place("the seasons of a group, faults", "{group}/seasons?season=1", steps=_posted_season),
    Place("the tables of a group", "{group}/tables"),
    Place("the groups of a table", "/t/{ingenious-over}/groups"),
    Place("the links of a group", "{group}/share"),
    Place("a group to delete", "{group}/delete"),
    Place("a group by its link", "{group-watch}", "stranger", is_repeated=True),
    Place("the games of a group by its link", "{group-watch}/games", "stranger", is_repeated=True),
    Place("a group to join", "{group-join}", "stranger"),
    Place("a replay of a group", "{group}/replay/{over}/2", is_repeated=True),
    Place("a replay of a group by its link", "{group-watch}/replay/{over}/2", "stranger", is_repeated=True),
)


def fill(builder):
    """A group with games, a season and both links, one without a game, and one whose players met at many tables."""
    group = make_group(builder.host, *builder.names)
    for replay, name in (("yes", "over"), ("yes", "azul-over"), ("", "fifty-over")):
        put(builder.host, group, builder.known[name], replay=replay)
    builder.host.post(f"{group}/seasons", {"name": builder.names[0], "since": "2026-01-01", "until": "2098-12-31"})
    builder.known["group"], builder.known["group-join"] = group, link(builder.host, group, "join")
    builder.known["group-watch"] = link(builder.host, group, "watch")
    builder.known["new-group"] = make_group(builder.host, "Ann", "Ben", name=builder.names[1])
    builder.known["crowd"] = make_group(builder.host, *builder.names, "阿明")
    for name in [one for one in builder.known if one.endswith("over") and one not in ("secret-over", "land-over")]:
        put(builder.host, builder.known["crowd"], builder.known[name])
