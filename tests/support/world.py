"""A companion with tables of every game, each part of the way through, and phones in every role; and what it holds."""

from pathlib import Path

from companion.games import all_games
from tests.support.acting import enter
from tests.support.evenings import Club
from tests.support.files import example
from tests.support.phones import Phone

ROOT = Path(__file__).parents[2]
ROLES = ("host", "scorer", "viewer", "stranger", "nobody")
MEMBERS = ROLES[:3]
HOST = 1  # the number of the first phone
# One sheet a game, and how many of its entries are entered.
SHEETS = {
    "luz/whole-game": 3,
    "5211/four-players": 3,
    "azul/whole-game-all-bonuses": 3,
    "ingenious/placements-1-2-4": 6,
    "salamanca/every-hazard": 9,
    "open/both-with-number": 2,
}


NAMED = {
    "evening_pages.parts": {"name": "shared"},
    "home.game_file": {"name": "form.js"},
    "rules.rule": {"name": "bet-exact"},
    "referee.question": {"name": "bet"},
    "referee.showing": {"name": "bet"},
}


def address_of(app, rule, **known):
    """An address of a rule, of something that is there; what is not known is the first, or of Luz, or of Ann."""
    known = {"seat": 0, "kind": "correct", "code": "en", "filename": "style.css", "what": "draw", **known}
    known = {"key": "ann" if rule.rule.startswith("/players/") else "luz", "name": "table", "page": "result", **known}
    known |= {**NAMED.get(rule.endpoint, {}), **(rule.defaults or {})}
    return app.url_map.bind("localhost").build(rule.endpoint, {name: known.get(name, 1) for name in rule.arguments})


class World:
    """One host of all tables, one scorer and one viewer who have joined them, a stranger with one table of its own."""

    def __init__(self, app, names=None):
        self.app, self.names = app, names
        self.sessions = app.extensions["companion"]
        self.phones = {role: Phone(app) for role in ROLES}
        self._open_club()
        self.tables = [self.opened(*table) for table in SHEETS.items()]
        self.elsewhere = self.phones["stranger"].open("luz")

    def _open_club(self):
        """An evening of the host with a round that plays."""
        self.club = Club(self.phones["host"], ["Ann", "Ben", "Cleo", "Dan", "Eve"], "azul", size="2")
        self.club.open_round()
        self.token = self.club.link.split("/")[-1]

    def opened(self, sheet, entries):
        data = example(sheet)
        players = [*(self.names or ()), *data["players"]][: len(data["players"])]
        session = self.sessions.openings.open(all_games()[data["game"]], players, data["options"], HOST)
        enter(self.sessions, session, *data["entries"][:entries])
        self._join(session)
        return session

    def mend(self):
        """Put back what the host has deleted, and whom he has sent away; nobody is known by nothing again.

        Returns whether a table has changed by that.
        """
        self.phones["nobody"], is_changed = Phone(self.app), False
        if self.app.extensions["evenings"].state(self.club.id) is None:
            self._open_club()
            is_changed = True
        for place, table in enumerate(SHEETS.items()):
            if self.sessions.table(self.tables[place]) is None:
                self.tables[place] = self.opened(*table)
                is_changed = True
            elif len(self.sessions.store.members(self.tables[place])) < len(MEMBERS):
                self._join(self.tables[place])
                is_changed = True
        return is_changed

    def _join(self, session):
        for role in MEMBERS[1:]:
            self.phones[role].join(self.phones["host"], session, role)

    def holds(self):
        """All that requests may change, by session: its setup and result, its log word for word, links, members."""
        columns = "number || act || hex(sent) || kind || body || phone || at AS words"
        sql = (
            "SELECT id, generation, setup, result, deleted IS NULL AS here, (SELECT group_concat(words, '\n') FROM"
            f" (SELECT {columns} FROM events WHERE session = s.id ORDER BY number)) AS log, (SELECT"
            " group_concat(role || code || hex(token)) FROM links WHERE session = s.id) AS links, (SELECT"
            " group_concat(phone || role) FROM members WHERE session = s.id) AS members FROM sessions s"
        )
        return {row["id"]: row for row in self.sessions.store.rows(sql)}
