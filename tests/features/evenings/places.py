from tests.browser.place import Place, all_open, posted
from tests.support.evenings import Club


def _posted_newcomers(page):
    page.locator("main form button.button").first.click()
    page.wait_for_selector("#names-fault")


PLACES = (
    Place("the club evenings of a phone", "/evenings"),
    Place("the evenings of a group", "{group}/evenings"),
    Place("the evenings of a group, none", "{new-group}/evenings"),
    Place("the game of a new evening", "{group}/evenings/new"),
    Place("a new evening, faults", "{group}/evenings/new?game=luz", steps=posted),
    Place("an evening for its host", "{evening}", steps=all_open, is_sampled=True),
    Place("a round that is drawn", "{evening-draft}?pick=1"),
    Place("the players of an evening, faults", "{evening}/players", steps=_posted_newcomers),
    Place("the group of an evening", "{evening}/group"),
    Place("how an evening is played", "{evening}/settings"),
    Place("who did not come to a round", "{evening}/rounds/1/absent"),
    Place("a round to take back", "{evening}/rounds/1/back?open=yes"),
    Place("the link of an evening", "{evening}/share"),
    Place("an evening on paper", "{evening}/print"),
    Place("an evening to delete", "{evening}/delete"),
    Place("an evening by its link", "{evening-played}", "stranger", steps=all_open),
    Place("all of an evening", "{evening-link}/all", "scorer", is_repeated=True),
    Place("who sits where", "{evening-link}/all?by=name", "scorer"),
    Place("the table of a player", "{evening-link}", "scorer"),
    Place("a player who sits out", "{evening-link}", "viewer"),
    Place("which player a phone is", "{evening-link}/who", "stranger"),
    Place("the points of a player", "{evening-played}/player/1", "stranger"),
)


def fill(builder):
    """An evening whose second round is drawn, so that some meet again, and one with an open table and who sits out."""
    club = Club(builder.host, builder.names, group=builder.known["group"], name=builder.names[0])
    club.finish(club.open_round()[0])
    club.post("draw")
    builder.known["evening-draft"] = club.at
    builder.known["evening-played"] = club.link
    club = Club(builder.host, builder.names, "azul", builder.known["group"], size="2", name=builder.names[1])
    club.open_round()
    builder.known["evening"], builder.known["evening-link"] = club.at, club.link
    seated = club.state.evening.opened[0].tables[0]
    club.player(builder.phones["scorer"], club.state.names[seated[0]])
    club.player(builder.phones["viewer"], club.state.names[club.state.evening.opened[0].byes[0]])
